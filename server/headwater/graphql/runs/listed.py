"""Lists and statistics of runs: all runs, or the runs of a job, a flow, a dataset or a parent run."""

from typing import Annotated, ClassVar, Literal

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.cursor_paging import After, First
from headwater.graphql.entities.relationships import RelationshipDirection
from headwater.graphql.enums import RunOrder
from headwater.graphql.runs.connection import Filter, OrderBy, RunConnection, run_connection
from headwater.graphql.runs.stats import Bucket, RunStats, Window, run_stats
from headwater.model.run_lists import RunOwner
from headwater.store.fetching import EVERYTHING

Owner = Literal["templates", "flows", "children"]

_ASSET_RUNS: dict[RelationshipDirection, RunOwner] = {
    RelationshipDirection.INCOMING: "readers",
    RelationshipDirection.OUTGOING: "writers",
}


@strawberry.type
class AllRuns:
    @strawberry.field(description="All runs in the store, filtered and sorted, paged by cursors.")
    def runs_connection(
        self,
        first: First = None,
        after: After = None,
        filter: Filter = None,
        order_by: OrderBy = RunOrder.CREATED_DESC,
    ) -> RunConnection | None:
        return run_connection("all", EVERYTHING, first, after, filter, order_by)

    @strawberry.field(description="Statistics of all runs in the store.")
    async def run_stats(self, info: Info, window: Window = None, bucket: Bucket = None) -> RunStats | None:
        return await run_stats(info, "all", EVERYTHING, window, bucket)


@strawberry.type
class OwnRuns:
    """The runs of a job or a flow, or the runs inside a run."""

    row_id: strawberry.Private[int | None]
    runs_are_of: ClassVar[Owner]

    @strawberry.field(
        description="The entity's runs, filtered and sorted, paged by cursors. For a flow: the runs of the flow as a"
        " whole. For a run: its `children`."
    )
    def runs_connection(
        self,
        first: First = None,
        after: After = None,
        filter: Filter = None,
        order_by: OrderBy = RunOrder.CREATED_DESC,
    ) -> RunConnection | None:
        return run_connection(self.runs_are_of, self.row_id, first, after, filter, order_by)

    @strawberry.field(description="Statistics of the runs in `runsConnection`, without a filter.")
    async def run_stats(self, info: Info, window: Window = None, bucket: Bucket = None) -> RunStats | None:
        return await run_stats(info, self.runs_are_of, self.row_id, window, bucket)


@strawberry.type
class AssetRuns:
    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="Runs that read (INCOMING) or wrote (OUTGOING) the asset under any of its names. Filtered and"
        " sorted, paged by cursors."
    )
    def runs_connection(
        self,
        direction: Annotated[
            RelationshipDirection,
            strawberry.argument(description="INCOMING: readers. OUTGOING: writers. As in `runs`."),
        ],
        first: First = None,
        after: After = None,
        filter: Filter = None,
        order_by: OrderBy = RunOrder.CREATED_DESC,
    ) -> RunConnection | None:
        return run_connection(_ASSET_RUNS[direction], self.row_id, first, after, filter, order_by)
