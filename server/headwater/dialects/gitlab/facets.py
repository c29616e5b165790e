"""Facets of GitLab's runs, beside their states: OpenLineage's standard ones where they exist."""

from typing import Any
from uuid import UUID

from headwater.dialects.events.reading import Reading
from headwater.dialects.gitlab.states import Attempt
from headwater.model.loose_json import text

_TAGS = ("ref", "source", "name", "sha")
_PIPELINE = ("id", "iid", "tag", "source", "web_url", "duration", "queued_duration")
_JOB = ("id", "allow_failure", "web_url", "queued_duration")


def describe_pipeline(run: Reading, source: dict[str, Any]) -> None:
    """Keep the facets of a pipeline. Only a scheduled one has a nominal time."""
    tags = {name: text(source, name) for name in _TAGS} | {"user": text(source, "user", "username")}
    facets: dict[str, dict[str, Any]] = {
        "gitlab": _given(source, _PIPELINE),
        "tags": {"tags": [{"key": key, "value": tag, "source": "GITLAB"} for key, tag in tags.items() if tag]},
    }
    if source.get("source") == "schedule":
        facets["nominalTime"] = {"nominalStartTime": source["created_at"]}
    if message := text(source, "yaml_errors"):
        facets["errorMessage"] = {"message": message}
    run.run_facets("OWN", run.keep(facets))


def describe_attempt(run: Reading, attempt: Attempt, *, is_retry: bool) -> None:
    """Keep the facets of a job's last attempt; they delete the error of an earlier attempt."""
    facets: dict[str, dict[str, Any]] = {"gitlab": _given(attempt.source, _JOB)}
    if url := text(attempt.source, "web_url"):
        facets["log"] = {"logUrl": url}
    if attempt.status == "failed" and (reason := text(attempt.source, "failure_reason")):
        facets["errorMessage"] = {"message": reason}
    elif is_retry:
        facets["errorMessage"] = {"_deleted": True}
    run.run_facets("OWN", run.keep(facets))


def describe_template(run: Reading, job_key: UUID, kind: str) -> None:
    """Record the kind of a job: a pipeline, a stage or a job of GitLab's."""
    facet = {"processingType": "BATCH", "integration": "GITLAB", "jobType": kind}
    run.entity_facets(job_key, run.keep({"jobType": facet}))


def _given(source: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: source[name] for name in names if source.get(name) is not None}
