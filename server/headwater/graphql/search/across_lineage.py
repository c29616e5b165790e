"""`searchAcrossLineage` and `scrollAcrossLineage`: all entities upstream or downstream, with DataHub's names."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.cost.price import absent, price
from headwater.graphql.entities.catalog import SchemaFieldEntity
from headwater.graphql.entities.entity import Entity, entity_named
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.entities.lineage import EntityPath, EntityWithRelationships, entity_of, window_of
from headwater.graphql.entities.platforms import PREFIX, DataPlatform, platform_of
from headwater.graphql.enums import Direction
from headwater.graphql.lookup import find_entity
from headwater.graphql.offset_paging import offset_page
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
from headwater.graphql.search.filters import AndFilterInput, FacetFilterInput, conjunctions_of
from headwater.lineage.across import (
    FACETS,
    ORDERS,
    Found,
    LineageResults,
    LineageSearch,
    Path,
    facets,
    search_across,
    search_across_columns,
    sorted_by,
)
from headwater.texts import shown
from headwater.urn import parse_urn

DEFAULT_COUNT = 10
MAX_COUNT = 10_000
"""DataHub's limit. All results are in memory anyway."""


@strawberry.input(description="The time window of lineage.")
class LineageFlags:
    start_time_millis: Long | None = strawberry.field(
        default=None,
        description="Only lineage at or after this time, in milliseconds since the epoch. Default: no limit.",
    )
    end_time_millis: Long | None = strawberry.field(
        default=None,
        description="Only lineage at or before this time, in milliseconds since the epoch, as of this time. Default:"
        " no limit.",
    )


@strawberry.input
class _LineageSearchInput(AnySearch):
    urn: str | None = strawberry.field(
        default=None,
        description="The URN of the run, job, flow, dataset, model or column to start at. Needed, although nullable as"
        " in DataHub.",
    )
    direction: Direction = strawberry.field(description="UPSTREAM or DOWNSTREAM of the start.")
    types: list[EntityType] | None = strawberry.field(
        default=None, description="Only entities of these types. Default, and with an empty list: all types."
    )
    query: str | None = strawberry.field(
        default=None, description="Words that a name must contain, in any case. Default: *, everything."
    )
    count: int | None = strawberry.field(
        default=None, description=f"The size of the page. Default: {DEFAULT_COUNT}; at most {MAX_COUNT}."
    )
    or_filters: list[AndFilterInput] | None = strawberry.field(
        default=None,
        description="Results must meet any of these; the degrees are 1, 2 and 3+. Default: no condition; removed"
        " entities are left out.",
    )
    start_time_millis: Long | None = strawberry.field(
        description="Only lineage at or after this time, in milliseconds since the epoch. Default: no limit.",
        default=None,
        deprecation_reason="Use lineageFlags, which has priority.",
    )
    end_time_millis: Long | None = strawberry.field(
        description="Only lineage at or before this time, in milliseconds since the epoch. Default: no limit.",
        default=None,
        deprecation_reason="Use lineageFlags, which has priority.",
    )
    lineage_flags: LineageFlags | None = strawberry.field(
        default=None, description="The window of time. Default: no limits."
    )

    def conditions(self) -> list[AndFilterInput]:
        """The filters; results must meet any of them."""
        return self.or_filters or []


@strawberry.input(description="A search upstream or downstream of an entity, by offset.")
class SearchAcrossLineageInput(_LineageSearchInput):
    start: int | None = strawberry.field(default=None, description="The number of results before the page. Default: 0.")
    filters: list[FacetFilterInput] | None = strawberry.field(
        default=None,
        description="Results must meet all of these, unless orFilters are given. Default: no condition.",
        deprecation_reason="Use orFilters.",
    )
    sort_input: SearchSortInput | None = strawberry.field(
        default=None, description="The order of the results. Default: nearest first, then by URN."
    )

    def conditions(self) -> list[AndFilterInput]:
        """The filters; results must meet any of them."""
        return self.or_filters or ([AndFilterInput(and_=self.filters)] if self.filters else [])


