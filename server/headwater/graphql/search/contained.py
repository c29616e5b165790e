"""What a container holds."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.cost.price import price
from headwater.graphql.search.entities import DEFAULT_COUNT, ContainedInput, SearchResults, search_container


@strawberry.type
class ContainedEntities:
    """What a container adds to an entity."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="What it holds: runs newest first, after all else by URN. Default: 10 a page; at most 1000.",
        metadata=price(length=DEFAULT_COUNT),
    )
    async def entities(self, info: Info, asked: ContainedInput = None) -> SearchResults | None:
        return await search_container(info.context, self.row_id, asked)
