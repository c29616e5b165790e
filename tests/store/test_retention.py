"""Removal of old runs: what goes, what stays, and that what stays has the same answers, also after a rebuild."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from asyncpg import Connection
from hypothesis import given
from hypothesis import strategies as st

from connections import on
from headwater.dialects.openlineage import parse_document
from headwater.errors import MigrationError, NotFoundError, RemovedRunError
from headwater.model.write_mode import WriteMode
from headwater.registry.registration import entry_bytes, register
from headwater.registry.result import read_result
from headwater.store import retention_schedule
from headwater.store.connections import connect_to_merge
from headwater.store.database import Database
from headwater.store.log_retention import LogMonth, drop_old_log
from headwater.store.merge import Delivery, Merged, merge
from headwater.store.rebuild import rebuild
from headwater.store.retention import (
    Policy,
    Removed,
    Scope,
    hold_run,
    plan_removal,
    release_run,
    remove_runs,
    set_retention_policy,
)
from headwater.store.write_modes import set_write_mode
from headwater.trace import new_trace
from headwater.urn import named_dataset_urn

from conftest import cloned_database, fetch, merge_items
from events import parent, parsed, run_event, uuid
from generated_histories import EXAMPLES, compared, histories
from rebuilding import kept, rebuilt
from store_dump import difference, dump
from two_stores import empty

NOW = datetime(2026, 1, 2, tzinfo=UTC)

EVALUATED = """
    SELECT r.run_id, r.asset_id, r.attempt, (s.w).run_id, (s.w).asset_id, (s.w).attempt, s.certainty
    FROM read_row r
    CROSS JOIN LATERAL evaluated_seen(r, ROW('infinity', 'infinity', '0', false, false)::point_in_time, '{}', '{}') s"""
"""The same by the rule itself, for the question that assumes nothing."""

SEEN = """
    SELECT r.run_id, r.asset_id, r.attempt, w.run_id AS writer_id, w.asset_id AS written_id, w.attempt AS version
    FROM read_row r CROSS JOIN LATERAL materialised_seen(r) w"""


def keeping(
    runs: int | None = None,
    days: float | None = None,
    failures: float | None = None,
    every: int | None = None,
    scope: Scope = Scope.EVERYTHING,
    name: str = "",
) -> Policy:
    return Policy(scope, name, runs, days, failures, every)  # fmt: skip


async def removed(connection: Connection, *policies: Policy, now: datetime = NOW) -> Removed:
    for policy in policies:
        await set_retention_policy(connection, policy)
    return await remove_runs(connection, now, 1e9, lambda _: None)


def removal(url: str, *policies: Policy, now: datetime = NOW) -> Removed:
    result: Removed = on(url, lambda connection: removed(connection, *policies, now=now))
    return result


def chain(hours: int) -> list[Any]:
    """Each hour a job writes y from x, and another writes z from y."""
    events = []
    for hour in range(hours):
        for place, (job, read, written) in enumerate((("a", "x", "y"), ("b", "y", "z"))):
            run = uuid(10 * hour + place)
            start, end = f"{hour:02d}:{20 * place:02d}:00", f"{hour:02d}:{20 * place + 10:02d}:00"
            events.append(run_event("START", start, run, job, inputs=[read]))
            events.append(run_event("COMPLETE", end, run, job, outputs=[written]))
    return events


def names(url: str) -> list[str]:
    return [row["native_id"] for row in fetch(url, "SELECT native_id FROM run ORDER BY created_at")]


def test_the_newest_runs_of_each_job_stay(database_url: str) -> None:
    merge_items(database_url, parsed(*chain(6)))
    assert removal(database_url, keeping(runs=2)).runs == 8
    assert names(database_url) == [uuid(40), uuid(41), uuid(50), uuid(51)]
    for table in ("run_event", "edge", "mention", "asset_read", "asset_write", "run_facets"):
        [row] = fetch(database_url, f"SELECT count(*) FROM {table} WHERE run_id NOT IN (SELECT id FROM run)")
        assert row["count"] == 0, table


def test_a_removal_goes_once(database_url: str) -> None:
    merge_items(database_url, parsed(*chain(6)))
    assert removal(database_url, keeping(runs=2)).families == 8
    assert removal(database_url) == Removed(0, 0, 4)


@pytest.mark.parametrize(
    ("policy", "left"),
    [
        (keeping(days=0.125), 3),
        (keeping(runs=1, days=0.125), 3),
        (keeping(runs=4, days=0.125), 4),
    ],
)
def test_age_and_number_each_keep_runs(policy: Policy, left: int, database_url: str) -> None:
    merge_items(database_url, parsed(*chain(6)))
    removal(database_url, policy, now=datetime(2026, 1, 1, 6, tzinfo=UTC))
    assert len(names(database_url)) == 2 * left


def test_failures_stay_longer(database_url: str) -> None:
    failed = [run_event("START", "00:00:00", uuid(1)), run_event("FAIL", "00:01:00", uuid(1))]
    later = [run_event(word, f"0{n}:00:00", uuid(n)) for n in (2, 3) for word in ("START", "COMPLETE")]
    merge_items(database_url, parsed(*failed, *later))
    removal(database_url, keeping(runs=1, failures=2))
    assert names(database_url) == [uuid(1), uuid(3)]
    removal(database_url, now=NOW + timedelta(days=5))
    assert names(database_url) == [uuid(3)]


def test_the_most_specific_policy_counts(database_url: str) -> None:
    merge_items(database_url, parsed(*chain(4)))
    [job] = fetch(database_url, "SELECT t.urn FROM entity t WHERE t.kind = 'dataJob' AND t.name = 'a'")
    [flow] = fetch(database_url, "SELECT f.urn FROM entity f WHERE f.kind = 'dataFlow' AND f.urn LIKE '%,b,%'")
    of_job = keeping(runs=3, scope=Scope.TEMPLATE, name=job["urn"])
    of_flow = keeping(runs=2, scope=Scope.FLOW, name=flow["urn"])
    removal(database_url, keeping(runs=1), of_job, of_flow, keeping(runs=1, scope=Scope.PLATFORM, name="openlineage"))
    assert names(database_url) == [uuid(number) for number in (10, 20, 21, 30, 31)]


def test_a_removal_keeps_to_its_rate(database_url: str) -> None:
    merge_items(database_url, parsed(*(run_event("COMPLETE", f"00:{n:02d}:00", uuid(n)) for n in range(41))))

    async def slowly(connection: Connection) -> Removed:
        await set_retention_policy(connection, keeping(runs=1))
        return await remove_runs(connection, NOW, 40, lambda _: None)

    began_at = time.monotonic()
    assert on(database_url, slowly).runs == 40
    assert time.monotonic() - began_at >= 1


def test_one_family_in_so_many_stays(database_url: str) -> None:
    events = [
        run_event(word, f"{n // 60:02d}:{n % 60:02d}:00", uuid(n)) for n in range(200) for word in ("START", "COMPLETE")
    ]
    merge_items(database_url, parsed(*events))
    removal(database_url, keeping(runs=1, every=4))
    assert 25 < len(names(database_url)) < 80


def test_a_family_stays_whole(database_url: str) -> None:
    """The root is old; a child of it is among the newest runs of its job."""
    events = [
        run_event("START", "00:00:00", uuid(1), "flow"),
        run_event("START", "00:01:00", uuid(2), "task", parent=parent(uuid(1), "flow")),
        run_event("COMPLETE", "00:02:00", uuid(2), "task", parent=parent(uuid(1), "flow")),
        run_event("COMPLETE", "00:03:00", uuid(1), "flow"),
        run_event("START", "01:00:00", uuid(3), "flow"),
        run_event("COMPLETE", "01:03:00", uuid(3), "flow"),
    ]
    merge_items(database_url, parsed(*events))
    assert removal(database_url, keeping(runs=1)).runs == 0


def test_a_running_child_keeps_its_old_parent(database_url: str) -> None:
    """Marquez deletes the child with its parent."""
    events = [
        *(run_event(word, "00:00:00", uuid(1), "flow") for word in ("START", "COMPLETE")),
        run_event("START", "09:00:00", uuid(2), "task", parent=parent(uuid(1), "flow")),
        run_event("RUNNING", "09:30:00", uuid(2), "task", parent=parent(uuid(1), "flow")),
        *(run_event(word, "10:00:00", uuid(3), "flow") for word in ("START", "COMPLETE")),
    ]
    merge_items(database_url, parsed(*events))
    assert removal(database_url, keeping(days=0.01)).runs == 1
    assert names(database_url) == [uuid(1), uuid(2)]
    merge_items(database_url, parsed(run_event("COMPLETE", "11:00:00", uuid(2), "task")))
    assert removal(database_url).runs == 2


def test_a_held_run_stays_with_its_family_until_it_is_released(database_url: str) -> None:
    child = run_event("COMPLETE", "00:10:00", uuid(2), "child", parent=parent(uuid(1)))
    events = [run_event(word, "00:00:00", uuid(1)) for word in ("START", "COMPLETE")]
    later = [run_event(word, "02:00:00", uuid(9), "child") for word in ("START", "COMPLETE")]
    newest = [run_event(word, "02:00:00", uuid(8)) for word in ("START", "COMPLETE")]
    merge_items(database_url, parsed(child, *events, *later, *newest))
    held = f"urn:li:dataProcessInstance:{uuid(2)}"
    on(database_url, lambda connection: hold_run(connection, held, "an incident"))
    assert removal(database_url, keeping(runs=1)).runs == 0
    reasons = {one.reason: one.runs for one in on(database_url, lambda connection: plan_removal(connection, NOW))}
    assert reasons["HELD"] == 2
    on(database_url, lambda connection: release_run(connection, held))
    assert removal(database_url).runs == 2
    with pytest.raises(RemovedRunError, match="retention removed this run"):
        on(database_url, lambda connection: hold_run(connection, held, "too late"))
    with pytest.raises(NotFoundError, match="is not held"):
        on(database_url, lambda connection: release_run(connection, held))


def test_runs_of_the_gate_stay_and_those_of_dpones_own_registry_leave_their_evidence(database_url: str) -> None:
    """run_0 went through the gate, run_1 has an entry of dpone, and all have exported events."""
    facet = {"passed": True, "run_registry_entry_sha256": "ab" * 32}
    result = read_result("result.json", b'{"run_id": "run_0", "process": "job", "passed": true}')
    gate = register(result, [], [], "test", NOW, "nonce").entry()
    own = {name: value for name, value in gate.items() if name not in ("nonce", "schema")} | {"run_id": "run_1"}
    events = [run_event("COMPLETE", f"0{hour}:00:00", f"run_{hour}", dpone_run=facet) for hour in range(4)]
    entries = [item for entry in (gate, own) for item in parse_document(entry_bytes(entry), "test", 1)]
    merge_items(database_url, [*parsed(*events), *entries])
    removal(database_url, keeping(runs=1))
    assert names(database_url) == ["run_0", "run_3"]
    evidence = "SELECT run_id, revision, passed, is_entry, run_key FROM run_registration ORDER BY run_id, revision"
    before = fetch(database_url, evidence)
    assert [row["run_id"] for row in before] == ["run_0", "run_0", "run_1", "run_1", "run_2", "run_3"]
    rebuilt(database_url)
    assert fetch(database_url, evidence) == before
    assert names(database_url) == ["run_0", "run_3"]


def test_evidence_outlives_its_month_of_the_log(database_url: str) -> None:
    """dpone's run goes with its month; its entry, its exported event and a verification stay, also after a rebuild."""
    facet = {"passed": True, "run_registry_entry_sha256": "ab" * 32}
    result = read_result("result.json", b'{"run_id": "run_1", "process": "job", "passed": true}')
    gate = register(result, [], [], "test", NOW, "nonce").entry()
    own = {name: value for name, value in gate.items() if name not in ("nonce", "schema")}
    events = [run_event("COMPLETE", "01:00:00", f"run_{number}", dpone_run=facet) for number in (1, 2)]
    events[1]["eventTime"] = "2026-02-05T00:00:00Z"
    [entry] = parse_document(entry_bytes(own), "test", 1)
    merge_items(database_url, [*parsed(*events), entry])
    removal(database_url, keeping(runs=1), now=datetime(2026, 2, 20, tzinfo=UTC))
    assert names(database_url) == ["run_2"]
    evidence = (
        "SELECT run_id, revision, passed, is_entry, run_key, document FROM run_registration ORDER BY run_id, revision"
    )
    before = fetch(database_url, evidence)
    assert [row["run_id"] for row in before] == ["run_1", "run_1", "run_2"]
    on(database_url, lambda connection: drop_old_log(connection, datetime(2026, 3, 20, tzinfo=UTC)))
    assert months(database_url) == ["202602"]
    rebuilt(database_url)
    assert fetch(database_url, evidence) == before
    # Both come again: nothing is added.
    merge_items(database_url, [*parsed(*events), entry])
    assert fetch(database_url, evidence) == before


