"""The fields that OpenLineage's specification requires of the benchmarks' events and facets."""

from typing import Any

PRODUCER = "https://example.com/bench"
_SPEC = "https://openlineage.io/spec"
RUN_EVENT = f"{_SPEC}/2-0-2/OpenLineage.json#/$defs/RunEvent"


def facet(kind: str, **content: Any) -> dict[str, Any]:
    """Return a standard facet, by its version and its name in the specification."""
    _, _, name = kind.partition("/")
    return {"_producer": PRODUCER, "_schemaURL": f"{_SPEC}/facets/{kind}.json#/$defs/{name}", **content}
