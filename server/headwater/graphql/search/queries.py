"""Root fields: searches."""

from typing import Annotated

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.cursor_paging import After, First
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.lookup import find_entity
from headwater.graphql.price import SEARCH, WALK, price
from headwater.graphql.search.across_lineage import (
    DEFAULT_COUNT,
    ScrollAcrossLineageResults,
    ScrollInput,
    SearchAcrossLineageResults,
    SearchInput,
    scroll_across_lineage,
    search_across_lineage,
)
from headwater.graphql.search.entities import (
    ScrollEntitiesInput,
    ScrollResults,
    SearchEntitiesInput,
    SearchResults,
    scroll_entities,
    search_entities,
)
from headwater.graphql.search.names import SearchConnection, search_names

SearchText = Annotated[
    str,
    strawberry.argument(
        description="One or several words, of letters and digits; anything else only parts them. `*` at the end"
        " changes nothing."
    ),
]
SearchTypes = Annotated[
    list[EntityType] | None,
    strawberry.argument(description="Only entities of these types. Default, and with an empty list: of all."),
]


@strawberry.type
class SearchQueries:
    @strawberry.field(
        description="Anything by its name: each word of the text has to begin a word of it, whatever the case; of a"
        " run, the text has to begin its id. An exact name first, then names that begin with the text, then others;"
        " ties by kind and URN, runs last and by their ids (docs/searching.md).",
        metadata=price(SEARCH),
    )
    async def search(
        self, info: Info, text: SearchText, types: SearchTypes = None, first: First = None, after: After = None
    ) -> SearchConnection | None:
        return await search_names(info.context, text, types, first, after)

    @strawberry.field(
        description="All entities that filters hold for, and whose name has words (docs/searching.md).",
        metadata=price(SEARCH, length=DEFAULT_COUNT),
    )
    async def search_across_entities(self, info: Info, asked: SearchEntitiesInput) -> SearchResults | None:
        return await search_entities(info.context, asked)

    @strawberry.field(
        description="The same page by page; a page costs the same at any depth, and none ends (docs/searching.md).",
        metadata=price(SEARCH, length=DEFAULT_COUNT),
    )
    async def scroll_across_entities(self, info: Info, asked: ScrollEntitiesInput) -> ScrollResults | None:
        return await scroll_entities(info.context, asked)

    @strawberry.field(
        description="All that is up or down the line of an entity, nearest first, then by URN (docs/datahub.md).",
        metadata=price(WALK, length=DEFAULT_COUNT),
    )
    async def search_across_lineage(self, info: Info, asked: SearchInput) -> SearchAcrossLineageResults | None:
        return await search_across_lineage(info.context, await _named(info.context, asked.urn), asked)

    @strawberry.field(description="The same page by page.", metadata=price(WALK, length=DEFAULT_COUNT))
    async def scroll_across_lineage(self, info: Info, asked: ScrollInput) -> ScrollAcrossLineageResults | None:
        return await scroll_across_lineage(info.context, await _named(info.context, asked.urn), asked)


async def _named(context: Context, urn: str | None) -> Entity:
    """The entity that a search starts at. Raises BadRequestError where none is named."""
    if urn is None:
        raise BadRequestError("urn: expected the URN of the entity to start at")
    return await find_entity(context, urn)
