"""Merging is a pure function of the set of events; identity, references and aspects converge."""

import asyncio
import itertools
import json
import random
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from headwater.dialects.openlineage import parse_document
from headwater.store.connections import connect_to_merge
from headwater.store.merge import Delivery, Merged, merge
from headwater.trace import new_trace
from headwater.urn import job_run_key, named_job_urn

from conftest import cloned_database, fetch, merge_items, parse_files
from events import NAMESPACE, parent, parsed, run_event, uuid
from store_dump import dump

DEPENDENCIES = """
SELECT r.urn, u.urn FROM run_dependency d JOIN entity r ON r.id = d.run_id JOIN entity u ON u.id = d.upstream_id"""
PARENT_JOB = named_job_urn(NAMESPACE, "parent")


def runs(url: str) -> dict[str, dict[str, Any]]:
    """Return the runs by URN."""
    return {row["urn"]: dict(row) for row in fetch(url, "SELECT * FROM run_view")}


def bare(number: int) -> str:
    return f"urn:li:dataProcessInstance:{uuid(number)}"


def hashed(number: int, job: str) -> str:
    return f"urn:li:dataProcessInstance:{job_run_key(NAMESPACE, job, uuid(number))}"


def test_an_event_sent_again_is_a_duplicate(database_url: str) -> None:
    event = run_event("START", "00:00:00", uuid(1))
    assert merge_items(database_url, parsed(event, event)) == (1, 1, 0, 0)
    respaced = json.dumps(dict(reversed(event.items())), indent=2).encode()
    assert merge_items(database_url, parse_document(respaced, "other", 9)) == (0, 1, 0, 0)


def test_a_uuid_of_one_job_is_the_urn(database_url: str) -> None:
    merge_items(database_url, parsed(run_event("START", "00:00:00", uuid(1).upper())))
    assert runs(database_url).keys() == {bare(1)}


def test_jobs_that_share_a_uuid_get_urns_of_their_own(database_url: str) -> None:
    merge_items(database_url, parsed(run_event("START", "00:01:00", uuid(1), "a")))
    merge_items(database_url, parsed(run_event("START", "00:00:00", uuid(1), "b")))
    assert runs(database_url).keys() == {hashed(1, "a"), hashed(1, "b")}


def test_a_reference_makes_a_stub_that_its_first_event_fills(database_url: str) -> None:
    merge_items(database_url, parsed(run_event("START", "00:01:00", uuid(2), parent=parent(uuid(1)))))
    stub = runs(database_url)[bare(1)]
    assert (stub["is_stub"], stub["first_event_at"], stub["template_urn"]) == (True, None, PARENT_JOB)
    merge_items(database_url, parsed(run_event("START", "00:00:00", uuid(1), "parent")))
    found = runs(database_url)
    assert found.keys() == {bare(1), bare(2)}
    assert found[bare(1)]["is_stub"] is False
    assert found[bare(2)]["parent_urn"] == bare(1)


def test_a_stub_has_the_template_that_references_name(database_url: str) -> None:
    """With several, the least URN counts, until an event of the run names one."""
    named: list[str] = []
    for number, job in ((2, "parent"), (3, "zzz"), (4, "aaa")):
        merge_items(database_url, parsed(run_event("START", "00:01:00", uuid(number), parent=parent(uuid(1), job))))
        named.append(runs(database_url)[bare(1)]["template_urn"])
    merge_items(database_url, parsed(run_event("START", "00:01:00", uuid(1), "own")))
    named.append(runs(database_url)[bare(1)]["template_urn"])
    assert named == [named_job_urn(NAMESPACE, job) for job in ("parent", "parent", "aaa", "own")]


def test_a_stub_whose_id_is_no_uuid_has_the_job_that_its_id_is_of(database_url: str) -> None:
    """The rule holds even if another reference uses the hash of both, with another job."""
    key = str(job_run_key(NAMESPACE, "dag", "manual-1"))
    for number, named in ((2, parent(key, "aaa")), (3, parent("manual-1", "dag")), (4, parent(key, "bbb"))):
        merge_items(database_url, parsed(run_event("START", "00:01:00", uuid(number), parent=named)))
    found = runs(database_url)
    assert found[f"urn:li:dataProcessInstance:{key}"]["template_urn"] == named_job_urn(NAMESPACE, "dag")


def test_a_reference_with_another_job_makes_no_second_run(database_url: str) -> None:
    merge_items(
        database_url,
        parsed(
            run_event("START", "00:00:00", uuid(1), "parent"),
            run_event("START", "00:01:00", uuid(2), parent=parent(uuid(1), "another name")),
        ),
    )
    assert runs(database_url)[bare(2)]["parent_urn"] == bare(1)
    assert len(runs(database_url)) == 2


