"""The exported event: the document's model, its failure behaviour, and what other readers make of it."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from openlineage.client.event_v2 import Run, RunEvent
from openlineage.client.serde import Serde

from headwater.errors import BadRequestError
from headwater.registry.entries import read_event_facets
from headwater.registry.evidence import read_artifact
from headwater.registry.export import NO_TIMES, Dataset, Exported, RunTimes, export, export_nothing, read_dataset
from headwater.registry.registration import Registration, register
from headwater.registry.result import read_result
from headwater.urn import job_run_key

from openlineage_spec import problems

NOW = datetime(2026, 11, 21, 3, tzinfo=UTC)
INPUTS = [Dataset("postgres", "public.orders"), Dataset("postgres", "public.customers")]
OUTPUTS = [Dataset("mssql", "landing.orders")]
CONTRACT = {"openlineage_facets": {"dpone_data_contract": {"passed": True, "summary": {"quarantined_rows": 3}}}}


def registered(run_id: str = "run_01", *, passed: bool = True) -> Registration:
    result = {"run_id": run_id, "process": "daily_orders", "manifest": "orders.yml", "passed": passed}
    result["result"] = {"status": "success" if passed else "error", "duration_seconds": 60.0}
    artifacts = [
        read_artifact("quality", "quality.json", b'{"passed": true, "checks": []}'),
        read_artifact("contract", "contract.json", json.dumps(CONTRACT | {"passed": True}).encode()),
    ]
    return register(read_result("r.json", json.dumps(result).encode()), artifacts, [], "dpone.local", NOW, "1")


def exported(registration: Registration, event_type: str = "auto", times: RunTimes = NO_TIMES) -> Exported:
    return export(registration, "ab" * 32, INPUTS, OUTPUTS, event_type, NOW, times)


def test_the_event_model() -> None:
    """Each row of the document's table."""
    registration = registered()
    event = exported(registration).event
    facets = event["run"]["facets"]
    assert event["run"]["runId"] == str(job_run_key("dpone.local", "daily_orders", "run_01"))
    assert facets["dpone_run"]["dponeRunId"] == "run_01"
    assert event["job"] == {"namespace": "dpone.local", "name": "daily_orders"}
    assert event["eventType"] == "COMPLETE"
    assert event["inputs"] == [one._asdict() for one in INPUTS]
    assert event["outputs"] == [one._asdict() for one in OUTPUTS]
    run = facets["dpone_run"]
    assert (run["status"], run["passed"], run["manifest"]) == ("success", True, "orders.yml")
    assert run["run_result_sha256"] == registration.run_result.sha256
    assert run["run_registry_entry_sha256"] == "ab" * 32
    assert [one["name"] for one in facets["dpone_artifacts"]["artifacts"]] == ["contract", "quality"]
    assert facets["dpone_data_contract"]["summary"] == {"quarantined_rows": 3}


@pytest.mark.parametrize("run_id", ["run_01", "6F0B3B1E-6D0A-4C3B-9A59-0B7C9A1D2E3F", "run 01 ü", "../../escaped"])
@pytest.mark.parametrize("passed", [True, False])
def test_the_event_meets_the_specification(run_id: str, passed: bool) -> None:
    event = exported(registered(run_id, passed=passed)).event
    assert problems(event) == []
    assert Run(runId=event["run"]["runId"]).runId == event["run"]["runId"]
    read = RunEvent(
        eventTime=event["eventTime"],
        run=Run(runId=event["run"]["runId"]),
        job=event["job"],
        producer=event["producer"],
    )
    assert json.loads(Serde.to_json(read))["run"]["runId"] == event["run"]["runId"]


@pytest.mark.parametrize(("passed", "event_type", "word"), [
    (True, "auto", "COMPLETE"), (False, "auto", "FAIL"), (True, "COMPLETE", "COMPLETE"), (False, "FAIL", "FAIL"),
    (True, "START", "START"), (False, "START", "START"),
])  # fmt: skip
def test_failure_behaviour(passed: bool, event_type: str, word: str) -> None:
    found = exported(registered(passed=passed), event_type)
    assert (found.event["eventType"], found.event_type, found.passed) == (word, word, passed)
    assert found.blockers == (() if passed else ("run_registry.not_passed",))


@pytest.mark.parametrize(("passed", "event_type"), [(True, "FAIL"), (False, "COMPLETE")])
def test_an_event_type_must_agree_with_the_gate(passed: bool, event_type: str) -> None:
    """dpone exports COMPLETE for a red run, and FAIL for a green one."""
    with pytest.raises(BadRequestError, match=r"^eventType: "):
        exported(registered(passed=passed), event_type)


