"""Runs: one execution of a job and of its children, with their times and results."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from headwater.demo import story
from headwater.demo.ids import run_id
from headwater.demo.incidents import Failure
from headwater.demo.job import Job

SEED = 20260901

Facets = dict[str, Any]


@dataclass(frozen=True)
class Ref:
    """The name of a run in other runs."""

    job: Job
    run_id: str


@dataclass(frozen=True)
class Family:
    """The parent of a run, and the root of all."""

    parent: Ref
    root: Ref


@dataclass(frozen=True)
class Extras:
    """Facets that only a run's system knows: of the run, of its end, and of the job at its start."""

    always: Facets = field(default_factory=dict)
    at_end: Facets = field(default_factory=dict)
    job_at_start: Facets = field(default_factory=dict)


@dataclass(frozen=True)
class Run:
    """One execution of a job. `state` is the type of its last event."""

    ref: Ref
    start: datetime
    end: datetime
    state: str
    error: str | None = None
    family: Family | None = None
    nominal: datetime | None = None
    extras: Extras = Extras()

    @property
    def job(self) -> Job:
        return self.ref.job

    @property
    def run_id(self) -> str:
        return self.ref.run_id


def ref_of(job: Job, key: str) -> Ref:
    """Return the run of a job that this key names."""
    return Ref(job, run_id(job.namespace, job.name, key))


def dice(*of: str) -> Random:
    """Return a separate random generator for each thing, so that a new job does not change the others' history."""
    return Random("/".join((str(SEED), *of)))


def execute(job: Job, key: str, start: datetime, family: Family, failure: Failure | None) -> list[Run]:
    """Return the run of a job that begins at `start`, then its children's runs, one after the other."""
    me = ref_of(job, key)
    inside: list[Run] = []
    clock, error = start, failure.message if failure and failure.job_name == job.name else None
    for child in job.children:
        if error:
            inside.append(_aborted(child, key, clock, Family(me, family.root)))
            continue
        runs = execute(child, key, clock + timedelta(seconds=4), Family(me, family.root), failure)
        inside += runs
        clock, error = runs[0].end, runs[0].error
    end = story.PINNED_ENDS.get(me.run_id, clock + _duration(me))
    return [Run(me, start, end, "FAIL" if error else "COMPLETE", error, family), *inside]


def _aborted(job: Job, key: str, at: datetime, family: Family) -> Run:
    """Return the run of a model that dbt skipped after a failure. It never ran, so both events have one time."""
    moment = at + timedelta(milliseconds=200)
    return Run(ref_of(job, key), moment, moment, "ABORT", None, family)


def _duration(run: Ref) -> timedelta:
    usual = run.job.seconds * 1000
    return timedelta(milliseconds=dice(run.run_id).randint(usual * 8 // 10, usual * 13 // 10))
