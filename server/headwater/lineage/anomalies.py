"""`anomalies`: the differences of a run from its job's history, and the unusual runs of a job (docs/anomalies.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from asyncpg import Record

from headwater.lineage.history import Measure, compared, measure_of, span, without_repeats
from headwater.model.times import whole_millis
from headwater.store.reader import Reader

MAX_CHECKED = 500
"""The number of newest runs of a job to check, in well under a second."""


class AnomalyReason(Enum):
    """The difference of a run from the earlier ones of its job, the worst first."""

    FAILED = "FAILED"
    HUNG = "HUNG"
    ROWS = "ROWS"
    SIZE = "SIZE"
    LATE = "LATE"
    DURATION = "DURATION"
    RETRIED = "RETRIED"


_SEVERITY = {reason: place for place, reason in enumerate(AnomalyReason)}


@dataclass(frozen=True, slots=True)
class Anomaly:
    """A difference of a run from the earlier runs of its job."""

    reason: AnomalyReason
    sentence: str
    measure: Measure
    asset_id: int | None = None
    """The input or output, of ROWS and SIZE."""

    direction: str | None = None
    """INPUT or OUTPUT, of ROWS and SIZE."""


@dataclass(frozen=True, slots=True)
class UnusualRun:
    """A run that differs from the earlier ones of its job."""

    run_id: int
    anomalies: list[Anomaly]


@dataclass(frozen=True, slots=True)
class JobAnomalies:
    """The unusual runs of a job, newest first, ties by URN."""

    checked: int
    is_complete: bool
    """True if these are all runs of the job in the window."""

    runs: list[UnusualRun]


async def anomalies_of_runs(reader: Reader, runs: Sequence[tuple[int, bool]], now: datetime) -> list[list[Anomaly]]:
    """Return the anomalies of each run, the worst first. A run is given with True if it is open, since it may hang."""
    rows = await reader.history.anomalies([run_id for run_id, _ in runs])
    are_open = [run_id for run_id, is_open in runs if is_open]
    watched = dict(zip(are_open, await reader.runs.watched(are_open, now), strict=True)) if are_open else {}
    return [_anomalies(found, watched.get(run_id), now) for (run_id, _), found in zip(runs, rows, strict=True)]


async def anomalies_of_jobs(
    reader: Reader, job_ids: Sequence[int], since: datetime, until: datetime, now: datetime
) -> list[JobAnomalies]:
    """Return the unusual runs of each job, among its newest ones that began from since on, before until."""
    # One more than the check takes: the extra run shows that there are more.
    newest = await reader.history.newest_runs(job_ids, since, until, MAX_CHECKED + 1)
    checked = [rows[:MAX_CHECKED] for rows in newest]
    runs = [(row["id"], row["status"] == "STARTED") for rows in checked for row in rows]
    found = dict(zip(runs, await anomalies_of_runs(reader, runs, now), strict=True)) if runs else {}
    by_run = {run_id: anomalies for (run_id, _), anomalies in found.items()}
    return [
        JobAnomalies(
            len(rows),
            len(rows) == len(all_rows),
            [UnusualRun(row["id"], by_run[row["id"]]) for row in rows if by_run[row["id"]]],
        )
        for rows, all_rows in zip(checked, newest, strict=True)
    ]


def _anomalies(rows: Sequence[Record], watched: Record | None, now: datetime) -> list[Anomaly]:
    found = [
        Anomaly(AnomalyReason(row["reason"]), compared(row), measure_of(row), row["asset_id"], row["direction"])
        for row in without_repeats(rows)
    ]
    if watched is not None and watched["is_hung"]:
        found.append(_hung(watched, now))
    return sorted(found, key=lambda one: _SEVERITY[one.reason])


def _hung(watched: Record, now: datetime) -> Anomaly:
    """The anomaly of a run that hangs."""
    value, median, high = (
        whole_millis(span) for span in (now - watched["since"], watched["median"], watched["tolerated"])
    )
    sentence = (
        f"It has been STARTED for {span(value)}, and counts as hung from {span(high)} on (median {span(median)} of"
        f" {watched['history']})."
    )
    measure = Measure(value=value, median=median, expected_low=0, expected_high=high, earlier=watched["history"])
    return Anomaly(AnomalyReason.HUNG, sentence, measure)
