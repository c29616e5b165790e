"""`roots`: where the paths upstream end (docs/suspects.md)."""

import asyncio
from datetime import datetime

import strawberry

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.impact.answered import OUT_OF_TIME, Answered
from headwater.graphql.offset_paging import Count, Start, offset_page
from headwater.graphql.runs.page import LazyInstance
from headwater.lineage import roots as lineage
from headwater.lineage.roots import Roots, roots


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
    description="Where the paths upstream end. Of a `truncated` answer it may name what has more behind it."
)
class LineageRoots:
    found: strawberry.Private[Roots]

    @strawberry.field(description="What came from outside: read with no version seen. Default: 20; at most 1000.")
    async def inputs(self, info: Info, start: Start = None, count: Count = None) -> RootInputResult | None:
        start, count = offset_page(start, count)
        inputs, context = self.found.inputs, info.context
        page = await asyncio.gather(*(_input(context, one) for one in inputs[start : start + count]))
        return RootInputResult(start=start, count=count, total=len(inputs), inputs=list(page))

    @strawberry.field(description="The runs that read nothing. Default: 20; at most 1000.")
    async def runs(self, info: Info, start: Start = None, count: Count = None) -> RootRunResult | None:
        start, count = offset_page(start, count)
        runs, context = self.found.runs, info.context
        instances = await asyncio.gather(*(context.instance(one.run_id) for one in runs[start : start + count]))
        page = [
            RootRun(run=run, depth=one.depth) for run, one in zip(instances, runs[start : start + count], strict=True)
        ]
        return RootRunResult(start=start, count=count, total=len(runs), runs=page)


async def _input(context: Context, found: lineage.RootInput) -> RootInput:
    asset, reader = await asyncio.gather(
        context.entity_by_id(found.asset_id), context.instance(found.nearest_reader_id)
    )
    assert asset is not None
    return RootInput(
        asset=context.to_entity(asset),
        depth=found.depth,
        nearest_reader=reader,
        readers=found.readers,
        first_read_at=found.first_read_at,
        last_read_at=found.last_read_at,
    )


@strawberry.type
class ImpactRoots(Answered):
    """Where the paths of an answer upstream end."""

    @strawberry.field(
        description="The ends of the paths: data from outside, and runs that read nothing. Null DOWNSTREAM."
        f" {OUT_OF_TIME}"
    )
    async def roots(self, info: Info) -> LineageRoots | None:
        found = await roots(info.context.reader, self.asked)
        return None if found is None else LineageRoots(found=found)
