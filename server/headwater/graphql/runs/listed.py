"""Lists and figures of runs: of all, of a job, of a flow, of a dataset, and of what a run contains."""

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
    @strawberry.field(description="All runs of the store, filtered and sorted, by cursors.")
    def runs_connection(
        self,
        first: First = None,
        after: After = None,
        filter: Filter = None,
        order_by: OrderBy = RunOrder.CREATED_DESC,
    ) -> RunConnection | None:
        return run_connection("all", EVERYTHING, first, after, filter, order_by)

    @strawberry.field(description="Figures of all runs of the store.")
    async def run_stats(self, info: Info, window: Window = None, bucket: Bucket = None) -> RunStats | None:
        return await run_stats(info, "all", EVERYTHING, window, bucket)


@strawberry.type
class OwnRuns:
    """The runs of a job or a flow, and those that a run contains."""

    row_id: strawberry.Private[int | None]
    runs_are_of: ClassVar[Owner]

    @strawberry.field(
        description="Its runs, filtered and sorted, by cursors: of a flow those of the flow as a whole, of a run those"
        " that it contains (its `children`)."
    )
    def runs_connection(
        self,
        first: First = None,
        after: After = None,
        filter: Filter = None,
        order_by: OrderBy = RunOrder.CREATED_DESC,
    ) -> RunConnection | None:
        return run_connection(self.runs_are_of, self.row_id, first, after, filter, order_by)

    @strawberry.field(description="Figures of the same runs.")
    async def run_stats(self, info: Info, window: Window = None, bucket: Bucket = None) -> RunStats | None:
        return await run_stats(info, self.runs_are_of, self.row_id, window, bucket)


@strawberry.type
class AssetRuns:
    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="Runs that read it (INCOMING) or wrote it (OUTGOING) under any of its names, filtered and sorted,"
        " by cursors."
    )
    def runs_connection(
        self,
        direction: Annotated[RelationshipDirection, strawberry.argument(description="Which runs: as in `runs`.")],
        first: First = None,
        after: After = None,
        filter: Filter = None,
        order_by: OrderBy = RunOrder.CREATED_DESC,
    ) -> RunConnection | None:
        return run_connection(_ASSET_RUNS[direction], self.row_id, first, after, filter, order_by)
