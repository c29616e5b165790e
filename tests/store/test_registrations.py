"""The registry in the store: entries and exported events are one registration, numbered once and never replaced."""

import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from headwater.dialects.openlineage import parse_document
from headwater.registry.drift import DriftItem, Verification
from headwater.registry.evidence import read_artifact
from headwater.registry.export import export
from headwater.registry.registration import Registration, entry_bytes, entry_checksum, register
from headwater.registry.result import read_result
from headwater.store.connections import connect_to_merge
from headwater.store.database import Database
from headwater.store.merge import Delivery, merge
from headwater.store.pool import read_pool
from headwater.store.registrations import Conditions, Registered, Registrations
from headwater.trace import new_trace

from conftest import cloned_database, fetch, merge_items
from events import run_event
from rebuilding import kept, rebuilt
from store_dump import dump

NOW = datetime(2026, 11, 21, 3, tzinfo=UTC)


def registered(nonce: str = "1", *, passed: bool = True, at: datetime = NOW) -> Registration:
    result = {"run_id": "run_01", "process": "daily_orders", "passed": passed}
    artifacts = [read_artifact("quality", "quality.json", b'{"passed": true}')]
    return register(read_result("result.json", json.dumps(result).encode()), artifacts, [], "dpone.local", at, nonce)


def merge_documents(database_url: str, *documents: bytes) -> None:
    merge_items(database_url, [item for body in documents for item in parse_document(body, "test", 1)])


def rows(database_url: str) -> list[tuple[Any, ...]]:
    found = fetch(
        database_url, "SELECT revision, run_id, passed, is_entry FROM run_registration ORDER BY run_id, revision"
    )
    return [tuple(row) for row in found]


def found_by(database_url: str, conditions: Conditions, limit: int = 10) -> list[Registered]:
    async def run() -> list[Registered]:
        async with await read_pool(Database(database_url), 1) as pool:
            return await Registrations(pool).page(conditions, limit=limit)

    return asyncio.run(run())


def dpone_files(corpus: Path, case: str) -> tuple[bytes, bytes]:
    folder = corpus / "dpone" / "cases" / case / ".dpone"
    [entry] = (folder / "run-registry").glob("*__run_registry.json")
    [event] = (folder / "lineage").rglob("*__openlineage.json")
    return entry.read_bytes(), event.read_bytes()


CASES = ["01_passed", "02_failed_run", "08_artifact_missing", "09_artifact_not_passed", "24_real_run_manifest_service",
         "25_secrets_in_artifacts", "26_old_event_shape_0.50.0", "27_data_contract"]  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_an_entry_and_its_event_are_one_registration(case: str, corpus: Path, postgres_url: str, template: str) -> None:
    entry, event = dpone_files(corpus, case)
    with cloned_database(postgres_url, template) as one, cloned_database(postgres_url, template) as other:
        merge_documents(one, entry, event)
        merge_documents(other, event)
        [before] = rows(other)
        assert before[3] is False
        merge_documents(other, entry)
        assert rows(one) == rows(other) == [(1, json.loads(entry)["run_id"], json.loads(entry)["passed"], True)]
        assert dump(one) == dump(other)
        [row] = fetch(
            one,
            "SELECT r.entry_checksum, r.run_key = e.run_key AS is_linked FROM run_registration r, entity e WHERE e.kind = 'dataProcessInstance'",
        )
        assert tuple(row) == (entry_checksum(entry), True)


def test_an_error_that_dpone_calls_passed_is_red(corpus: Path, database_url: str) -> None:
    """dpone 0.88 takes `passed` for true where the result says only `status: error`."""
    entry, event = dpone_files(corpus, "11_result_without_passed")
    assert json.loads(entry)["passed"] is True
    for document in (event, entry):
        merge_documents(database_url, document)
        [found] = found_by(database_url, Conditions(passed=False))
        assert found.registration.blockers == ("run_result.not_passed",)
        is_event = document is event
        assert ("event_type.contradicts_facet" in found.registration.warnings) is is_event
    assert export(found.registration, found.entry_checksum, [], [], "auto", NOW).event_type == "FAIL"


def test_an_entry_without_a_run_waits_in_quarantine(corpus: Path, database_url: str) -> None:
    path = (
        corpus
        / "dpone"
        / "cases"
        / "06_run_result_missing"
        / ".dpone"
        / "run-registry"
        / "unknown_run__run_registry.json"
    )
    merge_documents(database_url, path.read_bytes())
    assert rows(database_url) == []
    assert [row["code"] for row in fetch(database_url, "SELECT code FROM quarantine")] == ["run.placeholder"]


def test_a_wrong_entry_waits_in_quarantine(database_url: str) -> None:
    entry = registered().entry() | {"process": ""}
    verification = Verification(NOW, ()).entry("no uuid")
    merge_documents(database_url, json.dumps(entry).encode(), json.dumps(verification).encode())
    found = fetch(database_url, "SELECT code, message FROM quarantine ORDER BY message")
    assert [tuple(row) for row in found] == [
        ("registry_entry.invalid", "process: expected a text that is not empty"),
        ("registry_entry.invalid", "registration_id: expected a UUID"),
    ]


