"""Checks of events against OpenLineage's specification, from a folder beside this checkout."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

SPEC = Path(__file__).resolve().parents[2] / "shared/corpus/openlineage/spec"
_CORE = "https://openlineage.io/spec/2-0-2/OpenLineage.json"

Event = dict[str, Any]


def facets_of(event: Event) -> Iterator[tuple[str, Event]]:
    """Yield all facets of an event with their keys."""
    for owner in (event["run"], event["job"], *event["inputs"], *event["outputs"]):
        for group in ("facets", "inputFacets", "outputFacets"):
            yield from owner.get(group, {}).items()


@cache
def _schemas() -> dict[str, Event]:
    if not SPEC.is_dir():
        pytest.skip(f"no OpenLineage specification at {SPEC}")
    found = [json.loads(path.read_text()) for path in SPEC.glob("**/*.json") if "$defs" in path.read_text()]
    return {schema["$id"]: schema for schema in found if "$id" in schema}


def problems(event: Event) -> list[str]:
    """Return the specification's errors in a run event and its facets."""
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    referencing = pytest.importorskip("referencing", reason="referencing is not installed")
    registry: Any = referencing.Registry().with_resources(
        (address, referencing.Resource.from_contents(schema)) for address, schema in _schemas().items()
    )

    def of(address: str, value: Event) -> Iterator[str]:
        validator = jsonschema.Draft202012Validator(_schemas()[address], registry=registry)
        yield from (error.message for error in validator.iter_errors(value))

    found = [*of(_CORE, event)]
    for key, facet in facets_of(event):
        address = facet.get("_schemaURL", _CORE).partition("#")[0]
        if address != _CORE:
            found += of(address, {key: facet})
            found += [] if key in _schemas()[address]["properties"] else [f"{address} has no {key}"]
    return found
