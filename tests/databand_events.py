"""Databand's events for tests, made by hand."""

import json
from collections.abc import Sequence
from typing import Any

from headwater.dialects.databand import parse_document
from headwater.model.changes import Changes

from events import NAMESPACE

SOURCE = "3a8bc7f8-0c65-115f-98f6-aa662e60cbe7"


def task_event(
    word: str | None,
    time: str | None,
    run_id: str,
    job: str,
    *,
    parent: str | None = None,
    inputs: Sequence[str] = (),
    start: str | None = None,
    nominal: str | None = None,
) -> dict[str, Any]:
    """Return an event as in Databand's example; times are of 2026-01-01, a parent is a run id of the job `parent`."""
    facets: dict[str, Any] = {"startTime": start and {"startTime": _time(start)}, "_producer": "https://custom.api"}
    if nominal is not None:
        facets["nominalTime"] = {"nominalStartTime": _time(nominal)}
    if parent is not None:
        facets["parent"] = {"job": {"namespace": NAMESPACE, "name": "parent"}, "run": {"runId": parent}}
    return {
        "eventType": word,
        "eventTime": _time(time),
        "inputs": [{"namespace": NAMESPACE, "name": name} for name in inputs],
        "outputs": [],
        "job": {"namespace": NAMESPACE, "name": job},
        "run": {"runId": run_id, "facets": facets},
    }


def _time(time: str | None) -> str:
    return "None" if time is None else f"2026-01-01T{time}Z"


def parsed_tasks(*events: dict[str, Any], source: str = SOURCE) -> list[Changes]:
    """Return the changes of events; fail if one is not usable."""
    items = parse_document(json.dumps(events).encode(), "test", 1, source)
    assert all(isinstance(item, Changes) for item in items), items
    return [item for item in items if isinstance(item, Changes)]
