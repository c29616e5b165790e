"""Read facets of entities and of edges. Every method is one statement for all given keys."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Literal
from uuid import UUID

import orjson
from asyncpg import Pool, Record

from headwater.store.fetching import fetch, grouped

FacetsOf = Literal["entities", "edges"]
"""The owner of facets: a run, a job or a dataset; or one run's input or output."""

_HEADS: dict[FacetsOf, str] = {"entities": "facets_of_entities", "edges": "facets_of_edges"}


class FacetReader:
    """Current facets, without deleted ones (tombstones)."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def heads(
        self, ids: Sequence[int], of: FacetsOf, names: tuple[str, ...] | None, scope: str | None
    ) -> list[list[Record]]:
        """Return the facets of each owner, by name, without their values; None: of all names, or scopes."""
        possible = None if names is None else [name for name in names if "\0" not in name]
        return grouped(await fetch(self._pool, _HEADS[of], ids, possible, scope), "owner_id", ids)

    async def contents(self, keys: Sequence[UUID]) -> list[Any]:
        """Return the value of each content key."""
        found = {row["key"]: row["value"] for row in await fetch(self._pool, "contents", keys)}
        return [orjson.loads(found[key]) for key in keys]

    async def values_of_edges(self, keys: Sequence[tuple[int, tuple[str, ...]]]) -> list[dict[str, Any]]:
        """Return the existing values of each (edge, names), by name; EDGE wins over DATASET if both have a facet."""
        pairs = {(owner_id, name) for owner_id, names in keys for name in names}
        owners, wanted = [owner_id for owner_id, _ in pairs], [name for _, name in pairs]
        found: dict[int, dict[str, Any]] = defaultdict(dict)
        for row in await fetch(self._pool, "facet_values_of_edges", owners, wanted):
            found[row["owner_id"]][row["name"]] = orjson.loads(row["value"])
        return [{name: found[owner][name] for name in names if name in found[owner]} for owner, names in keys]
