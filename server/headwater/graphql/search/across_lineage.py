"""`searchAcrossLineage` and `scrollAcrossLineage`: all that is up or down the line, with DataHub's names."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity, entity_named
from headwater.graphql.entities.entity_type import EntityType, type_of
from headwater.graphql.entities.platforms import PREFIX, DataPlatform, platform_of
from headwater.graphql.enums import Direction
from headwater.graphql.offset_paging import offset_page
from headwater.graphql.price import absent, price
from headwater.graphql.scalars import Long
from headwater.graphql.search.asking import (
    MAX_FACET_VALUES,
    AnySearch,
    SearchFlags,
    SearchSortInput,
    SortCriterion,
    SortOrder,
    bad_criterion,
    criterion_of,
)
from headwater.graphql.search.filters import (
    DEGREE,
    ENTITY_TYPE,
    PLATFORM,
    REMOVED,
    AndFilterInput,
    FacetFilterInput,
    Filters,
    degree_word,
)
from headwater.graphql.search.lineage import EntityPath, EntityWithRelationships, entity_of, window_of
from headwater.graphql.search.lineage_walk import Reach, reach_of_entity, reach_of_run
from headwater.texts import shown
from headwater.urn import DATA_JOB, DATA_PROCESS_INSTANCE, DATASET, ML_MODEL, parse_urn

DEFAULT_COUNT = 10
MAX_COUNT = 10_000
"""The limit of DataHub. All results are in memory anyway."""

_FACETS = {DEGREE: "Degree of Dependencies", ENTITY_TYPE: "Type", PLATFORM: "Platform"}


@strawberry.input(description="How lineage is looked at.")
class LineageFlags:
    start_time_millis: Long | None = strawberry.field(
        default=None,
        description="Only what was so at or after this time, in milliseconds since the epoch. Default: no limit.",
    )
    end_time_millis: Long | None = strawberry.field(
        default=None,
        description="Only what was so at or before this time, in milliseconds since the epoch: as of it."
        " Default: no limit.",
    )


@strawberry.input
class _LineageSearchInput(AnySearch):
    urn: str | None = strawberry.field(
        default=None,
        description="The URN of the run, job, flow, dataset or model to start at. Needed, though DataHub has it"
        " nullable.",
    )
    direction: Direction = strawberry.field(description="UPSTREAM: what went in. DOWNSTREAM: what follows.")
    types: list[EntityType] | None = strawberry.field(
        default=None, description="Only entities of these types. Default, and with an empty list: of all."
    )
    query: str | None = strawberry.field(
        default=None, description="Words that all have to be in a name, whatever the case. Default: *, everything."
    )
    count: int | None = strawberry.field(
        default=None, description=f"The size of the page. Default: {DEFAULT_COUNT}; at most {MAX_COUNT}."
    )
    or_filters: list[AndFilterInput] | None = strawberry.field(
        default=None,
        description="Any of these has to hold; the degrees are 1, 2 and 3+. Default: no condition; what is"
        " removed is left out.",
    )
    start_time_millis: Long | None = strawberry.field(
        description="Only what was so at or after this time, in milliseconds since the epoch. Default: no limit.",
        default=None,
        deprecation_reason="lineageFlags has it, and goes before it.",
    )
    end_time_millis: Long | None = strawberry.field(
        description="Only what was so at or before this time, in milliseconds since the epoch. Default: no limit.",
        default=None,
        deprecation_reason="lineageFlags has it, and goes before it.",
    )
    lineage_flags: LineageFlags | None = strawberry.field(
        default=None, description="The window of time. Default: no limits."
    )

    def conditions(self) -> list[AndFilterInput]:
        """Its filters, of which any has to hold."""
        return self.or_filters or []


@strawberry.input(description="What is searched for up or down the line of an entity.")
class SearchAcrossLineageInput(_LineageSearchInput):
    start: int | None = strawberry.field(default=None, description="How many are left out before the page. Default: 0.")
    filters: list[FacetFilterInput] | None = strawberry.field(
        default=None,
        description="All of these have to hold, where there are no orFilters. Default: no condition.",
        deprecation_reason="orFilters.",
    )
    sort_input: SearchSortInput | None = strawberry.field(
        default=None, description="In which order. Default: nearest first, then by URN."
    )

    def conditions(self) -> list[AndFilterInput]:
        """Its filters, of which any has to hold."""
        return self.or_filters or ([AndFilterInput(and_=self.filters)] if self.filters else [])


@strawberry.input(description="What is searched for up or down the line of an entity, page by page.")
class ScrollAcrossLineageInput(_LineageSearchInput):
    scroll_id: str | None = strawberry.field(
        default=None, description="nextScrollId of the page before. Default: the first page."
    )
    keep_alive: str | None = strawberry.field(default=None, description="A scroll never ends: it changes nothing.")


@strawberry.type(description="Where the words of a query are.")
class MatchedField:
    name: str = strawberry.field(description="The field: name or urn.")
    value: str = strawberry.field(description="What the field says.")

    @strawberry.field(description="The entity that the value is the URN of; null where it is none.")
    async def entity(self, info: Info) -> Entity | None:
        return await entity_named(info.context, self.value) if self.value.startswith("urn:li:") else None


@strawberry.type(description="An entity up or down the line.")
class SearchAcrossLineageResult:
    context: strawberry.Private[Context]
    found: strawberry.Private["_Found"]
    explored: bool = strawberry.field(
        description="True where the walk went on from the entity. False at the most degrees that filters ask for, and"
        " where a limit ended the walk."
    )
    ignored_as_hop: bool = strawberry.field(default=False, description="Always false: no flag leaves out hops.")
    entity: Entity = strawberry.field(description="The entity.")
    degree: int = strawberry.field(description="How many hops away, on the shortest way.")
    matched_fields: list[MatchedField] = strawberry.field(description="Where the words of the query are.")

    @strawberry.field(description="A shortest way from the start to it.")
    async def paths(self) -> list[EntityPath | None] | None:
        found = self.found
        return [EntityPath(path=list(await asyncio.gather(*(found.entity(self.context, at) for at in found.path))))]


@strawberry.type(description="How many results have a value.")
class AggregationMetadata:
    value: str = strawberry.field(description="The value, as a filter takes it.")
    count: Long = strawberry.field(description="How many results have it.")

    @strawberry.field(
        description="The platform that the value is the URN of; null where it is none.",
        graphql_type=Entity | None,
        metadata=price(types=lambda _: frozenset({"DataPlatform"})),
    )
    def entity(self) -> DataPlatform | None:
        return platform_of(self.value) if self.value.startswith(PREFIX) else None


@strawberry.type(description="The values of a field among all results, the most frequent first.")
class FacetMetadata:
    field: str = strawberry.field(description="The field, as a filter takes it.")
    display_name: str | None = strawberry.field(description="The field in words.")
    entity: Entity | None = strawberry.field(
        default=None, description="The structured property of the field. Always null.", metadata=absent()
    )
    aggregations: list[AggregationMetadata] = strawberry.field(
        description="Its values, the most frequent first, ties by value.", metadata=price(length=MAX_FACET_VALUES)
    )


@strawberry.type
class _LineageSearchResults:
    count: int = strawberry.field(description="How many this page has.")
    total: int = strawberry.field(description="How many there are on all pages.")
    search_results: list[SearchAcrossLineageResult] = strawberry.field(description="The entities of this page.")
    facets: list[FacetMetadata] | None = strawberry.field(
        description="The facets degree, _entityType and platform.", metadata=price(length=len(_FACETS))
    )
    is_partial: bool | None = strawberry.field(description="Whether a limit ended the walk: there may be more.")


@strawberry.type(description="A page of what is up or down the line, nearest first, then by URN.")
class SearchAcrossLineageResults(_LineageSearchResults):
    start: int = strawberry.field(description="The offset that was asked for.")


@strawberry.type(description="A page of what is up or down the line, nearest first, then by URN.")
class ScrollAcrossLineageResults(_LineageSearchResults):
    next_scroll_id: str | None = strawberry.field(description="What the next page is asked by; null on the last.")


_WHAT = "Where to start, and what to look for."

SearchInput = Annotated[SearchAcrossLineageInput, strawberry.argument(name="input", description=_WHAT)]
ScrollInput = Annotated[ScrollAcrossLineageInput, strawberry.argument(name="input", description=_WHAT)]


@dataclass(frozen=True, slots=True)
class _Found:
    """What was reached: its row, and the entities on the way to it."""

    row: Any
    path: tuple[int, ...]
    kinds: dict[int, str]

    @property
    def degree(self) -> int:
        return len(self.path) - 1

    @property
    def type(self) -> EntityType:
        return type_of(self.row["kind"])

    def names(self) -> dict[str, str]:
        """Where words are looked for, by the name of the field."""
        parts = parse_urn(self.row["urn"]).parts
        name = parts[0] if len(parts) == 1 else parts[1]
        return {"name": self.row["name"] or name, "urn": self.row["urn"]}

    def fields(self) -> dict[str, str | None]:
        """What filters and facets are about."""
        kind, parts = self.row["kind"], parse_urn(self.row["urn"]).parts
        has_origin = kind in (DATASET, ML_MODEL)
        platform = parse_urn(parts[0]).parts[0] if kind == DATA_JOB else parts[0]
        return {
            DEGREE: degree_word(self.degree),
            ENTITY_TYPE: self.type.name,
            PLATFORM: None if kind == DATA_PROCESS_INSTANCE else PREFIX + platform.removeprefix(PREFIX),
            REMOVED: str(self.row["is_removed"]).lower(),
            "origin": parts[2] if has_origin else None,
            **self.names(),
        }

    async def entity(self, context: Context, entity_id: int) -> Entity | None:
        """The entity of an id on the way."""
        return await entity_of(context, entity_id, self.kinds[entity_id])


async def search_across_lineage(
    context: Context, start: Entity, asked: SearchAcrossLineageInput
) -> SearchAcrossLineageResults:
    """A page by offset."""
    offset, count = offset_page(asked.start, DEFAULT_COUNT if asked.count is None else asked.count, MAX_COUNT)
    criterion = _criterion(asked.sort_input)
    found, reach = await _search(context, start, asked)
    results = await _results(context, _in_order(found, criterion)[offset : offset + count], reach, asked.query)
    return SearchAcrossLineageResults(
        start=offset, search_results=results, **_totals(found, reach, asked.flags(), len(results))
    )


async def scroll_across_lineage(
    context: Context, start: Entity, asked: ScrollAcrossLineageInput
) -> ScrollAcrossLineageResults:
    """A page after the one before. The id of a scroll is an offset: what is found is found anew for every page."""
    text = asked.scroll_id or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadRequestError(f"scrollId: expected the nextScrollId of a page, got {shown(text)}")
    offset, count = offset_page(int(text), DEFAULT_COUNT if asked.count is None else asked.count, MAX_COUNT)
    found, reach = await _search(context, start, asked)
    results = await _results(context, found[offset : offset + count], reach, asked.query)
    has_more = bool(results) and offset + count < len(found)
    return ScrollAcrossLineageResults(
        next_scroll_id=str(offset + count) if has_more else None,
        search_results=results,
        **_totals(found, reach, asked.flags(), len(results)),
    )


async def _search(context: Context, start: Entity, asked: _LineageSearchInput) -> tuple[list[_Found], Reach]:
    if not isinstance(start, EntityWithRelationships):
        raise BadRequestError(f"urn: expected a run, a job, a flow, a dataset or a model, got {shown(start.urn)}")
    flags = asked.lineage_flags or LineageFlags()
    window = window_of(
        asked.start_time_millis if flags.start_time_millis is None else flags.start_time_millis,
        asked.end_time_millis if flags.end_time_millis is None else flags.end_time_millis,
    )
    filters, shows_removed = Filters(asked.conditions()), bool(asked.flags().include_soft_deleted)
    if start.row_id is None:
        return [], Reach()
    kind = parse_urn(start.urn).kind
    if kind == DATA_PROCESS_INSTANCE:
        reach = await reach_of_run(context, start.row_id, asked.direction, window, filters.max_hops())
    else:
        reach = await reach_of_entity(context, start.row_id, kind, asked.direction, window, filters.max_hops())
    rows = await context.reader.projections.entities(reach.paths)
    kinds = {start.row_id: kind, **{key: row["kind"] for key, row in rows.items()}}
    found = [_Found(rows[key], path, kinds) for key, path in reach.paths.items()]
    types = set(asked.types or EntityType)
    shows_removed = shows_removed or filters.ask_for_removed()
    found = [
        one
        for one in found
        if one.type in types
        and (shows_removed or not one.row["is_removed"])
        and filters.hold(one.fields())
        and (not _words(asked.query) or _matched(one, asked.query))
    ]
    return sorted(found, key=lambda one: (one.degree, one.row["urn"])), reach


async def _results(
    context: Context, found: list[_Found], reach: Reach, query: str | None
) -> list[SearchAcrossLineageResult]:
    entities = await asyncio.gather(*(one.entity(context, one.row["id"]) for one in found))
    return [
        SearchAcrossLineageResult(
            context=context,
            found=one,
            explored=reach.ends_at_degree is None or one.degree < reach.ends_at_degree,
            entity=entity,
            degree=one.degree,
            matched_fields=_matched(one, query),
        )
        for one, entity in zip(found, entities, strict=True)
        if entity is not None
    ]


def _criterion(asked: SearchSortInput | None) -> SortCriterion | None:
    criterion = criterion_of(asked)
    if criterion is not None and criterion.field not in _ORDERS:
        raise bad_criterion(criterion, tuple(_ORDERS))
    return criterion


def _in_order(found: list[_Found], criterion: SortCriterion | None) -> list[_Found]:
    """What was found, which is nearest first and by URN, by what is asked for; ties by URN."""
    if criterion is None:
        return found
    by_urn = sorted(found, key=_ORDERS["urn"])
    return sorted(by_urn, key=_ORDERS[criterion.field], reverse=criterion.sort_order is SortOrder.DESCENDING)


_ORDERS: dict[str, Callable[[_Found], Any]] = {
    DEGREE: lambda one: one.degree,
    "name": lambda one: one.names()["name"],
    "urn": lambda one: one.row["urn"],
}


def _totals(found: list[_Found], reach: Reach, flags: SearchFlags, count: int) -> dict[str, Any]:
    fields = [one.fields() for one in found]
    facets = [] if flags.skip_aggregates else _facets(fields, flags.max_agg_values)
    return {"count": count, "total": len(found), "facets": facets, "is_partial": reach.is_partial}


def _facets(fields: list[dict[str, str | None]], limit: int | None) -> list[FacetMetadata]:
    facets = []
    for name, display_name in _FACETS.items():
        totals = Counter(value for one in fields if (value := one[name]) is not None)
        ranked = sorted(totals.items(), key=lambda pair: (-pair[1], pair[0]))
        ranked = ranked if limit is None else ranked[: max(limit, 0)]
        aggregations = [AggregationMetadata(value=value, count=Long(total)) for value, total in ranked]
        facets.append(FacetMetadata(field=name, display_name=display_name, aggregations=aggregations))
    return facets


def _words(query: str | None) -> list[str]:
    return [] if query is None or query.strip() == "*" else query.casefold().split()


def _matched(found: _Found, query: str | None) -> list[MatchedField]:
    """The fields that have all words of a query; none where it asks for everything."""
    words = _words(query)
    return [
        MatchedField(name=name, value=value)
        for name, value in found.names().items()
        if words and all(word in value.casefold() for word in words)
    ]
