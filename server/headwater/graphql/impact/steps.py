"""The places on a path: runs, and the versions between them."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.versions import AssetVersion, version_by_key
from headwater.lineage.affected import PathNode
from headwater.model.questions import PointInTime

DEFAULT_PATH = 100
MAX_PATH = 1000

PathCount = Annotated[
    int,
    strawberry.argument(description=f"The maximum number of places. Default: {DEFAULT_PATH}; at most {MAX_PATH}."),
]


def check_path_count(count: int) -> None:
    """Check a number of places. Raises BadRequestError."""
    if not 1 <= count <= MAX_PATH:
        raise BadRequestError(f"count: expected 1 to {MAX_PATH}, got {count}")


@strawberry.type(description="A place on the path from the start: a run, or the version that leads to the next run.")
class ImpactStep:
    run: LazyInstance | None = strawberry.field(description="The run. Null at the place of a version.")
    version: AssetVersion | None = strawberry.field(description="The version. Null at the place of a run.")


async def impact_steps(context: Context, point_in_time: PointInTime, nodes: Sequence[PathNode]) -> list[ImpactStep]:
    """The runs and versions on a path."""
    return list(await asyncio.gather(*(_step(context, point_in_time, node) for node in nodes)))


async def _step(context: Context, point_in_time: PointInTime, node: PathNode) -> ImpactStep:
    if node.version is not None:
        return ImpactStep(run=None, version=await version_by_key(context, node.version, point_in_time))
    run = None if node.run_id is None else await context.run_by_id(node.run_id)
    return ImpactStep(run=context.to_instance(run) if run else None, version=None)
