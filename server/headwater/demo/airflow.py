"""Airflow: play a DAG run, task by task and try by try, and return its runs."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from headwater.demo import airflow_facets
from headwater.demo.calendar import DagRun
from headwater.demo.dags import Task
from headwater.demo.incidents import MAX_TRIES, Failure, failure_of, left_out
from headwater.demo.job import Job
from headwater.demo.runs import Extras, Family, Ref, Run, dice, execute, ref_of

_FAILED = {"failed", "upstream_failed"}


@dataclass
class _Progress:
    """The results of the tasks so far, by task id."""

    begin: datetime
    runs: list[Run] = field(default_factory=list)
    states: dict[str, str] = field(default_factory=dict)
    ends: dict[str, datetime] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def ready(self, task: Task) -> datetime:
        """Return the end of the last upstream task."""
        return max([self.begin, *(self.ends[name] for name in task.upstream)])


def play(dag_run: DagRun) -> list[Run]:
    """Return all runs of a DAG run: its own first, then those of its tasks and of their children."""
    me = ref_of(dag_run.dag.job, dag_run.run_id)
    queued = timedelta(milliseconds=dice(me.run_id).randint(1_500, 5_000))
    progress = _Progress(dag_run.created + queued)
    for task in dag_run.dag.tasks:
        progress.states[task.task_id] = _verdict(dag_run, task, progress)
        progress.ends[task.task_id] = progress.ready(task)
        if task.job and progress.states[task.task_id] == "success":
            _try_task(dag_run, task, task.job, Family(me, me), progress)
    return [_dag_level(dag_run, me, progress), *progress.runs]


def _verdict(dag_run: DagRun, task: Task, progress: _Progress) -> str:
    """Return the state of a task, unless its own work fails."""
    before = {progress.states[name] for name in task.upstream}
    if before & _FAILED:
        return "upstream_failed"
    if left_out(dag_run, task) or ("skipped" in before and task.trigger_rule == "all_success"):
        return "skipped"
    return "success"


def _try_task(dag_run: DagRun, task: Task, job: Job, family: Family, progress: _Progress) -> None:
    """Run the task until it succeeds or has no tries left; each try is a run of its own."""
    rng = dice(family.root.run_id, task.task_id)
    failure = failure_of(dag_run, job, rng)
    start = progress.ready(task) + timedelta(milliseconds=rng.randint(12_000, 30_000))
    for number in range(1, MAX_TRIES + 1):
        failing = failure if failure and number <= failure.tries else None
        runs = _attempt(dag_run, task, job, start, family, number, failing)
        progress.runs += runs
        progress.ends[task.task_id] = runs[0].end
        progress.seconds[task.task_id] = (runs[0].end - runs[0].start).total_seconds()
        if not failing:
            return
        start = runs[0].end + dag_run.dag.retry_delay
    progress.states[task.task_id] = "failed"


def _attempt(
    dag_run: DagRun,
    task: Task,
    job: Job,
    start: datetime,
    family: Family,
    number: int,
    failing: Failure | None,
) -> list[Run]:
    own, *inside = execute(job, f"{dag_run.run_id}/{number}", start, family, failing)
    extras = Extras(always={"airflow": airflow_facets.task_run(dag_run, task, number)})
    return [replace(own, nominal=dag_run.logical, extras=extras), *inside]


def _dag_level(dag_run: DagRun, me: Ref, progress: _Progress) -> Run:
    failed = bool(_FAILED & set(progress.states.values()))
    end = max(progress.ends.values()) + timedelta(milliseconds=1_200)
    extras = Extras(
        always={"airflowDagRun": airflow_facets.dag_run(dag_run)},
        at_end={"airflowState": airflow_facets.state(failed, progress.states, progress.seconds)},
        job_at_start={"airflow": airflow_facets.task_tree(dag_run.dag)},
    )
    state = "FAIL" if failed else "COMPLETE"
    return Run(me, progress.begin, end, state, nominal=dag_run.logical, extras=extras)
