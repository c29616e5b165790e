"""`timeline`: the runs inside a run as bars in time, with their waits (docs/failed-pipeline.md)."""

from datetime import datetime

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.enums import DependencyReason
from headwater.graphql.offset_paging import Count, Start, offset_page
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.state import DataProcessInstanceRunResultType, HasState
from headwater.graphql.scalars import Long, from_millis, millis_between, to_millis
from headwater.lineage import timeline as lineage
from headwater.lineage.members import MAX_MEMBERS
from headwater.lineage.states import state_of
from headwater.lineage.timeline import timelines


@strawberry.type(description="An attempt of a run, from its events.")
class AttemptSpan:
    attempt: int = strawberry.field(description="The attempt's number, from 1; 0 for what GitLab skipped first.")
    started_at: datetime | None = strawberry.field(description="The start, UTC. Null: not reported.")
    ended_at: datetime | None = strawberry.field(
        description="The end, UTC. Null: the attempt is open, or the end is unknown."
    )
    duration_millis: Long | None = strawberry.field(description="Milliseconds from startedAt to endedAt.")
    result_type: DataProcessInstanceRunResultType | None = strawberry.field(
        description="The result. Null while the attempt is open."
    )


@strawberry.type(description="The wait of a run before its start.")
class Wait:
    duration_millis: Long = strawberry.field(
        description="Milliseconds from the end of `run` to this run's start. If `run` is null: from the parent's start."
    )
    reason: DependencyReason | None = strawberry.field(
        description="The kind of dependency on `run`. Null if `run` is null."
    )
    run_id: strawberry.Private[int | None]

    @strawberry.field(
        description="The critical predecessor: the run with the same parent that this run depends on, and that ended"
        " last before this run's start. Null: none."
    )
    async def run(self, info: Info) -> LazyInstance | None:
        return None if self.run_id is None else await info.context.instance(self.run_id)


@strawberry.type(description="A run on the timeline of its parent.")
class TimelineEntry:
    run_id: strawberry.Private[int]
    started_at: datetime | None = strawberry.field(
        description="The earliest known start of the run, UTC. Null: it never began, or no event told its start."
    )
    ended_at: datetime | None = strawberry.field(
        description="The end, UTC. Null: the run is open, or the end is unknown."
    )
    duration_millis: Long | None = strawberry.field(
        description="Milliseconds from startedAt to endedAt, over all attempts."
    )
    is_open: bool = strawberry.field(description="True if the run is STARTED, and has not ended.")
    wait: Wait | None = strawberry.field(
        description="The wait before the run's start. Null: the start is not known, or before that of the parent."
    )

    @strawberry.field(description="The run.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.run_id)

    @strawberry.field(description="The run's attempts in order. Tries that are separate runs have their own entries.")
    async def attempts(self, info: Info) -> list[AttemptSpan]:
        rows = await info.context.load(info.context.reader.pipelines.attempts, self.run_id)
        return [
            AttemptSpan(
                attempt=row["attempt"],
                started_at=row["started_at"],
                ended_at=row["ended_at"],
                duration_millis=millis_between(row["started_at"], row["ended_at"]),
                result_type=None if row["result"] is None else DataProcessInstanceRunResultType[row["result"]],
            )
            for row in rows
        ]


@strawberry.type(
    description="The runs directly inside a run, in order of start, ties by URN. A run without a known start has the"
    " place of its end."
)
class Timeline:
    started_at: datetime | None = strawberry.field(description="The start of the parent run itself, UTC.")
    ended_at: datetime | None = strawberry.field(
        description="The end of the parent run, UTC. Null: the run is open, or the end is unknown."
    )
    total: int = strawberry.field(description="The number of entries on all pages.")
    is_complete: bool = strawberry.field(
        description=f"True if all runs inside the run were checked: at most {MAX_MEMBERS} are."
    )
    entries: list[TimelineEntry] = strawberry.field(description="The entries of this page.")


@strawberry.type
class ScheduledRun(HasState):
    """A run with a timeline of the runs inside it."""

    row_id: strawberry.Private[int | None]
    created_at: strawberry.Private[datetime | None]

    @strawberry.field(
        description="The runs directly inside this run as bars in time, as for a Gantt view, each with its wait. In"
        " order of start time, ties by URN. Default: the first 20; at most 1000."
    )
    async def timeline(self, info: Info, start: Start = None, count: Count = None) -> Timeline | None:
        start, count = offset_page(start, count)
        begin = None if self.created_at is None else from_millis(to_millis(self.created_at))
        state = state_of(self.row)
        found = lineage.Timeline(0, True, [])
        if self.row_id is not None:
            found = await info.context.ask(timelines, (self.row_id, begin), start, count)
        return Timeline(
            started_at=begin,
            ended_at=None if state is None else state.ended_at,
            total=found.total,
            is_complete=found.is_complete,
            entries=[_entry(one) for one in found.entries],
        )


def _entry(found: lineage.Entry) -> TimelineEntry:
    return TimelineEntry(
        run_id=found.run_id,
        started_at=found.started_at,
        ended_at=found.ended_at,
        duration_millis=millis_between(found.started_at, found.ended_at),
        is_open=found.is_open,
        wait=None if found.wait is None else _wait(found.wait),
    )


def _wait(found: lineage.Wait) -> Wait:
    return Wait(duration_millis=Long(found.millis), reason=found.reason, run_id=found.run_id)
