"""The places on a way: a run, or the version by which the way goes on."""

import asyncio
from collections.abc import Sequence

import strawberry

from headwater.graphql.context import Context
from headwater.graphql.impact.asset_versions import AssetVersion, version_by_key
from headwater.graphql.runs.page import LazyInstance
from headwater.impact.affected import Ways
from headwater.model.questions import PointInTime


@strawberry.type(description="A place on the way from the start: a run, or the version by which it goes on.")
class ImpactStep:
    run: LazyInstance | None = strawberry.field(description="The run; null of a version.")
    version: AssetVersion | None = strawberry.field(description="The version; null of a run.")


async def impact_steps(
    context: Context, ways: Ways, point_in_time: PointInTime, nodes: Sequence[int]
) -> list[ImpactStep]:
    """The places that nodes of ways are."""
    return list(await asyncio.gather(*(_step(context, ways, point_in_time, node) for node in nodes)))


async def _step(context: Context, ways: Ways, point_in_time: PointInTime, node: int) -> ImpactStep:
    steps, versions = ways.hops.steps, ways.versions
    if node < len(steps):
        run = await context.run_by_id(int(steps.run_ids[node]))
        return ImpactStep(run=context.to_instance(run) if run else None, version=None)
    number = node - len(steps)
    key = (int(versions.edge_ids[number]), int(versions.attempts[number]))
    return ImpactStep(run=None, version=await version_by_key(context, key, point_in_time))
