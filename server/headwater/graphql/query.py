"""The root fields: ways in by URN, and by the names that OpenLineage events give."""

import asyncio
from datetime import datetime
from typing import Annotated, TypeVar

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.assets import Dataset, MLModel
from headwater.graphql.context import Context, Info
from headwater.graphql.entities import Container, Entity, StoredEntity
from headwater.graphql.hung_runs import HungRuns
from headwater.graphql.impact import MAX_NODES, MAX_SECONDS, Impact, ask, limits_of
from headwater.graphql.instances import DataProcessInstance
from headwater.graphql.lineage_diff import LineageDiff, LineagePoint, find_side
from headwater.graphql.mapper import missing_entity
from headwater.graphql.quarantine import QuarantineResult, quarantine_page
from headwater.graphql.question import Question
from headwater.graphql.run_page import MAX_COUNT, DataProcessInstanceResult, run_page
from headwater.graphql.search_across_lineage import (
    ScrollAcrossLineageResults,
    ScrollInput,
    SearchAcrossLineageResults,
    SearchInput,
    scroll_across_lineage,
    search_across_lineage,
)
from headwater.graphql.starts import find_start
from headwater.graphql.templates import DataFlow, DataJob
from headwater.graphql.vantage import ImpactKind, LineageCertainty, LineageDirection, SomeVantage, in_utc, vantage_of
from headwater.impact.affected import Kind
from headwater.impact.answer import Certainty
from headwater.model.lineage import Direction, Vantage
from headwater.store.walks import Limits
from headwater.urn import (
    DATA_PROCESS_INSTANCE,
    check_text,
    openlineage_dataset_urn,
    openlineage_job_urn,
    openlineage_run_key,
    parse_urn,
    run_uuid,
)

MAX_URNS = 1000

SomeEntity = TypeVar("SomeEntity", bound=Entity)

StartUrn = Annotated[str, strawberry.argument(description="A run, a job, a flow, a dataset or a model.")]
MadeBy = Annotated[
    str | None, strawberry.argument(description="Of a dataset or model: the run whose version it starts at.")
]
At = Annotated[
    datetime | None,
    strawberry.argument(description="Of a dataset or model: start at what it shows then. Default: asOf, else now."),
]
MaxDepth = Annotated[int | None, strawberry.argument(description="At most so many runs away. Default: no limit.")]
MaxNodes = Annotated[
    int | None,
    strawberry.argument(description=f"At most so many runs are walked over. Default: 1000000; at most {MAX_NODES}."),
]
MaxSeconds = Annotated[
    float | None,
    strawberry.argument(description=f"The walk ends after this. Default: 10; at most {MAX_SECONDS:.0f}."),
]


