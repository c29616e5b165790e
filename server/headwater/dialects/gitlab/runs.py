"""The runs of a pipeline: one each for the pipeline, its stages and its jobs."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from headwater.dialects.events.links import RunReference, link_jobs, link_run
from headwater.dialects.events.reading import Reading
from headwater.dialects.gitlab.facets import describe_attempt, describe_pipeline, describe_template
from headwater.dialects.gitlab.states import (
    RETRIED,
    SKIPPED,
    Attempt,
    StateEvent,
    Times,
    is_end,
    stage_word,
    state_events,
)
from headwater.model.changes import RunEventFact, RunFact
from headwater.model.loose_json import member, text, whole_number
from headwater.urn import (
    gitlab_job_name,
    gitlab_namespace,
    gitlab_pipeline_name,
    gitlab_stage_name,
    job_run_key,
    named_flow_id,
    named_flow_urn,
    text_key,
)

_CHILD = "parent_pipeline"
"""The source of a pipeline that another pipeline of the same project triggered as its child."""


_PAUSE = timedelta(minutes=1)
"""A retry so long after all ends opens its pipeline and its stage again. GitLab's own retries come sooner."""


class RunName(RunReference):
    """The name of a run; the names of its children are made from it."""

    __slots__ = ()

    @property
    def key(self) -> UUID:
        """The run key."""
        return job_run_key(*self)

    def stage(self, stage: str) -> "RunName":
        """Return the run of a stage of this pipeline's run."""
        return RunName(self.namespace, gitlab_stage_name(self.job, stage), f"{self.run_id}/{stage}")

    def of_job(self, job: str) -> "RunName":
        """Return the run of a job of this stage's run."""
        return RunName(self.namespace, gitlab_job_name(self.job, job), f"{self.run_id}/{job}")


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A snapshot of a pipeline; attempts are in GitLab's order of creation."""

    address: str
    project_path: str
    id: int
    status: str
    times: Times
    updated: datetime
    source: dict[str, Any]
    attempts: Sequence[Attempt]

    @property
    def run(self) -> RunName:
        """The name of its run."""
        return _pipeline_run(self.address, self.project_path, self.id, is_child=self.source.get("source") == _CHILD)


def _pipeline_run(address: str, project_path: str, pipeline_id: int, *, is_child: bool) -> RunName:
    job = gitlab_pipeline_name(project_path, is_child=is_child)
    return RunName(gitlab_namespace(address, project_path), job, str(pipeline_id))


def read_pipeline(reading: Reading, pipeline: Pipeline) -> None:
    """Read the runs of a pipeline and its jobs."""
    run = _begin(reading, pipeline.run, pipeline.times.created, "PIPELINE")
    made = max([pipeline.times.created, *(attempt.times.created for attempt in pipeline.attempts)])
    _keep_attempts(run, pipeline.status, pipeline.times, pipeline.attempts, _retries(pipeline.attempts), made)
    described = replace(run, at=pipeline.updated, is_terminal=is_end(pipeline.status))
    describe_pipeline(described, pipeline.source)
    before: RunName | None = None
    earlier: list[Sequence[Attempt]] = []
    for stage, attempts in _grouped(pipeline.attempts, lambda attempt: attempt.stage).items():
        name = pipeline.run.stage(stage)
        _read_stage(reading, pipeline, name, attempts, before, earlier)
        before = name
        earlier.append(attempts)


def _read_stage(
    reading: Reading,
    pipeline: Pipeline,
    name: RunName,
    attempts: Sequence[Attempt],
    before: RunName | None,
    earlier: Sequence[Sequence[Attempt]],
) -> None:
    """Read a stage: a child of its pipeline, after the stage before it. earlier: the attempts of each stage before."""
    run = _begin(reading, name, pipeline.times.created, "STAGE")
    link_run(run, "PARENT", pipeline.run)
    if before is not None:
        link_run(run, "UPSTREAM", before)
        link_jobs(run, run.job(before.namespace, before.job), run.job(name.namespace, name.job), "JOB_DEPENDENCIES")
    jobs = _grouped(attempts, lambda attempt: attempt.name)
    latest = [of_job[-1] for of_job in jobs.values()]
    word = stage_word(latest, is_pipeline_over=is_end(pipeline.status))
    times = Times(
        created=min(attempt.times.created for attempt in attempts),
        started=min(_known(attempt.times.started for attempt in attempts), default=None),
        finished=max(_known(attempt.times.finished for attempt in latest), default=None),
    )
    made = max([attempt.times.created for attempt in attempts] + _known([_skipping(earlier)]))
    _keep_attempts(run, word, times, attempts, _retries(attempts) + _late_retries(attempts, earlier), made)
    skipped = _skipping(earlier, attempts)
    for job, of_job in jobs.items():
        _read_job(reading, pipeline, name.of_job(job), name, of_job, skipped)


def _read_job(
    reading: Reading,
    pipeline: Pipeline,
    name: RunName,
    stage: RunName,
    attempts: Sequence[Attempt],
    skipped: datetime | None,
) -> None:
    """Read a job: a child of its stage; a retry is another attempt of the same run. skipped: the time if it was."""
    run = _begin(reading, name, pipeline.times.created, "JOB")
    link_run(run, "PARENT", stage)
    for number, attempt in enumerate(attempts, 1):
        made = max(_known([attempt.times.created, skipped if attempt.status == SKIPPED else None]))
        _keep(run, state_events(attempt.status, attempt.times, number, made))
        if number < len(attempts):
            retried_at = attempts[number].times.created
            _keep(run, [StateEvent(retried_at, "COMPLETE", "UP_FOR_RETRY", RETRIED, number)])
        if member(attempt.source, "downstream_pipeline") is not None:
            _read_downstream(run, pipeline, name, attempt)
    last = attempts[-1]
    described = replace(run, at=last.times.latest, is_terminal=is_end(last.status))
    describe_attempt(described, last, is_retry=len(attempts) > 1)


