"""Read the run registry: registrations, their revisions, and their verifications (docs/evidence.md)."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple
from uuid import UUID

from asyncpg import Pool, Record

from headwater.keys import read_uuid
from headwater.model.times import LAST_TIME
from headwater.registry.drift import DriftItem, Verification
from headwater.registry.entries import read_entry
from headwater.registry.registration import Registration
from headwater.store.fetching import fetch, grouped
from headwater.store.queries import query
from headwater.texts import storable
from headwater.urn import text_key

Narrowed = Literal["checksum", "run_id", "process", ""]

NARROWED: Final[tuple[Narrowed, ...]] = ("checksum", "run_id", "process", "")
"""The conditions with an index, the narrowest first; "" is none."""

FIRST_PLACE: Final = (LAST_TIME, read_uuid("f" * 32))
"""The place before the newest registration."""


class Registered(NamedTuple):
    """A registration in the store. scope_key: the run as registered; run_key: the run."""

    id: UUID
    scope_key: UUID
    revision: int
    run_key: UUID
    entry_checksum: str
    registration: Registration


class Conditions(NamedTuple):
    """The conditions of a list of registrations; None: any."""

    sha256: str | None = None
    run_id: str | None = None
    process: str | None = None
    passed: bool | None = None


def page_query(narrowed: str) -> str:
    """Return the statement of a page that uses the index of a condition."""
    names = {name: name if name == narrowed else f"{name}_or_none" for name in NARROWED if name}
    return query("registrations_page").format(**{name: query(f"narrowed_by_{end}") for name, end in names.items()})


class Registrations:
    """The run registry. Every method is one statement. Times are UTC."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def by_id(self, ids: Sequence[UUID]) -> list[Registered | None]:
        """Return the registration with each id."""
        found = {row["id"]: _registered(row) for row in await fetch(self._pool, "registrations_by_id", ids)}
        return [found.get(one) for one in ids]

    async def of_runs(self, ids: Sequence[int]) -> list[list[Registered]]:
        """Return the registrations of each run, newest revision first."""
        rows = await fetch(self._pool, "registrations_of_runs", ids)
        return [[*map(_registered, group)] for group in grouped(rows, "owner_id", ids)]

    async def of_run_id(
        self, run_id: str, namespace: str | None, process: str | None, revision: int | None, limit: int
    ) -> list[Registered]:
        """Return a revision, by default the newest one, of each run with an id; at most limit runs."""
        key = text_key(storable(run_id) or "")
        rows = await fetch(
            self._pool, "registrations_of_run_id", key, storable(namespace), storable(process), revision, limit
        )
        return [*map(_registered, rows)]

    async def revisions(self, keys: Sequence[tuple[UUID, int]]) -> list[Registered | None]:
        """Return the registration of each run with a revision."""
        scopes, numbers = [scope for scope, _ in keys], [revision for _, revision in keys]
        rows = await fetch(self._pool, "registration_revisions", scopes, numbers)
        found = {(row["scope_key"], row["revision"]): _registered(row) for row in rows}
        return [found.get(key) for key in keys]

    async def page(
        self, conditions: Conditions, after: tuple[datetime, UUID] = FIRST_PLACE, limit: int = 1
    ) -> list[Registered]:
        """Return a page of registrations that meet the conditions, newest first, ties by id."""
        keys = [
            None if text is None else text_key(storable(text) or "")
            for text in (conditions.sha256, conditions.run_id, conditions.process)
        ]
        narrowed = next((name for name, key in zip(NARROWED, keys, strict=False) if key is not None), "")
        rows = await self._pool.fetch(page_query(narrowed), *keys, conditions.passed, *after, limit)
        return [*map(_registered, rows)]

    async def last_verifications(self, ids: Sequence[UUID]) -> list[Verification | None]:
        """Return the newest verification of each registration."""
        rows = await fetch(self._pool, "last_verifications", ids)
        found = {row["registration_id"]: _verification(row) for row in rows}
        return [found.get(one) for one in ids]

    async def run_ids(self, keys: Sequence[UUID]) -> list[int | None]:
        """Return the run of each OpenLineage identity."""
        found = {row["run_key"]: row["id"] for row in await fetch(self._pool, "run_ids_by_keys", keys)}
        return [found.get(key) for key in keys]


def _registered(row: Record) -> Registered:
    return Registered(
        id=row["id"],
        scope_key=row["scope_key"],
        revision=row["revision"],
        run_key=row["run_key"],
        entry_checksum=row["entry_checksum"],
        registration=read_entry(json.loads(row["document"])),
    )


def _verification(row: Record) -> Verification:
    items = [
        DriftItem(str(item.get("code")), str(item.get("subject")), item.get("expected"), item.get("actual"))
        for item in json.loads(row["items"])
    ]
    return Verification(row["checked_at"], tuple(items))
