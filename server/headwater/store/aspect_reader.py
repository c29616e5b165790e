"""Read DataHub's aspects and timeseries values."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from asyncpg import Pool, Record

from headwater.store.fetching import fetch
from headwater.urn import text_key

Value = dict[str, Any]


class StoredAspect(NamedTuple):
    """The current value of an aspect, with the arrival times of its first and its current value.

    version: counts its values; 0 if no proposal gave the aspect.
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
    """An aspect that names an entity: its owner's URN, the type of the relationship, and its value."""

    urn: str
    type: str
    aspect: str
    value: dict[str, Any]


class AspectReader:
    """Reads the aspects of DataHub's clients, by URN. Times are UTC."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def existing(self, urns: Sequence[str]) -> set[str]:
        """Return the entities among some that have a fact of their own, not only a reference by another."""
        by_key = {text_key(urn): urn for urn in urns}
        return {by_key[row["urn_key"]] for row in await fetch(self._pool, "existing_entities", list(by_key))}

    async def aspects_of(
        self, urns: Sequence[str], names: Sequence[str] | None = None
    ) -> dict[str, dict[str, StoredAspect]]:
        """Return the versioned aspects of entities, or some of them, by URN and name."""
        return _by_urn(await fetch(self._pool, "aspects_of_entities", [*map(text_key, urns)], names))

    async def count(self, urn: str, aspect: str | None, since: datetime, until: datetime) -> Counts:
        """Count the versioned aspects of an entity, and its timeseries values from since to until, both included.

        aspect: count this one only.
        """
        [row] = await fetch(self._pool, "aspect_counts_of_entity", text_key(urn), aspect, since, until)
        return Counts(row["aspects"], row["timeseries"])

    async def timeseries(
        self, urn: str, aspect: str, since: datetime, until: datetime, where: Value, limit: int
    ) -> list[tuple[Value, Value]]:
        """Return the newest values, from since to until, that meet a DataHub filter, each with its system metadata."""
        rows = await fetch(
            self._pool, "timeseries_values", text_key(urn), aspect, since, until, json.dumps(where), limit
        )
        return [(json.loads(row["value"]), json.loads(row["system_metadata"])) for row in rows]

    async def newest_values(self, urns: Sequence[str], names: Sequence[str]) -> dict[str, dict[str, StoredAspect]]:
        """Return the newest values of some timeseries aspects of entities, by URN and name."""
        return _by_urn(await fetch(self._pool, "newest_timeseries_values", [*map(text_key, urns)], list(names)))

    async def statistics(
        self, urn: str | None, aspect: str, where: Value, buckets: list[Value], metrics: list[Value], limit: int
    ) -> list[tuple[list[str | None], list[str | None]]]:
        """Return metrics over the values, of all entities or one, that meet a filter: (groups, measures), sorted."""
        key = None if urn is None else text_key(urn)
        texts = [json.dumps(part) for part in (where, buckets, metrics)]
        rows = await fetch(self._pool, "timeseries_statistics", key, aspect, *texts, limit)
        return [(row["groups"], row["measures"]) for row in rows]

    async def references(self, urn: str, limit: int) -> list[Reference]:
        """Return the aspects of others that name an entity, by their URNs, without key aspects."""
        rows = await fetch(self._pool, "references_to_entity", text_key(urn), limit)
        return [Reference(row["urn"], row["type"], row["aspect"], json.loads(row["value"])) for row in rows]
