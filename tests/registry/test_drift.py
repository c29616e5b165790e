"""Drift of files, entries and events, by stable codes."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from headwater.registry.checksums import sha256
from headwater.registry.drift import drift, event_drift
from headwater.registry.entries import read_entry_file
from headwater.registry.evidence import read_artifact
from headwater.registry.export import export
from headwater.registry.registration import Registration, entry_checksum, register
from headwater.registry.result import read_result

NOW = datetime(2026, 11, 21, tzinfo=UTC)
RESULT = b'{"run_id": "run_01", "process": "daily_orders", "passed": true}'
QUALITY = b'{"passed": true}'


def registered() -> Registration:
    artifacts = [
        read_artifact("quality", "quality.json", QUALITY),
        read_artifact("log", "run.log", None),
    ]
    return register(read_result("result.json", RESULT), artifacts, [], "dpone.local", NOW, "1")


OBSERVED = {"run_result": sha256(RESULT), "artifact.quality": sha256(QUALITY), "artifact.log": None}


@pytest.mark.parametrize(
    ("changed", "codes"),
    [
        ({}, []),
        ({"run_result": "ab"}, ["drift.run_result"]),
        ({"run_result": None}, ["drift.run_result.missing"]),
        ({"artifact.quality": "ab"}, ["drift.artifact.quality"]),
        ({"artifact.quality": None}, ["drift.artifact.quality.missing"]),
        ({"artifact.log": "ab"}, ["drift.artifact.log"]),
        ({"artifact.other": "ab"}, ["drift.artifact.other"]),
        ({"registry_entry": "entry"}, []),
        ({"registry_entry": "ab"}, ["drift.registry_entry"]),
        ({"registry_entry": None}, ["drift.registry_entry.missing"]),
    ],
)
def test_codes(changed: dict[str, str | None], codes: list[str]) -> None:
    items = drift(registered(), "entry", OBSERVED | changed)
    assert [item.code for item in items] == codes
    for item in items:
        assert item.actual == changed[item.subject]
        assert item.expected != item.actual


def test_an_unobserved_file_is_missing() -> None:
    assert [item.code for item in drift(registered(), "entry", {})] == [
        "drift.run_result.missing",
        "drift.artifact.quality.missing",
    ]


def test_an_event_that_differs_has_drifted() -> None:
    registration = registered()
    event = export(registration, "entry", [], [], "auto", NOW).event
    assert event_drift(registration, "entry", event) == []
    assert [item.subject for item in event_drift(registration, "other", event)] == ["registry_entry"]
    green = replace(registration, blockers=())
    assert [(item.subject, item.expected, item.actual) for item in event_drift(green, "entry", event)] == [
        ("passed", "true", "false")
    ]
    event["run"]["facets"]["dpone_artifacts"]["artifacts"].pop()
    [item] = event_drift(registration, "entry", event)
    assert (item.code, item.subject, item.actual) == ("drift.event", "artifact.quality", None)
    assert {item.code for item in event_drift(registration, "entry", {})} == {"drift.event"}


def test_changes_after_a_registration_are_found(corpus: Path) -> None:
    """dpone's case 17: its export stays green, and nothing reads the files again."""
    case = corpus / "dpone" / "cases" / "17_drift"
    before = json.loads(json.loads((case / "_case.json").read_text())["steps"][0]["stdout"])
    registration = read_entry_file(json.dumps(before).encode())
    files = {"run_result": before["run_result_path"], "artifact.quality": before["artifacts"][0]["path"]}
    observed: dict[str, str | None] = {name: sha256((case / path).read_bytes()) for name, path in files.items()}
    assert {item.code for item in drift(registration, None, observed)} == {"drift.run_result", "drift.artifact.quality"}
    event = json.loads((case / "out" / "after_entry_edit" / "run_01__openlineage.json").read_text())
    old = json.loads((case / "out" / "before" / "run_01__openlineage.json").read_text())
    checksum = old["run"]["facets"]["dpone_run"]["run_registry_entry_sha256"]
    assert event_drift(registration, checksum, old) == []
    assert "registry_entry" in {item.subject for item in event_drift(registration, checksum, event)}


def test_white_space_around_an_entry_is_one_newline() -> None:
    assert entry_checksum(b'{"a": 1}') == entry_checksum(b'\n {"a": 1}\n\n') == sha256(b'{"a": 1}\n')
