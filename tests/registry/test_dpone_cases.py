"""dpone's recorded cases: the registry decides the same, or better where the table says so."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from headwater.registry.checksums import sha256
from headwater.registry.defaults import DEFAULT_NAMESPACE
from headwater.registry.entries import InvalidEntryError, read_entry_file
from headwater.registry.evidence import read_artifact
from headwater.registry.file_names import event_file_name
from headwater.registry.registration import Registration, entry_checksum, register
from headwater.registry.result import RunResult, read_result

from conftest import CORPUS

CASES = CORPUS / "dpone" / "cases"
pytestmark = pytest.mark.skipif(
    not CASES.is_dir(), reason="the corpus of recorded payloads is not beside this checkout"
)
NOW = datetime(2026, 11, 21, tzinfo=UTC)


class Better(NamedTuple):
    """Our blockers where dpone's differ, with the reason."""

    blockers: list[str]
    why: str


BETTER = {
    ("06_run_result_missing", 0): Better(
        ["run_result.missing", "run_result.run_id_missing"], "no run is registered as unknown_run"
    ),
    ("07_run_result_invalid_json", 0): Better(
        ["run_result.invalid_json", "run_result.run_id_missing"], "no run is registered as unknown_run"
    ),
    ("10_artifact_quirks", 0): Better(
        ["artifact.broken.unparsed", "artifact.empty.unparsed", "artifact.status_error.not_passed"],
        "a broken JSON file is no proof, and every status counts",
    ),
    ("11_result_without_passed", 0): Better(["run_result.not_passed"], "the nested status counts"),
    ("12_real_dpone_run_failure", 1): Better(
        ["run_result.not_passed", "run_result.run_id_missing"], "failures without an id do not collapse into one run"
    ),
    ("14_run_id_bad", 2): Better(["run_result.run_id_missing"], "a number is no run id"),
}
CRASHED = {("14_run_id_bad", 0), ("22_cli_misuse", 1)}
"""Steps in which dpone ends with a traceback."""


def steps() -> list[tuple[str, int]]:
    """Return every recorded registration: the case, and the place of the step."""
    return [
        (case.parent.name, number)
        for case in sorted(CASES.glob("*/_case.json"))
        for number, step in enumerate(json.loads(case.read_text())["steps"])
        if "run-registry" in step.get("argv", ()) and "--run-result" in step["argv"]
    ]