def test_a_hold_that_waits_for_a_removal_tells_that_the_run_is_gone(database_url: str) -> None:
    """Another run names it, so that it stays as a name."""
    named = {"upstream": [{"run": {"runId": uuid(1)}, "job": {"namespace": "test", "name": "job"}}]}
    old = [run_event(word, "00:00:00", uuid(1)) for word in ("START", "COMPLETE")]
    other = run_event("START", "02:00:00", uuid(2), "other", jobDependencies=named)
    newest = [run_event(word, "02:00:00", uuid(3)) for word in ("START", "COMPLETE")]
    merge_items(database_url, parsed(*old, other, *newest))
    [root] = fetch(database_url, "SELECT id FROM run WHERE native_id = $1", uuid(1))

    async def both(connection: Connection) -> None:
        await set_retention_policy(connection, keeping(runs=1))
        holding = await connect_to_merge(database_url)
        async with connection.transaction():
            row = await connection.fetchrow("SELECT runs FROM remove_families($1, $2)", [root["id"]], NOW)
            assert row["runs"] == 1
            hold = asyncio.create_task(hold_run(holding, f"urn:li:dataProcessInstance:{uuid(1)}", "late"))
            await asyncio.sleep(0.3)
            assert not hold.done()
        with pytest.raises(RemovedRunError):
            await hold
        await holding.close()

    on(database_url, both)


