"""`lineageDiff`: what went into one run or version and not into another, and how their runs differ."""

import asyncio
from datetime import datetime

import strawberry

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.enums import InputChange
from headwater.graphql.impact.run_diff import RunDiff
from headwater.graphql.offset_paging import Count, Start, offset_page
from headwater.graphql.runs.versions import AssetVersion, version_by_key
from headwater.lineage import diff as lineage
from headwater.model.questions import PointInTime


@strawberry.input(description="A run, or a dataset or model as it was at a moment or as a run wrote it.")
class LineagePoint:
    urn: str = strawberry.field(description="A run, a dataset or a model.")
    made_by: str | None = strawberry.field(
        default=None,
        description="Of a dataset or model: the URN of the run whose version it is. Default: any, by `at`.",
    )
    at: datetime | None = strawberry.field(
        default=None,
        description="The moment at which a dataset or model showed it. Default: asOf, else now. Not after asOf.",
    )


@strawberry.type(description="An input of the one, the other or both.")
class InputDiff:
    point_in_time: strawberry.Private[PointInTime]
    found: strawberry.Private[lineage.InputDiff]
    asset: Entity = strawberry.field(description="The input, by the name that left gave it, else right.")
    change: InputChange = strawberry.field(description="What became of it.")
    depth: int = strawberry.field(description="How many runs away it was read: 1 is a direct input.")

    @strawberry.field(description="The versions that left saw, newest first. Default: 20; at most 1000.")
    async def left(self, info: Info, count: Count = None) -> list[AssetVersion] | None:
        return await self._versions(info.context, self.found.left, count)

    @strawberry.field(description="The versions that right saw, newest first. Default: 20; at most 1000.")
    async def right(self, info: Info, count: Count = None) -> list[AssetVersion] | None:
        return await self._versions(info.context, self.found.right, count)

    async def _versions(self, context: Context, side: lineage.Input | None, count: int | None) -> list[AssetVersion]:
        _, count = offset_page(0, count)
        seen = frozenset(side.seen) if side else frozenset()
        keys = (await context.load(context.reader.walks.newest_first, seen))[:count]
        found = (version_by_key(context, (edge_id, attempt), self.point_in_time) for _, edge_id, attempt in keys)
        return list(await asyncio.gather(*found))


@strawberry.type(description="A page of inputs: those that differ first, then the nearest, then by URN.")
class InputDiffResult:
    start: int = strawberry.field(description="The offset that was asked for.")
    count: int = strawberry.field(description="The page size that was asked for.")
    total: int = strawberry.field(description="How many there are on all pages.")
    inputs: list[InputDiff] = strawberry.field(description="The inputs of this page.")


@strawberry.type(description="What two runs or versions have not in common.")
class LineageDiff:
    found: strawberry.Private[lineage.LineageDiff]

    @strawberry.field(description="Whether a limit cut what went into one of them: there may be more.")
    def truncated(self) -> bool:
        return self.found.left.is_truncated or self.found.right.is_truncated

    @strawberry.field(
        description="The assets that went in, by all names of the same data: those that differ first, then the nearest,"
        " then by URN. Default: 20; at most 1000."
    )
    async def inputs(self, info: Info, start: Start = None, count: Count = None) -> InputDiffResult | None:
        start, count = offset_page(start, count)
        inputs = [
            InputDiff(
                point_in_time=self.found.point_in_time,
                found=one,
                asset=info.context.to_entity(one.asset),
                change=one.change,
                depth=one.depth,
            )
            for one in self.found.inputs[start : start + count]
        ]
        return InputDiffResult(start=start, count=count, total=len(self.found.inputs), inputs=inputs)

    @strawberry.field(
        description="How the runs differ: those of the points, or that made what the assets show. Null where one is"
        " not there."
    )
    def runs(self) -> RunDiff | None:
        left, right = self.found.left.run_id, self.found.right.run_id
        if left is None or right is None:
            return None
        return RunDiff(left_id=left, right_id=right, point_in_time=self.found.point_in_time)
