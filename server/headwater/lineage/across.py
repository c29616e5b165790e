"""`searchAcrossLineage`: the entities upstream or downstream, filtered, sorted and counted (docs/datahub.md)."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from asyncpg import Record

from headwater.dialects.datahub.type_names import type_name
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


@dataclass(frozen=True, slots=True)
class Found:
    """An entity that was reached, and a shortest path to it."""

    row: Record
    path: tuple[int, ...]
    """From the start to the entity, both included."""

    @property
    def degree(self) -> int:
        """The number of hops to it."""
        return len(self.path) - 1

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

    reach: Reach

    def is_explored(self, found: Found) -> bool:
        """Return True if the walk continued from an entity."""
        return self.reach.ends_at_degree is None or found.degree < self.reach.ends_at_degree


async def search_across(reader: Reader, start_id: int | None, kind: str, search: LineageSearch) -> LineageResults:
    """Search from an entity; an unknown one has no results. Raises BadRequestError."""
    check_conditions(search.any_of)
    if start_id is None:
        return LineageResults([], {}, Reach())
    hops = max_hops(search.any_of)
    if kind == DATA_PROCESS_INSTANCE:
        reach = await reach_of_run(reader, start_id, search.direction, search.window, hops)
    else:
        reach = await reach_of_entity(reader, start_id, kind, search.direction, search.window, hops)
    rows = await reader.projections.entities(reach.paths)
    kinds = {start_id: kind, **{key: row["kind"] for key, row in rows.items()}}
    shows_removed = search.shows_removed or ask_for_removed(search.any_of)
    found = [Found(rows[key], path) for key, path in reach.paths.items()]
    chosen = [one for one in found if (shows_removed or not one.row["is_removed"]) and _is_wanted(one, search)]
    return LineageResults(sorted(chosen, key=lambda one: (one.degree, one.row["urn"])), kinds, reach)


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
