"""Root fields: DataHub's searches."""

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.lookup import find_entity
from headwater.graphql.price import WALK, price
from headwater.graphql.search.across_lineage import (
    DEFAULT_COUNT,
    ScrollAcrossLineageResults,
    ScrollInput,
    SearchAcrossLineageResults,
    SearchInput,
    scroll_across_lineage,
    search_across_lineage,
)


@strawberry.type
class SearchQueries:
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
