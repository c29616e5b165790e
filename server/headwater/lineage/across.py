"""`searchAcrossLineage`: the entities upstream or downstream, filtered, sorted and counted (docs/datahub.md)."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from asyncpg import Record

from headwater.dialects.datahub.type_names import type_name
from headwater.lineage.column_reach import reach_of_column
from headwater.lineage.conditions import (
    DEGREE,
    ENTITY_TYPE,
    PLATFORM,
    ask_for_removed,
    check_conditions,
    degree_word,
    hold,
    max_hops,
)
from headwater.lineage.reach import Reach, reach_of_entity, reach_of_run
from headwater.model.questions import Direction
from headwater.store.projections import Window
from headwater.store.reader import Reader
from headwater.store.search_conditions import PLATFORM_PREFIX, REMOVED, Conjunctions
from headwater.urn import DATA_JOB, DATA_PROCESS_INSTANCE, DATASET, ML_MODEL, parse_urn

FACETS: Final[Mapping[str, str]] = {DEGREE: "Degree of Dependencies", ENTITY_TYPE: "Type", PLATFORM: "Platform"}
"""The facets of results, each in words."""


@dataclass(frozen=True, slots=True)
class LineageSearch:
    """A search upstream or downstream of an entity."""

    direction: Direction
    window: Window
    any_of: Conjunctions = ()
    types: Collection[str] = ()
    """Only entities of these types, by DataHub's names; none: of all."""

    query: str | None = None
    """Words that all have to be in a name, in any case; None and "*": everything."""

    shows_removed: bool = False


Path = tuple[int | str, ...]
"""Ids of the store; URNs of columns and queries, and on paths of columns of all."""


@dataclass(frozen=True, slots=True)
class Found:
    """An entity that was reached, with its shortest paths."""

    row: Record
    paths: Sequence[Path]
    """Shortest paths, from the start to the entity, both included; several for a column."""

    degree: int
    """The number of hops to it."""

    def names(self) -> dict[str, str]:
        """Return the searched fields, by name."""
        parts = parse_urn(self.row["urn"]).parts
        name = parts[0] if len(parts) == 1 else parts[1]
        return {"name": self.row["name"] or name, "urn": self.row["urn"]}

    def fields(self) -> dict[str, str | None]:
        """Return the fields of filters and facets."""
        kind, parts = self.row["kind"], parse_urn(self.row["urn"]).parts
        has_origin = kind in (DATASET, ML_MODEL)
        platform = parse_urn(parts[0]).parts[0] if kind == DATA_JOB else parts[0]
        return {
            DEGREE: degree_word(self.degree),
            ENTITY_TYPE: type_name(kind),
            PLATFORM: None
            if kind == DATA_PROCESS_INSTANCE
            else PLATFORM_PREFIX + platform.removeprefix(PLATFORM_PREFIX),
            REMOVED: str(self.row["is_removed"]).lower(),
            "origin": parts[2] if has_origin else None,
            **self.names(),
        }

    def matched(self, query: str | None) -> dict[str, str]:
        """Return the fields with all words of a query, by name; none for a query of everything."""
        words = _words(query)
        names = self.names().items() if words else ()
        return {name: value for name, value in names if all(word in value.casefold() for word in words)}


@dataclass(frozen=True, slots=True)
class LineageResults:
    """The found entities, nearest first, then by URN."""

    found: list[Found]
    kinds: Mapping[int, str]
    """The kind of each entity on their paths, by id."""

    is_partial: bool = False
    """True if a limit ended the walk."""

    ends_at_degree: int | None = None
    """The number of hops at which a limit or the question ended the walk; None if it ended by itself."""

    def is_explored(self, found: Found) -> bool:
        """Return True if the walk continued from an entity."""
        return self.ends_at_degree is None or found.degree < self.ends_at_degree