@strawberry.input(description="A search upstream or downstream of an entity, page by page.")
class ScrollAcrossLineageInput(_LineageSearchInput):
    scroll_id: str | None = strawberry.field(
        default=None, description="nextScrollId of the previous page. Default: the first page."
    )
    keep_alive: str | None = strawberry.field(default=None, description="A scroll never expires: this changes nothing.")


@strawberry.type(description="A field that contains the words of the query.")
class MatchedField:
    name: str = strawberry.field(description="The field: name or urn.")
    value: str = strawberry.field(description="The value of the field.")

    @strawberry.field(description="The entity with the value as its URN. Null: the value is not a URN.")
    async def entity(self, info: Info) -> Entity | None:
        return await entity_named(info.context, self.value) if self.value.startswith("urn:li:") else None


@strawberry.type(description="An entity upstream or downstream of the start.")
class SearchAcrossLineageResult:
    context: strawberry.Private[Context]
    routes: strawberry.Private[Sequence[Path]]
    kinds: strawberry.Private[Mapping[int, str]]
    explored: bool = strawberry.field(
        description="True if the walk continued beyond the entity. False at the last degree in the filters, and at"
        " the entities where a limit ended the walk."
    )
    ignored_as_hop: bool = strawberry.field(default=False, description="Always false: no flag leaves out hops.")
    entity: Entity = strawberry.field(description="The entity.")
    degree: int = strawberry.field(description="The number of hops on the shortest path.")
    matched_fields: list[MatchedField] = strawberry.field(description="The fields that contain the words of the query.")

    @strawberry.field(
        description="A shortest path from the start to the entity, with the queries that aspects name. From a column, a"
        " path to each of the entity's columns, with the jobs and queries between columns."
    )
    async def paths(self) -> list[EntityPath | None] | None:
        return list(await asyncio.gather(*map(self._path, self.routes)))

    async def _path(self, route: Path) -> EntityPath:
        return EntityPath(path=list(await asyncio.gather(*map(self._step, route))))

    async def _step(self, step: int | str) -> Entity | None:
        return await (
            find_entity(self.context, step)
            if isinstance(step, str)
            else entity_of(self.context, step, self.kinds[step])
        )


@strawberry.type(description="A value of a facet, with the number of results.")
class AggregationMetadata:
    value: str = strawberry.field(description="The value, as a filter expects it.")
    count: Long = strawberry.field(description="The number of results with this value.")

    @strawberry.field(
        description="The platform with the value as its URN. Null: the value is not a platform.",
        graphql_type=Entity | None,
        metadata=price(types=lambda _: frozenset({"DataPlatform"})),
    )
    def entity(self) -> DataPlatform | None:
        return platform_of(self.value) if self.value.startswith(PREFIX) else None


@strawberry.type(description="The values of a field among all results, the most frequent first.")
class FacetMetadata:
    field: str = strawberry.field(description="The field, as a filter expects it.")
    display_name: str | None = strawberry.field(description="The field in words.")
    entity: Entity | None = strawberry.field(
        default=None, description="The structured property of the field. Always null.", metadata=absent()
    )
    aggregations: list[AggregationMetadata] = strawberry.field(
        description="The values of the field, the most frequent first, ties by value.",
        metadata=price(length=MAX_FACET_VALUES),
    )


@strawberry.type
class _LineageSearchResults:
    count: int = strawberry.field(description="The number of results on this page.")
    total: int = strawberry.field(description="The number of results on all pages.")
    search_results: list[SearchAcrossLineageResult] = strawberry.field(description="The entities of this page.")
    facets: list[FacetMetadata] | None = strawberry.field(
        description="The facets degree, _entityType and platform.", metadata=price(length=len(FACETS))
    )
    is_partial: bool | None = strawberry.field(description="True if a limit ended the walk: there may be more.")


@strawberry.type(description="A page of entities upstream or downstream, nearest first, then by URN.")
class SearchAcrossLineageResults(_LineageSearchResults):
    start: int = strawberry.field(description="The requested offset.")


@strawberry.type(description="A page of entities upstream or downstream, nearest first, then by URN.")
class ScrollAcrossLineageResults(_LineageSearchResults):
    next_scroll_id: str | None = strawberry.field(description="The scrollId of the next page. Null on the last page.")


_WHAT = "The start, direction and filters of the search."

