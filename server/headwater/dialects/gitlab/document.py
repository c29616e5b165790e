"""The stored document of a pipeline: the pipeline, its jobs and its trigger jobs.

Left out are personal data (mail addresses, biographies), runners, artifacts, and figures that change while a job runs.
So an unchanged pipeline gives the same document again.
"""

from collections.abc import Iterable
from typing import Any

from headwater.model.loose_json import whole_number

Object = dict[str, Any]

_PIPELINE = (
    *("id", "iid", "project_id", "name", "ref", "tag", "sha", "source", "status", "web_url", "yaml_errors"),
    *("created_at", "updated_at", "started_at", "finished_at", "duration", "queued_duration"),
)
_JOB = (
    *("id", "name", "stage", "status", "allow_failure", "failure_reason", "web_url"),
    *("created_at", "started_at", "finished_at"),
)
_DOWNSTREAM = ("id", "project_id", "source", "web_url")


def pipeline_document(
    address: str, project_path: str, pipeline: Object, jobs: Iterable[Object], bridges: Iterable[Object]
) -> Object:
    """Return the document of a pipeline. address is GitLab's own, without a final slash; bridges are trigger jobs."""
    user = pipeline.get("user")
    return {
        "gitlab": address,
        "project": project_path,
        "pipeline": _kept(pipeline, _PIPELINE)
        | ({"user": _kept(user, ("username",))} if isinstance(user, dict) else {}),
        "jobs": _by_id(map(_job, jobs)),
        "bridges": _by_id(map(_bridge, bridges)),
    }


def _job(job: Object) -> Object:
    """Return the kept fields of a job; queued_duration only after the start, since it grows until then."""
    return _kept(job, (*_JOB, "queued_duration") if job.get("started_at") else _JOB)


def _bridge(bridge: Object) -> Object:
    downstream = bridge.get("downstream_pipeline")
    kept = _kept(downstream, _DOWNSTREAM) if isinstance(downstream, dict) else None
    return _job(bridge) | {"downstream_pipeline": kept}


def _kept(value: Object, names: Iterable[str]) -> Object:
    return {name: value[name] for name in names if name in value}


def _by_id(items: Iterable[Object]) -> list[Object]:
    return sorted(items, key=lambda item: whole_number(item, "id") or 0)
