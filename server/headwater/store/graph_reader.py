"""Read DataHub's graph, the references between entities. A method is one statement for all its keys; three at most."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple

import orjson
from asyncpg import Pool, Record

from headwater.store.fetching import fetch, grouped
from headwater.urn import text_key

GraphDirection = Literal["INCOMING", "OUTGOING"]

_PAGES: dict[GraphDirection, str] = {"INCOMING": "incoming_relationships", "OUTGOING": "outgoing_relationships"}

_FEW_RELATIONSHIPS = 5000
_FEW_ENDS = 500
"""So many relationships, to so many entities, are few: all of them take less time than the pages one by one."""


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


class RelatedPages(NamedTuple):
    """The same page for some entities, each once: its rows, the number of relationships on all pages, or both."""

    ids: tuple[int, ...]
    page: RelatedPage
    with_rows: bool
    with_total: bool


class FoundPage(NamedTuple):
    """The page of one entity. Its rows, and its total, mean something only if somebody asks for them."""

    rows: Sequence[Record] = ()
    total: int | None = None


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

    async def relationships(
        self, asked: Sequence[RelatedPages], direction: GraphDirection
    ) -> list[Mapping[int, FoundPage]]:
        """Return the pages of entities by their ids. All pages have this direction.

        Entities for which others ask for the same page may be among them.

        Rows are sorted by type, runs newest first, then by URN. A row has the type, the stamp of its creation (if asked
        for) as a JSON text, and the entity at the other end. One statement reads the other ends of several entities, if
        they are few. Else one finds the pages, and another counts for pages that leave some out, are past the end, or
        give only the total.
        """
        together = _together(asked)
        with_rows = [one for one in together if one.with_rows]
        ends = await self._few_ends(with_rows) if direction == "OUTGOING" and with_rows else None
        found = {one.page: dict.fromkeys(one.ids, FoundPage()) for one in together}
        found |= await self._pages(with_rows, direction) if ends is None else _dealt(with_rows, ends)
        untold = [one._replace(ids=ids) for one in together if one.with_total and (ids := _untold(found[one.page]))]
        totals = iter(await self._totals(untold, direction))
        for one in untold:
            pages = found[one.page]
            pages |= {row_id: _counted(one.page, pages[row_id], next(totals)) for row_id in one.ids}
        return [found[one.page] for one in asked]

    async def _few_ends(self, asked: Sequence[RelatedPages]) -> list[Record] | None:
        """Return the other ends of the relationships of all pages; None if they are not few.

        None for one entity, too, and for stamps: each relationship has its own, and there is nothing to share.
        """
        ids = [*dict.fromkeys(entity_id for one in asked for entity_id in one.ids)]
        if len(ids) < 2 or any(one.page.with_stamps for one in asked):
            return None
        named = [one.page.which.types for one in asked]
        types = None if None in named else [*{name for names in named if names for name in names}]
        told_removed = not all(one.page.which.with_removed for one in asked)
        limits = _FEW_RELATIONSHIPS + 1, _FEW_ENDS + 1
        ends = await fetch(self._pool, "outgoing_ends", ids, types, told_removed, *limits)
        if len(ends) > _FEW_ENDS or sum(len(end["source_ids"]) for end in ends) > _FEW_RELATIONSHIPS:
            return None
        return ends

    async def _pages(
        self, asked: Sequence[RelatedPages], direction: GraphDirection
    ) -> dict[RelatedPage, dict[int, FoundPage]]:
        """Return the pages of entities, however many the other ends are."""
        entities, *questions = _questions(asked)
        rows = await fetch(self._pool, _PAGES[direction], entities, *questions) if entities else []
        pages = iter(grouped(rows, "place", range(1, len(entities) + 1)))
        return {one.page: {row_id: _told(one.page, next(pages)) for row_id in one.ids} for one in asked}

    async def _totals(self, asked: Sequence[RelatedPages], direction: GraphDirection) -> list[int]:
        """Return the number of relationships on all pages of each entity."""
        entities, *questions = _questions(asked)
        rows = await fetch(self._pool, f"count_{_PAGES[direction]}", entities, *questions) if entities else []
        totals = {row["place"]: row["total"] for row in rows}
        return [totals[place] for place in range(1, len(entities) + 1)]

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


def _together(asked: Sequence[RelatedPages]) -> list[RelatedPages]:
    """Return each page once, for all entities of which somebody asks for it, with all parts that somebody asks for."""
    pages: dict[RelatedPage, list[RelatedPages]] = defaultdict(list)
    for one in asked:
        pages[one.page].append(one)
    return [
        RelatedPages(
            tuple(dict.fromkeys(chain.from_iterable(one.ids for one in alike))),
            page,
            any(one.with_rows for one in alike),
            any(one.with_total for one in alike),
        )
        for page, alike in pages.items()
    ]


def _dealt(asked: Sequence[RelatedPages], ends: Sequence[Record]) -> dict[RelatedPage, dict[int, FoundPage]]:
    """Return the pages of entities from all ends of their relationships, sorted."""
    filters = {one.page.which for one in asked}
    rows = {which: _by_source([end for end in ends if _has(which, end)]) for which in filters}
    return {one.page: _cut(one, rows[one.page.which]) for one in asked}


def _by_source(ends: Sequence[Record]) -> dict[int, list[Record]]:
    """Return the ends of each entity. Entities with the same ends share a list: the runs of a job mostly do."""
    rows: dict[int, list[Record]] = defaultdict(list)
    for end in ends:
        for source_id in end["source_ids"]:
            rows[source_id].append(end)
    shared: dict[tuple[int, ...], list[Record]] = {}
    return {source_id: shared.setdefault(tuple(map(id, found)), found) for source_id, found in rows.items()}


def _cut(asked: RelatedPages, rows: Mapping[int, Sequence[Record]]) -> dict[int, FoundPage]:
    """Return one page of each entity. Entities that share their ends share the page."""
    start, size = asked.page.start, asked.page.size
    pages: dict[int, FoundPage] = {}
    found = {}
    for row_id in asked.ids:
        ends = rows.get(row_id, ())
        if id(ends) not in pages:
            pages[id(ends)] = FoundPage(ends[start : start + size], len(ends))
        found[row_id] = pages[id(ends)]
    return found


def _has(which: Related, end: Record) -> bool:
    """True if relationships to an end are among those to find."""
    is_named = which.types is None or end["type"] in which.types
    is_of_kind = which.kinds is None or end["kind"] in which.kinds
    return is_named and is_of_kind and (which.with_removed or not end["is_removed"])


def _told(page: RelatedPage, rows: list[Record]) -> FoundPage:
    """Return a page by its rows, and the row after it, if there is one."""
    if len(rows) > page.size:
        return FoundPage(rows[: page.size])
    return FoundPage(rows, page.start + len(rows) if rows or page.start == 0 else None)


def _counted(page: RelatedPage, found: FoundPage, total: int) -> FoundPage:
    """Return a page with its total: more than its rows show, even if some have gone since it was read."""
    least = page.start + len(found.rows) + 1 if found.rows else 0
    return FoundPage(found.rows, max(total, least))


def _untold(pages: Mapping[int, FoundPage]) -> tuple[int, ...]:
    return tuple([row_id for row_id, page in pages.items() if page.total is None])


def _questions(asked: Sequence[RelatedPages]) -> tuple[list[int], list[int], str]:
    """Return the entities, the number of each one's question, and the questions as JSON."""
    questions = [
        {
            "question": number,
            "types": page.which.types,
            "kinds": page.which.kinds,
            "with_removed": page.which.with_removed,
            "start": page.start,
            "count": page.size,
            "with_total": with_total,
            "with_stamps": page.with_stamps,
        }
        for number, (_, page, _, with_total) in enumerate(asked)
    ]
    entities = [entity_id for one in asked for entity_id in one.ids]
    numbers = [number for number, one in enumerate(asked) for _ in one.ids]
    return entities, numbers, orjson.dumps(questions).decode()
