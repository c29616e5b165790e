"""A page of runs: what every resolver of runs shares. Only whose runs they are differs."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Protocol

import strawberry
from asyncpg import Record

from headwater.graphql.context import Context, Info
from headwater.graphql.offset_paging import stored_page
from headwater.store.run_reader import RunsOf

if TYPE_CHECKING:
    from headwater.graphql.runs.instance import DataProcessInstance

LazyInstance = Annotated["DataProcessInstance", strawberry.lazy("headwater.graphql.runs.instance")]


class RunList(Protocol):
    """Runs of which pages are shown, newest first, ties by URN."""

    async def total(self, context: Context) -> int:
        """How many there are."""

    async def page(self, context: Context, start: int, count: int) -> list[Record]:
        """Some of them, as rows of run_view."""


@dataclass(frozen=True, slots=True)
class OwnedRuns:
    """The runs of one job, flow, asset or run; an owner that the store does not know (None) has none."""

    owner_id: int | None
    of: RunsOf
    direction: tuple[str, ...] = ()

    async def total(self, context: Context) -> int:
        """How many there are."""
        if self.owner_id is None:
            return 0
        total: int = await context.load(context.reader.runs.count, self.owner_id, self.of, *self.direction)
        return total

    async def page(self, context: Context, start: int, count: int) -> list[Record]:
        """Some of them, newest first, ties by URN."""
        if self.owner_id is None:
            return []
        arguments = (self.of, start, count, *self.direction)
        rows: list[Record] = await context.load(context.reader.runs.page, self.owner_id, *arguments)
        return rows


@strawberry.type(description="A page of runs, newest first, ties by URN.")
class DataProcessInstanceResult:
    all_runs: strawberry.Private[RunList]
    start: int = strawberry.field(graphql_type=int | None, description="The offset that was asked for.")
    count: int = strawberry.field(graphql_type=int | None, description="The page size that was asked for.")

    @strawberry.field(description="How many runs there are on all pages.")
    async def total(self, info: Info) -> int | None:
        return await self.all_runs.total(info.context)

    @strawberry.field(description="The runs of this page.")
    async def runs(self, info: Info) -> list[LazyInstance | None] | None:
        rows = await self.all_runs.page(info.context, self.start, self.count)
        return [info.context.to_instance(row) for row in rows]


def run_page(runs: RunList, start: int | None, count: int | None) -> DataProcessInstanceResult:
    """A page by DataHub's offset paging. Raises BadRequestError, naming the argument that is out of bounds."""
    start, count = stored_page(start, count)
    return DataProcessInstanceResult(all_runs=runs, start=start, count=count)
