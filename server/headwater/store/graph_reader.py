"""Read DataHub's graph, the references between entities. Every method is one statement for all its keys."""

import json
from collections.abc import Container, Sequence
from typing import Any, Literal, NamedTuple

from asyncpg import Pool, Record

from headwater.store.fetching import fetch, grouped
from headwater.urn import text_key

GraphDirection = Literal["INCOMING", "OUTGOING"]

_PAGES: dict[GraphDirection, str] = {"INCOMING": "incoming_relationships", "OUTGOING": "outgoing_relationships"}


class Related(NamedTuple):
    """The relationships to find; None: of all types, or to all kinds of entities."""

    direction: GraphDirection
    types: tuple[str, ...] | None = None
    kinds: tuple[str, ...] | None = None
    with_removed: bool = True


class RelatedPage(NamedTuple):
    """A page of the relationships to find; start counts from 0. with_stamps: with the stamps of their creation."""

    which: Related
    start: int
    size: int
    with_stamps: bool = False


Part = Literal["rows", "total"]
"""The rows of a page, or the number of relationships on all pages."""

PageKey = tuple[int, RelatedPage, Part]
_Asked = tuple[int, RelatedPage]


class GraphPlace(NamedTuple):
    """A place in the order of all edges: by source id, type, and destination id."""

    source_id: int = 0
    type: str = ""
    destination_id: int = 0


class Edges(NamedTuple):
    """A filter of edges: by the URNs of their ends, their types, and the kinds of their ends; None: any."""

    sources: tuple[str, ...] | None = None
    destinations: tuple[str, ...] | None = None
    types: tuple[str, ...] | None = None
    source_kinds: tuple[str, ...] | None = None
    destination_kinds: tuple[str, ...] | None = None
    with_removed: bool = False


class GraphReader:
    """The relationships of entities, from any origin."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def relationships(self, keys: Sequence[PageKey], direction: GraphDirection) -> list[Any]:
        """Return the rows of each (entity, page, part), or the total as a number. All pages have this direction.

        Rows are sorted by type, runs newest first, then by URN. A row has the type, the stamp of its creation (if asked
        for) as a JSON text, and the entity at the other end. One statement; a second one counts if a page tells no
        total: it is past the end, or of size 0, or nobody asks for its rows.
        """
        shown = list(dict.fromkeys(key[:2] for key in keys if key[2] == "rows"))
        counted = dict.fromkeys(key[:2] for key in keys if key[2] == "total")
        pages = dict(zip(shown, await self._pages(shown, counted, direction), strict=True))
        told = {asked: rows for asked, rows in pages.items() if rows or (asked[1].start == 0 and asked[1].size > 0)}
        totals = {asked: rows[0]["total"] if rows else 0 for asked, rows in told.items()}
        untold = [asked for asked in counted if asked not in totals]
        totals |= zip(untold, await self._totals(untold, direction), strict=True)
        return [(pages if part == "rows" else totals)[entity_id, page] for entity_id, page, part in keys]

    async def _pages(
        self, asked: Sequence[_Asked], counted: Container[_Asked], direction: GraphDirection
    ) -> list[list[Record]]:
        rows: list[Record] = []
        if asked:
            with_total = {page for entity_id, page in asked if (entity_id, page) in counted}
            rows = await fetch(self._pool, _PAGES[direction], *_questions(asked, with_total))
        return grouped(rows, "place", range(1, len(asked) + 1))

    async def _totals(self, asked: Sequence[_Asked], direction: GraphDirection) -> list[int]:
        rows: list[Record] = []
        if asked:
            rows = await fetch(self._pool, f"count_{_PAGES[direction]}", *_questions(asked))
        totals = {row["place"]: row["total"] for row in rows}
        return [totals[place] for place in range(1, len(asked) + 1)]

    async def edges(self, which: Edges, after: GraphPlace, count: int) -> list[Record]:
        """Return the edges after a place, in order: with type, kind and URN of both ends, and their ids."""
        sources, destinations = (None if urns is None else [*map(text_key, urns)] for urns in which[:2])
        choice = (*which[2:], *after, count)
        if sources is not None:
            return await fetch(self._pool, "edges_of_sources", *choice, sources, destinations)
        if destinations is not None:
            return await fetch(self._pool, "edges_to_entities", *choice, destinations)
        return await fetch(self._pool, "edges_of_graph", *choice)

    async def containers(self, ids: Sequence[int]) -> list[list[Record]]:
        """Return the container of each entity, the container of that container, and so on."""
        return grouped(await fetch(self._pool, "containers_of_entities", ids), "owner_id", ids)


def _questions(asked: Sequence[_Asked], with_total: Container[RelatedPage] = ()) -> tuple[list[int], list[int], str]:
    """Return the entities, the number of each one's question, and the questions as JSON."""
    numbers = {page: number for number, page in enumerate(dict.fromkeys(page for _, page in asked))}
    questions = [
        {
            "question": number,
            "types": page.which.types,
            "kinds": page.which.kinds,
            "with_removed": page.which.with_removed,
            "start": page.start,
            "count": page.size,
            "with_total": page in with_total,
            "with_stamps": page.with_stamps,
        }
        for page, number in numbers.items()
    ]
    return [entity_id for entity_id, _ in asked], [numbers[page] for _, page in asked], json.dumps(questions)