SearchInput = Annotated[SearchAcrossLineageInput, strawberry.argument(name="input", description=_WHAT)]
ScrollInput = Annotated[ScrollAcrossLineageInput, strawberry.argument(name="input", description=_WHAT)]


async def search_across_lineage(
    context: Context, start: Entity, asked: SearchAcrossLineageInput
) -> SearchAcrossLineageResults:
    """A page by offset."""
    offset, count = offset_page(asked.start, DEFAULT_COUNT if asked.count is None else asked.count, MAX_COUNT)
    criterion = _criterion(asked.sort_input)
    results = await _search(context, start, asked)
    found = results.found
    if criterion is not None:
        found = sorted_by(found, criterion.field, descending=criterion.sort_order is SortOrder.DESCENDING)
    page = await _page(context, results, found[offset : offset + count], asked.query)
    return SearchAcrossLineageResults(start=offset, search_results=page, **_totals(results, asked.flags(), len(page)))


async def scroll_across_lineage(
    context: Context, start: Entity, asked: ScrollAcrossLineageInput
) -> ScrollAcrossLineageResults:
    """The page after a scroll id, which is an offset; each page repeats the whole search."""
    text = asked.scroll_id or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadRequestError(f"scrollId: expected the nextScrollId of a page, got {shown(text)}")
    offset, count = offset_page(int(text), DEFAULT_COUNT if asked.count is None else asked.count, MAX_COUNT)
    results = await _search(context, start, asked)
    page = await _page(context, results, results.found[offset : offset + count], asked.query)
    has_more = bool(page) and offset + count < len(results.found)
    return ScrollAcrossLineageResults(
        next_scroll_id=str(offset + count) if has_more else None,
        search_results=page,
        **_totals(results, asked.flags(), len(page)),
    )


async def _search(context: Context, start: Entity, asked: _LineageSearchInput) -> LineageResults:
    is_column = isinstance(start, SchemaFieldEntity)
    if not is_column and not isinstance(start, EntityWithRelationships):
        raise BadRequestError(
            f"urn: expected a run, a job, a flow, a dataset, a model or a column, got {shown(start.urn)}"
        )
    flags = asked.lineage_flags or LineageFlags()
    window = window_of(
        asked.start_time_millis if flags.start_time_millis is None else flags.start_time_millis,
        asked.end_time_millis if flags.end_time_millis is None else flags.end_time_millis,
    )
    search = LineageSearch(
        direction=asked.direction,
        window=window,
        any_of=conjunctions_of(asked.conditions()),
        types={one.name for one in asked.types or ()},
        query=asked.query,
        shows_removed=bool(asked.flags().include_soft_deleted),
    )
    if not isinstance(start, EntityWithRelationships):
        return await search_across_columns(context.reader, start.urn, search)
    return await search_across(context.reader, start.row_id, parse_urn(start.urn).kind, search)


async def _page(
    context: Context, results: LineageResults, found: Sequence[Found], query: str | None
) -> list[SearchAcrossLineageResult]:
    entities = await asyncio.gather(*(entity_of(context, one.row["id"], one.row["kind"]) for one in found))
    return [
        SearchAcrossLineageResult(
            context=context,
            routes=one.paths,
            kinds=results.kinds,
            explored=results.is_explored(one),
            entity=entity,
            degree=one.degree,
            matched_fields=[MatchedField(name=name, value=value) for name, value in one.matched(query).items()],
        )
        for one, entity in zip(found, entities, strict=True)
        if entity is not None
    ]


def _criterion(asked: SearchSortInput | None) -> SortCriterion | None:
    criterion = criterion_of(asked)
    if criterion is not None and criterion.field not in ORDERS:
        raise bad_criterion(criterion, tuple(ORDERS))
    return criterion


def _totals(results: LineageResults, flags: SearchFlags, count: int) -> dict[str, Any]:
    ranked = {} if flags.skip_aggregates else facets(results.found, flags.max_agg_values)
    shown_facets = [
        FacetMetadata(
            field=name,
            display_name=FACETS[name],
            aggregations=[AggregationMetadata(value=value, count=Long(total)) for value, total in values],
        )
        for name, values in ranked.items()
    ]
    return {"count": count, "total": len(results.found), "facets": shown_facets, "is_partial": results.is_partial}
