"""A page of runs by offset: the shared part of all resolvers of runs."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple, Protocol

import strawberry
from asyncpg import Record

from headwater.execution.selections import arguments_of, names_below, selects
from headwater.graphql.context import Context, Info
from headwater.graphql.offset_paging import stored_page
from headwater.graphql.runs.newest_state import asks_newest_state, remember_newest_states
from headwater.graphql.runs.properties import PROPERTY_FACETS
from headwater.graphql.runs.run_properties import remember_details
from headwater.store.run_reader import CountedRuns, RunsOf

if TYPE_CHECKING:
    from headwater.graphql.runs.instance import DataProcessInstance

_OF_TOTAL = frozenset({"total", "totalIsExact"})
"""The fields of a page that tell the number of runs."""

_OF_PROPERTIES = frozenset({"properties", "name", "externalUrl"})
"""The fields of a run that tell its properties."""

LazyInstance = Annotated["DataProcessInstance", strawberry.lazy("headwater.graphql.runs.instance")]


COUNTED_AFTER: Final = 5_000
"""The number of runs after a page at which counting stops: a page of a job with a million runs takes no longer."""


class AskedPage(NamedTuple):
    """A page of runs, and the fields of the query that are read together with it, in the order of `RunReader.pages`."""

    start: int
    size: int
    """0 if the query asks for no runs."""
    most: int
    """The number of runs at which counting stops. 0 if the query asks for no total."""
    facets: tuple[str, ...] | None
    """The facets for `properties`; empty if the aspect is enough. None: the query asks for no properties."""
    with_state: bool
    """True if the page also reads the newest state event of each run."""


class RunList(Protocol):
    """A list of runs that is shown in pages, newest first, ties by URN."""

    async def total(self, context: Context, asked: AskedPage) -> int:
        """The number of runs, as far as counted."""

    async def page(self, context: Context, asked: AskedPage) -> list[Record]:
        """Some of the runs, as rows of run_view."""


class StoredRuns:
    """Runs whose number is read together with a page."""

    async def read(self, context: Context, asked: AskedPage) -> CountedRuns:
        """Read a page with its total."""
        raise NotImplementedError

    async def total(self, context: Context, asked: AskedPage) -> int:
        """The number of runs, as far as counted; read together with the page."""
        return (await self.read(context, asked)).total

    async def page(self, context: Context, asked: AskedPage) -> list[Record]:
        """Some of the runs, newest first, ties by URN."""
        rows = (await self.read(context, asked)).rows
        if asked.facets is not None:
            remember_details(context, rows, asked.facets)
        if asked.with_state:
            remember_newest_states(context, rows)
        return rows


@dataclass(frozen=True)
class OwnedRuns(StoredRuns):
    """The runs of one asset or run; an unknown owner (None) has no runs."""

    owner_id: int | None
    of: RunsOf
    direction: tuple[str, ...] = ()

    async def read(self, context: Context, asked: AskedPage) -> CountedRuns:
        """Read a page with its total."""
        if self.owner_id is None:
            return CountedRuns([], 0)
        pages = context.reader.runs.pages
        found: CountedRuns = await context.load(pages, self.owner_id, self.of, *asked, *self.direction)
        return found


@strawberry.type(description="A page of runs, newest first, ties by URN.")
class DataProcessInstanceResult:
    all_runs: strawberry.Private[RunList]
    asked: strawberry.Private[AskedPage]
    start: int = strawberry.field(graphql_type=int | None, description="The requested offset.")
    count: int = strawberry.field(graphql_type=int | None, description="The requested page size.")

    @strawberry.field(
        description=f"The number of runs on all pages. Counting stops {COUNTED_AFTER} runs after this page, see"
        " `totalIsExact`."
    )
    async def total(self, info: Info) -> int | None:
        return await self.all_runs.total(info.context, self.asked)

    @strawberry.field(
        description="False if there may be more runs than `total`. `runsConnection`, where the entity has one, counts"
        " all that it lists."
    )
    async def total_is_exact(self, info: Info) -> bool:
        return await self.all_runs.total(info.context, self.asked) != self.asked.most

    @strawberry.field(description="The runs of this page.")
    async def runs(self, info: Info) -> list[LazyInstance | None] | None:
        rows = await self.all_runs.page(info.context, self.asked)
        return [info.context.to_instance(row) for row in rows]


def run_page(info: Info, runs: RunList, start: int | None, count: int | None) -> DataProcessInstanceResult:
    """A page by DataHub's offset paging. Raises BadRequestError, naming the argument that is out of bounds."""
    start, count = stored_page(start, count)
    return DataProcessInstanceResult(all_runs=runs, asked=asked_page(info, start, count), start=start, count=count)


def asked_page(info: Info, start: int, count: int, *path: str) -> AskedPage:
    """The page of runs that a query asks for by the field at a path of names, below the field of an info."""
    names, of_runs = names_below(info, *path), names_below(info, *path, "runs")
    return AskedPage(
        start,
        count if "runs" in names else 0,
        most=0 if names.isdisjoint(_OF_TOTAL) else start + count + COUNTED_AFTER,
        facets=PROPERTY_FACETS if not of_runs.isdisjoint(_OF_PROPERTIES) else _facets_of_aspect(info, *path),
        with_state="state" in of_runs and any(map(asks_newest_state, arguments_of(info, *path, "runs", "state"))),
    )


def _facets_of_aspect(info: Info, *path: str) -> tuple[str, ...] | None:
    return () if selects(info, *path, "runs", "created", "actor") else None
