"""Lists of runs by cursors: what every `runsConnection` shares. Only whose runs they are differs."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

import strawberry
from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.graphql.context import Info
from headwater.graphql.cursor_paging import PageInfo, checked_first, page_info
from headwater.graphql.enums import RunOrder
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.run_filter import RunFilter, criteria_of
from headwater.model.cursors import decode_cursor, encode_cursor
from headwater.model.run_lists import Place, RunCriteria, RunOwner, RunPage
from headwater.texts import UNSTORABLE

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_FURTHEST = 2**60
"""Microseconds: more than any time or duration has."""

Filter = Annotated[RunFilter | None, strawberry.argument(description="Only runs that meet this. Default: all.")]
OrderBy = Annotated[
    RunOrder, strawberry.argument(description="In which order, ties by URN. Default: CREATED_DESC, the newest first.")
]


@strawberry.type(description="A run in a list, and its place there.")
class RunConnectionEdge:
    cursor: str = strawberry.field(
        description="Its place, to give as `after`. It is of this order, whatever the filter."
    )
    node: LazyInstance = strawberry.field(description="The run.")


@strawberry.type(description="A page of a list of runs. Listed are those of which a time is known.")
class RunConnection:
    owner_id: strawberry.Private[int | None]
    page: strawberry.Private[RunPage]

    @strawberry.field(description="The runs of the page, each with its cursor.")
    async def edges(self, info: Info) -> list[RunConnectionEdge]:
        rows = await self._rows(info)
        return [RunConnectionEdge(cursor=self._cursor(row), node=info.context.to_instance(row)) for row in rows]

    @strawberry.field(description="The runs of the page.")
    async def nodes(self, info: Info) -> list[LazyInstance]:
        return [info.context.to_instance(row) for row in await self._rows(info)]

    @strawberry.field(description="Where the page stands in the list.")
    async def page_info(self, info: Info) -> PageInfo:
        found = await self._found(info)
        cursors = [self._cursor(row) for row in found[: self.page.first]]
        return page_info(cursors, has_next=len(found) > self.page.first, is_first=self.page.after is None)

    @strawberry.field(
        description="How many runs there are on all pages. Counted only if asked: of many, that takes long."
    )
    async def total_count(self, info: Info) -> int:
        if self.owner_id is None:
            return 0
        context, page = info.context, self.page
        total: int = await context.load(context.reader.run_lists.counts, self.owner_id, page.of, page.criteria)
        return total

    async def _rows(self, info: Info) -> list[Record]:
        return (await self._found(info))[: self.page.first]

    async def _found(self, info: Info) -> list[Record]:
        """The rows of the page, and the one after it."""
        if self.owner_id is None:
            return []
        found: list[Record] = await info.context.load(info.context.reader.run_lists.pages, self.owner_id, self.page)
        return found

    def _cursor(self, row: Record) -> str:
        key = row["sort_key"]
        if isinstance(key, datetime):
            key -= _EPOCH
        return encode_cursor(self.page.order.value, None if key is None else key // _MICROSECOND, row["urn"])


def run_connection(
    of: RunOwner,
    owner_id: int | None,
    first: int | None,
    after: str | None,
    given: RunFilter | None,
    order_by: RunOrder,
) -> RunConnection:
    """A page of the runs of an owner; one that the store does not know (None) has none. Raises BadRequestError."""
    criteria = criteria_of(given)
    _check_bounded(of, criteria, order_by)
    place = None if after is None else _place(after, order_by)
    return RunConnection(owner_id=owner_id, page=RunPage(of, criteria, order_by, place, checked_first(first)))


def _check_bounded(of: RunOwner, criteria: RunCriteria, order: RunOrder) -> None:
    if order.key != "CREATED" and of != "children" and criteria.created_since is None:
        raise BadRequestError(f"orderBy: {order.value} sorts what the filter leaves: expected created.since in it")


def _place(cursor: str, order: RunOrder) -> Place:
    """The place that a cursor stands for. Raises BadRequestError."""
    match decode_cursor(cursor, order.value):
        case [None, str(urn)] if order.key != "CREATED" and not UNSTORABLE.search(urn):
            return Place(None, urn)
        case [int(micros), str(urn)] if abs(micros) < _FURTHEST and not UNSTORABLE.search(urn):
            try:
                duration = timedelta(microseconds=micros)
                return Place(duration if order.key == "DURATION" else _EPOCH + duration, urn)
            except OverflowError:
                pass
    raise BadRequestError("after: expected a cursor that this list gave")
