"""A page of runs by offset: the shared part of all resolvers of runs."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Protocol

import strawberry
from asyncpg import Record

from headwater.execution.selections import arguments_of, selects
from headwater.graphql.context import Context, Info
from headwater.graphql.offset_paging import stored_page
from headwater.graphql.runs.newest_state import asks_newest_state, remember_newest_states
from headwater.graphql.runs.properties import PROPERTY_FACETS
from headwater.graphql.runs.run_properties import remember_details
from headwater.store.run_reader import RunsOf

if TYPE_CHECKING:
    from headwater.graphql.runs.instance import DataProcessInstance

LazyInstance = Annotated["DataProcessInstance", strawberry.lazy("headwater.graphql.runs.instance")]


@dataclass(frozen=True, slots=True)
class AskedPage:
    """A page of runs, and the fields of the query that are read together with the page."""

    start: int
    count: int
    with_total: bool
    facets: tuple[str, ...] | None
    """The facets for `properties`; empty if the aspect is enough. None: the query asks for no properties."""
    with_state: bool
    """True if the page also reads the newest state event of each run."""


class RunList(Protocol):
    """A list of runs that is shown in pages, newest first, ties by URN."""

    async def total(self, context: Context, asked: AskedPage) -> int:
        """The number of runs."""

    async def page(self, context: Context, asked: AskedPage) -> list[Record]:
        """Some of the runs, as rows of run_view."""


@dataclass(frozen=True, slots=True)
class OwnedRuns:
    """The runs of one job, flow, asset or run; an unknown owner (None) has no runs."""

    owner_id: int | None
    of: RunsOf
    direction: tuple[str, ...] = ()

    async def total(self, context: Context, asked: AskedPage) -> int:
        """The number of runs; taken from the page if it has rows, or if only an owner without runs has none there."""
        if self.owner_id is None:
            return 0
        if asked.with_total:
            rows = await self._rows(context, asked)
            if rows:
                return int(rows[0]["total"])
            if asked.start == 0 and asked.count > 0:
                return 0
        total: int = await context.load(context.reader.runs.count, self.owner_id, self.of, *self.direction)
        return total

    async def page(self, context: Context, asked: AskedPage) -> list[Record]:
        """Some of the runs, newest first, ties by URN."""
        rows = await self._rows(context, asked)
        if asked.facets is not None:
            remember_details(context, rows, asked.facets)
        if asked.with_state:
            remember_newest_states(context, rows)
        return rows

    async def _rows(self, context: Context, asked: AskedPage) -> list[Record]:
        if self.owner_id is None:
            return []
        read = (asked.start, asked.count, asked.with_total, asked.facets, asked.with_state)
        rows: list[Record] = await context.load(
            context.reader.runs.page, self.owner_id, self.of, *read, *self.direction
        )
        return rows


@strawberry.type(description="A page of runs, newest first, ties by URN.")
class DataProcessInstanceResult:
    all_runs: strawberry.Private[RunList]
    asked: strawberry.Private[AskedPage]
    start: int = strawberry.field(graphql_type=int | None, description="The requested offset.")
    count: int = strawberry.field(graphql_type=int | None, description="The requested page size.")

    @strawberry.field(description="The number of runs on all pages.")
    async def total(self, info: Info) -> int | None:
        return await self.all_runs.total(info.context, self.asked)

    @strawberry.field(description="The runs of this page.")
    async def runs(self, info: Info) -> list[LazyInstance | None] | None:
        rows = await self.all_runs.page(info.context, self.asked)
        return [info.context.to_instance(row) for row in rows]


def run_page(info: Info, runs: RunList, start: int | None, count: int | None) -> DataProcessInstanceResult:
    """A page by DataHub's offset paging. Raises BadRequestError, naming the argument that is out of bounds."""
    start, count = stored_page(start, count)
    asked = AskedPage(
        start,
        count,
        with_total=selects(info, "total") and selects(info, "runs"),
        facets=_facets(info),
        with_state=any(map(asks_newest_state, arguments_of(info, "runs", "state"))),
    )
    return DataProcessInstanceResult(all_runs=runs, asked=asked, start=start, count=count)


def _facets(info: Info) -> tuple[str, ...] | None:
    if any(selects(info, "runs", name) for name in ("properties", "name", "externalUrl")):
        return PROPERTY_FACETS
    return () if selects(info, "runs", "created") else None
