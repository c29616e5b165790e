"""OpenLineage events for tests, made by hand."""

import json
from typing import Any

from headwater.dialects.openlineage import parse_document
from headwater.model.changes import Changes

NAMESPACE = "test"


def run_event(
    word: str | None,
    time: str,
    run_id: str,
    job: str = "job",
    *,
    inputs: list[Any] | None = None,
    outputs: list[Any] | None = None,
    **run_facets: Any,
) -> dict[str, Any]:
    """Return a RunEvent; times are of 2026-01-01, datasets are names in the namespace `test` or whole objects."""
    event: dict[str, Any] = {
        "eventType": word,
        "eventTime": f"2026-01-01T{time}Z",
        "producer": "https://example.com/producer",
        "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
        "run": {"runId": run_id, "facets": run_facets},
        "job": {"namespace": NAMESPACE, "name": job},
    }
    for side, datasets in (("inputs", inputs), ("outputs", outputs)):
        if datasets is not None:
            event[side] = [{"namespace": NAMESPACE, "name": d} if isinstance(d, str) else d for d in datasets]
    return event


def parent(run_id: str, job: str = "parent") -> dict[str, Any]:
    """Return a parent facet."""
    return {"run": {"runId": run_id}, "job": {"namespace": NAMESPACE, "name": job}}


def uuid(number: int) -> str:
    """Return a run id that is a UUID."""
    return f"00000000-0000-4000-8000-{number:012d}"


def parsed(*events: dict[str, Any]) -> list[Changes]:
    """Return the changes of events; fail if one is not usable."""
    items = [item for event in events for item in parse_document(json.dumps(event).encode(), "test", 1)]
    assert all(isinstance(item, Changes) for item in items), items
    return [item for item in items if isinstance(item, Changes)]