@strawberry.type
class Query:
    @strawberry.field(description="A run. The bare UUID that several jobs share stands for the run that began first.")
    async def data_process_instance(self, info: Info, urn: str) -> DataProcessInstance | None:
        return await _expect(DataProcessInstance, info.context, urn)

    @strawberry.field(description="A job.")
    async def data_job(self, info: Info, urn: str) -> DataJob | None:
        return await _expect(DataJob, info.context, urn)

    @strawberry.field(description="A flow.")
    async def data_flow(self, info: Info, urn: str) -> DataFlow | None:
        return await _expect(DataFlow, info.context, urn)

    @strawberry.field(description="A dataset.")
    async def dataset(self, info: Info, urn: str) -> Dataset | None:
        return await _expect(Dataset, info.context, urn)

    @strawberry.field(description="A machine-learning model.")
    async def ml_model(self, info: Info, urn: str) -> MLModel | None:
        return await _expect(MLModel, info.context, urn)

    @strawberry.field(description="An experiment or a notebook.")
    async def container(self, info: Info, urn: str) -> Container | None:
        return await _expect(Container, info.context, urn)

    @strawberry.field(description="Any entity.")
    async def entity(self, info: Info, urn: str) -> Entity | None:
        return await _entity(info.context, urn)

    @strawberry.field(description="Several entities, in the order of their URNs in the argument. At most 1000.")
    async def entities(self, info: Info, urns: list[str]) -> list[Entity | None] | None:
        if len(urns) > MAX_URNS:
            raise BadRequestError(f"urns: expected at most {MAX_URNS}, got {len(urns)}")
        return list(await asyncio.gather(*(_entity(info.context, urn) for urn in urns)))

    @strawberry.field(
        description="What could not be parsed, newest first: of one reason code (docs/codes.md), or all of it."
        " Default: the newest 20; at most 1000."
    )
    async def quarantine(
        self, start: int | None = None, count: int | None = None, code: str | None = None
    ) -> QuarantineResult:
        return quarantine_page(code, start, count)

    @strawberry.field(description="A job by its OpenLineage namespace and name, as its events give them.")
    async def openlineage_job(self, info: Info, namespace: str, name: str) -> DataJob | None:
        return await _expect(DataJob, info.context, openlineage_job_urn(namespace, name))

    @strawberry.field(description="A dataset by its OpenLineage namespace and name, as events give them.")
    async def openlineage_dataset(self, info: Info, namespace: str, name: str) -> Dataset | None:
        return await _expect(Dataset, info.context, openlineage_dataset_urn(namespace, name))

    @strawberry.field(
        description="A run by its OpenLineage run id; of several jobs that share the id, the one of the job that is"
        " named, else the one that began first. Null where there is none."
    )
    async def openlineage_run(
        self, info: Info, run_id: str, namespace: str | None = None, name: str | None = None
    ) -> DataProcessInstance | None:
        if (namespace is None) != (name is None):
            raise BadRequestError("namespace, name: expected both of the run's job, or neither")
        for argument, text in (("runId", run_id), ("namespace", namespace), ("name", name)):
            check_text(argument, text or "")
        if namespace is not None and name is not None:
            row_id = await info.context.reader.run_id_by_key(openlineage_run_key(namespace, name, run_id))
        else:
            row_id = await info.context.run_id_by_native_id(str(run_uuid(run_id) or run_id))
        row = None if row_id is None else await info.context.run_by_id(row_id)
        return None if row is None else info.context.to_instance(row)

    @strawberry.field(
        description="The runs that hang: STARTED for longer than the history of their job explains. Newest first,"
        " ties by URN. Default: 20; at most 1000."
    )
    def hung_runs(self, start: int | None = None, count: int | None = None) -> DataProcessInstanceResult:
        return run_page(HungRuns(), start, count)

    @strawberry.field(
        description="The runs that gave evidence with this checksum, newest first, ties by URN. At most 1000."
    )
    async def runs_by_checksum(self, info: Info, checksum: str) -> list[DataProcessInstance]:
        check_text("checksum", checksum)
        rows = await info.context.reader.lineage.runs_by_checksum(checksum, MAX_COUNT)
        return [info.context.to_instance(row) for row in rows]

    @strawberry.field(
        description="Everything that a start has affected, or (UPSTREAM) that went into it, with the reason"
        " (docs/point-in-time.md). The start is a run, a job, a flow, or a dataset or model as it was at a moment or as"
        " a run wrote it. What limits cut off is said by `truncated`."
    )
    async def impact(
        self,
        info: Info,
        urn: StartUrn,
        made_by: MadeBy = None,
        at: At = None,
        direction: LineageDirection = Direction.DOWNSTREAM,  # type: ignore[valid-type]
        kinds: Annotated[
            list[ImpactKind] | None,  # type: ignore[valid-type]
            strawberry.argument(description="Default: both."),
        ] = None,
        certainty: Annotated[
            LineageCertainty,  # type: ignore[valid-type]
            strawberry.argument(description="POSSIBLE also finds what only may be affected."),
        ] = Certainty.CERTAIN,
        vantage: SomeVantage = None,
        containment: Annotated[
            bool,
            strawberry.argument(
                description="Start with all that the start contains; what affects a run affects its parent."
            ),
        ] = False,
        max_depth: MaxDepth = None,
        max_nodes: MaxNodes = None,
        max_seconds: MaxSeconds = None,
    ) -> Impact:
        return await _answered(
            info.context,
            await _point(info.context, urn, made_by, at),
            direction,
            frozenset(Kind if kinds is None else kinds),
            vantage_of(vantage, certainty),
            containment,
            max_depth,
            limits_of(max_nodes, max_seconds, max_depth),
        )

    @strawberry.field(
        description="All that went into a run or a version, to the roots, with the exact versions: `impact` UPSTREAM."
        " `suspects` says what looks wrong on the way (docs/suspects.md), `roots` where the ways end."
    )
    async def provenance(
        self,
        info: Info,
        urn: StartUrn,
        made_by: MadeBy = None,
        at: At = None,
        certainty: Annotated[
            LineageCertainty,  # type: ignore[valid-type]
            strawberry.argument(description="POSSIBLE also finds what only may have gone in."),
        ] = Certainty.CERTAIN,
        vantage: SomeVantage = None,
        containment: Annotated[
            bool, strawberry.argument(description="What a run contains went into what it wrote.")
        ] = False,
        max_depth: MaxDepth = None,
        max_nodes: MaxNodes = None,
        max_seconds: MaxSeconds = None,
    ) -> Impact:
        return await _answered(
            info.context,
            await _point(info.context, urn, made_by, at),
            Direction.UPSTREAM,
            frozenset({Kind.CONTAMINATED}),
            vantage_of(vantage, certainty),
            containment,
            max_depth,
            limits_of(max_nodes, max_seconds, max_depth),
        )

    @strawberry.field(
        description="What changed from one run or version to another: what went in, and how their runs differ."
    )
    async def lineage_diff(
        self,
        info: Info,
        left: LineagePoint,
        right: LineagePoint,
        vantage: SomeVantage = None,
        max_depth: Annotated[
            int, strawberry.argument(description="Inputs up to so many runs away. 1: what they read themselves.")
        ] = 1,
        max_nodes: MaxNodes = None,
        max_seconds: MaxSeconds = None,
    ) -> LineageDiff:
        if max_depth < 1:
            raise BadRequestError(f"maxDepth: expected 1 or more, got {max_depth}")
        context, asked, limits = info.context, vantage_of(vantage), limits_of(max_nodes, max_seconds, max_depth)
        points = [await _point(context, point.urn, point.made_by, point.at) for point in (left, right)]
        sides = [await find_side(context, *point, asked, max_depth, limits) for point in points]
        return LineageDiff(vantage=asked, sides=(sides[0], sides[1]))

    @strawberry.field(
        description="All that is up or down the line of an entity, nearest first, then by URN (docs/datahub.md)."
    )
    async def search_across_lineage(self, info: Info, asked: SearchInput) -> SearchAcrossLineageResults | None:
        return await search_across_lineage(info.context, await _named(info.context, asked.urn), asked)

    @strawberry.field(description="The same page by page.")
    async def scroll_across_lineage(self, info: Info, asked: ScrollInput) -> ScrollAcrossLineageResults | None:
        return await scroll_across_lineage(info.context, await _named(info.context, asked.urn), asked)


