"""`anomalies`: in what a run is unlike the history of its own job, and which runs of a job are (docs/anomalies.md)."""

import asyncio
from enum import Enum

import strawberry
from asyncpg import Record

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.offset_paging import stored_page
from headwater.graphql.runs.history import HistoryMeasure, compared, measure_of, span, telling
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.state import DataProcessRunStatus, RunState
from headwater.graphql.runs.window import TimeWindow, time_span
from headwater.graphql.scalars import whole_millis

MAX_CHECKED = 500
"""So many of the newest runs of a job are looked at, in well under a second."""


@strawberry.enum(description="In what a run is unlike the earlier ones of its job, the worst first.")
class AnomalyReason(Enum):
    FAILED = strawberry.enum_value("FAILED", description="It failed, and most of them did not.")
    HUNG = strawberry.enum_value("HUNG", description="It has been STARTED for longer than they explain: `isHung`.")
    ROWS = strawberry.enum_value("ROWS", description="It wrote or read far more or fewer rows.")
    SIZE = strawberry.enum_value("SIZE", description="It wrote or read far more or fewer bytes, but not rows.")
    LATE = strawberry.enum_value("LATE", description="It began longer after the run before it than any of them.")
    DURATION = strawberry.enum_value("DURATION", description="It took far longer or shorter.")
    RETRIED = strawberry.enum_value("RETRIED", description="It took more attempts to succeed.")


_SEVERITY = {reason: place for place, reason in enumerate(AnomalyReason)}


@strawberry.enum(description="Whether a run read an asset or wrote it.")
class EdgeDirection(Enum):
    INPUT = strawberry.enum_value("INPUT", description="The run read it.")
    OUTPUT = strawberry.enum_value("OUTPUT", description="The run wrote it.")


@strawberry.type(description="Something of a run that is unlike the earlier runs of its job.")
class RunAnomaly:
    asset_id: strawberry.Private[int | None]
    reason: AnomalyReason = strawberry.field(description="In what it is unlike them.")
    sentence: str = strawberry.field(description="The same in words, with the figures.")
    measure: HistoryMeasure = strawberry.field(description="The figures.")
    direction: EdgeDirection | None = strawberry.field(
        description="Of ROWS and SIZE, whether it is of what the run read or wrote; else null."
    )

    @strawberry.field(description="Of ROWS and SIZE the input or output, by the name that the run gave it; else null.")
    async def asset(self, info: Info) -> Entity | None:
        row = None if self.asset_id is None else await info.context.entity_by_id(self.asset_id)
        return None if row is None else info.context.to_entity(row)


@strawberry.type
class ComparedRun:
    """What of a run is unlike the history of its job."""

    row_id: strawberry.Private[int | None]
    current_state: RunState | None

    @strawberry.field(
        description="In what the run is unlike the earlier runs of its own job (docs/anomalies.md): the worst first,"
        " then outputs before inputs, by URN. Empty where it is like them, and where there are fewer than 8 of them."
    )
    async def anomalies(self, info: Info) -> list[RunAnomaly]:
        state = self.current_state
        if self.row_id is None or state is None:
            return []
        return await _anomalies(info.context, self.row_id, is_open=state.status is DataProcessRunStatus.STARTED)


@strawberry.type(description="A run that is unlike the earlier ones of its job.")
class UnusualRun:
    run_id: strawberry.Private[int]
    anomalies: list[RunAnomaly] = strawberry.field(description="In what: at least one, the worst first.")

    @strawberry.field(description="The run.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.run_id)


@strawberry.type(description="Runs of a job that are unlike the ones before them, newest first, ties by URN.")
class JobAnomalies:
    checked: int = strawberry.field(
        description=f"How many runs were looked at: the newest in the window, at most {MAX_CHECKED}."
    )
    is_complete: bool = strawberry.field(description="Whether these are all runs of the job in the window.")
    total: int = strawberry.field(description="How many of them are unusual, on all pages.")
    runs: list[UnusualRun] = strawberry.field(description="The page.")


async def job_anomalies(
    info: Info,
    job_id: int | None,
    window: TimeWindow | None,
    start: int | None,
    count: int | None,
) -> JobAnomalies:
    """The newest unusual runs of a job. Raises BadRequestError where the window or the page is out of bounds."""
    start, count = stored_page(start, count)
    begin, end = time_span(window)
    context = info.context
    reader = context.reader.history
    # One more than is looked at, so that its being there says that there is more.
    rows = [] if job_id is None else await context.load(reader.newest_runs, job_id, begin, end, MAX_CHECKED + 1)
    checked = rows[:MAX_CHECKED]
    found = await asyncio.gather(
        *(_anomalies(context, row["id"], is_open=row["status"] == "STARTED") for row in checked)
    )
    unusual = [
        UnusualRun(run_id=row["id"], anomalies=anomalies)
        for row, anomalies in zip(checked, found, strict=True)
        if anomalies
    ]
    return JobAnomalies(
        checked=len(checked),
        is_complete=len(checked) == len(rows),
        total=len(unusual),
        runs=unusual[start : start + count],
    )


async def _anomalies(context: Context, run_id: int, *, is_open: bool) -> list[RunAnomaly]:
    """What of a run is unusual, the worst first; only an open one can hang."""
    rows, watched = await asyncio.gather(
        context.load(context.reader.history.anomalies, run_id),
        context.watched_run(run_id) if is_open else _nothing(),
    )
    found = [
        RunAnomaly(
            asset_id=row["asset_id"],
            reason=AnomalyReason(row["reason"]),
            sentence=compared(row),
            measure=measure_of(row),
            direction=None if row["direction"] is None else EdgeDirection(row["direction"]),
        )
        for row in telling(rows)
    ]
    if watched is not None and watched["is_hung"]:
        found.append(_hung(context, watched))
    return sorted(found, key=lambda one: _SEVERITY[one.reason])


async def _nothing() -> None:
    return None


def _hung(context: Context, watched: Record) -> RunAnomaly:
    """The anomaly of a run that hangs."""
    value, median, high = (
        whole_millis(span) for span in (context.now - watched["since"], watched["median"], watched["tolerated"])
    )
    return RunAnomaly(
        asset_id=None,
        reason=AnomalyReason.HUNG,
        sentence=f"It has been STARTED for {span(value)}; up to {span(high)} are usual (median {span(median)} of"
        f" {watched['history']}).",
        measure=HistoryMeasure(
            value=value, median=median, expected_low=0, expected_high=high, earlier=watched["history"]
        ),
        direction=None,
    )