def test_running_runs_and_shown_versions_stay(database_url: str) -> None:
    events = [
        run_event("START", "00:00:00", uuid(1), "hung"),
        run_event("COMPLETE", "00:30:00", uuid(2), "writer", outputs=["y"]),
        run_event("COMPLETE", "01:00:00", uuid(3), "hung"),
        run_event("COMPLETE", "01:30:00", uuid(4), "writer"),
    ]
    merge_items(database_url, parsed(*events))
    assert removal(database_url, keeping(runs=1)).runs == 0
    reasons = sorted(
        (one.reason, one.runs) for one in on(database_url, lambda connection: plan_removal(connection, NOW))
    )
    assert reasons == [("NEWEST", 1), ("NEWEST", 1), ("RUNNING", 1), ("SHOWN", 1)]


def test_of_visible_appends_the_newest_stays_for_all(database_url: str) -> None:
    """The times of the others become one span: an answer says that it misses them."""
    events = [run_event("COMPLETE", f"0{hour}:00:00", uuid(hour), "a", outputs=["y"]) for hour in range(5)]
    merge_items(database_url, parsed(*events, run_event("COMPLETE", "06:00:00", uuid(9), "reader", inputs=["y"])))
    on(database_url, lambda c: set_write_mode(c, named_dataset_urn("test", "y"), WriteMode.APPEND))
    assert removal(database_url, keeping(days=0.01)).runs == 5
    assert names(database_url) == [uuid(4)]
    rows = fetch(database_url, "SELECT is_write, since, until FROM removed_span ORDER BY is_write")
    hour = [datetime(2026, 1, 1, hour, tzinfo=UTC) for hour in range(7)]
    assert [tuple(row) for row in rows] == [(False, hour[6], hour[6]), (True, hour[0], hour[3])]


