"""The columns of an answer: pages, filters, and the path to each (docs/columns.md)."""

import asyncio
from datetime import datetime
from typing import Annotated

import strawberry

from headwater.dialects.openlineage.columns import schema_columns
from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.enums import Certainty, Kind
from headwater.graphql.impact.affected import MAX_VALUES
from headwater.graphql.impact.answered import Answered
from headwater.graphql.impact.steps import DEFAULT_PATH, MAX_PATH, PathCount, check_path_count
from headwater.graphql.lists import check_urns
from headwater.graphql.offset_paging import Count, Start, offset_page
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.versions import AssetVersion, version_by_key
from headwater.impact.column_answer import ColumnStep as Step
from headwater.impact.column_answer import FoundColumn, column_path
from headwater.lineage.affected import path_nodes
from headwater.lineage.affected_columns import ColumnFilter, affected_columns
from headwater.lineage.question import Question
from headwater.model.columns import Transformation
from headwater.model.lineage import to_moment
from headwater.model.questions import Direction
from headwater.urn import DATASET


@strawberry.input(
    description="A filter of the columns to show. Columns must meet every given condition. An empty list means no"
    " condition."
)
class AffectedColumnFilter:
    certainty: Certainty | None = strawberry.field(
        default=None, description="CERTAIN: only certain columns. POSSIBLE: only columns that are merely possible."
    )
    direct: bool | None = strawberry.field(
        default=None, description="True: only columns with `direct`. False: only those without."
    )
    assets: list[str] | None = strawberry.field(
        default=None, description=f"Columns of these datasets, by any of their URNs. At most {MAX_VALUES}."
    )


@strawberry.type(description="A use of a column by a run, from a columnLineage or lineage facet.")
class ColumnTransformation:
    type: str = strawberry.field(
        description="DIRECT: values came from the column. INDIRECT: it chose, joined, grouped or sorted rows."
    )
    subtype: str | None = strawberry.field(description="A finer type, such as IDENTITY, AGGREGATION or FILTER.")
    masking: bool | None = strawberry.field(description="True if the values were masked.")
    description: str | None = strawberry.field(description="The producer's description.")


@strawberry.type(description="A place on the path to a column: a run, or a version with the column that leads on.")
class ColumnStep:
    run: LazyInstance | None = strawberry.field(description="The run. Null at the place of a version.")
    version: AssetVersion | None = strawberry.field(description="The version. Null at the place of a run.")
    column: str | None = strawberry.field(
        description="The column of the version. Null: the whole version, or the place of a run."
    )
    told: bool | None = strawberry.field(
        description="True if the run told the columns on both sides. False: it told none, so whole data stand in."
        " Null at the place of a version, and of a run at an end of the path."
    )
    transformations: list[ColumnTransformation] | None = strawberry.field(
        description="The uses that the run told between the columns on both sides. Null at the place of a version."
    )


