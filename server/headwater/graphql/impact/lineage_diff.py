"""`lineageDiff`: the different inputs of two runs or versions, and the differences of their runs."""

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


@strawberry.input(description="A run, or a dataset or model at a moment, or one run's version of a dataset or model.")
class LineagePoint:
    urn: str = strawberry.field(description="The URN of a run, a dataset or a model.")
    made_by: str | None = strawberry.field(
        default=None,
        description="The URN of the run that wrote the version of a dataset or model. Default: any run, by `at`.",
    )
    at: datetime | None = strawberry.field(
        default=None,
        description="The moment of a dataset or model. Default: asOf, else now. Not after asOf.",
    )


@strawberry.type(description="An input of the left side, the right side or both.")
class InputDiff:
    point_in_time: strawberry.Private[PointInTime]
    found: strawberry.Private[lineage.InputDiff]
    asset: Entity = strawberry.field(description="The input, by its name on the left, else on the right.")
    change: InputChange = strawberry.field(description="The change from left to right.")
    depth: int = strawberry.field(description="The distance in runs: 1 is a direct input.")

    @strawberry.field(description="The versions that the left side saw, newest first. Default: 20; at most 1000.")
    async def left(self, info: Info, count: Count = None) -> list[AssetVersion] | None:
        return await self._versions(info.context, self.found.left, count)

    @strawberry.field(description="The versions that the right side saw, newest first. Default: 20; at most 1000.")
    async def right(self, info: Info, count: Count = None) -> list[AssetVersion] | None:
        return await self._versions(info.context, self.found.right, count)

    @strawberry.field(
        description="The columns that the left side used, by name. Null for a question without `columns`, and if the"
        " left side lacks the input. A null among them: all columns, or some that nobody told."
    )
    def left_columns(self) -> list[str | None] | None:
        return _columns(self.found.left)

    @strawberry.field(description="The columns that the right side used, as `leftColumns`.")
    def right_columns(self) -> list[str | None] | None:
        return _columns(self.found.right)

    async def _versions(self, context: Context, side: lineage.Input | None, count: int | None) -> list[AssetVersion]:
        _, count = offset_page(0, count)
        seen = frozenset(side.seen) if side else frozenset()
        keys = (await context.load(context.reader.walks.newest_first, seen))[:count]
        found = (version_by_key(context, (edge_id, attempt), self.point_in_time) for _, edge_id, attempt in keys)
        return list(await asyncio.gather(*found))


def _columns(side: lineage.Input | None) -> list[str | None] | None:
    return sorted(side.columns, key=lambda name: name or "") if side is not None and side.columns else None


@strawberry.type(description="A page of inputs: different inputs first, then the nearest, then by URN.")
class InputDiffResult:
    start: int = strawberry.field(description="The requested offset.")
    count: int = strawberry.field(description="The requested page size.")
    total: int = strawberry.field(description="The number of inputs on all pages.")
    inputs: list[InputDiff] = strawberry.field(description="The inputs of this page.")


@strawberry.type(description="The differences between two runs or versions.")
class LineageDiff:
    found: strawberry.Private[lineage.LineageDiff]

    @strawberry.field(description="True if a limit cut the inputs of one side: there may be more.")
    def truncated(self) -> bool:
        return self.found.left.is_truncated or self.found.right.is_truncated

    @strawberry.field(
        description="The inputs of both sides, under all names of the same data. Different inputs first, then the"
        " nearest, then by URN. Default: 20; at most 1000."
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
        description="The differences between the two runs, or between the writers of the two versions. Null: one of"
        " the runs is missing."
    )
    def runs(self) -> RunDiff | None:
        left, right = self.found.left.run_id, self.found.right.run_id
        if left is None or right is None:
            return None
        return RunDiff(left_id=left, right_id=right, point_in_time=self.found.point_in_time)
