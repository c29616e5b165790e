"""Reading DataHub's graph, what points at what: every method is one statement for all of its keys."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from asyncpg import Pool, Record

from headwater.store.fetching import fetch, grouped
from headwater.urn import text_key

GraphDirection = Literal["INCOMING", "OUTGOING"]

_PAGES: dict[GraphDirection, str] = {"INCOMING": "incoming_relationships", "OUTGOING": "outgoing_relationships"}


class Related(NamedTuple):
    """The relationships to find: of all types, and to all kinds of entities, where these are None."""

    direction: GraphDirection
    types: tuple[str, ...] | None = None
    kinds: tuple[str, ...] | None = None
    with_removed: bool = True


class GraphPlace(NamedTuple):
    """A place in the order of all edges: by the ids of their sources, their types, the ids of their destinations."""

    source_id: int = 0
    type: str = ""
    destination_id: int = 0


class Edges(NamedTuple):
    """A choice of edges: by the URNs of their ends, by their types, by the kinds of their ends; None: any."""

    sources: tuple[str, ...] | None = None
    destinations: tuple[str, ...] | None = None
    types: tuple[str, ...] | None = None
    source_kinds: tuple[str, ...] | None = None
    destination_kinds: tuple[str, ...] | None = None
    with_removed: bool = False


class GraphReader:
    """The relationships of entities, whoever reported them."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def relationships(self, ids: Sequence[int], which: Related, start: int, count: int) -> list[list[Record]]:
        """For each entity a page of its relationships: by type, runs newest first, then by URN.

        A row has the type, the stamp of its making as a JSON text, and the entity at the other end.
        """
        rows = await fetch(self._pool, _PAGES[which.direction], ids, *which[1:], start, count)
        return grouped(rows, "owner_id", ids)

    async def count_relationships(self, ids: Sequence[int], which: Related) -> list[int]:
        """For each entity how many relationships there are on all pages."""
        rows = await fetch(self._pool, f"count_{_PAGES[which.direction]}", ids, *which[1:])
        totals = {row["owner_id"]: row["total"] for row in rows}
        return [totals[owner_id] for owner_id in ids]

    async def edges(self, which: Edges, after: GraphPlace, count: int) -> list[Record]:
        """The edges after a place, in the order of places: with type, kind and URN of both ends, and their ids."""
        sources, destinations = (None if urns is None else [*map(text_key, urns)] for urns in which[:2])
        choice = (*which[2:], *after, count)
        if sources is not None:
            return await fetch(self._pool, "edges_of_sources", *choice, sources, destinations)
        if destinations is not None:
            return await fetch(self._pool, "edges_to_entities", *choice, destinations)
        return await fetch(self._pool, "edges_of_graph", *choice)

    async def containers(self, ids: Sequence[int]) -> list[list[Record]]:
        """For each entity the container that holds it, the one that holds that, and so on."""
        return grouped(await fetch(self._pool, "containers_of_entities", ids), "owner_id", ids)

    async def last_ingested(self, ids: Sequence[int]) -> list[int | None]:
        """For each entity when an ingestion run last gave an aspect of it, in milliseconds since 1970."""
        found = {row["entity_id"]: row["millis"] for row in await fetch(self._pool, "ingested_entities", ids)}
        return [found.get(entity_id) for entity_id in ids]
