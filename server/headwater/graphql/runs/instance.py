"""The GraphQL type of a run, with DataHub's names and nullability."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from operator import attrgetter
from typing import Annotated, Any, cast

import strawberry
from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.execution.fields import of_each, of_many, only, values_of
from headwater.graphql.by_id import entities_by, runs_by
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
    DataProcessInstanceProperties,
)
from headwater.graphql.runs.registrations import RegisteredRun
from headwater.graphql.runs.run_properties import created_of, properties_of
from headwater.graphql.runs.state import DataProcessRunEvent, RunState, to_run_event, to_state
from headwater.graphql.runs.timeline import ScheduledRun
from headwater.graphql.runs.versions import SeenInput, seen_inputs
from headwater.graphql.scalars import Long, from_millis
from headwater.model.times import FIRST_TIME, LAST_TIME

MAX_EVENTS = 5000

_TEMPLATES = entities_by(attrgetter("template_id"), attrgetter("template_urn"))
_PARENTS = runs_by(attrgetter("parent_id"), attrgetter("parent_urn"))


async def _assets(
    direction: str, runs: Sequence["DataProcessInstance"], info: Info
) -> list[list[Entity | None] | Exception]:
    context = info.context
    row_ids = [run.row_id for run in runs]
    known = tuple({row_id: None for row_id in row_ids if row_id is not None})
    found = await context.load(context.reader.edges.assets, (direction, known)) if known else {}
    # One list for the same rows: the runs of a job mostly share their assets.
    lists: dict[tuple[int, ...], list[Entity | None] | Exception] = {}
    shown = []

    def entities_of(rows: Sequence[Record]) -> list[Entity | None]:
        return [context.to_entity(row) for row in rows]

    for row_id in row_ids:
        rows = found.get(row_id, ())
        told = tuple(map(id, rows))
        if told not in lists:
            [lists[told]] = of_each(entities_of, [rows])
        shown.append(lists[told])
    return shown


async def _property(name: str, runs: Sequence["DataProcessInstance"], info: Info) -> list[Any]:
    found = await values_of(properties_of(runs, info))
    return [one if one is None or isinstance(one, Exception) else getattr(one, name) for one in found]


async def _run_events(
    runs: Sequence["DataProcessInstance"],
    info: Info,
    start_time_millis: Long | None = None,
    end_time_millis: Long | None = None,
    limit: int | None = None,
) -> list[list[DataProcessRunEvent | None]]:
    """Return the state events of each run within the times. Raises BadRequestError."""
    if limit is not None and limit < 0:
        raise BadRequestError(f"limit: expected 0 or more, got {limit}")
    limit = MAX_EVENTS if limit is None else min(limit, MAX_EVENTS)
    since = FIRST_TIME if start_time_millis is None else from_millis(start_time_millis)
    until = LAST_TIME if end_time_millis is None else from_millis(end_time_millis)
    ids = [run.row_id for run in runs if run.row_id is not None]
    rows = await info.context.load_many(info.context.reader.runs.events, ids, since, until, limit)
    found = dict(zip(ids, rows, strict=True))
    return [[to_run_event(row) for row in found.get(run.row_id or 0, ())] for run in runs]


@strawberry.type(description="A run: one execution, with its state, times, inputs and outputs.")
class DataProcessInstance(
    EntityWithRelationships,
    RunAspects,
    RunFacets,
    RunDerivations,
    RunEvidence,
    RegisteredRun,
    WatchedRun,
    ComparedRun,
    FailingRun,
    ScheduledRun,
    OwnRuns,
):
    runs_are_of = "children"
    created_at: strawberry.Private[datetime | None]
    exists: bool | None = strawberry.field(description="True if the store knows the run.")
    is_stub: bool = strawberry.field(
        description="True if other entities name the run, but no event of the run itself has arrived."
    )
    is_derived: bool = strawberry.field(
        description="True if the run sent no event itself, but its parent reported its state. Airflow does so for"
        " skipped tasks."
    )
    native_id: str | None = strawberry.field(description="The run's id in the producer's system.")
    trigger: str | None = strawberry.field(
        description="The cause of the start, as the producer reports it, in lower case: `scheduled`, `manual`,"
        " `backfill`, … (Airflow); `schedule`, `push`, `web`, … (a GitLab pipeline). Null: not reported"
        " (docs/runs.md)."
    )

    async def stored_id(self, context: Context) -> int | None:
        """The run's id in the store; None if the store does not know the run."""
        return self.row_id

    def parents(self) -> tuple[str | None, str | None]:
        """The URNs of the run's template and of the parent run."""
        return self.template_urn, self.parent_urn

    @strawberry.field(description="The earliest known start of the run; the actor comes from DataHub's aspect.")
    @of_many(created_of)
    async def created(self, info: Info) -> AuditStamp | None:
        return cast("AuditStamp | None", await only(created_of([self], info)))

    @strawberry.field(description="The same name as in `properties`.", deprecation_reason="Use `properties`.")
    @of_many(partial(_property, "name"))
    async def name(self, info: Info) -> str | None:
        return cast("str | None", await only(_property("name", [self], info)))

    @strawberry.field(description="The URL of the run in the tool that executed it, as in `properties`.")
    @of_many(partial(_property, "external_url"))
    async def external_url(self, info: Info) -> str | None:
        return cast("str | None", await only(_property("external_url", [self], info)))

    @strawberry.field(description="The run's properties. Null: the run has neither events nor properties of its own.")
    @of_many(properties_of)
    async def properties(self, info: Info) -> DataProcessInstanceProperties | None:
        return cast("DataProcessInstanceProperties | None", await only(properties_of([self], info)))

    @strawberry.field(description=f"{FACETS} OWN before JOB.")
    async def facets(self, info: Info, names: FacetNames = None, scope: SomeScope = None) -> list[Facet] | None:
        return await facets_of(info, "entities", self.row_id, names, scope)

    @strawberry.field(description=f"{FACET} Default scope: the run's own facets.")
    async def aspect(
        self,
        info: Info,
        name: FacetName,
        scope: Annotated[
            FacetScope,
            strawberry.argument(
                description="OWN: the run's own facets. JOB: the facets of its job in the run's events. Default: OWN."
            ),
        ] = FacetScope.OWN,
    ) -> Facet | None:
        return await facet_of(info, "entities", self.row_id, name, scope)

    @strawberry.field(
        description="State events within the given times, newest first. Times are milliseconds, both included. At"
        " most 5000.",
        metadata=price(length=5),  # a run has few events, whatever the limit
    )
    @of_many(_run_events)
    async def state(
        self,
        info: Info,
        start_time_millis: Annotated[
            Long | None, strawberry.argument(description="The earliest time. Default: no limit.")
        ] = None,
        end_time_millis: Annotated[
            Long | None, strawberry.argument(description="The latest time. Default: no limit.")
        ] = None,
        limit: Annotated[
            int | None, strawberry.argument(description=f"The number of events. Default and maximum: {MAX_EVENTS}.")
        ] = None,
    ) -> list[DataProcessRunEvent | None] | None:
        found = _run_events([self], info, start_time_millis, end_time_millis, limit)
        return cast("list[DataProcessRunEvent | None]", await only(found))

    @strawberry.field(
        description="The run's state at a point in time, by its own events that had happened and arrived by then."
        " Default: the current state. Null: no event was known."
    )
    async def state_at(self, info: Info, point_in_time: SomePointInTime = None) -> RunState | None:
        moment = await point_in_time_of(info.context, point_in_time)
        if self.row_id is None or not (moment.as_of or moment.known_at):
            return to_state(self.row)
        row = await info.context.load(info.context.reader.walks.states, self.row_id, moment)
        return None if row is None else to_state(row)

    @strawberry.field(description="The codes of all repairs in the run's events, sorted (docs/codes.md).")
    async def warnings(self, info: Info) -> list[str]:
        return [] if self.row_id is None else await info.context.load(info.context.reader.runs.warnings, self.row_id)

    @strawberry.field(description="The input assets, sorted by URN.")
    @of_many(partial(_assets, "INPUT"))
    async def inputs(self, info: Info) -> list[Entity | None] | None:
        return cast("list[Entity | None]", await only(_assets("INPUT", [self], info)))

    @strawberry.field(description="The output assets, sorted by URN.")
    @of_many(partial(_assets, "OUTPUT"))
    async def outputs(self, info: Info) -> list[Entity | None] | None:
        return cast("list[Entity | None]", await only(_assets("OUTPUT", [self], info)))

    @strawberry.field(description="The inputs with all details from the run's events, sorted by the assets' URNs.")
    async def input_edges(self, info: Info) -> list[RunEdge]:
        return await run_edges(info, self.row_id, "INPUT")

    @strawberry.field(description="The outputs with all details from the run's events, sorted by the assets' URNs.")
    async def output_edges(self, info: Info) -> list[RunEdge]:
        return await run_edges(info, self.row_id, "OUTPUT")

    @strawberry.field(
        description="The inputs with the versions that the run saw. POSSIBLE adds versions that the run may have"
        " seen. Sorted by the assets' URNs."
    )
    async def seen_inputs(
        self,
        info: Info,
        point_in_time: SomePointInTime = None,
        certainty: Annotated[
            Certainty,
            strawberry.argument(description="POSSIBLE adds versions that the run may have seen. Default: CERTAIN."),
        ] = Certainty.CERTAIN,
    ) -> list[SeenInput] | None:
        if self.row_id is None:
            return []
        return await seen_inputs(
            info.context, self.row_id, await point_in_time_of(info.context, point_in_time), certainty
        )

    @strawberry.field(description="The job or flow of the run.")
    @of_many(_TEMPLATES)
    async def parent_template(self, info: Info) -> Entity | None:
        return cast("Entity | None", await only(_TEMPLATES([self], info)))

    @strawberry.field(description="The run that contains this run.")
    @of_many(_PARENTS)
    async def parent_instance(self, info: Info) -> "DataProcessInstance | None":
        return cast("DataProcessInstance | None", await only(_PARENTS([self], info)))

    @strawberry.field(description="The root of the hierarchy, as the run names it.")
    async def root_instance(self, info: Info) -> "DataProcessInstance | None":
        context = info.context
        row = None if self.row_id is None else await context.load(context.reader.runs.roots, self.row_id)
        return context.to_instance(row) if row else None

    @strawberry.field(description="The run's parent, the parent's parent and so on, nearest first.")
    async def parent_chain(self, info: Info) -> list["DataProcessInstance"]:
        rows = [] if self.row_id is None else await info.context.load(info.context.reader.runs.ancestors, self.row_id)
        return [info.context.to_instance(row) for row in rows]

    @strawberry.field(description="The runs inside this run, newest first. Default: 20; at most 1000.")
    def children(self, info: Info, start: StoredStart = None, count: Count = None) -> DataProcessInstanceResult | None:
        return run_page(info, OwnedRuns(self.row_id, "children"), start, count)

    @strawberry.field(
        description="The upstream runs that this run declares as dependencies. Default: the newest 20; at most 1000."
    )
    def upstream_instances(
        self, info: Info, start: StoredStart = None, count: Count = None
    ) -> DataProcessInstanceResult | None:
        return run_page(info, OwnedRuns(self.row_id, "upstreams"), start, count)

    @strawberry.field(
        description="The downstream runs that declare this run as a dependency. Default: the newest 20; at most 1000."
    )
    def downstream_instances(
        self, info: Info, start: StoredStart = None, count: Count = None
    ) -> DataProcessInstanceResult | None:
        return run_page(info, OwnedRuns(self.row_id, "downstreams"), start, count)