def test_events_of_removed_runs_store_nothing(database_url: str) -> None:
    merge_items(database_url, parsed(*chain(6)))
    removal(database_url, keeping(runs=2))
    before = fetch(database_url, "SELECT count(*) FROM event"), names(database_url)
    late = run_event("OTHER", "00:09:00", uuid(0), "a", outputs=["w"])
    new = run_event("COMPLETE", "07:00:00", uuid(70), "a")
    assert merge_items(database_url, parsed(late)) == Merged(0, 0, 0, 1)
    assert (fetch(database_url, "SELECT count(*) FROM event"), names(database_url)) == before
    assert merge_items(database_url, parsed(late, new)) == Merged(1, 0, 0, 1)
    assert names(database_url) == [*before[1], uuid(70)]


def test_a_run_that_others_name_stays_as_a_name(database_url: str) -> None:
    events = [
        *(run_event(word, "00:00:00", uuid(1), "a") for word in ("START", "COMPLETE")),
        *(run_event(word, "01:00:00", uuid(2), "a") for word in ("START", "COMPLETE")),
        run_event("COMPLETE", "02:00:00", uuid(3), "b", jobDependencies={
            "upstream": [{"job": {"namespace": "test", "name": "a"}, "run": {"runId": uuid(1)}}], "downstream": []}),
    ]  # fmt: skip
    merge_items(database_url, parsed(*events))
    removal(database_url, keeping(runs=1))
    rows = fetch(database_url, "SELECT r.native_id, r.is_reported, r.status FROM run r ORDER BY 1")
    assert [tuple(row) for row in rows] == [
        (uuid(1), False, None),
        (uuid(2), True, "COMPLETE"),
        (uuid(3), True, "COMPLETE"),
    ]


