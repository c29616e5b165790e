"""Histories of jobs made by hand: runs at seconds of a day, and their outputs."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from events import NAMESPACE, run_event, uuid


def clock(seconds: float) -> str:
    """Return the time of day in events' format, so many seconds after midnight."""
    return (datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)).strftime("%H:%M:%S.%f")


def written(rows: Any = None, size: Any = None, name: str = "out") -> dict[str, Any]:
    facet = {key: value for key, value in (("rowCount", rows), ("size", size)) if value is not None}
    return {"namespace": NAMESPACE, "name": name, "outputFacets": {"outputStatistics": facet}}


def run(
    number: int,
    begin: float,
    end: float,
    job: str = "job",
    word: str = "COMPLETE",
    outputs: Sequence[Any] = ("out",),
    **more: Any,
) -> list[dict[str, Any]]:
    """Return the events of a run from begin to end, in seconds after midnight."""
    return [
        run_event("START", clock(begin), uuid(number), job, outputs=list(outputs), **more),
        run_event(word, clock(end), uuid(number), job, outputs=list(outputs), **more),
    ]


def history(count: int, seconds: float = 60, outputs: Sequence[Any] = ("out",), **more: Any) -> list[dict[str, Any]]:
    """Return successes of one job, a quarter of an hour apart."""
    return [event for n in range(count) for event in run(100 + n, 900 * n, 900 * n + seconds, outputs=outputs, **more)]
