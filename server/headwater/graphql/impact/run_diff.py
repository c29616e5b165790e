"""How two runs differ: in what became of them, in what they wrote, and in what their events said of their code."""

import asyncio
from enum import Enum
from typing import Any

import strawberry
from strawberry.scalars import JSON

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.data_facets import EdgeStatistics, edge_statistics
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.facets import FacetScope
from headwater.graphql.runs.page import LazyInstance
from headwater.model.questions import PointInTime

RUN_FACETS = ("environmentVariables", "executionParameters", "processing_engine", "spark_properties")
"""What a run says of how it was made to run; its other facets differ in every run."""


@strawberry.enum(description="In what two runs differ.")
class RunDifferenceKind(Enum):
    JOB = strawberry.enum_value("JOB", description="They are of other jobs or flows, given by URN.")
    STATUS = strawberry.enum_value("STATUS", description="The result, or STARTED while there is none.")
    ATTEMPT = strawberry.enum_value("ATTEMPT", description="The number of the attempt.")
    DURATION = strawberry.enum_value("DURATION", description="Milliseconds.")
    FACET = strawberry.enum_value("FACET", description="A facet of the run or, in this run, of its job, whole.")


@strawberry.type(description="A difference between two runs.")
class RunDifference:
    kind: RunDifferenceKind = strawberry.field(description="In what they differ.")
    facet: str | None = strawberry.field(description="The name of the facet.")
    scope: FacetScope | None = strawberry.field(description="Whose facet it is: OWN or JOB.")
    left: JSON | None = strawberry.field(description="Null where left has none.")
    right: JSON | None = strawberry.field(description="Null where right has none.")


@strawberry.type(description="What two runs, or one of them, wrote of an asset.")
class OutputDiff:
    asset: Entity = strawberry.field(description="What was written.")
    left: EdgeStatistics | None = strawberry.field(description="Null where left did not write it, or did not say.")
    right: EdgeStatistics | None = strawberry.field(description="Null where right did not write it, or did not say.")


@strawberry.type(description="Two runs, and how they differ.")
class RunDiff:
    left_id: strawberry.Private[int]
    right_id: strawberry.Private[int]
    point_in_time: strawberry.Private[PointInTime]

    @strawberry.field(description="The run on the left.")
    async def left(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.left_id)

    @strawberry.field(description="The run on the right.")
    async def right(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.right_id)

    @strawberry.field(
        description="Job, status, attempt, duration, and the facets that say how they were made to run: those of the"
        f" job, and of the run {', '.join(RUN_FACETS)}. What is equal is left out."
    )
    async def differences(self, info: Info) -> list[RunDifference]:
        context = info.context
        left, right = await asyncio.gather(*(self._plain(context, run_id) for run_id in (self.left_id, self.right_id)))
        found = [
            RunDifference(kind=kind, facet=None, scope=None, left=left[kind], right=right[kind])
            for kind in left
            if left[kind] != right[kind]
        ]
        left_facets, right_facets = await asyncio.gather(*(_facets(context, i) for i in (self.left_id, self.right_id)))
        for scope, name in sorted({*left_facets, *right_facets}):
            keys = [facets.get((scope, name)) for facets in (left_facets, right_facets)]
            if keys[0] != keys[1]:
                values = [None if key is None else JSON(await context.content(key)) for key in keys]
                found.append(
                    RunDifference(
                        kind=RunDifferenceKind.FACET,
                        facet=name,
                        scope=FacetScope(scope),
                        left=values[0],
                        right=values[1],
                    )
                )
        return found

    @strawberry.field(description="What they wrote, by the assets' URNs.")
    async def outputs(self, info: Info) -> list[OutputDiff]:
        context = info.context
        left, right = await asyncio.gather(*(_outputs(context, i) for i in (self.left_id, self.right_id)))
        assets = {urn: asset for side in (left, right) for urn, (asset, _) in side.items()}
        return [
            OutputDiff(
                asset=assets[urn],
                left=left[urn][1] if urn in left else None,
                right=right[urn][1] if urn in right else None,
            )
            for urn in sorted(assets)
        ]

    async def _plain(self, context: Context, run_id: int) -> dict[RunDifferenceKind, Any]:
        run, row = await asyncio.gather(
            context.run_by_id(run_id), context.load(context.reader.walks.states, run_id, self.point_in_time)
        )
        assert run is not None
        state = None if row is None else context.to_state(row)
        result = state.result.result_type if state and state.result else None
        return {
            RunDifferenceKind.JOB: run["template_urn"],
            RunDifferenceKind.STATUS: result.value if result else state.status.value if state else None,
            RunDifferenceKind.ATTEMPT: state and state.attempt,
            RunDifferenceKind.DURATION: state and state.duration_millis,
        }


async def _facets(context: Context, run_id: int) -> dict[tuple[str, str], Any]:
    """The content keys of the facets that are compared, by scope and name."""
    own, of_job = await asyncio.gather(
        context.facet_heads(run_id, "entities", RUN_FACETS, "OWN"), context.facet_heads(run_id, "entities", None, "JOB")
    )
    return {(row["scope"], row["name"]): row["content_key"] for row in (*own, *of_job)}


async def _outputs(context: Context, run_id: int) -> dict[str, tuple[Entity, EdgeStatistics | None]]:
    """What a run wrote, with how much, by URN."""
    rows = await context.edges(run_id, "OUTPUT")
    facets = await asyncio.gather(*(context.edge_facets(row["edge_id"], "outputStatistics") for row in rows))
    return {
        row["urn"]: (context.to_entity(row), edge_statistics(found.get("outputStatistics")))
        for row, found in zip(rows, facets, strict=True)
    }
