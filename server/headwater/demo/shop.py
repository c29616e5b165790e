"""Two months of an online shop's pipelines, as the OpenLineage events of its systems.

Pure and seeded: no clock, no network, the same events each time. The incidents are told in `story.py`; the datasets and
jobs are in `datasets.py`, `source_jobs.py`, `mart_jobs.py` and `dags.py`; the schedules in `calendar.py`; the failures
in `incidents.py`.

    DAG runs of a day  ->  runs of DAGs, tasks, Spark, dbt  ->  events, by time
       calendar.py            airflow.py, runs.py               events.py
"""

from collections.abc import Iterator
from datetime import date
from itertools import islice
from operator import itemgetter
from pathlib import Path

from headwater.demo.airflow import play
from headwater.demo.calendar import dag_runs, days
from headwater.demo.events import Event, run_events
from headwater.demo.files import write_events
from headwater.demo.story import BAD_AT, BAD_JOB, BAD_RUN_ID, HUNG_RUN_IDS, PRICES, REPAIRED_AT
from headwater.demo.streaming import stream_events

__all__ = [
    "BAD_AT",
    "BAD_JOB",
    "BAD_RUN_ID",
    "PRICES",
    "REPAIRED_AT",
    "shop_events",
    "write_ndjson",
]


def shop_events() -> Iterator[Event]:
    """Yield the RunEvents in order of eventTime. The events of a run share parts: do not change them."""
    for day in days():
        yield from sorted(_events_of(day), key=itemgetter("eventTime"))


def write_ndjson(folder: Path) -> list[Path]:
    """Write the history to files `shop-<month>-<source>.ndjson`, one gzipped; return their paths."""
    return write_events(shop_events(), folder)


def _events_of(day: date) -> Iterator[Event]:
    yield from stream_events(day)
    for dag_run in dag_runs(day):
        for run in play(dag_run):
            events = run_events(run)
            yield from islice(events, 1) if run.run_id in HUNG_RUN_IDS else events