def step_of(case: str, number: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((CASES / case / "_case.json").read_text())["steps"][number]
    return found


def values(words: list[str], option: str) -> list[str]:
    return [words[place + 1] for place, word in enumerate(words) if word == option]


def content_of(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def our_result(case: str, number: int) -> RunResult:
    """Read the result of a step; that of a real `dpone run` is what the step before printed."""
    [name] = values(step_of(case, number)["argv"], "--run-result")
    before = step_of(case, number - 1) if number else {"argv": []}
    is_printed = before["argv"][1:2] == ["run"]
    return read_result(name, before["stdout"].encode() if is_printed else content_of(CASES / case / name))


def ours(case: str, number: int) -> tuple[RunResult, Registration | None]:
    result = our_result(case, number)
    if result.run_id is None:
        return result, None
    artifacts = [
        read_artifact(name, path, content_of(CASES / case / path))
        for name, _, path in (word.partition("=") for word in values(step_of(case, number)["argv"], "--artifact"))
    ]
    return result, register(result, artifacts, [], DEFAULT_NAMESPACE, NOW, "")


@pytest.mark.parametrize(("case", "number"), steps())
def test_a_registration_is_judged_as_by_dpone_or_better(case: str, number: int) -> None:
    step = step_of(case, number)
    if (case, number) in CRASHED or not step["stdout"].startswith("{"):
        return  # below, and Markdown
    theirs = json.loads(step["stdout"])
    result, registration = ours(case, number)
    blockers = [*(registration or result).blockers]
    better = BETTER.get((case, number))
    assert blockers == (better.blockers if better else theirs["blockers"])
    assert (better is None) == (blockers == theirs["blockers"])
    if registration is None:
        assert theirs["run_id"] == "unknown_run"
        return
    assert registration.run_id == theirs["run_id"]
    if theirs["process"] != "unknown":
        assert registration.process == theirs["process"]
    if (case, number) == ("17_drift", 0):
        return  # its files were changed afterwards
    assert registration.manifest == theirs["manifest"]
    checked = {one["name"]: one["sha256"] for one in theirs["artifacts"]}
    assert {one.name: one.sha256 or "0" * 64 for one in registration.artifacts} == checked


def test_each_better_outcome_is_of_a_recorded_step() -> None:
    assert BETTER.keys() | CRASHED <= set(steps())


@pytest.mark.parametrize("case", ["01_passed", "02_failed_run", "24_real_run_manifest_service"])
def test_checksums_are_dpones(case: str) -> None:
    [path, *_] = (CASES / case / ".dpone" / "run-registry").glob("*__run_registry.json")
    entry = json.loads(path.read_text())
    _, registration = ours(case, 0)
    assert registration is not None
    assert registration.run_result.sha256 == entry["run_result_sha256"]
    assert registration.status == entry["status"]
    assert [one.sha256 for one in registration.artifacts] == [one["sha256"] for one in entry["artifacts"]]
    [event] = (CASES / case / ".dpone" / "lineage" / "daily_orders").glob("*__openlineage.json")
    facet = json.loads(event.read_text())["run"]["facets"]["dpone_run"]
    assert entry_checksum(path.read_bytes()) == sha256(path.read_bytes()) == facet["run_registry_entry_sha256"]


def test_a_missing_artifact_leaves_the_status_and_is_red() -> None:
    _, registration = ours("08_artifact_missing", 0)
    assert registration is not None
    assert (registration.status, registration.passed) == ("success", False)
    [artifact] = registration.artifacts
    assert (artifact.sha256, artifact.size_bytes, artifact.passed) == (None, None, False)


def test_evidence_that_is_no_json_is_opaque() -> None:
    """dpone counts it as passed."""
    _, registration = ours("10_artifact_quirks", 0)
    assert registration is not None
    verdicts = {one.name: one.passed for one in registration.artifacts}
    assert verdicts == {"broken": False, "empty": False, "list": None, "log": None, "status_error": False}
    assert registration.warnings == ("artifact.list.opaque", "artifact.log.opaque")


def test_a_failure_before_the_run_has_the_name_of_its_selector() -> None:
    """dpone leaves the process empty; the selector names it."""
    _, registration = ours("12_real_dpone_run_failure", 4)
    assert registration is not None
    assert registration.run_id == "6f0b3b1e-6d0a-4c3b-9a59-0b7c9a1d2e3f"
    assert (registration.process, registration.warnings) == ("daily_orders", ("run_result.process_missing",))


def test_run_ids_never_become_paths() -> None:
    """dpone writes `../../escaped` outside of its folder, and fails for `team/orders/1`."""
    names = []
    for number in (0, 1):
        _, registration = ours("14_run_id_bad", number)
        assert registration is not None
        names.append(event_file_name(registration.run_id))
    assert names == ["team%2Forders%2F1__openlineage.json", "..%2F..%2Fescaped__openlineage.json"]


def test_all_forms_of_run_ids_have_a_file_name() -> None:
    for number in range(0, 12, 2):
        _, registration = ours("13_run_id_forms", number)
        assert registration is not None
        name = event_file_name(registration.run_id)
        assert name.isascii()
        assert Path(name).name == name
    assert len(event_file_name("ü" * 10_000)) < 255
    assert event_file_name("ü" * 10_000) != event_file_name("ü" * 10_001)


@pytest.mark.parametrize("name", ["a_empty_object.json", "b_array.json", "c_entry.txt", "d_latin1.json"])
def test_an_entry_that_is_none_is_refused(name: str) -> None:
    """dpone ends with a traceback for the last."""
    with pytest.raises(InvalidEntryError):
        read_entry_file((CASES / "05_registry_entry_other_invalid" / name).read_bytes())


def test_secrets_stay_in_their_files() -> None:
    """dpone copies them into its entry, its index and its event."""
    _, registration = ours("25_secrets_in_artifacts", 0)
    assert registration is not None
    assert "hunter2" not in json.dumps(registration.entry())
    assert registration.artifacts[0].summary == "status=failed password=[removed]"
    [path] = (CASES / "25_secrets_in_artifacts" / ".dpone" / "run-registry").glob("run_01__run_registry.json")
    assert b"hunter2" in path.read_bytes()
    assert "hunter2" not in json.dumps(read_entry_file(path.read_bytes()).entry())


def test_the_facet_of_a_data_contract_is_kept() -> None:
    """dpone's export forgets it."""
    _, registration = ours("27_data_contract", 0)
    assert registration is not None
    assert registration.facets["dpone_data_contract"]["summary"]["quarantined_rows"] == 3


def test_an_old_entry_reads_the_same() -> None:
    path = CASES / "26_old_event_shape_0.50.0" / ".dpone" / "run-registry" / "run_01__run_registry.json"
    registration = read_entry_file(path.read_bytes())
    assert (registration.run_id, registration.passed, registration.namespace) == ("run_01", True, "dpone.local")
