"""Parse the document of a pipeline into changes."""

from datetime import datetime
from typing import Any

from headwater.dialects.documents import read_record
from headwater.dialects.events.dialect import EventDialect
from headwater.dialects.events.reading import Reading
from headwater.dialects.gitlab.runs import Pipeline, read_pipeline
from headwater.dialects.gitlab.states import WORDS, Attempt, Times
from headwater.dialects.names import GITLAB
from headwater.dialects.problems import UnusableError
from headwater.model.changes import MAX_EVENT_NAMES, Changes, Problem
from headwater.model.loose_json import member, objects, text, truth, whole_number
from headwater.model.times import parse_stored_time

DIALECT = GITLAB


def _read(reading: Reading, document: dict[str, Any]) -> None:
    pipeline = _pipeline(reading, document)
    reading.run_key = pipeline.run.key
    read_pipeline(reading, pipeline)


def _updated(document: dict[str, Any]) -> tuple[datetime, bool]:
    return _required_time(document, "updated_at"), False


_GITLAB = EventDialect(DIALECT, _read, _updated)


def parse_document(body: bytes, source: str, position: int, *, max_names: int = MAX_EVENT_NAMES) -> Changes | Problem:
    """Parse a document (`pipeline_document`) into changes, or into a problem.

    source and position locate it, for the quarantine.
    """
    return _GITLAB.parse_record(read_record(body), source, position, max_names=max_names)


def parse_again(kept: Problem, max_names: int = MAX_EVENT_NAMES) -> list[Changes | Problem]:
    """Parse a quarantined document again."""
    return [parse_document(kept.payload, kept.source, kept.position, max_names=max_names)]


def _required_time(document: dict[str, Any], name: str) -> datetime:
    try:
        return parse_stored_time(member(document, "pipeline", name))[0]
    except ValueError as error:
        raise UnusableError("event_time.invalid", f"pipeline.{name}: {error}") from error


def _pipeline(reading: Reading, document: dict[str, Any]) -> Pipeline:
    address, project = (_required_text(document, name) for name in ("gitlab", "project"))
    pipeline_id = whole_number(document, "pipeline", "id")
    if pipeline_id is None:
        raise UnusableError("pipeline.invalid", "pipeline.id: expected a whole number")
    created = _required_time(document, "created_at")
    source = document["pipeline"]
    return Pipeline(
        address=address,
        project_path=project,
        id=pipeline_id,
        status=_status(reading, source),
        times=_times(reading, source, created),
        updated=reading.at,
        source=source,
        attempts=_attempts(reading, document, created),
    )


def _required_text(document: dict[str, Any], name: str) -> str:
    value = document.get(name)
    if not isinstance(value, str) or not value:
        raise UnusableError("pipeline.invalid", f"{name}: expected a text that is not empty")
    return value


def _attempts(reading: Reading, document: dict[str, Any], created: datetime) -> list[Attempt]:
    """Return the jobs and trigger jobs, sorted by id: creation times may be equal."""
    found = {}
    for job in objects(document, "jobs") + objects(document, "bridges"):
        job_id, stage, name = whole_number(job, "id"), job.get("stage"), job.get("name")
        if job_id is None or not (isinstance(stage, str) and stage and isinstance(name, str) and name):
            reading.warn("job.skipped")
            continue
        found[job_id] = Attempt(
            id=job_id,
            stage=stage,
            name=name,
            status=_status(reading, job),
            is_failure_allowed=truth(job, "allow_failure") is True,
            times=_times(reading, job, _time(reading, job, "created_at") or created),
            source=job,
        )
    return [found[job_id] for job_id in sorted(found)]


def _status(reading: Reading, source: dict[str, Any]) -> str:
    word = text(source, "status") or "unknown"
    if word not in WORDS:
        reading.warn("status.unknown")
    return word


def _times(reading: Reading, source: dict[str, Any], created: datetime) -> Times:
    return Times(created, _time(reading, source, "started_at"), _time(reading, source, "finished_at"))


def _time(reading: Reading, source: dict[str, Any], name: str) -> datetime | None:
    value = source.get(name)
    if value is None:
        return None
    try:
        time, has_no_zone = parse_stored_time(value)
    except ValueError:
        reading.warn("job_time.invalid")
        return None
    if has_no_zone:
        reading.warn("time.no_zone")
    return time
