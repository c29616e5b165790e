"""`roots`: where the ways upstream end (docs/suspects.md)."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import datetime

import strawberry
from asyncpg import Record

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.impact.deadline import OUT_OF_TIME
from headwater.graphql.impact.question import Answered
from headwater.graphql.offset_paging import Count, Start, offset_page
from headwater.graphql.runs.page import LazyInstance
from headwater.impact.upstream import upstream
from headwater.model.questions import Direction
from headwater.model.upstream import Upstream


@strawberry.type(
    description="An asset that was read, although nobody said who wrote what was read: it comes from outside."
)
class RootInput:
    asset: Entity = strawberry.field(description="The asset, by the name that its nearest reader gave it.")
    depth: int = strawberry.field(description="How many runs away its nearest reader is; the start is 0.")
    nearest_reader: LazyInstance = strawberry.field(
        description="The run among its readers that is nearest to the start."
    )
    readers: int = strawberry.field(description="How many of the runs read it so.")
    first_read_at: datetime = strawberry.field(description="When the first of these reads began, UTC.")
    last_read_at: datetime = strawberry.field(description="When the last of these reads began, UTC.")


@strawberry.type(description="A run that read nothing, and depends on no other: what it wrote begins with it.")
class RootRun:
    run: LazyInstance = strawberry.field(description="The run.")
    depth: int = strawberry.field(description="How many runs away it is; the start is 0.")


@strawberry.type(description="A page of inputs from outside, nearest first, ties by URN.")
class RootInputResult:
    start: int = strawberry.field(description="The offset that was asked for.")
    count: int = strawberry.field(description="The page size that was asked for.")
    total: int = strawberry.field(description="How many there are on all pages.")
    inputs: list[RootInput] = strawberry.field(description="The inputs of this page.")


@strawberry.type(description="A page of runs that read nothing, nearest first, ties by URN.")
class RootRunResult:
    start: int = strawberry.field(description="The offset that was asked for.")
    count: int = strawberry.field(description="The page size that was asked for.")
    total: int = strawberry.field(description="How many there are on all pages.")
    runs: list[RootRun] = strawberry.field(description="The runs of this page.")


@strawberry.type(
    description="Where the ways upstream end. Of a `truncated` answer it may name what has more behind it."
)
class LineageRoots:
    steps: strawberry.Private[Upstream]
    rows: strawberry.Private[Sequence[Record]]

    @strawberry.field(description="What came from outside: read with no version seen. Default: 20; at most 1000.")
    async def inputs(self, info: Info, start: Start = None, count: Count = None) -> RootInputResult | None:
        start, count = offset_page(start, count)
        rows = self._nearest_first(row for row in self.rows if row["asset_id"] is not None)
        page = await asyncio.gather(*(self._input(info.context, row) for row in rows[start : start + count]))
        return RootInputResult(start=start, count=count, total=len(rows), inputs=list(page))

    @strawberry.field(description="The runs that read nothing. Default: 20; at most 1000.")
    async def runs(self, info: Info, start: Start = None, count: Count = None) -> RootRunResult | None:
        start, count = offset_page(start, count)
        rows = self._nearest_first(row for row in self.rows if row["asset_id"] is None)
        page = await asyncio.gather(*(self._run(info.context, row) for row in rows[start : start + count]))
        return RootRunResult(start=start, count=count, total=len(rows), runs=list(page))

    async def _input(self, context: Context, row: Record) -> RootInput:
        asset, reader = await asyncio.gather(context.entity_by_id(row["asset_id"]), context.instance(row["run_id"]))
        assert asset is not None
        return RootInput(
            asset=context.to_entity(asset),
            depth=self._depth(row),
            nearest_reader=reader,
            readers=row["readers"],
            first_read_at=row["first_read_at"],
            last_read_at=row["last_read_at"],
        )

    async def _run(self, context: Context, row: Record) -> RootRun:
        return RootRun(run=await context.instance(row["run_id"]), depth=self._depth(row))

    def _nearest_first(self, rows: Iterable[Record]) -> list[Record]:
        return sorted(rows, key=lambda row: (self._depth(row), row["urn"]))

    def _depth(self, row: Record) -> int:
        return int(self.steps.depths[row["number"] - 1])


@strawberry.type
class ImpactRoots(Answered):
    """Where the ways of an answer upstream end."""

    @strawberry.field(
        description="The ends of the ways: data from outside, and runs that read nothing. Null DOWNSTREAM."
        f" {OUT_OF_TIME}"
    )
    async def roots(self, info: Info) -> LineageRoots | None:
        if self.question.direction is Direction.DOWNSTREAM:
            return None
        steps = await asyncio.to_thread(upstream, self.answer.findings, self.question.max_depth)
        reading = info.context.reader.upstream.roots(steps, self.question.point_in_time)
        rows = await self.question.deadline.within(reading)
        return None if rows is None else LineageRoots(steps=steps, rows=rows)