Point = tuple[DataProcessInstance | StoredEntity, DataProcessInstance | None, datetime | None]
"""An entity with, of an asset, the run that made it or the moment."""


async def _point(context: Context, urn: str, made_by: str | None, at: datetime | None) -> Point:
    """What arguments name. Raises BadRequestError."""
    entity = await _entity(context, urn)
    maker = None if made_by is None else await _expect(DataProcessInstance, context, made_by)
    if not isinstance(entity, DataProcessInstance | StoredEntity):
        raise BadRequestError(f"urn: nothing is known to follow from {urn[:200]!r}")
    return entity, maker, in_utc(at)


async def _answered(
    context: Context,
    point: Point,
    direction: Direction,
    kinds: frozenset[Kind],
    vantage: Vantage,
    containment: bool,
    max_depth: int | None,
    limits: Limits,
) -> Impact:
    """The answer to a question about a point. Raises BadRequestError."""
    if not kinds:
        raise BadRequestError("kinds: expected one or both, got none")
    start = await find_start(context, *point, vantage, direction, containment=containment)
    question = Question(start, direction, kinds, vantage, containment, max_depth, limits)
    return Impact(question=question, answer=await ask(context, question), start=point[0], direction=direction)


async def _named(context: Context, urn: str | None) -> Entity:
    """The entity that a search starts at. Raises BadRequestError where none is named."""
    if urn is None:
        raise BadRequestError("urn: expected the URN of the entity to start at")
    return await _entity(context, urn)


async def _expect(expected: type[SomeEntity], context: Context, urn: str) -> SomeEntity:
    """The entity of a URN, which has to be of this type. Raises BadRequestError."""
    entity = await _entity(context, urn)
    if not isinstance(entity, expected):
        raise BadRequestError(f"urn: expected a {expected.__name__}, got {urn[:200]!r}")
    return entity


async def _entity(context: Context, urn: str) -> Entity:
    parsed = parse_urn(urn)
    row = await context.entity_by_urn(urn)
    if parsed.kind != DATA_PROCESS_INSTANCE:
        return missing_entity(urn) if row is None else context.to_entity(row)
    run_id = row["id"] if row else await _by_bare_uuid(context, parsed.parts[0])
    run = None if run_id is None else await context.run_by_id(run_id)
    return missing_entity(urn) if run is None else context.to_instance(run)


async def _by_bare_uuid(context: Context, text: str) -> int | None:
    """The run that the bare UUID in a URN stands for where no run has it as its URN."""
    uuid = run_uuid(text)
    return None if uuid is None else await context.run_id_by_native_id(str(uuid))
