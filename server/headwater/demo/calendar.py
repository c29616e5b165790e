"""The DAG runs of a day: by schedule, by hand, and the backfill."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from headwater.demo import dags, story
from headwater.demo.dags import Dag

_OPEN_HOURS = range(6, 20)
_THURSDAY = 3
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class DagRun:
    """One run of a DAG: its logical time, and the time of its creation."""

    dag: Dag
    run_type: str
    logical: datetime
    created: datetime

    @property
    def run_id(self) -> str:
        """Airflow's own id, unique in its DAG."""
        return f"{self.run_type}__{self.logical.isoformat()}"


def days(first: date = story.FIRST_DAY, last: date = story.LAST_DAY) -> Iterator[date]:
    """Yield the days from first to last, both included."""
    for number in range((last - first).days + 1):
        yield first + number * _DAY


def dag_runs(day: date) -> Iterator[DagRun]:
    """Yield the DAG runs that start on this day (UTC); all end on the same day."""
    yield _scheduled(dags.PRICES, day, 2)
    yield _scheduled(dags.MARTS, day, 3)
    if day.weekday() == _THURSDAY:
        yield _scheduled(dags.ML, day, 5)
    for hour in _OPEN_HOURS:
        yield _scheduled(dags.ORDERS, day, hour)
    if day == story.BACKFILL_ON:
        yield from _backfill(day)
    if day == story.REPAIRED_AT.date():
        yield _manual(dags.PRICES, day, time(8, 50))
        yield _manual(dags.MARTS, day, time(9, 20))


def _scheduled(dag: Dag, day: date, hour: int) -> DagRun:
    moment = _utc(day, time(hour))
    return DagRun(dag, "scheduled", moment, moment)


def _manual(dag: Dag, day: date, at: time) -> DagRun:
    moment = _utc(day, at)
    return DagRun(dag, "manual", moment, moment)


def _backfill(day: date) -> Iterator[DagRun]:
    begin = _utc(day, time(11))
    for number, past in enumerate(days(*story.BACKFILL_OF)):
        yield DagRun(dags.MARTS, "backfill", _utc(past, time(3)), begin + number * timedelta(hours=1))


def _utc(day: date, at: time) -> datetime:
    return datetime.combine(day, at, tzinfo=UTC)
