"""`search`: entities by name."""

import strawberry
from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.cursor_paging import PageInfo, checked_first, page_info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.search.pages import found_entities, kinds_of, rows_after
from headwater.store.fetching import EVERYTHING
from headwater.store.search_pages import cursor_of, position_of, words_of
from headwater.store.searches import Search
from headwater.texts import shown


@strawberry.type(description="An entity with a name that matches.")
class SearchEdge:
    row: strawberry.Private[Record]
    cursor: str = strawberry.field(description="The position in the results, to pass as `after`.")
    name: str = strawberry.field(description="The name that matches. For a run: its id, or its name in `properties`.")

    @strawberry.field(description="The entity with this name.")
    async def node(self, info: Info) -> Entity:
        [found] = await found_entities(info.context, [self.row])
        return found


@strawberry.type(description="A page of entities with names that match, the best first.")
class SearchConnection:
    search: strawberry.Private[Search]
    edges: list[SearchEdge] = strawberry.field(description="The results of this page, in order.")
    page_info: PageInfo = strawberry.field(description="The position of the page in all results.")

    @strawberry.field(description="The entities of this page, without cursors and names.")
    async def nodes(self, info: Info) -> list[Entity]:
        return await found_entities(info.context, [edge.row for edge in self.edges])

    @strawberry.field(
        description="The number of results on all pages. Counted only on request; many results take long."
    )
    async def total_count(self, info: Info) -> int:
        found: int = await info.context.load(info.context.reader.searches.totals, EVERYTHING, self.search)
        return found


async def search_names(
    context: Context, text: str, types: list[EntityType] | None, first: int | None, after: str | None
) -> SearchConnection:
    """The page after a cursor. Raises BadRequestError, naming the wrong argument."""
    words = words_of("text", text)
    if words is None:
        raise BadRequestError(f"text: expected a letter or a digit, got {shown(text)}")
    count = checked_first(first)
    search = Search(kinds=kinds_of(types or EntityType), words=words)
    position = None if after is None else position_of("after", after, search)
    rows, beyond = await rows_after(context, search, count, position)
    edges = [SearchEdge(row=row, cursor=cursor_of(row, search), name=row["name"]) for row in rows]
    return SearchConnection(
        search=search,
        edges=edges,
        page_info=page_info([edge.cursor for edge in edges], has_next=beyond, is_first=after is None),
    )
