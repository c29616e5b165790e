"""Whatever a file holds, the registry answers with a verdict or a reason."""

import json
from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from headwater.dialects.openlineage import parse_document
from headwater.model.changes import Changes, Problem
from headwater.registry.drift import event_drift
from headwater.registry.entries import InvalidEntryError, read_entry
from headwater.registry.evidence import read_artifact
from headwater.registry.export import export
from headwater.registry.registration import register
from headwater.registry.result import read_result

NOW = datetime(2026, 11, 21, tzinfo=UTC)
WORDS = st.sampled_from(["success", "error", "", "\0", "\ud800", "password=x", "dpone_data_contract", "\U0001f600"])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | WORDS
KEYS = st.sampled_from(
    ["passed", "status", "result", "errors", "checks", "findings", "name", "sha256", "openlineage_facets", "path"]
)
VALUES = st.recursive(SCALARS, lambda one: st.lists(one, max_size=3) | st.dictionaries(KEYS | WORDS, one, max_size=4))
MEMBERS = st.sampled_from(
    [
        *("run_id", "process", "selector", "manifest", "passed", "status", "result", "errors", "blockers", "warnings"),
        *("artifacts", "facets", "recorded_at", "run_result_sha256", "duration_seconds", "namespace", "nonce"),
    ]
)
OBJECTS = st.dictionaries(MEMBERS, VALUES, max_size=12)


@given(OBJECTS, VALUES, st.binary(max_size=20))
def test_results_and_artifacts(result: dict[str, Any], artifact: Any, content: bytes) -> None:
    read = read_result("r.json", json.dumps(result).encode())
    files = [json.dumps(artifact).encode(), content]
    artifacts = [read_artifact(f"a{n}", f"a{n}.{end}", one) for n, one in enumerate(files) for end in ["json"]]
    assert all(one.evidence.sha256 for one in artifacts)
    if read.run_id is not None:
        registration = register(read, artifacts, ["b"], "n", NOW, "1")
        assert not registration.passed
        assert "artifact.b.missing" in registration.blockers
        json.dumps(registration.entry())


@given(OBJECTS)
def test_entries(members: dict[str, Any]) -> None:
    entry = {
        "run_id": "r", "process": "p", "passed": True, "recorded_at": "2026-01-01T00:00:00Z", "run_result_sha256": "ab"
    } | members  # fmt: skip
    [item] = parse_document(json.dumps(entry).encode(), "test", 1)
    assert isinstance(item, Changes | Problem)
    try:
        registration = read_entry(entry)
    except InvalidEntryError:
        assert isinstance(item, Problem)
        return
    assert read_entry(registration.entry()) == registration
    made = export(registration, "ab", [], [], "auto", NOW)
    assert event_drift(registration, "ab", made.event) == []