def test_a_read_of_a_removed_version_is_not_a_read_of_an_older_one(database_url: str) -> None:
    """The sample keeps an older version; the one that was read has gone."""
    events = [
        run_event("COMPLETE", "00:00:00", uuid(1), "kept", outputs=["y"]),
        run_event("COMPLETE", "01:00:00", uuid(2), "gone", outputs=["y"]),
        run_event("START", "02:00:00", uuid(3), "reader", inputs=["y"]),
        run_event("COMPLETE", "02:30:00", uuid(3), "reader", outputs=["z"]),
        run_event("COMPLETE", "03:00:00", uuid(4), "gone", outputs=["y"]),
    ]
    merge_items(database_url, parsed(*events))
    removal(database_url, keeping(runs=1))
    assert names(database_url) == [uuid(1), uuid(3), uuid(4)]
    assert fetch(database_url, SEEN) == []
    # A late write of the same data derives again what replaced what.
    merge_items(database_url, parsed(run_event("COMPLETE", "00:30:00", uuid(5), "kept", outputs=["y"])))
    assert fetch(database_url, SEEN) == []


def test_facets_of_removed_runs_go_but_those_that_others_have(database_url: str) -> None:
    events = [run_event("COMPLETE", f"0{n}:00:00", uuid(n), "a", own={"n": n}, all={"n": 0}) for n in range(4)]
    merge_items(database_url, parsed(*events))
    assert removal(database_url, keeping(runs=1)).facets == 5  # three sets, and the values 1 and 2
    rows = fetch(database_url, "SELECT value ->> 'n' AS n FROM content ORDER BY 1")
    assert [row["n"] for row in rows] == ["0", "3"]
    assert len(fetch(database_url, "SELECT FROM facet_set")) == 1