def _read_downstream(run: Reading, pipeline: Pipeline, name: RunName, attempt: Attempt) -> None:
    """Link a child pipeline to its parent, the job that triggered it; another project's pipeline is downstream."""
    found = attempt.source["downstream_pipeline"]
    pipeline_id, path = whole_number(found, "id"), _project_path(pipeline.address, text(found, "web_url"))
    if pipeline_id is None or path is None:
        run.warn("reference.invalid")
        return
    is_child = text(found, "source") == _CHILD if text(found, "source") else path == pipeline.project_path
    downstream = _pipeline_run(pipeline.address, path, pipeline_id, is_child=is_child)
    if is_child:
        child = _begin(run, downstream, attempt.times.created, "PIPELINE")
        link_run(child, "PARENT", name)
    else:
        link_run(run, "DOWNSTREAM", downstream)


def _project_path(address: str, web_url: str | None) -> str | None:
    """Return the project in the URL of a pipeline's page; None for a page of another GitLab."""
    match = re.fullmatch(re.escape(address) + r"/(.+?)/(?:-/)?pipelines/\d+", web_url or "")
    return None if match is None else match[1]


def _begin(reading: Reading, name: RunName, created: datetime, kind: str) -> Reading:
    """Record a run with its template; return its reading, at the time of the pipeline's creation."""
    run = replace(reading, at=created, run_key=name.key)
    job_key = run.job(name.namespace, name.job)
    is_flow_run = name.job == named_flow_id(name.job)
    flow_key = text_key(named_flow_urn(name.namespace, name.job)) if is_flow_run else None
    run.changes.runs.append(RunFact(name.key, None, name.run_id, job_key, flow_key, is_derived=False))
    describe_template(run, job_key, kind)
    return run


def _keep(run: Reading, events: Iterable[StateEvent]) -> None:
    assert run.run_key is not None
    run.changes.run_events += [
        RunEventFact(
            run_key=run.run_key,
            at=event.at,
            status=event.status,
            result=event.result,
            native_state=event.native_state,
            attempt=event.attempt,
            declared_start=None,
            duration_millis=None,
            is_time_approximate=False,
            is_untimed=False,
            content_hash=run.content_hash,
        )
        for event in events
    ]


def _keep_attempts(
    run: Reading, word: str, times: Times, attempts: Sequence[Attempt], retries: Sequence[Attempt], made: datetime
) -> None:
    """Keep the states of a pipeline or a stage, with an attempt for each retry.

    The last attempt begins with a retry that came a while after all ends. Without one, or if nothing ran after it, it
    has gone on since the first start, which is kept for the first attempt, seen or not.
    """
    number = 1 + len(retries)
    begun_again = [retry.times.created for retry in retries if _are_over(attempts, retry.times.created)]
    opened = max(begun_again, default=None)
    if opened is None or (is_end(word) and times.finished is not None and times.finished <= opened):
        opened = times.started
    _keep(run, state_events(word, times._replace(started=opened), number, made))
    first = min(_known([times.started, *(attempt.times.started for attempt in attempts)]), default=None)
    if first is not None and number > 1:
        _keep(run, [StateEvent(first, "STARTED", None, "running", 1)])


def _are_over(attempts: Sequence[Attempt], at: datetime) -> bool:
    """Return True if all attempts that had begun by a time were over for a while."""
    begun = [each.times for each in attempts if any(time < at for time in _known(each.times[1:]))]
    return bool(begun) and all(times.finished is not None and times.finished + _PAUSE <= at for times in begun)


def _skipping(earlier: Sequence[Sequence[Attempt]], own: Sequence[Attempt] = ()) -> datetime | None:
    """Return the time at which GitLab skipped a job, or a stage: the end of the earlier stages that failed.

    own: the attempts of the job's own stage, whose failures count, too. Without any, all earlier stages count.
    """
    failed = [attempt for of_stage in earlier if _last_failure(of_stage) for attempt in of_stage]
    ends = _known([*(attempt.times.finished for attempt in failed), _last_failure(own)])
    every = (attempt.times.finished for of_stage in earlier for attempt in of_stage)
    return max(ends or _known(every), default=None)


def _last_failure(attempts: Sequence[Attempt]) -> datetime | None:
    failed = [each for each in attempts if each.status in ("failed", "canceled") and not each.is_failure_allowed]
    return max(_known(attempt.times.finished for attempt in failed), default=None)


def _retries(attempts: Sequence[Attempt]) -> list[Attempt]:
    """Return all attempts but the first of each job. Each of them may reopen its pipeline and its stage."""
    jobs = _grouped(attempts, lambda each: f"{each.stage}\0{each.name}")
    return [attempt for of_job in jobs.values() for attempt in of_job[1:]]


def _late_retries(attempts: Sequence[Attempt], earlier: Sequence[Sequence[Attempt]]) -> list[Attempt]:
    """Return the retries of earlier stages after a first end in this one: they may start what was skipped here."""
    first_end = min(_known(attempt.times.finished for attempt in attempts), default=None)
    retries = [retry for of_stage in earlier for retry in _retries(of_stage)]
    return [] if first_end is None else [retry for retry in retries if retry.times.created > first_end]


def _known(times: Iterable[datetime | None]) -> list[datetime]:
    return [time for time in times if time is not None]


def _grouped(attempts: Sequence[Attempt], by: Callable[[Attempt], str]) -> dict[str, list[Attempt]]:
    """Group attempts by a text; the groups are in the order of their first attempts."""
    groups: defaultdict[str, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        groups[by(attempt)].append(attempt)
    return groups
