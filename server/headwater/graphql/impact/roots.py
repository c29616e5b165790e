"""`roots`: the ends of the paths upstream (docs/suspects.md)."""

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


@strawberry.type(description="An asset that was read, but has no known writer: data from outside.")
class RootInput:
    asset: Entity = strawberry.field(description="The asset, by the name in its nearest reader's events.")
    depth: int = strawberry.field(description="The distance of the nearest reader in runs; the start is 0.")
    nearest_reader: LazyInstance = strawberry.field(description="The reader nearest to the start.")
    readers: int = strawberry.field(description="The number of runs that read the asset without a known writer.")
    first_read_at: datetime = strawberry.field(description="The start of the first of these reads, UTC.")
    last_read_at: datetime = strawberry.field(description="The start of the last of these reads, UTC.")


@strawberry.type(description="A run without inputs and without upstream runs: the origin of its outputs.")
class RootRun:
    run: LazyInstance = strawberry.field(description="The run.")
    depth: int = strawberry.field(description="The distance of the run from the start in runs; the start is 0.")


@strawberry.type(description="A page of inputs from outside, nearest first, ties by URN.")
class RootInputResult:
    start: int = strawberry.field(description="The requested offset.")
    count: int = strawberry.field(description="The requested page size.")
    total: int = strawberry.field(description="The number of inputs on all pages.")
    inputs: list[RootInput] = strawberry.field(description="The inputs of this page.")


@strawberry.type(description="A page of runs that read nothing, nearest first, ties by URN.")
class RootRunResult:
    start: int = strawberry.field(description="The requested offset.")
    count: int = strawberry.field(description="The requested page size.")
    total: int = strawberry.field(description="The number of runs on all pages.")
    runs: list[RootRun] = strawberry.field(description="The runs of this page.")


@strawberry.type(description="The ends of the paths upstream. In a `truncated` answer, an end may have more upstream.")
class LineageRoots:
    found: strawberry.Private[Roots]

    @strawberry.field(description="Data from outside: inputs read without a known version. Default: 20; at most 1000.")
    async def inputs(self, info: Info, start: Start = None, count: Count = None) -> RootInputResult | None:
        start, count = offset_page(start, count)
        inputs, context = self.found.inputs, info.context
        page = await asyncio.gather(*(_input(context, one) for one in inputs[start : start + count]))
        return RootInputResult(start=start, count=count, total=len(inputs), inputs=list(page))

    @strawberry.field(description="The runs without inputs. Default: 20; at most 1000.")
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
    """The ends of the paths of an upstream answer."""

    @strawberry.field(
        description=f"The ends of the paths: data from outside, and runs without inputs. Null DOWNSTREAM. {OUT_OF_TIME}"
    )
    async def roots(self, info: Info) -> LineageRoots | None:
        found = await roots(info.context.reader, self.whole)
        return None if found is None else LineageRoots(found=found)