@pytest.mark.parametrize("is_merge_first", [True, False])
def test_a_facet_that_a_merge_uses_meanwhile_stays(is_merge_first: bool, database_url: str) -> None:
    """The merge begins after the list of unused facets was written, and ends before or after their removal."""
    merge_items(database_url, parsed(run_event("COMPLETE", "00:00:00", uuid(1), "a", own={"n": 1})))
    again = parsed(run_event("COMPLETE", "01:00:00", uuid(2), "b", own={"n": 1}))

    async def check(connection: Connection) -> None:
        merging = await connect_to_merge(database_url)
        await connection.execute("DELETE FROM run_facets")
        for are_values in (False, True):
            await connection.execute("SELECT note_unused_facets($1)", are_values)
            assert await connection.fetchval("SELECT count(*) FROM unused_facet") == 1
            if is_merge_first and not are_values:
                await merge(merging, [Delivery(again, new_trace().trace_id)])
                assert await connection.fetchval("SELECT count(*) FROM unused_facet") == 0
            await connection.execute("SELECT keep_used_facets($1)", are_values)
            if is_merge_first:
                assert await connection.fetchval("SELECT drop_unused_facets($1, 100)", are_values) == 0
                break
            removing = connection.transaction()
            await removing.start()
            assert await connection.fetchval("SELECT drop_unused_facets($1, 100)", are_values) == 1
            if are_values:
                waiting = asyncio.create_task(merge(merging, [Delivery(again, new_trace().trace_id)]))
                await asyncio.sleep(0.5)
                assert not waiting.done()
                await removing.commit()
                await waiting
            else:
                await removing.commit()
        await merging.close()

    on(database_url, check)
    dump(database_url)  # checks that no row refers to a missing one
    assert len(fetch(database_url, "SELECT FROM content")) == 1


def test_a_rebuild_brings_back_no_facets_of_removed_runs(database_url: str) -> None:
    def write(hour: int) -> dict[str, Any]:
        version = {
            "_producer": "https://example.com",
            "_schemaURL": "https://example.com",
            "datasetVersion": f"v{hour}",
        }
        output = {"namespace": "test", "name": "prices", "facets": {"version": version}}
        return run_event("COMPLETE", f"{hour:02d}:00:00", uuid(hour), outputs=[output], note={"hour": hour})

    merge_items(database_url, parsed(*map(write, range(5))))
    removal(database_url, keeping(runs=1))
    before = dump(database_url)
    rebuilt(database_url)
    assert dump(database_url) == before


def months(url: str) -> list[str]:
    return [row["month"] for row in fetch(url, "SELECT DISTINCT to_char(at, 'YYYYMM') AS month FROM event ORDER BY 1")]


def test_a_month_of_the_log_goes_with_its_last_run(database_url: str) -> None:
    """A rebuild then gives the same store: names and facets of jobs and data stay."""
    sql = {"sql": {"_producer": "https://example.com", "_schemaURL": "https://example.com", "query": "select 1"}}
    events = []
    for month, number in ((1, 1), (1, 2), (2, 3), (3, 4)):
        event = run_event("COMPLETE", "00:00:00", uuid(number), "a", inputs=["x"], outputs=["y"])
        event["job"]["facets"] = sql if number == 1 else {}
        event["outputs"] = [{"namespace": "s3a://test", "name": "y"}]
        events.append(event | {"eventTime": f"2026-0{month}-05T00:00:00Z"})
    # Events without runs keep no month, and their names stay.
    described = {"namespace": "test", "name": "described", "facets": sql}
    events += [{"eventTime": "2026-01-01T00:00:00Z", sort: described} for sort in ("job", "dataset")]
    merge_items(database_url, parsed(*events))
    removal(database_url, keeping(runs=1))
    assert len(names(database_url)) == 1
    before = {
        table: lines for table, lines in dump(database_url).items() if table not in ("event", "content", "facet_set")
    }
    assert on(database_url, lambda connection: drop_old_log(connection, NOW)) == []
    later = datetime(2026, 3, 20, tzinfo=UTC)
    months_gone = [LogMonth(date(2026, 1, 1), None), LogMonth(date(2026, 2, 1), None)]
    assert on(database_url, lambda connection: drop_old_log(connection, later)) == months_gone
    assert months(database_url) == ["202603"]
    rebuilt(database_url)
    after = dump(database_url)
    assert {table: after.get(table) for table in before} == before
    # The month may come again.
    assert merge_items(database_url, parsed(events[0])) == (0, 0, 0, 1)
    merge_items(database_url, parsed(events[0] | {"run": {"runId": uuid(9), "facets": {}}}))
    assert months(database_url) == ["202601", "202603"]