@pytest.mark.parametrize("reason", ["run_registry.missing", "run_registry.invalid_json"])
def test_without_a_registration_the_event_is_a_failure(reason: str) -> None:
    found = export_nothing(reason, "run_01", "dpone.local", INPUTS, OUTPUTS, "auto", NOW)
    assert (found.event_type, found.passed, found.blockers) == ("FAIL", False, (reason,))
    assert problems(found.event) == []
    assert found.event["job"]["name"] == "unknown"
    assert found.event["run"]["facets"]["dpone_run"]["run_registry_entry_sha256"] == "0" * 64
    with pytest.raises(BadRequestError):
        export_nothing(reason, "run_01", "dpone.local", [], [], "COMPLETE", NOW)


@pytest.mark.parametrize(("times", "event_type", "at", "is_known"), [
    (RunTimes(), "auto", timedelta(), False),
    (RunTimes(ended_at=NOW - timedelta(hours=1)), "auto", timedelta(hours=-1), True),
    (RunTimes(), "START", timedelta(), False),
    (RunTimes(started_at=NOW - timedelta(hours=2)), "START", timedelta(hours=-2), True),
    (RunTimes(ended_at=NOW - timedelta(hours=1)), "START", timedelta(hours=-1, seconds=-60), True),
])  # fmt: skip
def test_the_time_is_the_runs_if_it_is_known(times: RunTimes, event_type: str, at: timedelta, is_known: bool) -> None:
    """dpone's is always that of the export."""
    event = exported(registered(), event_type, times).event
    assert event["eventTime"] == (NOW + at).isoformat()
    assert event["run"]["facets"]["dpone_run"]["isTimeKnown"] is is_known
    assert event["run"]["facets"]["dpone_run"]["exportedAt"] == NOW.isoformat()


def test_datasets_of_one_namespace_stay_apart() -> None:
    """dpone's case 16: the last one of a namespace wins. A name given twice is one dataset."""
    found = export(registered(), "ab" * 32, [*INPUTS, INPUTS[0]], [], "auto", NOW)
    assert [one["name"] for one in found.event["inputs"]] == ["public.orders", "public.customers"]


@pytest.mark.parametrize(("text", "namespace", "name"), [
    ("postgres=public.orders", "postgres", "public.orders"),
    ("mssql=landing.orders", "mssql", "landing.orders"),
    ("clickhouse=analytics.orders", "clickhouse", "analytics.orders"),
    ("bigquery=demo_project.dwh.orders", "bigquery", "demo_project.dwh.orders"),
    ("kafka=orders_events", "kafka", "orders_events"),
    ("api=example_provider.orders", "api", "example_provider.orders"),
    ("postgres://db:5432=shop.public.orders", "postgres://db:5432", "shop.public.orders"),
    ("s3://bucket=a=b/c", "s3://bucket", "a=b/c"),
])  # fmt: skip
def test_names_of_datasets(text: str, namespace: str, name: str) -> None:
    """The document's convention, and dpone's case 16."""
    assert read_dataset("--input", text) == Dataset(namespace, name)


@pytest.mark.parametrize("text", ["postgres", "=x", "y=", " =x", ""])
def test_a_dataset_without_both_names_is_refused(text: str) -> None:
    """dpone ends with a traceback for the first, and takes empty names."""
    with pytest.raises(BadRequestError, match=r"^--input: expected NAMESPACE=NAME"):
        read_dataset("--input", text)


def test_an_exported_event_tells_of_its_registration() -> None:
    registration = registered()
    event = exported(registration).event
    found = read_event_facets(
        "dpone.local", "daily_orders", event["run"]["runId"], "COMPLETE", NOW, event["run"]["facets"]
    )
    assert found is not None
    read, checksum = found
    assert (read.run_id, checksum, read.passed) == ("run_01", "ab" * 32, True)
    assert read.run_key == registration.run_key
    assert {one.name: one.sha256 for one in read.artifacts} == {one.name: one.sha256 for one in registration.artifacts}


def events(corpus: Path) -> list[tuple[str, dict[str, Any]]]:
    return [(path.name, json.loads(path.read_text())) for path in sorted((corpus / "dpone" / "events").glob("*.json"))]


NOT_PASSED = ("11_result_without_passed", "complete_on_red", "after_entry_edit")
"""COMPLETE events whose facet says that the run did not pass, or has another status than a success."""


def test_events_of_dpone_tell_of_registrations(corpus: Path) -> None:
    """All but those without a registry entry: a missing one, dbt's, and the catalog's."""
    without = []
    for name, event in events(corpus):
        run = event.get("run", {})
        found = read_event_facets("n", "p", run.get("runId", ""), event.get("eventType"), NOW, run.get("facets", {}))
        if found is None:
            without.append(name.split("__")[0])
            continue
        contradicts = any(word in name for word in NOT_PASSED)
        assert ("event_type.contradicts_facet" in found[0].warnings) == contradicts
    assert without == [
        "03_registry_entry_missing",
        "19_dbt_lineage",
        "19_dbt_lineage",
        "20_catalog_publish",
        "22_cli_misuse",
    ]
