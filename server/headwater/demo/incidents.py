"""Failures, retries and skipped tasks."""

from dataclasses import dataclass
from random import Random

from headwater.demo import dags, mart_jobs, source_jobs, story
from headwater.demo.calendar import DagRun
from headwater.demo.dags import Task
from headwater.demo.job import Job

MAX_TRIES = 2
_SUNDAY = 6
_SATURDAY = 5

_PASSING_ERRORS = (
    "ReadTimeout: the read operation timed out",
    "ConnectionResetError: [Errno 104] Connection reset by peer",
    "The worker was evicted: the node was low on resource: memory",
    "SlowDown: please reduce your request rate (503)",
)
_DOWN = 'OperationalError: connection to server at "shop-db", port 5432 failed: Connection refused'
_NO_CATEGORY = "Database Error in model daily_revenue: Column category contains NULL, 214 rows"


@dataclass(frozen=True)
class Failure:
    """The first `tries` tries of a task fail, in the job of this name, with this message."""

    tries: int
    job_name: str
    message: str


def failure_of(run: DagRun, job: Job, rng: Random) -> Failure | None:
    """Return the failure of a task's first or only tries; None for most tasks."""
    first, last = story.DATABASE_DOWN
    reads_database = job in (source_jobs.INGEST_ORDERS, source_jobs.REFRESH_PRICE_CACHE)
    if reads_database and first <= run.logical <= last:
        return Failure(MAX_TRIES, job.name, _DOWN)
    if job is mart_jobs.DBT_BUILD and run.created.date() == story.REVENUE_FAILED_ON:
        return Failure(MAX_TRIES, "model.shop.daily_revenue", _NO_CATEGORY)
    if run.run_type == "scheduled" and rng.random() < job.flaky and not _is_story(run):
        return Failure(1, _innermost(job).name, rng.choice(_PASSING_ERRORS))
    return None


def left_out(run: DagRun, task: Task) -> bool:
    """Return True if the task before this one skips it."""
    day = run.logical.date()
    if task.job is source_jobs.LOAD_PRICES:
        no_feed = day.weekday() == _SUNDAY or day in story.FEED_STUCK
        return no_feed and run.run_type == "scheduled"
    if task.job is mart_jobs.EXPORT_EMAIL:
        return run.run_type == "backfill"
    if task.job is mart_jobs.REPORT_FINANCE:
        return day.weekday() >= _SATURDAY
    return False


def _innermost(job: Job) -> Job:
    return _innermost(job.children[0]) if job.children else job


def _is_story(run: DagRun) -> bool:
    """Return True for the load whose end the story fixes: it must not need a second try."""
    return run.dag is dags.PRICES and run.created.date() == story.BAD_AT.date()
