"""`timeline`: the runs that a run contains as bars in time, with what each waited for (docs/failed-pipeline.md)."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

import strawberry
from asyncpg import Record

from headwater.graphql.context import Context, Info
from headwater.graphql.offset_paging import Count, Start, offset_page
from headwater.graphql.runs.members import MAX_MEMBERS, DependencyReason, members_of, to_member
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.state import DataProcessInstanceRunResultType, RunState
from headwater.graphql.scalars import Long, from_millis, millis_between
from headwater.impact.propagation import tries_of


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
        rows, is_complete = await members_of(info.context, self.row_id)
        children = [row for row in rows if row["parent_id"] == self.row_id and row["created_at"] is not None]
        page = children[start : start + count]
        begin = None if self.created_at is None else from_millis(self.created_at)
        waits = await _waits(info.context, children, page, begin)
        return Timeline(
            started_at=begin,
            ended_at=None if self.current_state is None else self.current_state.ended_at,
            total=len(children),
            is_complete=is_complete,
            entries=[_entry(row, waits.get(row["id"])) for row in page],
        )


def _entry(row: Record, wait: Wait | None) -> TimelineEntry:
    started_at = None if row["is_derived"] else row["created_at"]
    ended_at = None if row["is_derived"] else row["ended_at"]
    return TimelineEntry(
        run_id=row["id"],
        started_at=started_at,
        ended_at=ended_at,
        duration_millis=millis_between(started_at, ended_at),
        is_open=row["is_open"],
        wait=wait,
    )


async def _waits(
    context: Context, children: list[Record], page: list[Record], begin: datetime | None
) -> dict[int, Wait]:
    """By run of a page what it waited for."""
    begun = {row["id"]: row["created_at"] for row in page if not row["is_derived"]}
    if not begun:
        return {}
    over = {row["id"]: row["over_at"] for row in children if not (row["is_open"] or row["is_left_open"])}
    steps = [
        (row["upstream_id"], row["downstream_id"], DependencyReason(row["reason"]))
        for row in await context.load(context.reader.pipelines.dependencies, (tuple(over), tuple(begun)))
    ]
    for tries in tries_of([to_member(row) for row in children]):
        steps += [(one.run_id, again.run_id, DependencyReason.RETRY) for one, again in pairwise(tries)]
    places = {row["id"]: place for place, row in enumerate(children)}
    before: dict[int, list[_Cause]] = defaultdict(list)
    for upstream_id, run_id, reason in steps:
        if run_id in begun and over[upstream_id] <= begun[run_id]:
            before[run_id].append(
                _Cause(over[upstream_id], -_STRENGTH[reason], -places[upstream_id], upstream_id, reason)
            )
    waits = {}
    for run_id, started_at in begun.items():
        cause = max(before[run_id], default=None)
        millis = millis_between(cause.over_at if cause else begin, started_at)
        if millis is not None and millis >= 0:
            waits[run_id] = Wait(
                duration_millis=millis, reason=cause.reason if cause else None, run_id=cause.run_id if cause else None
            )
    return waits


@dataclass(frozen=True, order=True, slots=True)
class _Cause:
    """A run that was over when another began, in the order of what that one waited for: the last to end."""

    over_at: datetime
    strength: int
    order: int
    """Of several the first on the timeline."""

    run_id: int = field(compare=False)
    reason: DependencyReason = field(compare=False)


_STRENGTH = {reason: place for place, reason in enumerate(DependencyReason)}
