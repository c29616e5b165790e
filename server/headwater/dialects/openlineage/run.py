"""The run of a RunEvent: its state, its edges and its references to other runs."""

from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.dialects.openlineage.reading import Reading, named
from headwater.dialects.problems import UnusableError
from headwater.model.changes import (
    Direction,
    EdgeFact,
    LinkKind,
    Result,
    RunEventFact,
    RunFact,
    RunLinkFact,
    Status,
)
from headwater.model.json import canonical_json, content_key
from headwater.model.times import parse_time
from headwater.urn import (
    openlineage_flow_id,
    openlineage_flow_urn,
    openlineage_run_key,
    run_uuid,
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
"""OpenLineage's event types as DataHub's status and result (DataHub's own OpenLineage receiver does the same)."""

TERMINAL = frozenset(word for word, (status, _) in STATES.items() if status == "COMPLETE")

_MAX_ATTEMPT = 2**31 - 1

_DEPENDENCIES: tuple[tuple[LinkKind, str], ...] = (("UPSTREAM", "upstream"), ("DOWNSTREAM", "downstream"))


def event_type(event: dict[str, Any]) -> str | None:
    """The word in eventType; what is no text, as JSON."""
    word = event.get("eventType")
    return word if isinstance(word, str | None) else canonical_json(word).decode()


def read_run(reading: Reading, event: dict[str, Any], content_hash: UUID) -> None:
    """Find all that a RunEvent says. Raises UnusableError where its run or job cannot be told."""
    namespace, name = named(event.get("job"), "job", "job.invalid")
    run_id = _run_id(event["run"])
    if (name, run_id) == ("unknown", "unknown_run"):
        raise UnusableError("run.placeholder", "run unknown_run of job unknown stands for a run that was not read")
    facets = reading.facets(event["run"])
    reading.run_key = openlineage_run_key(namespace, name, run_id)
    reading.attempt = _attempt(facets)
    job_key = reading.job(namespace, name)
    is_flow_run = name == openlineage_flow_id(name)
    reading.changes.runs.append(
        RunFact(
            run_key=reading.run_key,
            run_uuid=run_uuid(run_id),
            native_id=run_id,
            template_key=job_key,
            flow_key=text_key(openlineage_flow_urn(namespace, name)) if is_flow_run else None,
        )
    )
    reading.changes.run_events.append(_run_event(reading, event, facets, content_hash))
    job_facets = reading.facets(event["job"])
    reading.run_aspects("OWN", facets)
    reading.run_aspects("JOB", job_facets)
    reading.entity_aspects(job_key, job_facets)
    _read_edges(reading, event, "inputs", "INPUT", "inputFacets")
    _read_edges(reading, event, "outputs", "OUTPUT", "outputFacets")
    _read_links(reading, facets)


def _run_id(run: object) -> str:
    """The id of a run; a UUID in lower case, so that both spellings are one run."""
    run_id = run.get("runId") if isinstance(run, dict) else None
    if not isinstance(run_id, str) or not run_id:
        raise UnusableError("run_id.invalid", "run.runId: expected a text that is not empty")
    return str(run_uuid(run_id) or run_id)


def _attempt(facets: dict[str, dict[str, Any]]) -> int | None:
    """Airflow's try number: no standard facet carries an attempt."""
    instance = facets.get("airflow", {}).get("taskInstance")
    number = instance.get("try_number") if isinstance(instance, dict) else None
    if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= _MAX_ATTEMPT:
        return number
    return None


def _run_event(
    reading: Reading, event: dict[str, Any], facets: dict[str, dict[str, Any]], content_hash: UUID
) -> RunEventFact:
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
        content_hash=content_hash,
    )


def _declared_start(reading: Reading, facets: dict[str, dict[str, Any]]) -> datetime | None:
    """Databand's startTime facet."""
    text = facets.get("startTime", {}).get("startTime")
    if text is None:
        return None
    try:
        start, has_no_zone = parse_time(text)
    except ValueError:
        reading.warn("start_time.invalid")
        return None
    if has_no_zone:
        reading.warn("time.no_zone")
    return start


def _read_edges(reading: Reading, event: dict[str, Any], side: str, direction: Direction, own_facets: str) -> None:
    assert reading.run_key is not None
    for asset_key, dataset in reading.datasets(event, side):
        facets = reading.facets(dataset)
        version = facets.get("version", {}).get("datasetVersion")
        reading.changes.edges.append(
            EdgeFact(
                run_key=reading.run_key,
                direction=direction,
                asset_key=asset_key,
                at=reading.at,
                origin=side,
                attempt=reading.attempt,
                version=version if isinstance(version, str) else None,
            )
        )
        reading.entity_aspects(asset_key, facets)
        reading.edge_aspects(direction, asset_key, "DATASET", facets)
        reading.edge_aspects(direction, asset_key, "EDGE", reading.facets(dataset, own_facets))


def _read_links(reading: Reading, facets: dict[str, dict[str, Any]]) -> None:
    parent = facets.get("parent") or facets.get("parentRun")  # the name of the facet before 1.0
    if parent:
        _read_link(reading, "PARENT", parent)
        if parent.get("root") is not None:
            _read_link(reading, "ROOT", parent["root"])
    for kind, side in _DEPENDENCIES:
        dependencies = facets.get("jobDependencies", {}).get(side)
        for dependency in dependencies if isinstance(dependencies, list) else []:
            if not isinstance(dependency, dict) or dependency.get("run") is not None:  # else it names a job alone
                _read_link(reading, kind, dependency)


def _read_link(reading: Reading, kind: LinkKind, reference: Any) -> None:
    assert reading.run_key is not None
    try:
        if not isinstance(reference, dict):
            raise UnusableError("reference.invalid", "expected an object")
        namespace, name = named(reference.get("job"), "job", "reference.invalid")
        run_id = _run_id(reference.get("run"))
    except UnusableError:
        reading.warn("reference.invalid")
        return
    target_key = openlineage_run_key(namespace, name, run_id)
    if target_key == reading.run_key and kind != "ROOT":
        reading.warn("reference.self")
        return
    reading.job(namespace, name, is_stub=True)
    reading.changes.run_links.append(
        RunLinkFact(
            run_key=reading.run_key,
            kind=kind,
            target_key=target_key,
            target_uuid=run_uuid(run_id),
            target_native_id=run_id,
            target_namespace=namespace,
            target_name=name,
            at=reading.at,
            is_terminal=reading.is_terminal,
            content_key=content_key(canonical_json(reference)),
        )
    )
