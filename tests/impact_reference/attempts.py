"""Attempts: their events, their begin and their end."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from impact_reference.asking import Asset, Run
from impact_reference.events import FAILURES, STARTED, Mention, RunEvent, Side, facet, mentions, moment, newest_first

ORDER_AT_ONE_TIME = ["COMPLETE", "ABORT", "FAIL"]
END_OF_TIME = datetime.max.replace(tzinfo=UTC)

Result = Literal["SUCCESS", "FAILURE", "SKIPPED"]


@dataclass(frozen=True, eq=False)
class Attempt:
    """An attempt of a run; started_at is None if no event gives it, result if the attempt has no end."""

    run: Run
    number: int
    events: list[RunEvent]
    started_at: datetime | None
    over: datetime
    result: Result | None
    streams: bool
    window: timedelta | None
    """The stretch before an event for which it is complete: of a stream whose events do not add to each other."""


def attempts_of(run: Run, events: list[RunEvent], was_left_out: bool = False) -> list[Attempt]:
    """Return the attempts of a run, by number; was_left_out: if the run was aborted at its start, it was skipped."""
    by_number: dict[int, list[RunEvent]] = {}
    for event in events:
        by_number.setdefault(attempt_of(event, events), []).append(event)
    of_state = events_of_state(by_number)
    return [
        Attempt(
            run=run,
            number=number,
            events=own,
            started_at=start_of(own),
            over=over_of(number, by_number),
            result="SKIPPED" if was_left_out and own is of_state and is_aborted_at_start(own) else result_of(own),
            streams=is_stream(events),
            window=window_of(events) if is_stream(events) else None,
        )
        for number, own in sorted(by_number.items())
    ]


def events_of_state(by_number: dict[int, list[RunEvent]]) -> list[RunEvent] | None:
    """Return the events of the highest attempt, which gives the state; OTHER and unknown words move nothing."""
    with_state = [number for number, own in by_number.items() if any(e.is_terminal or e.word in STARTED for e in own)]
    return by_number[max(with_state)] if with_state else None


def is_aborted_at_start(events: list[RunEvent]) -> bool:
    """Return true if the run was aborted at the time of its start."""
    end = last_end(events)
    return end is not None and end.word == "ABORT" and end.at == start_of(events)


def attempt_of(event: RunEvent, events: list[RunEvent]) -> int:
    """Return the attempt of an event: its own, else the greatest begun at or before the event, else attempt 1."""
    if event.said_attempt is not None:
        return event.said_attempt
    begun = [
        other.said_attempt
        for other in events
        if other.said_attempt is not None and other.word in STARTED and other.at <= event.at
    ]
    return max(begun, default=1)


def start_of(events: list[RunEvent]) -> datetime | None:
    """Return the time of the attempt's first START (START and RUNNING say STARTED), else of the `startTime` facet."""
    started = [event.at for event in events if event.word in STARTED]
    declared = [facet(event.document["run"], "startTime").get("startTime") for event in events]
    return min(started, default=None) or min((moment(text) for text in declared if text), default=None)


def last_end(events: list[RunEvent]) -> RunEvent | None:
    """Return the last end that no failure overrules; at one time FAIL comes before ABORT before COMPLETE."""
    ends = [event for event in events if event.is_terminal and not is_overruled(event, events)]
    return max(ends, key=lambda event: (event.at, ORDER_AT_ONE_TIME.index(event.word or "")), default=None)


def is_overruled(end: RunEvent, events: list[RunEvent]) -> bool:
    """Return true if a FAIL or ABORT overrules a later COMPLETE.

    The attempt has a START, but none between the failure and the COMPLETE (after the one, and not after the other).
    """
    starts = [event for event in events if event.word == "START"]
    return (
        end.word == "COMPLETE"
        and bool(starts)
        and any(
            failure.word in FAILURES
            and failure.at < end.at
            and not any(failure.at < start.at <= end.at for start in starts)
            for failure in events
        )
    )


