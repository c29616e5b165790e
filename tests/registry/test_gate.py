"""The gate: what makes a run red, and what cannot be talked green."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from headwater.registry.codes import sentence_of
from headwater.registry.entries import InvalidEntryError, read_entry
from headwater.registry.evidence import is_artifact_name, read_artifact
from headwater.registry.registration import Registration, entry_bytes, register
from headwater.registry.result import read_result
from headwater.registry.secrets import without_secrets

from conftest import ROOT

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def result_of(**members: Any) -> bytes:
    return json.dumps({"run_id": "run_01", "process": "daily_orders", **members}).encode()


def registered(content: bytes, *required: str, **artifacts: bytes | None) -> Registration:
    read = [read_artifact(name, f"{name}.json", artifact) for name, artifact in artifacts.items()]
    return register(read_result("result.json", content), read, required, "dpone.local", NOW, "1")


@pytest.mark.parametrize(
    ("members", "passed"),
    [
        ({"passed": True}, True),
        ({"passed": False}, False),
        ({"passed": "true"}, False),
        ({"passed": None}, False),
        ({}, False),
        ({"status": "success"}, True),
        ({"status": "failed"}, False),
        ({"result": {"status": "Succeeded"}}, True),
        ({"result": {"status": "completed"}}, True),
        ({"passed": True, "result": {"status": "error"}}, False),
        ({"passed": True, "result": {"status": 5}}, False),
        ({"passed": True, "result": {"status": "success", "errors": ["boom"]}}, False),
        ({"passed": True, "errors": ["boom"]}, False),
        ({"passed": True, "result": {"status": "success", "errors": []}}, True),
        ({"passed": True, "result": "text"}, True),
    ],
)
def test_every_status_of_a_result_counts(members: dict[str, Any], passed: bool) -> None:
    assert registered(result_of(**members)).blockers == (() if passed else ("run_result.not_passed",))


@pytest.mark.parametrize(
    ("artifact", "end", "verdict"),
    [
        (b'{"passed": true}', None, True),
        (b'{"passed": false}', "not_passed", False),
        (b'{"passed": "yes"}', "not_passed", False),
        (b'{"passed": true, "status": "error"}', "not_passed", False),
        (b'{"passed": true, "result": {"status": "failed"}}', "not_passed", False),
        (b'{"passed": true, "checks": [{"passed": false, "severity": "warn"}]}', None, True),
        (b'{"checks": [{"passed": false}]}', "not_passed", False),
        (b'{"checks": [{"passed": true}]}', None, True),
        (b'{"status": "passed_with_quarantine"}', None, True),
        (b'{"status": "regression"}', "not_passed", False),
        (b'{"findings": [{"id": "S1"}]}', "not_passed", False),
        (b'{"findings": []}', None, True),
        (b'{"rows": 5}', None, None),
        (b"[1, 2]", None, None),
        (b"{not json", "unparsed", False),
        (b"", "unparsed", False),
        (b"\xff", "unparsed", False),
        (b"[" * 100_000, "unparsed", False),
        (None, "missing", False),
    ],
)
def test_verdicts_of_artifacts(artifact: bytes | None, end: str | None, verdict: bool | None) -> None:
    registration = registered(result_of(passed=True), quality=artifact)
    assert registration.blockers == (() if end is None else (f"artifact.quality.{end}",))
    assert registration.warnings == (("artifact.quality.opaque",) if verdict is None else ())
    assert registration.artifacts[0].passed is verdict


def test_a_required_artifact_that_was_not_given_is_missing() -> None:
    content = result_of(passed=True)
    assert registered(content, "quality", "slo", quality=b'{"passed": true}').blockers == ("artifact.slo.missing",)
    assert registered(content, "quality", quality=b'{"passed": true}').passed


def test_an_entry_reads_back() -> None:
    content = result_of(passed=False, result={"duration_seconds": 12.5}, manifest="m.yml")
    registration = registered(content, quality=b'{"rows": 1}', slo=None)
    assert read_entry(json.loads(entry_bytes(registration.entry()))) == registration


@pytest.mark.parametrize(("told", "read"), [(7, 7.0), (12.5, 12.5), (-1, None), (True, None), ("7", None)])
def test_an_entry_may_tell_whole_seconds(told: object, read: float | None) -> None:
    entry = registered(result_of(), quality=b"{}").entry() | {"duration_seconds": told}
    assert read_entry(entry).duration_seconds == read


def test_red_evidence_cannot_be_talked_green() -> None:
    entry = registered(result_of(passed=False), quality=None).entry() | {"blockers": [], "passed": True}
    assert read_entry(entry).blockers == ("artifact.quality.missing",)
    assert read_entry(entry | {"artifacts": [], "passed": False}).blockers == ("run_registry.not_passed",)


@pytest.mark.parametrize(
    ("members", "field"),
    [({"run_id": 5}, "run_id"), ({"process": ""}, "process"), ({"recorded_at": "soon"}, "recorded_at")],
)
def test_a_wrong_entry_names_the_field(members: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidEntryError, match=f"^{field}: "):
        read_entry(registered(result_of(passed=True)).entry() | members)


@pytest.mark.parametrize("name", ["quality", "data_contract", "a.b-c", "0"])
def test_names_of_artifacts(name: str) -> None:
    assert is_artifact_name(name)


@pytest.mark.parametrize("name", ["", ".hidden", "a b", "a/b", "ä", "a\n", "a" * 101])
def test_names_that_fit_into_no_code(name: str) -> None:
    assert not is_artifact_name(name)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("failed password=hunter2", "failed password=[removed]"),
        ("DB_PASSWORD: hunter2 next", "DB_PASSWORD: [removed] next"),
        ("Authorization: Bearer abc", "Authorization: [removed]"),
        ("postgres://me:hunter2@db/shop", "postgres://[removed]@db/shop"),
        ("checks=2", "checks=2"),
        ("x" * 300, "x" * 199 + "…"),
    ],
)
def test_secrets_leave_short_texts(text: str, shown: str) -> None:
    assert without_secrets(text) == shown


def test_each_code_has_its_sentence() -> None:
    """The page's own words. Drift is told by its values."""
    section = (ROOT / "docs" / "codes.md").read_text().split("## Codes of the run registry\n")[1]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    told = {code.strip("`"): sentence for code, sentence in rows if not code.startswith("`drift.")}
    assert len(told) == 14
    assert {code: sentence_of(code.replace("<name>", "a.missing")) for code in told} == told
    assert sentence_of("artifact.a") is sentence_of("other.code") is None
