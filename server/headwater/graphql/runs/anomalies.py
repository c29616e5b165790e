"""`anomalies`: unusual figures of a run beside the history of its job (docs/anomalies.md)."""

from collections.abc import Sequence
from enum import Enum

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.enums import AnomalyReason
from headwater.graphql.offset_paging import stored_page
from headwater.graphql.runs.history import HistoryMeasure, history_measure
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.state import HasState
from headwater.graphql.runs.window import TimeWindow, time_span
from headwater.lineage import anomalies as lineage
from headwater.lineage.anomalies import MAX_CHECKED, anomalies_of_jobs, anomalies_of_runs
from headwater.lineage.states import status_of


@strawberry.enum(description="The direction of an edge: input or output.")
class EdgeDirection(Enum):
    INPUT = strawberry.enum_value("INPUT", description="The run read it.")
    OUTPUT = strawberry.enum_value("OUTPUT", description="The run wrote it.")


@strawberry.type(description="An unusual figure of a run, beside the earlier runs of its job.")
class RunAnomaly:
    asset_id: strawberry.Private[int | None]
    reason: AnomalyReason = strawberry.field(description="The kind of anomaly.")
    sentence: str = strawberry.field(description="The anomaly as a sentence, with the figures.")
    measure: HistoryMeasure = strawberry.field(description="The figures.")
    direction: EdgeDirection | None = strawberry.field(
        description="For ROWS and SIZE: INPUT or OUTPUT. Null for other reasons."
    )

    @strawberry.field(
        description="For ROWS and SIZE: the input or output, by the run's name for it. Null for other reasons."
    )
    async def asset(self, info: Info) -> Entity | None:
        row = None if self.asset_id is None else await info.context.entity_by_id(self.asset_id)
        return None if row is None else info.context.to_entity(row)


@strawberry.type
class ComparedRun(HasState):
    """A run, compared with the history of its job."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="The run's unusual figures beside the earlier runs of its job (docs/anomalies.md). The worst"
        " first, then outputs before inputs, by URN. Empty if the run is usual, or with fewer than 8 earlier runs."
    )
    async def anomalies(self, info: Info) -> list[RunAnomaly]:
        status = status_of(self.row)
        if self.row_id is None or status is None:
            return []
        asked = (self.row_id, status == "STARTED")
        return _shown(await info.context.ask(anomalies_of_runs, asked, info.context.now))


@strawberry.type(description="A run with at least one unusual figure beside the earlier runs of its job.")
class UnusualRun:
    run_id: strawberry.Private[int]
    anomalies: list[RunAnomaly] = strawberry.field(description="The unusual figures: at least one, the worst first.")

    @strawberry.field(description="The run.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.run_id)


@strawberry.type(description="Unusual runs of a job, newest first, ties by URN.")
class JobAnomalies:
    checked: int = strawberry.field(
        description=f"The number of checked runs: the newest in the window, at most {MAX_CHECKED}."
    )
    is_complete: bool = strawberry.field(description="True if all runs of the job in the window were checked.")
    total: int = strawberry.field(description="The number of unusual runs on all pages.")
    runs: list[UnusualRun] = strawberry.field(description="The runs of this page.")


async def job_anomalies(
    info: Info,
    job_id: int | None,
    window: TimeWindow | None,
    start: int | None,
    count: int | None,
) -> JobAnomalies:
    """The newest unusual runs of a job. Raises BadRequestError if the window or the page is out of bounds."""
    start, count = stored_page(start, count)
    begin, end = time_span(window)
    context, found = info.context, lineage.JobAnomalies(0, True, [])
    if job_id is not None:
        found = await context.ask(anomalies_of_jobs, job_id, begin, end, context.now)
    return JobAnomalies(
        checked=found.checked,
        is_complete=found.is_complete,
        total=len(found.runs),
        runs=[
            UnusualRun(run_id=one.run_id, anomalies=_shown(one.anomalies)) for one in found.runs[start : start + count]
        ],
    )


def _shown(found: Sequence[lineage.Anomaly]) -> list[RunAnomaly]:
    return [
        RunAnomaly(
            asset_id=one.asset_id,
            reason=one.reason,
            sentence=one.sentence,
            measure=history_measure(one.measure),
            direction=None if one.direction is None else EdgeDirection(one.direction),
        )
        for one in found
    ]