def test_the_run_of_an_airflow_bundle_has_its_registration(corpus: Path, database_url: str) -> None:
    folder = corpus / "dpone" / "cases" / "18_airflow_correlation"
    [entry] = (folder / ".dpone" / "run-registry").glob("scheduled*.json")
    [event] = (folder / "out" / "complete").glob("*.json")
    [without_bundle] = (folder / "out" / "missing").glob("*.json")
    for body in (event.read_bytes(), entry.read_bytes()):
        merge_documents(database_url, body)
    linked = "SELECT e.urn FROM run_registration r JOIN entity e USING (run_key)"
    run_id = json.loads(event.read_text())["run"]["runId"]
    assert [row["urn"] for row in fetch(database_url, linked)] == [f"urn:li:dataProcessInstance:{run_id}"]
    merge_documents(database_url, without_bundle.read_bytes())
    assert len(rows(database_url)) == 1
    assert [row["urn"] for row in fetch(database_url, linked)] == [f"urn:li:dataProcessInstance:{run_id}"]


def test_any_order_gives_the_same_store(corpus: Path, postgres_url: str, template: str) -> None:
    folder = corpus / "dpone" / "cases" / "18_airflow_correlation"
    paths = [folder / ".dpone" / "run-registry", folder / "out" / "complete", folder / "out" / "missing"]
    bodies = [next(path.glob("scheduled*.json")).read_bytes() for path in paths]
    dumps = []
    for order in permutations(bodies):
        with cloned_database(postgres_url, template) as url:
            for body in order:
                merge_documents(url, body)
            dumps.append(dump(url))
    assert all(one == dumps[0] for one in dumps)
    assert len(dumps[0]["run_registration"]) == 1


def test_an_exported_event_is_the_run_that_was_registered(database_url: str) -> None:
    """Its id is a hash, since the specification wants a UUID; the run's own events have the native id."""
    registration = registered()
    entry = entry_bytes(registration.entry())
    event = export(registration, entry_checksum(entry), [], [], "auto", NOW).event
    native = run_event("START", "00:00:00", "run_01") | {"job": {"namespace": "dpone.local", "name": "daily_orders"}}
    merge_documents(database_url, json.dumps(native).encode(), json.dumps(event).encode(), entry)
    runs = fetch(database_url, "SELECT urn, native_id, result, is_time_approximate FROM run_view")
    assert [tuple(row)[1:] for row in runs] == [("run_01", "SUCCESS", True)]
    assert runs[0]["urn"] == f"urn:li:dataProcessInstance:{event['run']['runId']}"
    assert rows(database_url) == [(1, "run_01", True, True)]


def test_revisions_count_in_the_order_of_acceptance(database_url: str) -> None:
    for number in range(3):
        merge_documents(database_url, entry_bytes(registered(str(number), at=NOW - timedelta(hours=number)).entry()))
    together = [entry_bytes(registered(f"t{number}", at=NOW + timedelta(hours=number)).entry()) for number in (1, 0)]
    merge_documents(database_url, *together, together[0])
    merge_documents(database_url, *together)
    nonces = fetch(database_url, "SELECT document ->> 'nonce' FROM run_registration ORDER BY revision")
    assert [row[0] for row in nonces] == ["0", "1", "2", "t0", "t1"]


def test_an_event_changes_nothing_of_a_known_entry(database_url: str) -> None:
    entry = entry_bytes(registered().entry())
    merge_documents(database_url, entry)
    forged = export(registered(passed=False), entry_checksum(entry), [], [], "auto", NOW).event
    merge_documents(database_url, json.dumps(forged).encode())
    assert rows(database_url) == [(1, "run_01", True, True)]


def test_a_file_is_found_by_its_checksum(database_url: str) -> None:
    registration = registered()
    merge_documents(database_url, entry_bytes(registration.entry()), entry_bytes(registered("2", passed=False).entry()))
    quality = registration.artifacts[0].sha256
    assert {one.revision for one in found_by(database_url, Conditions(sha256=quality))} == {1, 2}
    [one] = found_by(database_url, Conditions(sha256=registration.run_result.sha256, passed=True))
    assert one.registration == registration
    assert found_by(database_url, Conditions(sha256="ab")) == []
    assert len(found_by(database_url, Conditions(run_id="run_01"))) == 2
    assert len(found_by(database_url, Conditions(process="daily_orders", passed=False))) == 1
    assert found_by(database_url, Conditions(process="other")) == []
    assert len(found_by(database_url, Conditions(), limit=1)) == 1


def test_a_rebuild_derives_the_registry_again(database_url: str) -> None:
    entries = [entry_bytes(registered(str(number), at=NOW - timedelta(hours=number)).entry()) for number in range(3)]
    for body in entries:
        merge_documents(database_url, body)
    [first] = fetch(database_url, "SELECT id FROM run_registration WHERE revision = 1")
    item = DriftItem("drift.run_result", "run_result", "ab", "cd")
    merge_documents(database_url, json.dumps(Verification(NOW, (item,)).entry(str(first["id"]))).encode())
    numbers = "SELECT id, revision, trace_id, arrived_at FROM run_registration ORDER BY revision"
    before, contents = fetch(database_url, numbers), asyncio.run(kept(database_url))
    rebuilt(database_url)
    assert fetch(database_url, numbers) == before
    assert asyncio.run(kept(database_url)) == contents
    assert len(contents["run_verification"]) == 1


async def register_often(database_url: str, bodies: Sequence[bytes]) -> None:
    connection = await connect_to_merge(database_url)
    try:
        for body in bodies:
            await merge(connection, [Delivery(parse_document(body, "test", 1), new_trace().trace_id)])
    finally:
        await connection.close()


def test_merges_at_once_lose_no_revision(database_url: str) -> None:
    """dpone keeps one or two of 64 registrations from 16 processes."""

    async def run() -> None:
        bodies = [entry_bytes(registered(str(number)).entry()) for number in range(64)]
        await asyncio.gather(*(register_often(database_url, bodies[start::16]) for start in range(16)))

    asyncio.run(run())
    assert [row[0] for row in rows(database_url)] == [*range(1, 65)]
