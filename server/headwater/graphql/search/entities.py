"""`searchAcrossEntities`, `scrollAcrossEntities` and searches in a container, with DataHub's names and semantics."""

from collections.abc import Sequence
from typing import Annotated, Any

import strawberry
from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.offset_paging import MAX_STORED_START, stored_page
from headwater.graphql.scalars import Long
from headwater.graphql.search.across_lineage import AggregationMetadata, FacetMetadata, MatchedField
from headwater.graphql.search.asking import (
    MAX_FACET_VALUES,
    AnySearch,
    SearchFlags,
    SearchSortInput,
    SortOrder,
    bad_criterion,
    criterion_of,
)
from headwater.graphql.search.filters import AndFilterInput, FacetFilterInput, conjunctions_of
from headwater.graphql.search.pages import found_entities, kinds_of, rows_after
from headwater.store.fetching import EVERYTHING
from headwater.store.search_conditions import REMOVED, check_fields
from headwater.store.search_order import Order, OrderField
from headwater.store.search_pages import cursor_of, position_of, words_of
from headwater.store.searches import Search
from headwater.texts import check_storable

DEFAULT_COUNT = 10
MAX_SCROLL_COUNT = 10_000

_ORDER_FIELDS: tuple[OrderField, ...] = ("created", "name", "urn")
_FACETS = {"_entityType": "Type", "platform": "Platform", "origin": "Environment"}


@strawberry.input
class _EntitySearchInput(AnySearch):
    query: str = strawberry.field(
        description="Words that must begin words of the name, in any case. For a run: the beginning of its id or"
        " name. *: everything."
    )
    types: list[EntityType] | None = strawberry.field(
        default=None, description="Only entities of these types. Default, and with an empty list: all types but runs."
    )
    count: int | None = strawberry.field(
        default=None,
        description="The maximum number of results on the page. Default: 10; at most 1000, or 10,000 to scroll.",
    )
    or_filters: list[AndFilterInput] | None = strawberry.field(
        default=None,
        description="Results must meet any of these. Default: no condition; removed entities are left out.",
    )
    sort_input: SearchSortInput | None = strawberry.field(
        default=None,
        description="The order of the results. Default: with words the best match first; without words all but runs"
        " by URN, then runs, newest first.",
    )


@strawberry.input(description="A search among all entities, by offset.")
class SearchAcrossEntitiesInput(_EntitySearchInput):
    start: int | None = strawberry.field(
        default=None, description=f"The number of results before the page. Default: 0; at most {MAX_STORED_START}."
    )
    filters: list[FacetFilterInput] | None = strawberry.field(
        default=None,
        description="Results must meet all of these, unless orFilters are given. Default: no condition.",
        deprecation_reason="Use orFilters.",
    )


@strawberry.input(description="A search among all entities, page by page.")
class ScrollAcrossEntitiesInput(_EntitySearchInput):
    scroll_id: str | None = strawberry.field(
        default=None, description="nextScrollId of the previous page. Default: the first page."
    )
    keep_alive: str | None = strawberry.field(default=None, description="A scroll never expires: this changes nothing.")


@strawberry.input(description="A search among the entities in a container.")
class ContainerEntitiesInput:
    query: str | None = strawberry.field(
        default=None, description="Words of names, as in searchAcrossEntities. Default: *, everything."
    )
    start: int | None = strawberry.field(
        default=None, description=f"The number of results before the page. Default: 0; at most {MAX_STORED_START}."
    )
    count: int | None = strawberry.field(
        default=None, description="The maximum number of results on the page. Default: 10; at most 1000."
    )
    filters: list[FacetFilterInput] | None = strawberry.field(
        default=None,
        description="Results must meet all of these. Default: no condition; removed entities are left out.",
    )


SearchEntitiesInput = Annotated[
    SearchAcrossEntitiesInput,
    strawberry.argument(name="input", description="The words, filters, order and page of the search."),
]
ScrollEntitiesInput = Annotated[
    ScrollAcrossEntitiesInput,
    strawberry.argument(name="input", description="The words, filters, order and page of the search."),
]
ContainedInput = Annotated[
    ContainerEntitiesInput | None,
    strawberry.argument(
        name="input", description="The words, filters and page of the search. Default: the first 10 of all entities."
    ),
]


@strawberry.type(description="A value of a field in fetchExtraFields.")
class ExtraProperty:
    name: str = strawberry.field(description="The name of the field.")
    value: str = strawberry.field(description="One of its values as text; times are in milliseconds.")


@strawberry.type(description="An entity in the results of a search.")
class SearchResult:
    row: strawberry.Private[Record]
    extra_fields: strawberry.Private[tuple[str, ...]]
    entity: Entity = strawberry.field(description="The entity.")

    @strawberry.field(
        description="The name that matches the words of the query. Empty if the query asks for everything."
    )
    def matched_fields(self) -> list[MatchedField]:
        return [MatchedField(name="name", value=self.row["name"])] if self.row["name"] else []

    @strawberry.field(
        description="The values of the fields in fetchExtraFields, in their order. Null without fetchExtraFields."
    )
    async def extra_properties(self, info: Info) -> list[ExtraProperty] | None:
        if not self.extra_fields:
            return None
        rows = await info.context.load(info.context.reader.searches.values, self.row["id"], self.extra_fields)
        return [ExtraProperty(name=row["field"], value=row["value"]) for row in rows]