def test_a_month_with_a_run_that_is_there_stays(database_url: str) -> None:
    merge_items(database_url, parsed(*chain(3)))
    removal(database_url, keeping(runs=1))
    later = datetime(2026, 3, 20, tzinfo=UTC)
    [month] = on(database_url, lambda connection: drop_old_log(connection, later))
    assert month == (date(2026, 1, 1), "it has events of runs that are in the store")
    assert months(database_url) == ["202601"]


def test_a_removed_write_of_a_partition_replaces_it(database_url: str) -> None:
    subset = {
        "subset": {
            "outputCondition": {"type": "partition", "partitions": [{"identifier": "1", "dimensions": {"ds": "1"}}]}
        }
    }
    part = {"namespace": "test", "name": "y", "outputFacets": subset}
    events = [
        run_event("COMPLETE", "00:00:00", uuid(1), "kept", outputs=[part]),
        run_event("COMPLETE", "01:00:00", uuid(2), "gone", outputs=[part]),
        run_event("START", "02:00:00", uuid(3), "reader", inputs=["y"]),
        run_event("COMPLETE", "02:30:00", uuid(3), "reader", outputs=["z"]),
        run_event("COMPLETE", "03:00:00", uuid(4), "gone", outputs=[part]),
    ]
    merge_items(database_url, parsed(*events))
    assert len(fetch(database_url, SEEN)) == 1
    removal(database_url, keeping(runs=1))
    assert names(database_url) == [uuid(1), uuid(3), uuid(4)]
    assert fetch(database_url, SEEN) == []


def test_a_shown_append_stays_beside_a_newer_write_of_other_parts(database_url: str) -> None:
    """The newer write replaces one partition only, so both are shown, and none stands for the other."""
    subset = {"outputCondition": {"type": "partition", "partitions": [{"identifier": "1", "dimensions": {"ds": "1"}}]}}
    overwrite = {"lifecycleStateChange": {"lifecycleStateChange": "OVERWRITE"}}
    part = {"namespace": "test", "name": "y", "outputFacets": {"subset": subset}, "facets": overwrite}
    events = [
        run_event("COMPLETE", "00:00:00", uuid(1), "appends", outputs=["y"]),
        run_event("COMPLETE", "01:00:00", uuid(2), "overwrites", outputs=[part]),
        run_event("COMPLETE", "02:00:00", uuid(3), "appends", outputs=["z"]),
    ]
    merge_items(database_url, parsed(*events))
    on(database_url, lambda c: set_write_mode(c, named_dataset_urn("test", "y"), WriteMode.APPEND))
    removal(database_url, keeping(runs=1))
    assert names(database_url) == [uuid(1), uuid(2), uuid(3)]


def test_names_take_no_place_of_runs(database_url: str) -> None:
    """Removed runs that others name stay as names; they are none of the newest runs of their job."""
    started = [run_event(word, f"{n:02d}:00:00", uuid(n), "a") for n in range(1, 5) for word in ("START", "COMPLETE")]
    upstream = [{"job": {"namespace": "test", "name": "a"}, "run": {"runId": uuid(n)}} for n in (1, 2)]
    reader = run_event("COMPLETE", "09:00:00", uuid(9), "b", jobDependencies={"upstream": upstream, "downstream": []})
    merge_items(database_url, parsed(*started, reader))
    removal(database_url, keeping(runs=2))
    later = [run_event(word, f"{n:02d}:00:00", uuid(n), "a") for n in (5, 6) for word in ("START", "COMPLETE")]
    merge_items(database_url, parsed(*later))
    removal(database_url)
    rows = fetch(database_url, "SELECT native_id FROM run WHERE is_reported ORDER BY 1")
    assert [row["native_id"] for row in rows] == [uuid(5), uuid(6), uuid(9)]


def test_a_platform_is_that_of_the_urn_or_of_the_events(database_url: str) -> None:
    events = chain(3)
    for event in events:
        if event["job"]["name"] == "a":
            event["job"]["facets"] = {
                "jobType": {"integration": "AIRFLOW", "processingType": "BATCH", "jobType": "TASK"}
            }
    merge_items(database_url, parsed(*events))
    assert removal(database_url, keeping(runs=1, scope=Scope.PLATFORM, name="airflow")).runs == 2


