"""The run and the types around it, with DataHub's names and nullability."""

import asyncio
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.cost.price import price
from headwater.graphql.entities.audit import AuditStamp
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.facets import (
    FACET,
    FACETS,
    Facet,
    FacetName,
    FacetNames,
    FacetScope,
    SomeScope,
    facet_of,
    facets_of,
)
from headwater.graphql.entities.lineage import EntityWithRelationships
from headwater.graphql.enums import Certainty
from headwater.graphql.offset_paging import Count, StoredStart
from headwater.graphql.point_in_time import SomePointInTime, point_in_time_of
from headwater.graphql.runs.anomalies import ComparedRun
from headwater.graphql.runs.aspects import RunAspects
from headwater.graphql.runs.derivations import RunDerivations
from headwater.graphql.runs.edges import RunEdge, run_edges
from headwater.graphql.runs.evidence import RunEvidence
from headwater.graphql.runs.facets import RunFacets
from headwater.graphql.runs.failures import FailingRun
from headwater.graphql.runs.hung import WatchedRun
from headwater.graphql.runs.listed import OwnRuns
from headwater.graphql.runs.page import DataProcessInstanceResult, OwnedRuns, run_page
from headwater.graphql.runs.properties import (
    PROPERTY_FACETS,
    DataProcessInstanceProperties,
    declared_properties,
    run_properties,
)
from headwater.graphql.runs.state import DataProcessRunEvent, RunState, to_run_event
from headwater.graphql.runs.timeline import ScheduledRun
from headwater.graphql.runs.versions import SeenInput, seen_inputs
from headwater.graphql.scalars import Long, from_millis
from headwater.model.loose_json import text
from headwater.model.times import FIRST_TIME, LAST_TIME

MAX_EVENTS = 5000