async def search_across(reader: Reader, start_id: int | None, kind: str, search: LineageSearch) -> LineageResults:
    """Search from an entity; an unknown one has no results. Raises BadRequestError."""
    check_conditions(search.any_of)
    if start_id is None:
        return LineageResults([], {})
    hops = max_hops(search.any_of)
    if kind == DATA_PROCESS_INSTANCE:
        reach = await reach_of_run(reader, start_id, search.direction, search.window, hops)
    else:
        reach = await reach_of_entity(reader, start_id, kind, search.direction, search.window, hops)
    rows = await reader.projections.entities(reach.paths)
    kinds = {start_id: kind, **{key: row["kind"] for key, row in rows.items()}}
    paths: Mapping[int, Path] = reach.paths
    if kind != DATA_PROCESS_INSTANCE:
        paths = await _with_queries(reader, reach, kinds, search.direction)
    found = [Found(rows[key], [paths[key]], degree) for key, degree in reach.degrees.items()]
    return LineageResults(_chosen(found, search), kinds, reach.is_partial, reach.ends_at_degree)


async def search_across_columns(reader: Reader, urn: str, search: LineageSearch) -> LineageResults:
    """Search from a column, by its URN, for the datasets and jobs that it reaches. Raises BadRequestError."""
    check_conditions(search.any_of)
    reach = await reach_of_column(reader, urn, search.direction, search.window, max_hops(search.any_of))
    rows = await reader.projections.entities(reach.paths)
    found = [Found(rows[key], reach.paths[key], degree) for key, degree in reach.degrees.items()]
    return LineageResults(_chosen(found, search), {}, reach.is_partial, reach.ends_at_degree)


async def _with_queries(
    reader: Reader, reach: Reach, kinds: Mapping[int, str], direction: Direction
) -> dict[int, Path]:
    """Return the paths with the queries that aspects name between assets."""
    vias = await reader.columns.vias([key for key, kind in kinds.items() if kind in (DATASET, ML_MODEL)])
    found: dict[int, Path] = {}
    for key, path in reach.paths.items():
        steps: list[int | str] = [path[0]]
        for pair in pairwise(path):
            via = vias.get(pair if direction is Direction.DOWNSTREAM else (pair[1], pair[0]))
            steps += [pair[1]] if via is None else [via, pair[1]]
        found[key] = tuple(steps)
    return found


def _chosen(found: Iterable[Found], search: LineageSearch) -> list[Found]:
    shows_removed = search.shows_removed or ask_for_removed(search.any_of)
    chosen = [one for one in found if (shows_removed or not one.row["is_removed"]) and _is_wanted(one, search)]
    return sorted(chosen, key=lambda one: (one.degree, one.row["urn"]))


ORDERS: Final[Mapping[str, Callable[[Found], Any]]] = {
    DEGREE: lambda one: one.degree,
    "name": lambda one: one.names()["name"],
    "urn": lambda one: one.row["urn"],
}
"""The fields that results can be sorted by."""


def sorted_by(found: Sequence[Found], field: str, *, descending: bool) -> list[Found]:
    """Sort results by a field of ORDERS, ties by URN."""
    return sorted(sorted(found, key=ORDERS["urn"]), key=ORDERS[field], reverse=descending)


def facets(found: Sequence[Found], limit: int | None) -> dict[str, list[tuple[str, int]]]:
    """Return the values of each facet with their numbers, the most frequent first, ties by value; None: all."""
    fields = [one.fields() for one in found]
    ranked = {}
    for name in FACETS:
        totals = Counter(value for one in fields if (value := one[name]) is not None)
        ranked[name] = sorted(totals.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]
    return ranked


def _is_wanted(one: Found, search: LineageSearch) -> bool:
    return (
        (not search.types or type_name(one.row["kind"]) in search.types)
        and hold(search.any_of, one.fields())
        and (not _words(search.query) or bool(one.matched(search.query)))
    )


def _words(query: str | None) -> list[str]:
    return [] if query is None or query.strip() == "*" else query.casefold().split()