def test_a_reference_by_the_own_id_means_the_run_of_its_job_once_it_has_one(database_url: str) -> None:
    """A run neither depends on itself nor is its own parent."""
    before = {"run": {"runId": uuid(1)}, "job": {"namespace": NAMESPACE, "name": "before"}}
    facets: dict[str, Any] = {
        "parent": parent(uuid(1), "dag"),
        "jobDependencies": {"upstream": [before], "downstream": [before]},
    }
    merge_items(database_url, parsed(run_event("START", "00:01:00", uuid(1), "task", **facets)))
    assert runs(database_url)[bare(1)]["parent_urn"] is None
    assert fetch(database_url, DEPENDENCIES) == []
    merge_items(database_url, parsed(run_event("START", "00:00:00", uuid(1), "dag")))
    merge_items(database_url, parsed(run_event("START", "00:00:30", uuid(1), "before")))
    assert runs(database_url)[hashed(1, "task")]["parent_urn"] == hashed(1, "dag")
    found = {tuple(row) for row in fetch(database_url, DEPENDENCIES)}
    assert found == {(hashed(1, "task"), hashed(1, "before")), (hashed(1, "before"), hashed(1, "task"))}


def test_a_reference_to_a_shared_uuid_means_its_job_else_the_first_run(database_url: str) -> None:
    merge_items(
        database_url,
        parsed(
            run_event("START", "00:05:00", uuid(1), "late"),
            run_event("START", "00:00:00", uuid(1), "early"),
            run_event("START", "00:06:00", uuid(2), parent=parent(uuid(1), "late")),
            run_event("START", "00:06:00", uuid(3), parent=parent(uuid(1), "unknown")),
        ),
    )
    found = runs(database_url)
    assert found[bare(2)]["parent_urn"] == hashed(1, "late")
    assert found[bare(3)]["parent_urn"] == hashed(1, "early")


def test_a_run_whose_parent_has_its_own_id_has_no_parent(database_url: str) -> None:
    """A GitLab job named like its stage has the stage's id, under another job name."""
    merge_items(database_url, parsed(run_event("START", "00:00:00", uuid(1), "build", parent=parent(uuid(1), "stage"))))
    assert runs(database_url)[bare(1)]["parent_urn"] is None


def test_the_newest_parent_counts(database_url: str) -> None:
    merge_items(database_url, parsed(run_event("COMPLETE", "00:09:00", uuid(3), parent=parent(uuid(2)))))
    merge_items(database_url, parsed(run_event("START", "00:00:00", uuid(3), parent=parent(uuid(1)))))
    assert runs(database_url)[bare(3)]["parent_urn"] == bare(2)


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))), ids=str)
def test_an_id_copied_out_of_a_urn_joins_nothing(order: tuple[int, ...], postgres_url: str, template: str) -> None:
    """Another job, and a child's reference, take the hash in the URN of a run for a run id."""
    copied = str(job_run_key(NAMESPACE, "a", "manual-1"))
    history = [
        run_event("START", "00:00:00", "manual-1", "a"),
        run_event("START", "00:01:00", copied, "b"),
        run_event("START", "00:02:00", uuid(1), "c", parent=parent(copied, "x")),
    ]
    with cloned_database(postgres_url, template) as url, cloned_database(postgres_url, template) as at_once:
        for index in order:
            merge_items(url, parsed(history[index]))
        merge_items(at_once, parsed(*history))
        assert len(runs(url)) == 3
        assert dump(url) == dump(at_once)


def test_job_facets_of_an_event_stay_with_the_run(database_url: str) -> None:
    first, second = run_event("START", "00:00:00", uuid(1)), run_event("START", "00:01:00", uuid(2))
    first["job"]["facets"] = {"sql": {"query": "old"}}
    second["job"]["facets"] = {"sql": {"query": "new"}}
    merge_items(database_url, parsed(first, second))
    rows = fetch(
        database_url,
        """SELECT e.kind, a.scope, c.value->>'query' AS query FROM entity_facet a JOIN entity e ON e.id = a.entity_id
        JOIN content c ON c.key = a.content_key WHERE a.name = 'sql' ORDER BY 1, 3""",
    )
    assert [tuple(row) for row in rows] == [
        ("dataJob", "OWN", "new"),
        ("dataProcessInstance", "JOB", "new"),
        ("dataProcessInstance", "JOB", "old"),
    ]