@strawberry.type(description="A column of a version; upstream also of data without a known version.")
class AffectedColumn:
    question: strawberry.Private[Question]
    found: strawberry.Private[FoundColumn]
    column: str | None = strawberry.field(
        description="The name. Null: all columns (CERTAIN), or some that nobody told (POSSIBLE)."
    )
    direct: bool = strawberry.field(
        description="True if a path without INDIRECT uses leads here. False: at best filters, joins or the like do."
    )
    kind: Kind = strawberry.field(description="The kind of effect: CONTAMINATED or STALE.")
    certainty: Certainty = strawberry.field(
        description="CERTAIN if a path of certain hops leads here, of which each told its columns. Else POSSIBLE."
    )
    depth: int = strawberry.field(description="The number of runs on the shortest path from the start.")
    reached_at: datetime | None = strawberry.field(
        description="The earliest time of the effect, UTC. Null: upstream, or only references lead here."
    )

    @strawberry.field(description="The data, by the leading one of its names.")
    async def asset(self, info: Info) -> Entity:
        row = await info.context.entity_by_id(self.found.class_id)
        assert row is not None
        return info.context.to_entity(row)

    @strawberry.field(description="The version. Null upstream for data without a known version.")
    async def version(self, info: Info) -> AssetVersion | None:
        key = self.found.version
        return None if key is None else await version_by_key(info.context, key, self.question.point_in_time)

    @strawberry.field(
        description="The type of the column, by the schema that the writer of the version told. Null: it told none."
    )
    async def type(self, info: Info) -> str | None:
        if self.found.version is None or self.column is None:
            return None
        context, wanted = info.context, self.column.casefold()
        facets = await context.load(context.reader.facets.values_of_edges, (self.found.version[0], ("schema",)))
        types = schema_columns(facets.get("schema"))
        return next((kind for name, kind in types if name.casefold() == wanted), None)

    @strawberry.field(
        description="The shortest path from the start: runs and the versions between them, with columns. Longer paths"
        f" are cut to the last {DEFAULT_PATH} places, or the last `count`, at most {MAX_PATH}."
    )
    async def path(self, info: Info, count: PathCount = DEFAULT_PATH) -> list[ColumnStep] | None:
        check_path_count(count)
        steps = (await asyncio.to_thread(column_path, self.found, self.question.direction))[-count:]
        return list(await asyncio.gather(*(self._step(info.context, step) for step in steps)))

    async def _step(self, context: Context, step: Step) -> ColumnStep:
        [node] = path_nodes(self.found.finding.paths, [step.node])
        if node.version is not None:
            version = await version_by_key(context, node.version, self.question.point_in_time)
            return ColumnStep(run=None, version=version, column=step.name, told=None, transformations=None)
        assert node.run_id is not None
        run, uses = await context.instance(node.run_id), list(map(_transformation, step.transformations))
        return ColumnStep(run=run, version=None, column=None, told=step.is_told, transformations=uses)


@strawberry.type(description="A page of columns, nearest first, then by time, by the version's URN, and by name.")
class AffectedColumnResult:
    start: int = strawberry.field(description="The requested offset.")
    count: int = strawberry.field(description="The requested page size.")
    total: int = strawberry.field(description="The number of columns on all pages, after the filter.")
    columns: list[AffectedColumn] = strawberry.field(description="The columns of this page.")


@strawberry.type
class ImpactColumns(Answered):
    """The columns of an answer."""

    @strawberry.field(
        description="The columns of the answer, nearest first (docs/columns.md). Downstream, those of the start are"
        " first. Default: 20; at most 1000. Null for a question without `columns`."
    )
    async def columns(
        self,
        info: Info,
        start: Start = None,
        count: Count = None,
        filter: Annotated[
            AffectedColumnFilter | None,
            strawberry.argument(description="Only columns that meet this filter. Default: all columns."),
        ] = None,
    ) -> AffectedColumnResult | None:
        question, wanted = self.asked.question, _filter(filter)
        start, count = offset_page(start, count)
        if question.columns is None:
            return None
        found = await affected_columns(info.context.reader, self.whole, wanted)
        page = [_column(question, one) for one in found[start : start + count]]
        return AffectedColumnResult(start=start, count=count, total=len(found), columns=page)


def _filter(given: AffectedColumnFilter | None) -> ColumnFilter:
    """Check a filter of columns. Raises BadRequestError."""
    if given is None:
        return ColumnFilter()
    check_urns("filter.assets", given.assets or [], MAX_VALUES, (DATASET,))
    return ColumnFilter(given.certainty, given.direct, given.assets or [])


def _column(question: Question, found: FoundColumn) -> AffectedColumn:
    return AffectedColumn(
        question=question,
        found=found,
        column=found.name,
        direct=found.is_direct,
        kind=found.finding.kind,
        certainty=Certainty.of(found.is_certain),
        depth=found.depth,
        reached_at=None if question.direction is Direction.UPSTREAM else to_moment(found.reached),
    )


def _transformation(one: Transformation) -> ColumnTransformation:
    return ColumnTransformation(type=one.type, subtype=one.subtype, masking=one.masking, description=one.description)
