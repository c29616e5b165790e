"""A client of Databand's API as its documentation describes one: the GitLab monitor of example 2, in our own words.

The oddities of the example stay, since the server has to accept them: except for white space, this client sends the
example's recorded bodies byte for byte. Only `run_id` is corrected: the example makes a UUID of a UUID, and raises.
"""

import gzip
import json
from collections import defaultdict
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

import requests

from gitlab_server import TOKEN

PRODUCER = "https://some.producer.com/version/1.0"
SCHEMA = "https://github.com/OpenLineage/OpenLineage/blob/main/spec/facets/SQLJobFacet.json"
META = {"_producer": PRODUCER, "_schemaURL": SCHEMA}

JOB_WORDS = {
    "failed": "FAIL", "warning": "COMPLETE", "pending": "START", "running": "RUNNING", "manual": "START",
    "scheduled": "START", "canceled": "ABORT", "success": "COMPLETE", "skipped": "ABORT", "created": "START",
}  # fmt: skip
PIPELINE_WORDS = {
    "created": "START", "waiting_for_resource": "START", "preparing": "START", "pending": "START",
    "running": "RUNNING", "success": "COMPLETE", "failed": "FAIL", "canceled": "ABORT", "skipped": "ABORT",
    "manual": "START", "scheduled": "START",
}  # fmt: skip

START = "2020-01-01T00:00:00Z"
"""The time of the last update of the oldest pipelines to report."""

Json = dict[str, Any]


class Databand:
    """Posts events to a bulk address."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self._headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Content-Encoding": "gzip",
        }

    def post(self, events: list[Json]) -> requests.Response:
        """Post a batch. Raises requests.HTTPError."""
        body = gzip.compress(json.dumps(events).encode())
        answer = requests.post(self.address, data=body, headers=self._headers, timeout=30)
        answer.raise_for_status()
        return answer


class GitLab:
    """Reads the pipelines of a project."""

    def __init__(self, address: str, project: int) -> None:
        self._project = f"{address}/api/v4/projects/{project}"
        self._session = requests.Session()
        self._session.headers["Private-Token"] = TOKEN

    def pipelines(self) -> list[Json]:
        """Return the pipelines, oldest change first."""
        found: list[Json] = self._get(f"/pipelines?updated_after={START}&order_by=updated_at&sort=asc&per_page=100")
        return found

    def pipeline(self, number: int) -> tuple[Json, dict[str, list[Json]]]:
        """Return a pipeline, and its jobs by stage, in the order of their creation."""
        jobs = sorted(
            self._get(f"/pipelines/{number}/jobs?per_page=100&include_retried=true"), key=lambda job: job["created_at"]
        )
        stages = defaultdict(list)
        for job in jobs:
            stages[job["stage"]].append(job)
        return self._get(f"/pipelines/{number}"), stages

    def close(self) -> None:
        """End the session."""
        self._session.close()

    def _get(self, path: str) -> Any:
        answer = self._session.get(self._project + path, timeout=15)
        answer.raise_for_status()
        return answer.json()


def sync(gitlab: GitLab, databand: Databand) -> list[requests.Response]:
    """Report each pipeline in one batch."""
    return [
        databand.post(events_of(databand.address, *gitlab.pipeline(pipeline["id"]))) for pipeline in gitlab.pipelines()
    ]


def run_id(name: str, parent: UUID) -> UUID:
    """Return the id of a run: a hash of its name in its pipeline, or of the pipeline's number in the address."""
    return uuid5(parent, name)


def pipeline_run_id(address: str, number: int) -> UUID:
    """Return the id of a pipeline's run."""
    return run_id(str(number), uuid5(NAMESPACE_URL, address))


def events_of(address: str, pipeline: Json, stages: dict[str, list[Json]]) -> list[Json]:
    """Return the events of a pipeline, of its stages, and of their jobs."""
    namespace = pipeline["web_url"].split("/")[4]
    word = PIPELINE_WORDS.get(pipeline["status"], "scheduled")
    root = pipeline_run_id(address, pipeline["id"])
    facets = {**_times(pipeline), "tags": {"projectName": namespace}, **META}
    events = [_event(namespace, pipeline["ref"], root, word, _event_time(pipeline, word), facets)]
    before = None
    for name, jobs in stages.items():
        status, finished_at = _stage_status(jobs)
        stage = {
            "name": name, "status": status, "finished_at": finished_at,
            "created_at": min(job["created_at"] for job in jobs),
            "started_at": min((job["started_at"] for job in jobs if job["started_at"]), default=None),
        }  # fmt: skip
        events.append(_task(namespace, root, stage, (pipeline["ref"], root), before))
        before = name
    for name, jobs in stages.items():
        events += [_task(namespace, root, job, (name, run_id(name, root)), None) for job in jobs]
    return events


def _task(namespace: str, root: UUID, task: Json, parent: tuple[str, UUID], upstream: str | None) -> Json:
    parent_facet = {
        "job": {"name": parent[0], "namespace": namespace, **META}, "run": {"runId": str(parent[1]), **META},
    }  # fmt: skip
    word = JOB_WORDS.get(task["status"], "START")
    # As in the example, the word is GitLab's, and no GitLab word ends a run: the event's time is never the end time.
    time = _event_time(task, task["status"])
    facets = {**_times(task), "parent": parent_facet, **META}
    event = _event(namespace, task["name"], run_id(task["name"], root), word, time, facets)
    if upstream is not None:
        event["inputs"] = [{"name": upstream, "namespace": namespace, **META}]
    return event


def _event(namespace: str, name: str, run: UUID, word: str, time: str | None, facets: Json) -> Json:
    return {
        "eventTime": str(time), "eventType": word, "inputs": [], "job": {"name": name, "namespace": namespace},
        "outputs": [], "run": {"runId": str(run), "facets": facets}, "producer": PRODUCER, "schemaURL": SCHEMA,
    }  # fmt: skip


def _times(task: Json) -> Json:
    start = {"startTime": task["started_at"], **META} if task["started_at"] else None
    return {"startTime": start, "nominalTime": {"nominalStartTime": task["created_at"], **META}}


def _event_time(task: Json, word: str) -> str | None:
    if word in ("FAIL", "COMPLETE", "ABORT"):
        finished: str | None = task["finished_at"]
        return finished
    time: str = task["started_at"] or task["created_at"]
    return time


def _stage_status(jobs: list[Json]) -> tuple[str, str | None]:
    words = {job["status"] for job in jobs}
    if words == {"skipped"}:
        return "skipped", None
    if words <= {"queued", "skipped", "scheduled"}:
        return "scheduled", None
    if not words <= {"failed", "skipped", "cancelled", "success"}:
        return "running", None
    status = next((word for word in ("failed", "cancelled", "success") if word in words), "skipped")
    return status, max((job["finished_at"] for job in jobs if job["finished_at"]), default=None)
