"""Airflow's own facets: attempts, the order of tasks, and the states of tasks without events.

Source: the OpenLineage provider of Airflow (2.20.3): run facets `airflow` and `airflowState`, job facet `airflow`.
"""

import ast
from collections.abc import Iterator
from typing import Any

from headwater.dialects.events.links import link_jobs
from headwater.dialects.events.reading import Reading
from headwater.dialects.openlineage.links import link_named_run
from headwater.dialects.openlineage.parts import Facets
from headwater.model.changes import RunEventFact, RunFact

_SENT_NOTHING = ("skipped", "upstream_failed")
"""States of tasks that never began; Airflow sends no event for them."""

_MAX_ATTEMPT = 2**31 - 1

_MAX_TASK_IDS_LENGTH = 64 * 1024
"""Parsing a list from text takes hundreds of times its length in memory."""


def try_number(facets: Facets) -> int | None:
    """Return the attempt, from Airflow's facet; no standard facet carries one."""
    instance = facets.get("airflow", {}).get("taskInstance")
    number = instance.get("try_number") if isinstance(instance, dict) else None
    if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= _MAX_ATTEMPT:
        return number
    return None


def read_task_order(
    reading: Reading,
    namespace: str,
    name: str,
    facets: Facets,
    job_facets: Facets,
) -> None:
    """Add the order of tasks: from the task tree of a DAG run, and from the neighbors of a task run."""
    for task_id, task in _members(job_facets.get("airflow", {}).get("tasks")):
        for downstream in _task_ids(reading, task.get("downstream_task_ids")):
            _order(reading, namespace, f"{name}.{task_id}", f"{name}.{downstream}")
    for own in _task_of(facets):
        dag = name.removesuffix(f".{own.get('task_id')}")
        for upstream in _task_ids(reading, own.get("upstream_task_ids")):
            _order(reading, namespace, f"{dag}.{upstream}", name)
        for downstream in _task_ids(reading, own.get("downstream_task_ids")):
            _order(reading, namespace, name, f"{dag}.{downstream}")


def read_task_states(reading: Reading, namespace: str, name: str, run_id: str, facet: dict[str, Any]) -> None:
    """Add a derived run for each task of a DAG run that never began, skipped at the end of the DAG run."""
    states = facet.get("tasksState")
    for task_id, state in states.items() if isinstance(states, dict) else ():
        if state in _SENT_NOTHING:
            _derive_skipped(reading, namespace, name, run_id, task_id, state)


def _derive_skipped(reading: Reading, namespace: str, name: str, run_id: str, task_id: str, state: str) -> None:
    job = f"{name}.{task_id}"
    native_id = f"{run_id}/{task_id}"
    run_key, _ = reading.run_identity(namespace, job, f"{run_id}\0{task_id}")  # no event can have such an id
    job_key = reading.job(namespace, job)
    reading.changes.runs.append(RunFact(run_key, None, native_id, job_key, None, is_derived=True))
    reading.changes.run_events.append(
        RunEventFact(
            run_key=run_key,
            at=reading.at,
            status="COMPLETE",
            result="SKIPPED",
            native_state=state,
            attempt=None,
            declared_start=None,
            duration_millis=None,
            is_time_approximate=False,
            is_untimed=False,
            content_hash=reading.content_hash,
        )
    )
    link_named_run(
        reading,
        "PARENT",
        {"job": {"namespace": namespace, "name": name}, "run": {"runId": run_id}},
        of_run_key=run_key,
    )


def _order(reading: Reading, namespace: str, upstream: str, downstream: str) -> None:
    keys = [reading.job(namespace, name, is_stub=True) for name in (upstream, downstream)]
    link_jobs(reading, keys[0], keys[1], "AIRFLOW")


def _task_of(facets: Facets) -> Iterator[dict[str, Any]]:
    task = facets.get("airflow", {}).get("task")
    if isinstance(task, dict) and isinstance(task.get("task_id"), str):
        yield task


def _members(value: object) -> Iterator[tuple[str, dict[str, Any]]]:
    for key, member in value.items() if isinstance(value, dict) else ():
        if isinstance(member, dict):
            yield key, member


def _task_ids(reading: Reading, value: object) -> list[str]:
    """Return task ids, given as a list or, in Airflow's task facet, as the text of a Python list."""
    if isinstance(value, str):
        if len(value) > _MAX_TASK_IDS_LENGTH:
            reading.warn("task_ids.invalid")
            return []
        try:
            value = ast.literal_eval(value)
        except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
            reading.warn("task_ids.invalid")
            return []
    return [item for item in value if isinstance(item, str) and item] if isinstance(value, list) else []
