"""Statistics of runs: counts, results, durations, missing runs (docs/runs.md)."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any

import strawberry
from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.runs.window import TimeWindow, time_span
from headwater.graphql.scalars import MAX_LONG, Long, whole_millis
from headwater.model.run_lists import RunOwner
from headwater.model.run_stats import MAX_MISSING, MAX_MISSING_NAMED, Schedule
from headwater.store.run_stats import Buckets

DEFAULT_WINDOW = timedelta(days=30)
MAX_BUCKETS = 1000
_WRITTEN = "The amounts that these runs wrote. Null: no run reported one."
_HAS_SCHEDULE: tuple[RunOwner, ...] = ("templates", "flows")


@strawberry.enum(description="The length of a time bucket, in UTC. Weeks begin on Monday.")
class RunStatsUnit(Enum):
    HOUR = strawberry.enum_value("hour", description="Buckets from full hour to full hour.")
    DAY = strawberry.enum_value("day", description="Buckets from midnight to midnight.")
    WEEK = strawberry.enum_value("week", description="Buckets from Monday's midnight on.")
    MONTH = strawberry.enum_value("month", description="Buckets from midnight of the month's first day on.")


Window = Annotated[
    TimeWindow | None,
    strawberry.argument(
        description="The window of creation times. Default: the 30 days before its end; the end's default is now."
    ),
]
Bucket = Annotated[
    RunStatsUnit | None,
    strawberry.argument(
        description="The length of buckets for statistics by time; at most 1000 buckets. Default: no buckets."
    ),
]


@strawberry.type(
    description="Durations of successful runs with a known start and end, in milliseconds, rounded down. Percentiles"
    " are interpolated between two runs."
)
class RunDurations:
    count: int = strawberry.field(description="The number of runs in these figures.")
    min_millis: Long = strawberry.field(description="The shortest duration.")
    mean_millis: Long = strawberry.field(description="The mean duration.")
    p50_millis: Long = strawberry.field(description="The median duration.")
    p90_millis: Long = strawberry.field(description="The 90th percentile.")
    p95_millis: Long = strawberry.field(description="The 95th percentile.")
    p99_millis: Long = strawberry.field(description="The 99th percentile.")
    max_millis: Long = strawberry.field(description="The longest duration.")


@strawberry.type(description="Amounts that runs reported to have written (outputStatistics).")
class WrittenAmounts:
    runs: int = strawberry.field(description="The number of runs that reported an amount.")
    row_count: Long = strawberry.field(description="The rows of all outputs of these runs.")
    size: Long = strawberry.field(description="The bytes of all outputs of these runs.")


@strawberry.interface(description="Statistics of some runs, by their latest state.")
class RunFigures:
    total: int = strawberry.field(description="The number of runs.")
    removed: int = strawberry.field(
        description="The number of these runs that retention has removed. They count by whole UTC days, and their"
        " percentiles are within 1 percent (docs/retention.md)."
    )
    started: int = strawberry.field(description="The number of open runs: STARTED.")
    complete: int = strawberry.field(description="The number of COMPLETE runs, with any result.")
    success: int = strawberry.field(description="The number of runs with the result SUCCESS.")
    failure: int = strawberry.field(description="The number of runs with the result FAILURE.")
    skipped: int = strawberry.field(description="The number of runs with the result SKIPPED.")
    up_for_retry: int = strawberry.field(
        description="The number of runs with the result UP_FOR_RETRY: another attempt follows."
    )
    success_rate: float | None = strawberry.field(
        description="SUCCESS as a share of SUCCESS and FAILURE together: 0 to 1. Null: no run has either result."
    )
    retried: int = strawberry.field(description="The number of runs with more than one attempt.")
    retries: int = strawberry.field(
        description="The number of attempts beyond the first ones. A try of an Airflow task is a run of its own."
    )
    durations: RunDurations | None = strawberry.field(
        description="The durations of successful runs. Null: no run has one."
    )


@strawberry.type(description="Statistics of the runs created in one bucket of the window.")
class RunStatsBucket(RunFigures):
    of: strawberry.Private["RunStats"]
    since: datetime = strawberry.field(
        description="The start of the bucket, UTC; the first bucket may begin before the window."
    )
    until: strawberry.Private[datetime]

    @strawberry.field(description="The number of runs created in this bucket that hang now (docs/hung-runs.md).")
    async def hung(self, info: Info) -> int:
        return self._count(await self.of.hung_since(info.context))

    @strawberry.field(description=_WRITTEN)
    async def written(self, info: Info) -> WrittenAmounts | None:
        return await self.of.written_in(info.context, self.since)

    @strawberry.field(
        description="The number of missing runs that should have begun in this bucket and the window. Null:"
        f" `schedule` is null, or {MAX_MISSING} runs are missing since then."
    )
    async def missing(self, info: Info) -> int | None:
        found = await self.of.found_schedule(info.context)
        if found is None or not found.are_known_since(max(self.since, self.of.since)):
            return None
        return self._count(found.missing[::-1])

    def _count(self, times: Sequence[datetime]) -> int:
        """Count the sorted times in this bucket and the window."""
        since, until = max(self.since, self.of.since), min(self.until, self.of.until)
        return bisect_left(times, until) - bisect_left(times, since)


@strawberry.type(description="The usual interval between runs, and the missing runs (docs/runs.md).")
class RunSchedule:
    usual_interval_millis: Long = strawberry.field(
        description="The median of the newest 100 intervals between runs before the window's end, in milliseconds."
    )
    missing: int = strawberry.field(
        description=f"The number of runs that should have begun in the window and did not. {MAX_MISSING} means so"
        " many or more."
    )
    missing_at: list[datetime] = strawberry.field(
        description=f"The expected times of the missing runs, UTC, newest first. At most {MAX_MISSING_NAMED}."
    )


@strawberry.type(description="Statistics of the runs created in a window.")
class RunStats(RunFigures):
    owner_id: strawberry.Private[int | None]
    of: strawberry.Private[RunOwner]
    unit: strawberry.Private[RunStatsUnit | None]
    since: datetime = strawberry.field(description="The start of the window, UTC.")
    until: datetime = strawberry.field(description="The end of the window, UTC; excluded.")
    buckets: list[RunStatsBucket] = strawberry.field(
        description="Statistics by time, oldest first, including buckets without runs. Empty unless `bucket` is given."
    )

    @strawberry.field(description="The number of runs that hang now, whatever their creation time (docs/hung-runs.md).")
    async def hung(self, info: Info) -> int:
        return len(await self.hung_since(info.context))

    @strawberry.field(
        description="The schedule of a job or a flow, inferred from its history, with missing runs. Null: the"
        " history is short or irregular, or these are other runs."
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

    @strawberry.field(description=_WRITTEN)
    async def written(self, info: Info) -> WrittenAmounts | None:
        return await self.written_in(info.context, None)

    async def hung_since(self, context: Context) -> Sequence[datetime]:
        """The creation times of the runs that hang now, the earliest first."""
        if self.owner_id is None:
            return []
        times: Sequence[datetime] = await context.load(
            context.reader.run_stats.hung, self.owner_id, self.of, context.now
        )
        return times

    async def written_in(self, context: Context, bucket: datetime | None) -> WrittenAmounts | None:
        """The amounts that runs of the bucket with this start reported; bucket None: those of the window."""
        if self.owner_id is None:
            return None
        found: Buckets = await context.load(
            context.reader.run_stats.written, self.owner_id, self.of, self.since, self.until, _unit_name(self.unit)
        )
        if (row := found.get(bucket)) is None:
            return None
        return WrittenAmounts(
            runs=row["runs"], row_count=_at_most_64_bits(row["rows"]), size=_at_most_64_bits(row["size"])
        )

    async def found_schedule(self, context: Context) -> Schedule | None:
        """The schedule of the runs; None if no schedule can be inferred."""
        if self.owner_id is None or self.of not in _HAS_SCHEDULE:
            return None
        found: Schedule | None = await context.load(
            context.reader.run_stats.schedules, self.owner_id, self.of, self.since, self.until, context.now
        )
        return found


async def run_stats(
    info: Info, of: RunOwner, owner_id: int | None, window: TimeWindow | None, unit: RunStatsUnit | None
) -> RunStats:
    """Statistics of an owner's runs; an unknown owner (None) has no runs. Raises BadRequestError."""
    since, until = time_span(window, until=info.context.now, length=DEFAULT_WINDOW)
    starts = [] if unit is None else bucket_starts(since, until, unit)
    found: Buckets = {}
    if owner_id is not None:
        reader = info.context.reader.run_stats
        found = await info.context.load(reader.figures, owner_id, of, since, until, _unit_name(unit))
    stats = RunStats(
        owner_id=owner_id, of=of, unit=unit, since=since, until=until, buckets=[], **_figures(found.get(None))
    )
    ends = [*starts[1:], until]
    stats.buckets = [
        RunStatsBucket(of=stats, since=start, until=end, **_figures(found.get(start)))
        for start, end in zip(starts, ends, strict=False)
    ]
    return stats