@strawberry.type
class _EntityResults:
    owner: strawberry.Private[int]
    search: strawberry.Private[Search]
    flags: strawberry.Private[SearchFlags]
    rows: strawberry.Private[Sequence[Record]]
    count: int = strawberry.field(description="The number of results on this page.")

    @strawberry.field(description="The results of this page, in order.")
    async def search_results(self, info: Info) -> list[SearchResult]:
        # One look-up for all results, not one in each field: a page may have thousands.
        entities = await found_entities(info.context, self.rows)
        extra_fields = tuple(self.flags.fetch_extra_fields or ())
        return [
            SearchResult(row=row, extra_fields=extra_fields, entity=entity)
            for row, entity in zip(self.rows, entities, strict=True)
        ]

    @strawberry.field(description="The number of results on all pages.")
    async def total(self, info: Info) -> int:
        found: int = await info.context.load(info.context.reader.searches.totals, self.owner, self.search)
        return found

    @strawberry.field(description="The facets _entityType and, except for runs, platform and origin, over all pages.")
    async def facets(self, info: Info) -> list[FacetMetadata] | None:
        if self.flags.skip_aggregates:
            return []
        rows = await info.context.load(info.context.reader.searches.facets, self.owner, self.search)
        return _facets(rows, MAX_FACET_VALUES if self.flags.max_agg_values is None else self.flags.max_agg_values)


@strawberry.type(description="A page of search results, by offset.")
class SearchResults(_EntityResults):
    start: int = strawberry.field(description="The requested offset.")


@strawberry.type(description="A page of search results, by cursor.")
class ScrollResults(_EntityResults):
    next_scroll_id: str | None = strawberry.field(description="The scrollId of the next page. Null on the last page.")


async def search_entities(context: Context, asked: SearchAcrossEntitiesInput) -> SearchResults:
    """A page by offset."""
    filters = asked.or_filters or ([AndFilterInput(and_=asked.filters)] if asked.filters else [])
    flags = asked.flags()
    search = _search(asked.query, asked.types, filters, flags, asked.sort_input)
    return await _page(context, EVERYTHING, search, flags, asked.start, asked.count)


async def search_container(
    context: Context, container_id: int | None, asked: ContainerEntitiesInput | None
) -> SearchResults:
    """A page of the entities in a container; empty if the store does not know the container."""
    asked = asked or ContainerEntitiesInput()
    filters = [AndFilterInput(and_=asked.filters)] if asked.filters else []
    flags = SearchFlags()
    search = _search(asked.query or "*", list(EntityType), filters, flags, None, is_in_container=True)
    return await _page(context, -1 if container_id is None else container_id, search, flags, asked.start, asked.count)


async def scroll_entities(context: Context, asked: ScrollAcrossEntitiesInput) -> ScrollResults:
    """The page after a scroll id."""
    flags = asked.flags()
    search = _search(asked.query, asked.types, asked.or_filters or [], flags, asked.sort_input)
    count = DEFAULT_COUNT if asked.count is None else asked.count
    if not 0 <= count <= MAX_SCROLL_COUNT:
        raise BadRequestError(f"count: expected 0 to {MAX_SCROLL_COUNT}, got {count}")
    position = None if asked.scroll_id is None else position_of("scrollId", asked.scroll_id, search)
    rows, beyond = await rows_after(context, search, count, position)
    return ScrollResults(
        owner=EVERYTHING,
        search=search,
        flags=flags,
        count=len(rows),
        rows=rows,
        next_scroll_id=cursor_of(rows[-1], search) if beyond and rows else None,
    )


async def _page(
    context: Context, owner: int, search: Search, flags: SearchFlags, start: int | None, count: int | None
) -> SearchResults:
    start, count = stored_page(start, DEFAULT_COUNT if count is None else count)
    rows = await context.load(context.reader.searches.pages, owner, search, start, count)
    return SearchResults(owner=owner, search=search, flags=flags, rows=rows, start=start, count=len(rows))


def _search(
    query: str,
    types: Sequence[EntityType] | None,
    filters: Sequence[AndFilterInput],
    flags: SearchFlags,
    sort_input: SearchSortInput | None,
    *,
    is_in_container: bool = False,
) -> Search:
    """Make a search from arguments. Filters and order are not read for types that are never found."""
    kinds = kinds_of(types or [one for one in EntityType if one is not EntityType.DATA_PROCESS_INSTANCE])
    words = words_of("query", query)
    if not kinds:
        return Search(kinds, words)
    any_of = conjunctions_of(filters)
    conditions = [one for conjunction in any_of for one in conjunction]
    for value in (value for one in conditions for value in one.values):
        check_storable("values", value)
    check_fields("orFilters", any_of)
    says_removed = any(one.field == REMOVED for one in conditions)
    return Search(
        kinds=kinds,
        words=words,
        any_of=any_of,
        shows_removed=says_removed or bool(flags.include_soft_deleted),
        order=_order(sort_input),
        is_in_container=is_in_container,
    )


def _order(asked: SearchSortInput | None) -> Order | None:
    criterion = criterion_of(asked)
    if criterion is None:
        return None
    for field in _ORDER_FIELDS:
        if field == criterion.field:
            return Order(field, criterion.sort_order is SortOrder.DESCENDING)
    raise bad_criterion(criterion, _ORDER_FIELDS)


def _facets(rows: Sequence[Any], limit: int) -> list[FacetMetadata]:
    return [
        FacetMetadata(
            field=field,
            display_name=display_name,
            aggregations=[
                AggregationMetadata(value=row["value"], count=Long(row["total"]))
                for row in rows
                if row["field"] == field
            ][: max(limit, 0)],
        )
        for field, display_name in _FACETS.items()
    ]
