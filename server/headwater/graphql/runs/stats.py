"""Figures of runs: how many, how they ended, how long they took, which are missing (docs/runs.md)."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Annotated, Any

import strawberry
from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.runs.window import TimeWindow, time_span
from headwater.graphql.scalars import Long, whole_millis
from headwater.model.run_lists import RunOwner
from headwater.model.run_stats import MAX_MISSING, MAX_MISSING_NAMED, Schedule

DEFAULT_WINDOW = timedelta(days=30)
MAX_BUCKETS = 1000
_HAS_SCHEDULE: tuple[RunOwner, ...] = ("templates", "flows")


@strawberry.enum(description="How long a bucket of time is, in UTC. Weeks begin on Monday.")
class RunStatsUnit(Enum):
    HOUR = strawberry.enum_value("hour", description="From the full hour on.")
    DAY = strawberry.enum_value("day", description="From midnight on.")
    WEEK = strawberry.enum_value("week", description="From Monday's midnight on.")
    MONTH = strawberry.enum_value("month", description="From the midnight of its first day on.")


Window = Annotated[
    TimeWindow | None,
    strawberry.argument(
        description="When the runs were created. Default: the 30 days before its end, and that is now."
    ),
]
Bucket = Annotated[
    RunStatsUnit | None,
    strawberry.argument(
        description="Give the same figures by time, too, in at most 1000 buckets. Default: not by time."
    ),
]


@strawberry.type(
    description="How long the runs took that succeeded, in milliseconds, rounded down: those whose start and end are"
    " known. A percentile between two runs is in proportion between them."
)
class RunDurations:
    count: int = strawberry.field(description="How many runs these figures are of.")
    min_millis: Long = strawberry.field(description="The shortest.")
    mean_millis: Long = strawberry.field(description="The mean.")
    p50_millis: Long = strawberry.field(description="The median.")
    p90_millis: Long = strawberry.field(description="The 90th percentile.")
    p95_millis: Long = strawberry.field(description="The 95th percentile.")
    p99_millis: Long = strawberry.field(description="The 99th percentile.")
    max_millis: Long = strawberry.field(description="The longest.")


@strawberry.interface(description="Figures of some runs, by their latest state.")
class RunFigures:
    total: int = strawberry.field(description="How many runs.")
    started: int = strawberry.field(description="How many are STARTED: open.")
    complete: int = strawberry.field(description="How many are COMPLETE, with whatever result.")
    success: int = strawberry.field(description="How many ended with SUCCESS.")
    failure: int = strawberry.field(description="How many ended with FAILURE.")
    skipped: int = strawberry.field(description="How many were SKIPPED.")
    up_for_retry: int = strawberry.field(description="How many are UP_FOR_RETRY: to be tried again.")
    success_rate: float | None = strawberry.field(
        description="Of those that ended with SUCCESS or FAILURE, which part succeeded: 0 to 1. Null where none has."
    )
    retried: int = strawberry.field(description="How many took more than one attempt.")
    retries: int = strawberry.field(description="How many attempts there were beyond the first ones.")
    durations: RunDurations | None = strawberry.field(description="Null where no run has one.")


@strawberry.type(description="Figures of the runs that were created within a bucket of time and the window.")
class RunStatsBucket(RunFigures):
    of: strawberry.Private["RunStats"]
    since: datetime = strawberry.field(
        description="When the bucket begins, UTC; the first may begin before the window."
    )
    until: strawberry.Private[datetime]

    @strawberry.field(description="How many of the runs that were created in it hang now (docs/hung-runs.md).")
    async def hung(self, info: Info) -> int:
        return self._count(await self.of.hung_since(info.context))

    @strawberry.field(
        description="The number of runs missing in the window that were to begin in it. Null where schedule is,"
        f" and where {MAX_MISSING} are missing since."
    )
    async def missing(self, info: Info) -> int | None:
        found = await self.of.found_schedule(info.context)
        if found is None or not found.are_known_since(max(self.since, self.of.since)):
            return None
        return self._count(found.missing[::-1])

    def _count(self, times: Sequence[datetime]) -> int:
        """The number of times, of some with the earliest first, that are in it and in the window."""
        since, until = max(self.since, self.of.since), min(self.until, self.of.until)
        return bisect_left(times, until) - bisect_left(times, since)


@strawberry.type(description="How regularly runs begin, and which are missing (docs/runs.md).")
class RunSchedule:
    usual_interval_millis: Long = strawberry.field(
        description="The median of the newest 100 intervals between runs before the window's end, in milliseconds."
    )
    missing: int = strawberry.field(
        description=f"The runs that should have begun in the window and did not; {MAX_MISSING} are so many or more."
    )
    missing_at: list[datetime] = strawberry.field(
        description=f"When the missing ones were to begin, UTC, newest first. At most {MAX_MISSING_NAMED}."
    )


@strawberry.type(description="Figures of the runs that were created in a window.")
class RunStats(RunFigures):
    owner_id: strawberry.Private[int | None]
    of: strawberry.Private[RunOwner]
    since: datetime = strawberry.field(description="Where the window begins, UTC.")
    until: datetime = strawberry.field(description="Where the window ends, UTC; the moment itself is not in it.")
    buckets: list[RunStatsBucket] = strawberry.field(
        description="The figures by time, oldest first, also where there are no runs. Empty unless `bucket` is given."
    )

    @strawberry.field(description="How many runs hang now, whenever they were created (docs/hung-runs.md).")
    async def hung(self, info: Info) -> int:
        return len(await self.hung_since(info.context))

    @strawberry.field(
        description="Of a job or a flow: how regularly its runs begin, and which are missing. Null where its history is"
        " short or irregular, and for other runs."
    )
    async def schedule(self, info: Info) -> RunSchedule | None:
        found = await self.found_schedule(info.context)
        if found is None:
            return None
        return RunSchedule(
            usual_interval_millis=whole_millis(found.usual_interval),
            missing=len(found.missing),
            missing_at=list(found.missing[:MAX_MISSING_NAMED]),
        )

    async def hung_since(self, context: Context) -> Sequence[datetime]:
        """When the runs were created that hang now, the earliest first."""
        if self.owner_id is None:
            return []
        times: Sequence[datetime] = await context.load(
            context.reader.run_stats.hung, self.owner_id, self.of, context.now
        )
        return times

    async def found_schedule(self, context: Context) -> Schedule | None:
        """How regularly the runs begin; None where it is not known."""
        if self.owner_id is None or self.of not in _HAS_SCHEDULE:
            return None
        found: Schedule | None = await context.load(
            context.reader.run_stats.schedules, self.owner_id, self.of, self.since, self.until, context.now
        )
        return found


async def run_stats(
    info: Info, of: RunOwner, owner_id: int | None, window: TimeWindow | None, unit: RunStatsUnit | None
) -> RunStats:
    """The figures of an owner's runs; of one that the store does not know (None) none. Raises BadRequestError."""
    since, until = time_span(window, until=info.context.now, length=DEFAULT_WINDOW)
    starts = [] if unit is None else bucket_starts(since, until, unit)
    rows: list[Record] = []
    if owner_id is not None:
        reader, name = info.context.reader.run_stats, None if unit is None else unit.value
        rows = await info.context.load(reader.figures, owner_id, of, since, until, name)
    found = {None if row["is_all"] else row["bucket"]: row for row in rows}
    stats = RunStats(owner_id=owner_id, of=of, since=since, until=until, buckets=[], **_figures(found.get(None)))
    ends = [*starts[1:], until]
    stats.buckets = [
        RunStatsBucket(of=stats, since=start, until=end, **_figures(found.get(start)))
        for start, end in zip(starts, ends, strict=False)
    ]
    return stats