@pytest.mark.parametrize(
    "trouble", [MigrationError("a rebuild is going on"), OSError("no route"), ValueError("a mistake")]
)
def test_a_schedule_goes_on_after_a_round_that_failed(
    trouble: Exception, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Marquez's stops until a restart."""
    merge_items(database_url, parsed(*chain(3)))
    rounds = 0

    async def troubled(*arguments: Any) -> Removed:
        nonlocal rounds
        rounds += 1
        if rounds == 1:
            raise trouble
        return await remove_runs(*arguments)

    async def check(connection: Connection) -> None:
        await set_retention_policy(connection, keeping(runs=1))
        monkeypatch.setattr(retention_schedule, "remove_runs", troubled)
        async with asyncio.timeout(60), retention_schedule.removing_runs(Database(database_url), 0.05 / 3600):
            while await connection.fetchval("SELECT count(*) FROM run") > 2:
                await asyncio.sleep(0.05)

    on(database_url, check)
    assert rounds > 1


def test_nothing_is_removed_beside_another_version(database_url: str) -> None:
    merge_items(database_url, parsed(*chain(3)))
    fetch(database_url, "INSERT INTO functions_in_use (schema_name) VALUES ('headwater_0123456789ab')")
    with pytest.raises(MigrationError, match="another version"):
        removal(database_url, keeping(runs=1))


def test_nothing_is_removed_during_a_rebuild(database_url: str) -> None:
    merge_items(database_url, parsed(*chain(2)))

    async def check(connection: Connection) -> None:
        other = await connect_to_merge(database_url)
        await other.execute("SELECT pg_advisory_lock(hashtext('headwater.rebuild'))")
        try:
            with pytest.raises(MigrationError, match="going on"):
                await removed(connection, keeping(runs=1))
        finally:
            await other.close()

    on(database_url, check)


@pytest.fixture(scope="module")
def store(postgres_url: str, template: str) -> Iterator[tuple[str, asyncio.Runner, Connection]]:
    with cloned_database(postgres_url, template) as url, asyncio.Runner() as runner:
        connection = runner.run(connect_to_merge(url))
        yield url, runner, connection
        runner.run(connection.close())


LEFT_OUT = {"arrivals in entity", "arrivals of runs"}
"""A run that is a name alone arrived when it was first named."""

SHARED = {"content", "facet_set"}
"""A rebuild also stores what newer events of the same run have replaced, and a removal deletes it."""


@compared(EXAMPLES // 2)
@given(
    history=histories(),
    policy=st.builds(
        keeping, runs=st.sampled_from((1, 2)), failures=st.sampled_from((None, 1e6)), every=st.sampled_from((None, 3))
    ),
)
def test_what_stays_has_the_same_answers(
    history: Any, policy: Policy, store: tuple[str, asyncio.Runner, Connection]
) -> None:
    url, runner, connection = store

    async def check() -> None:
        await empty(connection)
        await connection.execute("TRUNCATE retention_policy, removed_run, removed_span, removed_write, removed_day")
        for one in history.events:
            await merge(connection, [Delivery(parsed(one.event), new_trace().trace_id)])
        for (namespace, name), mode in history.modes.items():
            with suppress(NotFoundError):
                await set_write_mode(connection, named_dataset_urn(namespace, name), WriteMode(mode))
        seen = {tuple(row) for row in await connection.fetch(SEEN)}
        await removed(connection, policy, now=datetime(2100, 1, 1, tzinfo=UTC))
        left = {row["id"] for row in await connection.fetch("SELECT id FROM run WHERE is_reported")}
        expected = {row for row in seen if row[0] in left and row[3] in left}
        assert {tuple(row) for row in await connection.fetch(SEEN)} == expected
        assert {tuple(row)[:6] for row in await connection.fetch(EVALUATED)} == expected
        before = await kept(url)
        await rebuild(url, lambda _: None)
        after = await kept(url)
        found = difference(after, before)
        assert not any(found[name]["only expected"] for name in SHARED & found.keys())
        assert found.keys() <= LEFT_OUT | SHARED, found
        assert {tuple(row) for row in await connection.fetch(SEEN)} == expected

    runner.run(check())
