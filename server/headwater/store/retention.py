"""Retention: the policies, the families of runs that they let go, and their removal in small steps (docs/retention.md).

The rule is `kept_reason` of `sql/functions/retention.sql`. A family, which is a root with all runs that it contains,
goes as a whole or stays as a whole.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from enum import Enum
from typing import NamedTuple

from asyncpg import Connection

from headwater.errors import MigrationError, NotFoundError
from headwater.store.facet_removal import remove_unused_facets
from headwater.store.functions import functions_schema
from headwater.store.merge import OTHERS_MERGE
from headwater.store.queries import query
from headwater.store.rebuild_tables import has_tables
from headwater.store.removed_history import RemovedHistory
from headwater.urn import text_key

_PLAN_FAMILIES = 1_000
_STEP_FAMILIES = 20
"""The families of a statement. A step holds the locks of its families, and more would let merges wait longer."""


class Scope(Enum):
    """The runs that a policy is for: of a job, of a flow's jobs, of a platform's flows, or all."""

    TEMPLATE = "TEMPLATE"
    FLOW = "FLOW"
    PLATFORM = "PLATFORM"
    EVERYTHING = "EVERYTHING"


def in_words(scope: Scope, name: str) -> str:
    """Return a scope as a user reads it, such as `platform airflow`, or `everything`."""
    word = "job" if scope is Scope.TEMPLATE else scope.value.lower()
    return f"{word} {name}".rstrip()


class Policy(NamedTuple):
    """The runs to keep of a scope; name: the URN of a job or flow, the name of a platform, or "" for everything.

    keep_runs: the newest so many of each job stay.
    keep_days, keep_failures_days: runs, and failed runs, up to this age stay.
    keep_every: of the families beyond these, one in so many stays.
    """

    scope: Scope
    name: str
    keep_runs: int | None
    keep_days: float | None
    keep_failures_days: float | None
    keep_every: int | None


class Judged(NamedTuple):
    """The families of one job's roots with one reason to stay; reason None: they may go."""

    template: str
    reason: str | None
    families: int
    runs: int


class Removed(NamedTuple):
    """The progress of a removal; facets: the sets of facets, and values, that only removed runs had."""

    families: int
    runs: int
    looked_at: int
    facets: int = 0


async def retention_policies(connection: Connection) -> list[Policy]:
    """Return all policies, from the most specific scope on."""
    rows = await connection.fetch(query("retention_policies"))
    return [Policy(Scope(row["scope"]), *list(row.values())[1:]) for row in rows]


async def is_scope_known(connection: Connection, scope: Scope, name: str) -> bool:
    """Return True if the store knows the job, the flow or the platform of a scope; policies may come before events."""
    found: bool = await connection.fetchval(query("is_scope_known"), scope.value, name)
    return found


async def set_retention_policy(connection: Connection, policy: Policy) -> None:
    """Set the policy of a scope, in the place of the former one."""
    await connection.execute(query("set_retention_policy"), policy.scope.value, *policy[1:])


async def unset_retention_policy(connection: Connection, scope: Scope, name: str) -> None:
    """Remove the policy of a scope. Raises NotFoundError if there is none."""
    if await connection.execute(query("unset_retention_policy"), scope.value, name) == "DELETE 0":
        raise NotFoundError(f"no policy for {in_words(scope, name)}: `headwater retention list` prints them")


class Held(NamedTuple):
    """A run that stays whatever the policies say, until it is released."""

    urn: str
    reason: str
    held_at: datetime


async def held_runs(connection: Connection) -> list[Held]:
    """Return the held runs, the newest first."""
    return [Held(*row.values()) for row in await connection.fetch(query("held_runs"))]


async def hold_run(connection: Connection, urn: str, reason: str) -> None:
    """Keep a run, and with it its family, from removal. Raises NotFoundError for a run without events."""
    if not await connection.fetchval(query("hold_run"), text_key(urn), reason):
        raise await RemovedHistory(connection).not_found("urn", "run", urn)