def bucket_starts(since: datetime, until: datetime, unit: RunStatsUnit) -> list[datetime]:
    """Where the buckets of a window begin, the first at or before it. Raises BadRequestError: they are too many."""
    starts = [_floor(since, unit)]
    while (following := _following(starts[-1], unit)) < until:
        starts.append(following)
        if len(starts) > MAX_BUCKETS:
            raise BadRequestError(f"bucket: expected at most {MAX_BUCKETS} in the window, got more of {unit.name}")
    return starts


def _floor(time: datetime, unit: RunStatsUnit) -> datetime:
    """The beginning of the hour, day, week or month of a time."""
    hour = time.replace(minute=0, second=0, microsecond=0)
    match unit:
        case RunStatsUnit.HOUR:
            return hour
        case RunStatsUnit.DAY:
            return hour.replace(hour=0)
        case RunStatsUnit.WEEK:
            return hour.replace(hour=0) - timedelta(days=time.weekday())
        case RunStatsUnit.MONTH:
            return hour.replace(day=1, hour=0)


def _following(start: datetime, unit: RunStatsUnit) -> datetime:
    """The beginning of the next one; the end of all times where there is none."""
    longest = {RunStatsUnit.HOUR: 1, RunStatsUnit.DAY: 24, RunStatsUnit.WEEK: 24 * 7, RunStatsUnit.MONTH: 24 * 31}
    try:
        return _floor(start + timedelta(hours=longest[unit]), unit)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)


def _figures(row: Record | None) -> dict[str, Any]:
    """The fields of RunFigures; all zero where there are no runs."""
    counts = ("total", "started", "complete", "success", "failure", "skipped", "up_for_retry", "retried", "retries")
    figures: dict[str, Any] = {name: 0 if row is None else row[name] for name in counts}
    ended = 0 if row is None else row["success"] + row["failure"]
    return figures | {
        "success_rate": None if row is None or not ended else row["success"] / ended,
        "durations": None if row is None or not row["timed"] else _durations(row),
    }


def _durations(row: Record) -> RunDurations:
    p50, p90, p95, p99 = map(whole_millis, row["percentiles"])
    return RunDurations(
        count=row["timed"],
        min_millis=whole_millis(row["shortest"]),
        mean_millis=whole_millis(row["mean"]),
        p50_millis=p50,
        p90_millis=p90,
        p95_millis=p95,
        p99_millis=p99,
        max_millis=whole_millis(row["longest"]),
    )
