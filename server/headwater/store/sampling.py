"""Sampling before a merge: events of most successful runs keep only what decides answers (docs/retention.md)."""

import asyncio
import time
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from asyncpg import Connection

from headwater.dialects.documents import read_record
from headwater.dialects.names import OPENLINEAGE
from headwater.dialects.openlineage.essential import essential
from headwater.dialects.replay import parse_logged
from headwater.errors import NotFoundError
from headwater.model.changes import Changes, Problem
from headwater.model.json import exact_json
from headwater.model.sampling import Sampling, is_sample
from headwater.store.merge import Delivery
from headwater.store.queries import query
from headwater.store.retention import Scope, in_words
from headwater.urn import text_key

_KNOWN_SECONDS: Final = 10.0
"""The time within which all servers follow a changed policy."""


class SamplingPolicy(NamedTuple):
    """One successful run in keep_every of a scope is kept whole; name: as in a policy of retention."""

    scope: Scope
    name: str
    keep_every: int


async def sampling_policies(connection: Connection) -> list[SamplingPolicy]:
    """Return all policies, from the most specific scope on."""
    rows = await connection.fetch(query("sampling_policies"))
    return [SamplingPolicy(Scope(row["scope"]), row["name"], row["keep_every"]) for row in rows]


async def set_sampling_policy(connection: Connection, policy: SamplingPolicy) -> None:
    """Set the policy of a scope, in the place of the former one."""
    await connection.execute(query("set_sampling_policy"), policy.scope.value, policy.name, policy.keep_every)


async def unset_sampling_policy(connection: Connection, scope: Scope, name: str) -> None:
    """Remove the policy of a scope. Raises NotFoundError if there is none."""
    if await connection.execute(query("unset_sampling_policy"), scope.value, name) == "DELETE 0":
        raise NotFoundError(f"no sampling of {in_words(scope, name)}: `headwater retention list` prints them")


class Sampler:
    """The sampling of a session that merges. It looks for changed policies every ten seconds."""

    def __init__(self) -> None:
        self._sampling = _sampling([])
        self._read_at = -_KNOWN_SECONDS

    async def sampled(self, connection: Connection, deliveries: Sequence[Delivery]) -> Sequence[Delivery]:
        """Return deliveries in which events of runs that are no sample have lost their descriptions."""
        if time.monotonic() - self._read_at >= _KNOWN_SECONDS:
            self._sampling = _sampling(await sampling_policies(connection))
            self._read_at = time.monotonic()
        if self._sampling.keeps_all:
            return deliveries
        return await asyncio.to_thread(self._sample, deliveries)

    def _sample(self, deliveries: Sequence[Delivery]) -> Sequence[Delivery]:
        return [one._replace(items=[_sampled(item, self._sampling) for item in one.items]) for one in deliveries]


def _sampling(policies: Sequence[SamplingPolicy]) -> Sampling:
    def of(scope: Scope) -> dict[str, int]:
        return {policy.name: policy.keep_every for policy in policies if policy.scope is scope}

    return Sampling(
        jobs={text_key(urn): every for urn, every in of(Scope.TEMPLATE).items()},
        flows={text_key(urn): every for urn, every in of(Scope.FLOW).items()},
        platforms={name.lower(): every for name, every in of(Scope.PLATFORM).items()},
        everything=of(Scope.EVERYTHING).get("", 1),
    )


def _sampled(item: Changes | Problem, sampling: Sampling) -> Changes | Problem:
    """Return an item as it is, or an event without its descriptions. Failures stay whole, as do other dialects."""
    if isinstance(item, Problem) or item.event.dialect != OPENLINEAGE or not item.run_events:
        return item
    own = item.run_events[0]
    if own.result == "FAILURE":
        return item

    @cache
    def event() -> dict[str, Any]:
        """Most events need no look at their body."""
        read: dict[str, Any] = read_record(item.event.body).value
        return read

    if is_sample(own.run_key, sampling.keep_every(item, lambda: _integration(event()))):
        return item
    return parse_logged(OPENLINEAGE, item.event.source, exact_json(essential(event())), 1)


def _integration(event: dict[str, Any]) -> str | None:
    """Return the integration that an event names (jobType), in lower case."""
    facets = event["job"].get("facets")
    job_type = facets.get("jobType") if isinstance(facets, dict) else None
    if not isinstance(job_type, dict) or job_type.get("_deleted") is True:
        return None
    named = job_type.get("integration")
    return named.lower() if isinstance(named, str) else None
