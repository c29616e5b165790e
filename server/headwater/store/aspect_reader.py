"""Reading DataHub's aspects and their values over time."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from asyncpg import Pool, Record

from headwater.model.bodies import unpack_body
from headwater.store.fetching import fetch
from headwater.urn import text_key

MAX_TRACED = 10_000
"""The most writes of a trace that are listed: a trace that is continued for ever has no bound of its own."""

Value = dict[str, Any]


class StoredAspect(NamedTuple):
    """The current value of an aspect; the times are when its first and this value came.

    version counts its values; it is 0 where no proposal gave the aspect.
    """

    value: Value
    system_metadata: Value
    version: int
    created_at: datetime
    arrived_at: datetime
    trace_id: str


def _by_urn(rows: Iterable[Record]) -> dict[str, dict[str, StoredAspect]]:
    found: dict[str, dict[str, StoredAspect]] = {}
    for row in rows:
        found.setdefault(row["urn"], {})[row["name"]] = _stored(row)
    return found


def _stored(row: Record) -> StoredAspect:
    return StoredAspect(
        json.loads(row["value"]),
        json.loads(row["system_metadata"]),
        row["version"],
        row["created_at"],
        row["arrived_at"],
        row["trace_id"].hex,
    )


class Counts(NamedTuple):
    """The numbers of values of an entity."""

    aspects: int
    timeseries: int


class Reference(NamedTuple):
    """An aspect that names an entity: whose it is, as which relationship it names it, and its value."""

    urn: str
    type: str
    aspect: str
    value: dict[str, Any]


class AspectReader:
    """Reads the aspects that DataHub's clients ask for, by URN. Times are UTC."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def existing(self, urns: Sequence[str]) -> set[str]:
        """The entities among some that have a fact of their own: being named by another is not enough."""
        by_key = {text_key(urn): urn for urn in urns}
        return {by_key[row["urn_key"]] for row in await fetch(self._pool, "existing_entities", list(by_key))}

    async def aspects_of(
        self, urns: Sequence[str], names: Sequence[str] | None = None
    ) -> dict[str, dict[str, StoredAspect]]:
        """The versioned aspects of entities, or some of them, by URN and name."""
        return _by_urn(await fetch(self._pool, "aspects_of_entities", [*map(text_key, urns)], names))

    async def count(self, urn: str, aspect: str | None, since: datetime, until: datetime) -> Counts:
        """The number of versioned aspects of an entity, and of values over time from since to until, both included.

        Of one name where aspect is given.
        """
        [row] = await fetch(self._pool, "aspect_counts_of_entity", text_key(urn), aspect, since, until)
        return Counts(row["aspects"], row["timeseries"])

    async def writes_of_trace(self, trace_id: UUID) -> dict[tuple[str, str], datetime]:
        """The (URN, aspect) of the newest accepted proposals of a trace, and when they were accepted."""
        rows = await fetch(self._pool, "proposals_of_trace", trace_id, MAX_TRACED)
        proposals = [(json.loads(unpack_body(row["body"])), row["arrived_at"]) for row in rows]
        return {(proposal["entityUrn"], proposal["aspectName"]): at for proposal, at in proposals}

    async def values(self, keys: Sequence[tuple[int, tuple[str, ...]]]) -> list[dict[str, Value]]:
        """For each (entity id, aspect names) the values of those that it has, by name."""
        ids, names = [key for key, _ in keys], {name for _, wanted in keys for name in wanted}
        found: dict[int, dict[str, Value]] = {}
        for row in await fetch(self._pool, "values_of_aspects", ids, list(names)):
            found.setdefault(row["entity_id"], {})[row["name"]] = json.loads(row["value"])
        return [
            {name: value for name, value in found.get(entity_id, {}).items() if name in wanted}
            for entity_id, wanted in keys
        ]

    async def timeseries(
        self, urn: str, aspect: str, since: datetime, until: datetime, where: Value, limit: int
    ) -> list[tuple[Value, Value]]:
        """The newest values, from since to until, that meet a DataHub filter, each with its system metadata."""
        rows = await fetch(
            self._pool, "timeseries_values", text_key(urn), aspect, since, until, json.dumps(where), limit
        )
        return [(json.loads(row["value"]), json.loads(row["system_metadata"])) for row in rows]

    async def newest_values(self, urns: Sequence[str], names: Sequence[str]) -> dict[str, dict[str, StoredAspect]]:
        """The newest value of each of some timeseries aspects of entities that have one, by URN and name."""
        return _by_urn(await fetch(self._pool, "newest_timeseries_values", [*map(text_key, urns)], list(names)))

    async def statistics(
        self, urn: str | None, aspect: str, where: Value, buckets: list[Value], metrics: list[Value], limit: int
    ) -> list[tuple[list[str | None], list[str | None]]]:
        """Metrics over the values of all entities or one that meet a DataHub filter: (groups, measures), sorted."""
        key = None if urn is None else text_key(urn)
        texts = [json.dumps(part) for part in (where, buckets, metrics)]
        rows = await fetch(self._pool, "timeseries_statistics", key, aspect, *texts, limit)
        return [(row["groups"], row["measures"]) for row in rows]

    async def references(self, urn: str, limit: int) -> list[Reference]:
        """The aspects of others that name an entity, by their URNs, but for the keys of entities."""
        rows = await fetch(self._pool, "references_to_entity", text_key(urn), limit)
        return [Reference(row["urn"], row["type"], row["aspect"], json.loads(row["value"])) for row in rows]