async def release_run(connection: Connection, urn: str) -> None:
    """Let the policies decide on a run again. Raises NotFoundError if it is not held."""
    if await connection.execute(query("release_run"), text_key(urn)) == "DELETE 0":
        raise NotFoundError(f"{urn} is not held: `headwater retention list` prints the runs that are")


async def plan_removal(connection: Connection, now: datetime) -> list[Judged]:
    """Return what a removal at this moment would remove and keep: by job and reason, what goes first."""
    runs: Counter[tuple[str, str | None]] = Counter()
    families: Counter[tuple[str, str | None]] = Counter()
    async for ids in _roots(connection, _PLAN_FAMILIES):
        for row in await connection.fetch(query("judged_families"), ids, now):
            runs[row["template"], row["reason"]] += row["runs"]
            families[row["template"], row["reason"]] += row["families"]
    judged = [Judged(*key, families[key], runs[key]) for key in runs]
    return sorted(judged, key=lambda one: (one.reason is not None, -one.runs, one.template, one.reason or ""))


_RUN_TABLES = ("run", "entity", "run_event", "edge", "mention", "run_facets", "run_link", "asset_read", "asset_write")
"""The tables that grow with each run; a removal frees rows of them for new ones."""


class Freed(NamedTuple):
    """The runs that a removal would remove, of all, and about the bytes that it would free in tables of runs."""

    runs: int
    all_runs: int
    bytes: int


def freed_by(judged: Sequence[Judged], table_bytes: Mapping[str, int]) -> Freed:
    """Return what a removal would free, if all runs are of the same size. The tables keep the space for new rows."""
    going, total = sum(one.runs for one in judged if one.reason is None), sum(one.runs for one in judged)
    size = sum(table_bytes.get(table, 0) for table in _RUN_TABLES)
    return Freed(going, total, size * going // max(total, 1))


async def remove_runs(
    connection: Connection, now: datetime, runs_per_second: float, tell: Callable[[Removed], None]
) -> Removed:
    """Remove the families that the policies let go, in steps that are committed one by one, at most so many a second.

    A step that was committed stays; the next call goes on with the rest. Raises MigrationError while a rebuild, or
    another removal, is going on or unfinished.
    """
    done = Removed(0, 0, 0)
    async with alone(connection):
        async for ids in _roots(connection, _STEP_FAMILIES):
            began_at = time.monotonic()
            families, runs = await _remove(connection, ids, now)
            done = Removed(done.families + families, done.runs + runs, done.looked_at + len(ids))
            tell(done)
            await asyncio.sleep(max(runs / runs_per_second - (time.monotonic() - began_at), 0))
        if done.runs:
            done = done._replace(facets=await remove_unused_facets(connection))
    return done


async def _remove(connection: Connection, ids: list[int], now: datetime) -> tuple[int, int]:
    while True:
        try:
            row = await connection.fetchrow(query("remove_families"), ids, now)
            return row["families"], row["runs"]
        except OTHERS_MERGE:
            await asyncio.sleep(0.1)


async def _roots(connection: Connection, count: int) -> AsyncIterator[list[int]]:
    place = 0
    while rows := await connection.fetch(query("next_roots"), place, count):
        ids = [row["id"] for row in rows]
        place = ids[-1]
        yield ids


@asynccontextmanager
async def alone(connection: Connection) -> AsyncIterator[None]:
    """Let no rebuild and no other removal begin within the block. Raises MigrationError while there is one."""
    if not await connection.fetchval(query("lock_rebuild")):
        raise MigrationError("a rebuild or another removal of runs is going on: wait until it ends")
    try:
        if await has_tables(connection):
            raise MigrationError("a rebuild has not finished: run `headwater rebuild` to its end first")
        if await connection.fetchval(query("is_other_version_in_use"), functions_schema()):
            raise MigrationError("servers of another version use the store, and know no removed runs: end them first")
        yield
    finally:
        await connection.execute(query("unlock_rebuild"))