@strawberry.type(description="A run: one execution, with its state, times, inputs and outputs.")
class DataProcessInstance(
    EntityWithRelationships,
    RunAspects,
    RunFacets,
    RunDerivations,
    RunEvidence,
    WatchedRun,
    ComparedRun,
    FailingRun,
    ScheduledRun,
    OwnRuns,
):
    runs_are_of = "children"
    template_id: strawberry.Private[int | None]
    parent_id: strawberry.Private[int | None]
    parent_urn: strawberry.Private[str | None]
    created_at: strawberry.Private[Long | None]
    exists: bool | None = strawberry.field(description="Whether the store knows it.")
    is_stub: bool = strawberry.field(description="Named by a reference only, with no event of its own yet.")
    is_derived: bool = strawberry.field(
        description="It sent nothing: its parent said what became of it, as Airflow does of tasks that it skipped."
    )
    native_id: str | None = strawberry.field(description="The run's id as its producer gave it.")
    trigger: str | None = strawberry.field(
        description="What started it, as its producer says it, in lower case: `scheduled`, `manual`, `backfill`, …"
        " (Airflow); `schedule`, `push`, `web`, … (a GitLab pipeline). Null where nobody said (docs/runs.md)."
    )
    current_state: RunState | None = strawberry.field(description="Null where no event has said a state.")

    async def stored_id(self, context: Context) -> int | None:
        """Its id in the store; None where the store does not know it."""
        return self.row_id

    def parents(self) -> tuple[str | None, str | None]:
        """The URNs of its template and of the run that contains it."""
        return self.template_urn, self.parent_urn

    @strawberry.field(description="When the run began, as far as is known; the actor as DataHub's aspect names it.")
    async def created(self, info: Info) -> AuditStamp | None:
        if self.created_at is None:
            return None
        declared = await self.value_of(info, "dataProcessInstanceProperties")
        return AuditStamp(time=self.created_at, actor=text(declared, "created", "actor"))

    @strawberry.field(description="The same as of `properties`.", deprecation_reason="`properties` has it.")
    async def name(self, info: Info) -> str | None:
        found = await self.properties(info)
        return None if found is None else found.name

    @strawberry.field(description="The run in the tool that ran it, as in `properties`.")
    async def external_url(self, info: Info) -> str | None:
        found = await self.properties(info)
        return None if found is None else found.external_url

    @strawberry.field(description="Null where the run has neither an event nor properties of its own.")
    async def properties(self, info: Info) -> DataProcessInstanceProperties | None:
        if self.row_id is None:
            return None
        declared, facets, job_facets = await asyncio.gather(
            info.context.aspect(self.row_id, "dataProcessInstanceProperties"),
            info.context.facets(self.row_id, *PROPERTY_FACETS),
            info.context.facets(self.template_id, "jobType"),
        )
        if declared is not None:
            return declared_properties(self.urn, declared)
        if self.created_at is None or self.native_id is None:
            return None
        created = AuditStamp(time=self.created_at, actor=None)
        return run_properties(self.urn, self.native_id, created, facets, job_facets)

    @strawberry.field(description=f"{FACETS} OWN before JOB.")
    async def facets(self, info: Info, names: FacetNames = None, scope: SomeScope = None) -> list[Facet] | None:
        return await facets_of(info, "entities", self.row_id, names, scope)

    @strawberry.field(description=f"{FACET} The run's own unless told.")
    async def aspect(
        self,
        info: Info,
        name: FacetName,
        scope: Annotated[
            FacetScope,
            strawberry.argument(description="The run's own facets, or what its events said of its job. Default: OWN."),
        ] = FacetScope.OWN,
    ) -> Facet | None:
        return await facet_of(info, "entities", self.row_id, name, scope)

    @strawberry.field(
        description="State events, newest first, within the times given (milliseconds, both included)."
        " Never more than 5000.",
        metadata=price(length=5),  # a run has few, whatever the limit
    )
    async def state(
        self,
        info: Info,
        start_time_millis: Annotated[
            Long | None, strawberry.argument(description="At this time or later. Default: no limit.")
        ] = None,
        end_time_millis: Annotated[
            Long | None, strawberry.argument(description="At this time or earlier. Default: no limit.")
        ] = None,
        limit: Annotated[
            int | None, strawberry.argument(description=f"How many events. Default and most: {MAX_EVENTS}.")
        ] = None,
    ) -> list[DataProcessRunEvent | None] | None:
        if limit is not None and limit < 0:
            raise BadRequestError(f"limit: expected 0 or more, got {limit}")
        limit = MAX_EVENTS if limit is None else min(limit, MAX_EVENTS)
        if self.row_id is None:
            return []
        since = FIRST_TIME if start_time_millis is None else from_millis(start_time_millis)
        until = LAST_TIME if end_time_millis is None else from_millis(end_time_millis)
        rows = await info.context.load(info.context.reader.runs.events, self.row_id, since, until, limit)
        return [to_run_event(row) for row in rows]

    @strawberry.field(description="Codes of what was repaired in the run's events, sorted (docs/codes.md).")
    async def warnings(self, info: Info) -> list[str]:
        return [] if self.row_id is None else await info.context.load(info.context.reader.runs.warnings, self.row_id)

    @strawberry.field(description="What the run read, in the order of the URNs.")
    async def inputs(self, info: Info) -> list[Entity | None] | None:
        return await self._assets(info, "INPUT")

    @strawberry.field(description="What the run wrote, in the order of the URNs.")
    async def outputs(self, info: Info) -> list[Entity | None] | None:
        return await self._assets(info, "OUTPUT")

    async def _assets(self, info: Info, direction: str) -> list[Entity | None]:
        context = info.context
        if self.row_id is None:
            return []
        rows = await context.load(context.reader.edges.edges, (self.row_id, direction))
        return [context.to_entity(row) for row in rows]

    @strawberry.field(description="What the run read, with what it said of it, in the order of the assets' URNs.")
    async def input_edges(self, info: Info) -> list[RunEdge]:
        return await run_edges(info, self.row_id, "INPUT")

    @strawberry.field(description="What the run wrote, with what it said of it, in the order of the assets' URNs.")
    async def output_edges(self, info: Info) -> list[RunEdge]:
        return await run_edges(info, self.row_id, "OUTPUT")

    @strawberry.field(
        description="What it read, and which versions it saw; POSSIBLE: also those that it may have seen. By the"
        " assets' URNs."
    )
    async def seen_inputs(
        self,
        info: Info,
        point_in_time: SomePointInTime = None,
        certainty: Annotated[
            Certainty, strawberry.argument(description="POSSIBLE: also those that it may have seen. Default: CERTAIN.")
        ] = Certainty.CERTAIN,
    ) -> list[SeenInput] | None:
        if self.row_id is None:
            return []
        return await seen_inputs(
            info.context, self.row_id, await point_in_time_of(info.context, point_in_time), certainty
        )

    @strawberry.field(description="The job or flow that the run executed.")
    async def parent_template(self, info: Info) -> Entity | None:
        row = await info.context.entity_by_id(self.template_id) if self.template_id else None
        return info.context.to_entity(row) if row else None

    @strawberry.field(description="The run that contains this one.")
    async def parent_instance(self, info: Info) -> "DataProcessInstance | None":
        row = await info.context.run_by_id(self.parent_id) if self.parent_id else None
        return info.context.to_instance(row) if row else None

    @strawberry.field(description="The run that it names as the root of its hierarchy.")
    async def root_instance(self, info: Info) -> "DataProcessInstance | None":
        context = info.context
        row = None if self.row_id is None else await context.load(context.reader.runs.roots, self.row_id)
        return context.to_instance(row) if row else None

    @strawberry.field(description="The run's parent, that one's parent and so on, nearest first.")
    async def parent_chain(self, info: Info) -> list["DataProcessInstance"]:
        rows = [] if self.row_id is None else await info.context.load(info.context.reader.runs.ancestors, self.row_id)
        return [info.context.to_instance(row) for row in rows]

    @strawberry.field(description="The runs that this one contains, newest first. Default: 20; at most 1000.")
    def children(self, start: StoredStart = None, count: Count = None) -> DataProcessInstanceResult | None:
        return run_page(OwnedRuns(self.row_id, "children"), start, count)

    @strawberry.field(description="The runs that this one says it depends on. Default: the newest 20; at most 1000.")
    def upstream_instances(self, start: StoredStart = None, count: Count = None) -> DataProcessInstanceResult | None:
        return run_page(OwnedRuns(self.row_id, "upstreams"), start, count)

    @strawberry.field(description="The runs that say they depend on this one. Default: the newest 20; at most 1000.")
    def downstream_instances(self, start: StoredStart = None, count: Count = None) -> DataProcessInstanceResult | None:
        return run_page(OwnedRuns(self.row_id, "downstreams"), start, count)