def test_empty_inputs_erase_nothing(database_url: str) -> None:
    merge_items(
        database_url,
        parsed(
            run_event("START", "00:00:00", uuid(1), inputs=["x"]),
            run_event("COMPLETE", "00:01:00", uuid(1), inputs=[], outputs=["y"]),
        ),
    )
    edges = fetch(database_url, "SELECT g.direction, e.name FROM edge g JOIN entity e ON e.id = g.asset_id ORDER BY 1")
    assert [tuple(row) for row in edges] == [("INPUT", "x"), ("OUTPUT", "y")]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)])
def test_a_deleted_facet_stays_deleted_until_a_newer_value(order: tuple[int, ...], database_url: str) -> None:
    history = [
        run_event("START", "00:00:00", uuid(1), custom={"v": 1}),
        run_event("RUNNING", "00:01:00", uuid(1), custom={"_deleted": True}),
        run_event("RUNNING", "00:02:00", uuid(1), custom=None),
    ]
    for index in order:
        merge_items(database_url, parsed(history[index]))
    assert [
        row["is_deleted"] for row in fetch(database_url, "SELECT is_deleted FROM entity_facet WHERE name = 'custom'")
    ] == [True]


def test_a_facet_at_the_same_time_as_the_end_is_the_ends(database_url: str) -> None:
    merge_items(database_url, parsed(run_event("COMPLETE", "00:00:00", uuid(1), custom={"v": "end"})))
    merge_items(database_url, parsed(run_event("RUNNING", "00:00:00", uuid(1), custom={"v": "running"})))
    values = fetch(
        database_url,
        "SELECT c.value FROM entity_facet a JOIN content c ON c.key = a.content_key WHERE a.name = 'custom'",
    )
    assert [json.loads(row["value"]) for row in values] == [{"v": "end"}]


def test_writes_that_share_a_transaction_keep_their_traces(database_url: str) -> None:
    one, other = uuid4(), uuid4()
    event, later = run_event("START", "00:00:00", uuid(1)), run_event("COMPLETE", "00:01:00", uuid(1))
    writes = [Delivery(parsed(event, event), one), Delivery(parsed(event, later), other)]

    async def together() -> list[Merged]:
        connection = await connect_to_merge(database_url)
        merged = await merge(connection, writes)
        await connection.close()
        return merged

    assert asyncio.run(together()) == [(1, 1, 0, 0), (1, 1, 0, 0)]
    traces = [row["trace_id"] for row in fetch(database_url, "SELECT trace_id FROM event ORDER BY at")]
    assert traces == [one, other]


def test_the_first_arrival_is_kept(database_url: str) -> None:
    """An equal event adds its own mentions; existing rows keep their time of arrival."""
    arrivals = "SELECT arrived_at FROM run_event UNION ALL SELECT arrived_at FROM mention"
    first = run_event("START", "00:00:00", uuid(1), outputs=["x"])
    merge_items(database_url, parsed(first))
    before = fetch(database_url, arrivals)
    merge_items(database_url, parsed({**first, "producer": "https://example.com/another"}))
    after = fetch(database_url, arrivals)
    assert (len(before), len(after)) == (2, 3)
    assert after[:2] == before


def test_merges_that_meet_give_the_same_store(postgres_url: str, template: str, corpus: Path) -> None:
    """Concurrent sessions over overlapping halves of real events: no deadlock, no difference."""
    import asyncio

    from headwater.store.connections import connect_to_merge
    from headwater.store.merge import Delivery, merge

    items = parse_files(*(corpus / "openlineage").glob("*/dbt_*.ndjson"))

    async def together(url: str) -> None:
        async def session(seed: int) -> None:
            mine = random.Random(seed).sample(items, len(items) // 2)
            connection = await connect_to_merge(url)
            for start in range(0, len(mine), 25):
                await merge(connection, [Delivery(mine[start : start + 25], new_trace().trace_id)])
            await connection.close()

        await asyncio.gather(*(session(seed) for seed in range(4)))

    with cloned_database(postgres_url, template) as one, cloned_database(postgres_url, template) as other:
        asyncio.run(together(one))
        merge_items(one, items)
        merge_items(other, items)
        assert dump(one) == dump(other)


def test_postgres_keeps_no_bodies_as_statistics(database_url: str) -> None:
    merge_items(
        database_url, parsed(run_event("START", "00:00:00", uuid(1)), run_event("COMPLETE", "00:00:01", uuid(1)))
    )
    fetch(database_url, "ANALYZE event_202601")
    analyzed = fetch(database_url, "SELECT attname FROM pg_stats WHERE tablename = 'event_202601'")
    assert {row["attname"] for row in analyzed} == {
        "at", "content_hash", "seq", "dialect", "source", "warnings", "arrived_at", "trace_id"
    }  # fmt: skip
