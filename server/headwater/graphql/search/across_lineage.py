"""`searchAcrossLineage` and `scrollAcrossLineage`: all that is up or down the line, with DataHub's names."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.cost.price import absent, price
from headwater.graphql.entities.entity import Entity, entity_named
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.entities.lineage import EntityPath, EntityWithRelationships, entity_of, window_of
from headwater.graphql.entities.platforms import PREFIX, DataPlatform, platform_of
from headwater.graphql.enums import Direction
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
    facets,
    search_across,
    sorted_by,
)
from headwater.texts import shown
from headwater.urn import parse_urn

DEFAULT_COUNT = 10
MAX_COUNT = 10_000
"""The limit of DataHub. All results are in memory anyway."""


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
    path: strawberry.Private[list[tuple[int, str]]]
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
        entities = await asyncio.gather(*(entity_of(self.context, entity_id, kind) for entity_id, kind in self.path))
        return [EntityPath(path=list(entities))]


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
        description="The facets degree, _entityType and platform.", metadata=price(length=len(FACETS))
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
    """A page after the one before. The id of a scroll is an offset: what is found is found anew for every page."""
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
    if not isinstance(start, EntityWithRelationships):
        raise BadRequestError(f"urn: expected a run, a job, a flow, a dataset or a model, got {shown(start.urn)}")
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
    return await search_across(context.reader, start.row_id, parse_urn(start.urn).kind, search)


async def _page(
    context: Context, results: LineageResults, found: Sequence[Found], query: str | None
) -> list[SearchAcrossLineageResult]:
    entities = await asyncio.gather(*(entity_of(context, one.row["id"], one.row["kind"]) for one in found))
    return [
        SearchAcrossLineageResult(
            context=context,
            path=[(entity_id, results.kinds[entity_id]) for entity_id in one.path],
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
    return {"count": count, "total": len(results.found), "facets": shown_facets, "is_partial": results.reach.is_partial}