def result_of(events: list[RunEvent]) -> Result | None:
    """Return SUCCESS for COMPLETE, and FAILURE for FAIL and ABORT."""
    end = last_end(events)
    if end is None:
        return None
    return "FAILURE" if end.word in FAILURES else "SUCCESS"


def over_of(number: int, by_number: dict[int, list[RunEvent]]) -> datetime:
    """Return the time at which an attempt *is over*.

    That is the time of its end, even if it is not after the start, but never before the begin. Without an end, the
    attempt is over at the start of the next one (by number, among those with a start). Without a next one, it goes on
    to the end of time.
    """
    start, end = start_of(by_number[number]), last_end(by_number[number])
    if end is not None:
        over = end.at
    else:
        later = [start_of(events) for other, events in sorted(by_number.items()) if other > number]
        over = next((start for start in later if start is not None), END_OF_TIME)
    return over if start is None else max(over, start)


def is_stream(events: list[RunEvent]) -> bool:
    """Return true for STREAMING or SERVICE in the run's own jobType facets; the newest value counts."""
    said = [
        (event.at, event.is_terminal, kind)
        for event in events
        if (kind := facet(event.document["job"], "jobType").get("processingType"))
    ]
    return bool(said) and max(said)[2] in ("STREAMING", "SERVICE")


def window_of(events: list[RunEvent]) -> timedelta | None:
    """Return the window of COMPLETE_SNAPSHOT in the newest jobType facet, 0 without a length; None for other events."""
    said = [
        (event.at, event.is_terminal, pattern.get("windowDuration", 0) if is_snapshot else None)
        for event in events
        if (job_type := facet(event.document["job"], "jobType"))
        for pattern in [job_type.get("emissionPattern", {})]
        for is_snapshot in [pattern.get("eventContentMode") == "COMPLETE_SNAPSHOT"]
    ]
    seconds = max(said, key=lambda one: one[:2])[2] if said else None
    return None if seconds is None else timedelta(seconds=seconds)


def in_window(attempt: Attempt, named: list[Mention], begin: datetime) -> tuple[datetime, datetime]:
    """Return the begin and the end of a use: those of the attempt, or of the windows that name the asset.

    The windows begin one length before the first event that names the asset, not before the attempt. They end with the
    last such event, if a later one names other assets only. Between these the asset counts as used, even if an event
    leaves it out.
    """
    if attempt.window is None:
        return begin, attempt.over
    times = [mention.event.at for mention in named]
    first, last = min(times), max(times)
    since = first if attempt.started_at is None else max(attempt.started_at, first - attempt.window)
    is_left_out = last < max(mention.event.at for event in attempt.events for mention in mentions(event))
    over = min(attempt.over, max(last, since)) if is_left_out else attempt.over
    return min(since, over), over


def state_attempt(attempts: list[Attempt]) -> Attempt | None:
    """Return the attempt that gives the state."""
    events = events_of_state({attempt.number: attempt.events for attempt in attempts})
    return next((attempt for attempt in attempts if attempt.events is events), None)


def created_of(attempts: list[Attempt]) -> datetime:
    """Return `created`: the start of attempt 1, else the time of the first event."""
    for attempt in attempts:
        if attempt.number == 1 and attempt.started_at is not None:
            return attempt.started_at
    return min(event.at for attempt in attempts for event in attempt.events)


def named_in(attempt: Attempt, side: Side) -> dict[Asset, list[Mention]]:
    """Return the assets that the attempt's own events name on a side, each with its mentions, the newest first."""
    found: dict[Asset, list[Mention]] = {}
    for mention in newest_first(mention for event in attempt.events for mention in mentions(event)):
        if mention.side == side:
            found.setdefault(mention.asset, []).append(mention)
    return found


def first_named(attempt: Attempt, named: Iterable[Mention]) -> datetime:
    """Return the time of the first event that names it; a mention after the attempt's end counts at that end."""
    return min(attempt.over, *(mention.event.at for mention in named))


def begin_of(attempt: Attempt, named: Iterable[Mention]) -> datetime:
    """Return the begin of the attempt; without a start, the time of the first event that names it."""
    return first_named(attempt, named) if attempt.started_at is None else attempt.started_at