def _unit_name(unit: RunStatsUnit | None) -> Any:
    return None if unit is None else unit.value


def bucket_starts(since: datetime, until: datetime, unit: RunStatsUnit) -> list[datetime]:
    """The begins of a window's buckets, the first at or before the window. Raises BadRequestError for too many."""
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
    """The start of the next bucket; the end of all times if there is none."""
    longest = {RunStatsUnit.HOUR: 1, RunStatsUnit.DAY: 24, RunStatsUnit.WEEK: 24 * 7, RunStatsUnit.MONTH: 24 * 31}
    try:
        return _floor(start + timedelta(hours=longest[unit]), unit)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)


_COUNTS = (
    "total",
    "removed",
    "started",
    "complete",
    "success",
    "failure",
    "skipped",
    "up_for_retry",
    "retried",
    "retries",
)


def _figures(row: Record | None) -> dict[str, Any]:
    """The fields of RunFigures; all zero without runs."""
    figures: dict[str, Any] = {name: 0 if row is None else row[name] for name in _COUNTS}
    ended = 0 if row is None else row["success"] + row["failure"]
    return figures | {
        "success_rate": None if row is None or not ended else row["success"] / ended,
        "durations": None if row is None or not row["timed"] else _durations(row),
    }


def _at_most_64_bits(amount: Decimal) -> Long:
    return Long(min(int(amount), MAX_LONG))


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
