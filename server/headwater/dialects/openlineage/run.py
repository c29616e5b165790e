"""RunEvents: the run's state and edges; other modules read the rest."""

from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.dialects.events.reading import Reading
from headwater.dialects.openlineage.airflow import read_task_order, read_task_states, try_number
from headwater.dialects.openlineage.datasets import read_datasets
from headwater.dialects.openlineage.dpone import is_export, native_run_id, read_evidence
from headwater.dialects.openlineage.lineage import read_job_lineage, read_output_lineage
from headwater.dialects.openlineage.links import read_links
from headwater.dialects.openlineage.parts import Facets, facets_of, named, run_id_of
from headwater.dialects.openlineage.registry import read_exported
from headwater.dialects.openlineage.writes import FACET, effect_facet
from headwater.dialects.problems import UnusableError
from headwater.model.changes import (
    Result,
    RunEventFact,
    RunFact,
    Status,
)
from headwater.model.json import canonical_json
from headwater.model.times import parse_stored_time
from headwater.urn import (
    named_flow_id,
    named_flow_urn,
    text_key,
)

STATES: dict[str, tuple[Status | None, Result | None]] = {
    "START": ("STARTED", None),
    "RUNNING": ("STARTED", None),
    "COMPLETE": ("COMPLETE", "SUCCESS"),
    "FAIL": ("COMPLETE", "FAILURE"),
    "ABORT": ("COMPLETE", "FAILURE"),
    "OTHER": (None, None),
}
"""OpenLineage's event types as DataHub's status and result, as in DataHub's own OpenLineage receiver."""

TERMINAL = frozenset(word for word, (status, _) in STATES.items() if status == "COMPLETE")


def event_type(event: dict[str, Any]) -> str | None:
    """Return eventType, in capitals if it is a type in other letters, as Marquez reads it; what is no text, as JSON."""
    word = event.get("eventType")
    if not isinstance(word, str):
        return None if word is None else canonical_json(word).decode()
    return word.upper() if word.upper() in STATES else word


def is_terminal(event: dict[str, Any]) -> bool:
    """Return True if an event ends its run."""
    return event_type(event) in TERMINAL


def event_time(event: dict[str, Any]) -> tuple[datetime, bool]:
    """Return the time of an event, and True if it has no zone. Raises UnusableError."""
    try:
        return parse_stored_time(event.get("eventTime"))
    except ValueError as error:
        raise UnusableError("event_time.invalid", f"eventTime: {error}") from error


def read_run(reading: Reading, event: dict[str, Any]) -> None:
    """Read a RunEvent. Raises UnusableError if its run or job has no name."""
    namespace, name = named(event.get("job"), "job", "job.invalid")
    given_id = run_id_of(event.get("run"), name)
    facets, kept = facets_of(reading, event["run"])
    run_id = native_run_id(namespace, name, given_id, facets)
    job_facets, kept_of_job = facets_of(reading, event["job"])
    reading.run_key, reading.run_uuid = reading.run_identity(namespace, name, run_id)
    reading.attempt = try_number(facets)
    job_key = reading.job(namespace, name)
    is_flow_run = name == named_flow_id(name)
    reading.changes.runs.append(
        RunFact(
            run_key=reading.run_key,
            run_uuid=reading.run_uuid,
            native_id=run_id,
            template_key=job_key,
            flow_key=text_key(named_flow_urn(namespace, name)) if is_flow_run else None,
            is_derived=False,
        )
    )
    run_event = _run_event(reading, event, facets)
    reading.changes.run_events.append(run_event)
    reading.run_facets("OWN", kept)
    reading.run_facets("JOB", kept_of_job)
    reading.entity_facets(job_key, kept_of_job)
    _read_inputs(reading, event)
    _read_outputs(reading, job_key, event, facets)
    if "lineage" in job_facets:
        read_job_lineage(reading, job_key, job_facets["lineage"])
    read_links(reading, job_key, facets)
    if "airflow" in facets or "airflow" in job_facets:
        read_task_order(reading, namespace, name, facets, job_facets)
    if "airflowState" in facets:
        read_task_states(reading, namespace, name, run_id, facets["airflowState"])
    read_evidence(reading, run_event.native_state, facets)
    read_exported(reading, namespace, name, run_id, run_event.native_state, facets)


def _run_event(reading: Reading, event: dict[str, Any], facets: dict[str, dict[str, Any]]) -> RunEventFact:
    native = event_type(event)
    if native is not None and native not in STATES:
        reading.warn("event_type.unknown")
    status, result = STATES.get(native or "OTHER", (None, None))
    assert reading.run_key is not None
    return RunEventFact(
        run_key=reading.run_key,
        at=reading.at,
        status=status,
        result=result,
        native_state=native,
        attempt=reading.attempt,
        declared_start=_declared_start(reading, facets),
        duration_millis=None,
        is_time_approximate=is_export(facets),
        is_untimed=reading.is_untimed,
        content_hash=reading.content_hash,
    )


def _declared_start(reading: Reading, facets: dict[str, dict[str, Any]]) -> datetime | None:
    """Return the start time in Databand's startTime facet."""
    text = facets.get("startTime", {}).get("startTime")
    if text is None:
        return None
    try:
        start, has_no_zone = parse_stored_time(text)
    except ValueError:
        reading.warn("start_time.invalid")
        return None
    if has_no_zone:
        reading.warn("time.no_zone")
    return start


def _read_inputs(reading: Reading, event: dict[str, Any]) -> None:
    for asset_key, facets, kept, entry in read_datasets(reading, event, "inputs"):
        _, own_kept = facets_of(reading, entry, "inputFacets")
        reading.edge("INPUT", asset_key, "inputs", _version(facets), kept, own_kept)


def _read_outputs(reading: Reading, job_key: UUID, event: dict[str, Any], run_facets: Facets) -> None:
    for asset_key, facets, kept, entry in read_datasets(reading, event, "outputs"):
        own_facets, own_kept = facets_of(reading, entry, "outputFacets")
        if (effect := effect_facet(run_facets, facets, own_facets)) is not None:
            given = entry.get("outputFacets")
            own_kept = reading.keep({**(given if isinstance(given, dict) else {}), FACET: effect})
        reading.edge("OUTPUT", asset_key, "outputs", _version(facets), kept, own_kept)
        read_output_lineage(reading, job_key, asset_key, facets)


def _version(facets: Facets) -> str | None:
    """Return the version id that an event gives for data."""
    version = facets.get("version", {}).get("datasetVersion")
    return version if isinstance(version, str) else None
