"""`headwater storage`, run as a user runs it."""

import json
from collections.abc import Callable
from subprocess import CompletedProcess
from uuid import uuid4

import pytest

from headwater.store.connections import connect
from headwater.store.sizes import find_log_sources

from conftest import fetch, merge_items
from events import parsed, run_event, uuid

Run = Callable[..., CompletedProcess[str]]

MANY = 20_000


@pytest.fixture
def headwater(database_url: str, run_headwater: Run) -> Run:
    return lambda *arguments: run_headwater("storage", *arguments, DATABASE_URL=database_url)


def merge_months(database_url: str) -> None:
    """Merge three events of March 2026 and one of April."""
    for month, number in (("03", 1), ("03", 2), ("03", 3), ("04", 4)):
        event = run_event("COMPLETE", "00:00:00", uuid(number)) | {"eventTime": f"2026-{month}-05T00:00:00Z"}
        merge_items(database_url, parsed(event))


def test_sizes_are_those_of_postgres(headwater: Run, database_url: str) -> None:
    merge_months(database_url)
    fetch(database_url, "ANALYZE event")
    found = json.loads(headwater("--format", "json").stdout)
    bodies = fetch(database_url, "SELECT count(*), sum(octet_length(body)) FROM event")[0]
    assert [(one["dialect"], one["source"], one["events"], one["bytes"]) for one in found["logSources"]] == [
        ("openlineage", "", *bodies)
    ]
    sizes = fetch(
        database_url, "SELECT pg_total_relation_size(n) FROM unnest('{event_202603,event_202604}'::regclass[]) n"
    )
    assert [(one["month"], one["events"], one["bytes"]) for one in found["logMonths"]] == [
        ("2026-03", 3, sizes[0][0]),
        ("2026-04", 1, sizes[1][0]),
    ]
    tables = {one["name"]: one["bytes"] for one in found["tables"]}
    assert tables["run"] == fetch(database_url, "SELECT pg_total_relation_size('run')")[0][0]
    assert found["databaseBytes"] > sum(tables.values())
    assert found["sampledPercent"] == 100


def test_text_has_a_table_for_each_question(headwater: Run, database_url: str) -> None:
    merge_months(database_url)
    said = headwater().stdout
    assert said.startswith("database: ")
    parts = [part.splitlines() for part in said.split("\n\n")]
    assert [part[0].split()[0] for part in parts] == ["database:", "table", "month", "dialect"]
    assert [line.split()[0] for line in parts[2][1:]] == ["2026-03", "2026-04"]
    # Without an ANALYZE of Postgres there is no estimate, which is not 0.
    assert {line.split()[-1] for line in parts[2][1:]} == {"-"}
    assert {one["events"] for one in json.loads(headwater("--format", "json").stdout)["logMonths"]} == {None}
    assert parts[3][1].split()[:2] == ["openlineage", "-"]


def test_an_empty_log_is_told(headwater: Run) -> None:
    assert headwater().stdout.endswith("\n\nThe log is empty.\n")


async def test_a_sample_of_a_large_log_tells_about_as_much(database_url: str) -> None:
    connection = await connect(database_url)
    try:
        await connection.execute(
            "INSERT INTO event (at, content_hash, dialect, source, body, trace_id)"
            " SELECT '2026-03-05', gen_random_uuid(), 'openlineage', CASE n % 4 WHEN 0 THEN 'a' ELSE 'b' END,"
            f" convert_to(md5(n::text), 'UTF8'), $1 FROM generate_series(1, {MANY}) n",
            uuid4(),
        )
        found = await find_log_sources(connection, sampled_pages=200)
    finally:
        await connection.close()
    assert 20 < found.sampled_percent < 80
    assert [one.source for one in found.sources] == ["b", "a"]
    for one, share in zip(found.sources, (0.75, 0.25), strict=True):
        assert one.events == pytest.approx(share * MANY, rel=0.4)
        assert one.bytes == pytest.approx(one.events * 32, abs=32)


def test_policies_are_weighed(headwater: Run, database_url: str) -> None:
    merge_months(database_url)
    assert "would go" not in headwater().stdout
    fetch(database_url, "INSERT INTO retention_policy (scope, name, keep_runs) VALUES ('EVERYTHING', '', 1)")
    assert "policies: 3 of 4 runs would go, and free about " in headwater("--policies").stdout
    found = json.loads(headwater("--policies", "--format", "json").stdout)
    tables = {one["name"]: one["bytes"] for one in found["tables"]}
    assert (found["policies"]["runs"], found["policies"]["allRuns"]) == (3, 4)
    assert tables["run"] * 3 / 4 < found["policies"]["bytes"] < sum(tables.values()) * 3 / 4
