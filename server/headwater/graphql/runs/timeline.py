"""`timeline`: the runs that a run contains as bars in time, with what each waited for (docs/failed-pipeline.md)."""

from datetime import datetime

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.enums import DependencyReason
from headwater.graphql.offset_paging import Count, Start, offset_page
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.state import DataProcessInstanceRunResultType, RunState
from headwater.graphql.scalars import Long, from_millis, millis_between
from headwater.lineage import timeline as lineage
from headwater.lineage.members import MAX_MEMBERS
from headwater.lineage.timeline import timelines


@strawberry.type(description="An attempt of a run, as its events tell it.")
class AttemptSpan:
    attempt: int = strawberry.field(description="Its number, from 1.")
    started_at: datetime | None = strawberry.field(description="UTC; null where nobody said.")
    ended_at: datetime | None = strawberry.field(description="UTC; null while it is open, and where unknown.")
    duration_millis: Long | None = strawberry.field(description="Milliseconds from startedAt to endedAt.")
    result_type: DataProcessInstanceRunResultType | None = strawberry.field(
        description="How it ended; null while it is open."
    )


@strawberry.type(description="What a run waited for.")
class Wait:
    duration_millis: Long = strawberry.field(
        description="Milliseconds from the end of `run`, or where that is null from the begin of the parent, to the"
        " run's begin."
    )
    reason: DependencyReason | None = strawberry.field(description="Why it depends on `run`; null where that is.")
    run_id: strawberry.Private[int | None]

    @strawberry.field(
        description="Of the runs with the same parent that it depends on, and that were over when it began, the one"
        " that ended last: the critical predecessor. Null where there is none."
    )
    async def run(self, info: Info) -> LazyInstance | None:
        return None if self.run_id is None else await info.context.instance(self.run_id)


@strawberry.type(description="A run on the timeline of its parent.")
class TimelineEntry:
    run_id: strawberry.Private[int]
    started_at: datetime | None = strawberry.field(
        description="When its first attempt began, UTC, as far as is known; null where it never began."
    )
    ended_at: datetime | None = strawberry.field(description="UTC; null while it is open, and where unknown.")
    duration_millis: Long | None = strawberry.field(
        description="Milliseconds from startedAt to endedAt, over all attempts."
    )
    is_open: bool = strawberry.field(description="It is STARTED, and has not ended.")
    wait: Wait | None = strawberry.field(
        description="What it waited for. Null where it never began, or began before its parent did."
    )

    @strawberry.field(description="The run.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.run_id)

    @strawberry.field(
        description="Its attempts in their order. Tries that are runs of their own have entries of their own."
    )
    async def attempts(self, info: Info) -> list[AttemptSpan]:
        rows = await info.context.load(info.context.reader.pipelines.attempts, self.run_id)
        return [
            AttemptSpan(
                attempt=row["attempt"],
                started_at=row["started_at"],
                ended_at=row["ended_at"],
                duration_millis=millis_between(row["started_at"], row["ended_at"]),
                result_type=None if row["result"] is None else DataProcessInstanceRunResultType(row["result"]),
            )
            for row in rows
        ]


@strawberry.type(description="The runs that a run contains directly, in order of begin, ties by URN.")
class Timeline:
    started_at: datetime | None = strawberry.field(description="When the run itself began, UTC.")
    ended_at: datetime | None = strawberry.field(description="When it ended, UTC; null while it is open, or unknown.")
    total: int = strawberry.field(description="How many entries there are on all pages.")
    is_complete: bool = strawberry.field(
        description=f"Whether these are all: of what a run contains at most {MAX_MEMBERS} are looked at."
    )
    entries: list[TimelineEntry] = strawberry.field(description="The page.")


@strawberry.type
class ScheduledRun:
    """What a run contains, in time."""

    row_id: strawberry.Private[int | None]
    created_at: strawberry.Private[Long | None]
    current_state: RunState | None

    @strawberry.field(
        description="The runs that it contains directly as bars in time, with what each waited for, in order of begin,"
        " ties by URN: what a Gantt view shows. Default: the first 20; at most 1000."
    )
    async def timeline(self, info: Info, start: Start = None, count: Count = None) -> Timeline | None:
        start, count = offset_page(start, count)
        begin = None if self.created_at is None else from_millis(self.created_at)
        found = lineage.Timeline(0, True, [])
        if self.row_id is not None:
            found = await info.context.ask(timelines, (self.row_id, begin), start, count)
        return Timeline(
            started_at=begin,
            ended_at=None if self.current_state is None else self.current_state.ended_at,
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
