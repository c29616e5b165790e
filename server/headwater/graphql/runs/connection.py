"""Lists of runs, paged by cursors: the shared part of every `runsConnection`."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

import strawberry
from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.graphql.context import Info
from headwater.graphql.cursor_paging import PageInfo, checked_first, page_info
from headwater.graphql.enums import RunOrder
from headwater.graphql.makers import maker
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.run_filter import RunFilter, criteria_of
from headwater.model.cursors import decode_cursor, encode_cursor
from headwater.model.run_lists import Place, RunCriteria, RunOwner, RunPage
from headwater.texts import UNSTORABLE

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_FURTHEST = 2**60
"""Microseconds: more than any time or duration has."""

Filter = Annotated[
    RunFilter | None, strawberry.argument(description="Only runs that meet this filter. Default: all runs.")
]
OrderBy = Annotated[
    RunOrder,
    strawberry.argument(description="The order of the list, ties by URN. Default: CREATED_DESC, the newest first."),
]


@strawberry.type(description="A run in a list, with its cursor.")
class RunConnectionEdge:
    cursor: str = strawberry.field(
        description="The position of the run, to pass as `after`. The cursor depends on the order, not on the filter."
    )
    node: LazyInstance = strawberry.field(description="The run.")


_make_edge = maker(RunConnectionEdge)


@strawberry.type(description="A page of a list of runs. Runs without a known time are not listed.")
class RunConnection:
    owner_id: strawberry.Private[int | None]
    page: strawberry.Private[RunPage]

    @strawberry.field(description="The runs of the page, each with its cursor.")
    async def edges(self, info: Info) -> list[RunConnectionEdge]:
        rows = await self._rows(info)
        return [_make_edge(cursor=self._cursor(row), node=info.context.to_instance(row)) for row in rows]

    @strawberry.field(description="The runs of the page.")
    async def nodes(self, info: Info) -> list[LazyInstance]:
        return [info.context.to_instance(row) for row in await self._rows(info)]

    @strawberry.field(description="The page's first and last cursors, and the existence of more pages.")
    async def page_info(self, info: Info) -> PageInfo:
        found = await self._found(info)
        cursors = [self._cursor(row) for row in found[: self.page.first]]
        return page_info(cursors, has_next=len(found) > self.page.first, is_first=self.page.after is None)

    @strawberry.field(description="The number of runs on all pages. Counted only on request; large lists take long.")
    async def total_count(self, info: Info) -> int:
        if self.owner_id is None:
            return 0
        context, page = info.context, self.page
        total: int = await context.load(context.reader.run_lists.counts, self.owner_id, page.of, page.criteria)
        return total

    async def _rows(self, info: Info) -> list[Record]:
        return (await self._found(info))[: self.page.first]

    async def _found(self, info: Info) -> list[Record]:
        """The rows of the page, and the row after the page."""
        if self.owner_id is None:
            return []
        found: list[Record] = await info.context.load(info.context.reader.run_lists.pages, self.owner_id, self.page)
        return found

    def _cursor(self, row: Record) -> str:
        key = _sorted_by(self.page.order, row)
        return encode_cursor(self.page.order.value, None if key is None else key // _MICROSECOND, row["urn"])


def run_connection(
    of: RunOwner,
    owner_id: int | None,
    first: int | None,
    after: str | None,
    given: RunFilter | None,
    order_by: RunOrder,
) -> RunConnection:
    """A page of the runs of an owner; an unknown owner (None) has no runs. Raises BadRequestError."""
    criteria = criteria_of(given)
    _check_bounded(of, criteria, order_by)
    place = None if after is None else _place(after, order_by)
    return RunConnection(owner_id=owner_id, page=RunPage(of, criteria, order_by, place, checked_first(first)))


def _check_bounded(of: RunOwner, criteria: RunCriteria, order: RunOrder) -> None:
    if order.key != "CREATED" and of != "children" and criteria.created_since is None:
        raise BadRequestError(
            f"orderBy: {order.value} expected created.since in the filter, since it sorts all matching runs"
        )


def _sorted_by(order: RunOrder, row: Record) -> timedelta | None:
    """The value by which an order sorts a run: a time since 1970, or the duration; None if the run has none."""
    if order.key == "DURATION":
        started, ended = row["started_at"], row["ended_at"]
        return None if started is None or ended is None else ended - started
    time = row[f"{order.key.lower()}_at"]
    return None if time is None else time - _EPOCH


def _place(cursor: str, order: RunOrder) -> Place:
    """Decode a cursor. Raises BadRequestError."""
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
