"""Sampling: events of most successful runs lose their descriptions, and no answer about lineage changes."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from headwater.dialects.openlineage import parse_document
from headwater.errors import NotFoundError
from headwater.model.changes import Changes
from headwater.store.connections import connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.store.retention import Scope
from headwater.store.sampling import (
    Sampler,
    SamplingPolicy,
    sampling_policies,
    set_sampling_policy,
    unset_sampling_policy,
)
from headwater.trace import new_trace
from headwater.urn import named_flow_urn, named_job_urn

from conftest import Item, cloned_database, fetch, merge_items, parse_files
from events import NAMESPACE, parsed, run_event, uuid
from rebuilding import kept, rebuilt
from store_dump import dump

NEVER = 2**31 - 1
LINEAGE = (
    *("entity", "alias", "run", "run_event", "run_link", "edge", "derivation", "asset_read", "asset_write"),
    *("job_link", "job_edge", "input_job", "run_checksum", "run_registration", "run_verification"),
)
"""The dumped tables that decide answers about lineage."""


def merge_sampled(url: str, items: Sequence[Item], *policies: SamplingPolicy) -> None:
    async def run() -> None:
        connection = await connect_to_merge(url)
        for policy in policies:
            await set_sampling_policy(connection, policy)
        deliveries = await Sampler().sampled(connection, [Delivery(items, new_trace().trace_id)])
        await merge(connection, deliveries)
        await connection.close()

    asyncio.run(run())


def everything(keep_every: int) -> SamplingPolicy:
    return SamplingPolicy(Scope.EVERYTHING, "", keep_every)


def without_hashes(lines: Sequence[str]) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in lines]
    return [{name: value for name, value in row.items() if name != "content_hash"} for row in rows]


def facets(url: str, number: int) -> set[str]:
    sql = """
        SELECT f.name FROM run_facets s JOIN run r ON r.id = s.run_id JOIN facet_set t ON t.key = s.set_key
        CROSS JOIN LATERAL facets_of(t.facets) f WHERE r.native_id = $1
        UNION SELECT f.name FROM edge_facet f JOIN edge g ON g.id = f.edge_id JOIN run r ON r.id = g.run_id WHERE r.native_id = $1"""
    return {row["name"] for row in fetch(url, sql, uuid(number))}


def described(word: str, number: int, job: str = "load") -> dict[str, Any]:
    output = {
        "namespace": NAMESPACE,
        "name": "orders",
        "facets": {"schema": {"fields": [{"name": "id"}]}, "documentation": {"description": "orders"}},
        "outputFacets": {"outputStatistics": {"rowCount": 5}},
    }
    facet: dict[str, Any] = {"sql": {"query": "select"}, "nominalTime": {"nominalStartTime": "2026-01-01T00:00:00Z"}}
    return run_event(word, f"{number // 60:02d}:{number % 60:02d}:00", uuid(number), job, outputs=[output], **facet)


def test_no_answer_about_lineage_changes(database_url: str, postgres_url: str, template: str, corpus: Path) -> None:
    """The recorded events of all producers, none of whose successful runs is a sample."""
    items = parse_files(*sorted((corpus / "openlineage" / "events").glob("*.ndjson")))
    merge_items(database_url, items)
    with cloned_database(postgres_url, template) as sampled_url:
        merge_sampled(sampled_url, items, everything(NEVER))
        whole, sampled = dump(database_url), dump(sampled_url)
        for table in LINEAGE:
            assert without_hashes(sampled.get(table, [])) == without_hashes(whole.get(table, [])), table
        assert len("".join(sampled["content"])) < 0.6 * len("".join(whole["content"]))
        before = asyncio.run(kept(sampled_url))
        rebuilt(sampled_url)
        assert asyncio.run(kept(sampled_url)) == before


def test_descriptions_go_and_a_note_tells_so(database_url: str) -> None:
    merge_sampled(database_url, parsed(described("START", 1), described("COMPLETE", 1)), everything(NEVER))
    assert facets(database_url, 1) == {"nominalTime", "schema", "outputStatistics", "headwater_sampling"}
    [row] = fetch(database_url, "SELECT c.value FROM content c WHERE c.value ? 'isWhole'")
    assert json.loads(row["value"])["isWhole"] is False


def test_deletions_and_numbers_stay_as_they_are(database_url: str) -> None:
    event = described("COMPLETE", 1)
    event["run"]["facets"]["nominalTime"]["x"] = 12345678901234567890123
    event["outputs"][0]["facets"]["documentation"] = {"_deleted": True}
    merge_sampled(database_url, parsed(event), everything(NEVER))
    assert fetch(database_url, "SELECT FROM content WHERE value ->> 'x' = '12345678901234567890123'")
    assert fetch(database_url, "SELECT FROM content WHERE value = '{\"_deleted\": true}'")


def test_an_event_that_comes_again_is_known(database_url: str) -> None:
    """Also under another number."""
    for keep_every in (NEVER, NEVER - 1, NEVER):
        merge_sampled(database_url, parsed(described("COMPLETE", 1)), everything(keep_every))
    assert len(fetch(database_url, "SELECT FROM event")) == 1


def test_failures_stay_whole(database_url: str) -> None:
    merge_sampled(database_url, parsed(described("FAIL", 1)), everything(NEVER))
    assert facets(database_url, 1) >= {"sql", "documentation", "outputStatistics"}


def test_one_run_in_so_many_stays_whole_in_all_its_events(database_url: str) -> None:
    events = [described(word, number) for number in range(200) for word in ("START", "COMPLETE")]
    merge_sampled(database_url, parsed(*events), everything(4))
    found = {number: facets(database_url, number) for number in range(200)}
    whole = [number for number, names in found.items() if "sql" in names]
    assert 25 < len(whole) < 75
    for number, names in found.items():
        assert ("documentation" in names) == (number in whole) == ("headwater_sampling" not in names)


@pytest.mark.parametrize(
    ("scope", "name"),
    [
        (Scope.TEMPLATE, named_job_urn(NAMESPACE, "dag.load")),
        (Scope.FLOW, named_flow_urn(NAMESPACE, "dag")),
        (Scope.PLATFORM, "Spark"),
        (Scope.PLATFORM, "spark"),
    ],
)
def test_the_most_specific_policy_counts(scope: Scope, name: str, database_url: str) -> None:
    event = described("COMPLETE", 1, "dag.load")
    event["job"]["facets"] = {"jobType": {"integration": "SPARK", "processingType": "BATCH", "jobType": "JOB"}}
    other = described("COMPLETE", 2, "other")
    merge_sampled(database_url, parsed(event, other), everything(1), SamplingPolicy(scope, name, NEVER))
    assert "sql" not in facets(database_url, 1)
    assert "sql" in facets(database_url, 2)


def test_all_events_are_of_one_orchestrator(database_url: str) -> None:
    merge_sampled(database_url, parsed(described("COMPLETE", 1)), SamplingPolicy(Scope.PLATFORM, "openlineage", NEVER))
    assert "sql" not in facets(database_url, 1)


async def test_policies_are_set_and_unset(database_url: str) -> None:
    connection = await connect_to_merge(database_url)
    policy = SamplingPolicy(Scope.PLATFORM, "spark", 9)
    await set_sampling_policy(connection, everything(5))
    await set_sampling_policy(connection, policy)
    assert await sampling_policies(connection) == [policy, everything(5)]
    await unset_sampling_policy(connection, Scope.EVERYTHING, "")
    assert await sampling_policies(connection) == [policy]
    with pytest.raises(NotFoundError, match="no sampling of everything"):
        await unset_sampling_policy(connection, Scope.EVERYTHING, "")
    await connection.close()


def test_other_dialects_and_events_without_runs_stay(database_url: str) -> None:
    declared = {
        "eventTime": "2026-01-01T00:00:00Z",
        "job": {"namespace": NAMESPACE, "name": "j", "facets": {"sql": {"query": "s"}}},
    }
    [item] = parsed(declared)
    assert isinstance(item, Changes)
    merge_sampled(database_url, [item], everything(NEVER))
    assert fetch(database_url, "SELECT FROM content c WHERE c.value ? 'query'")


@pytest.mark.parametrize(
    "odd",
    [
        '{"a": NaN}',
        '{"a": 1e999}',
        '{"jobType": {"integration": "SPARK", "_deleted": true}}',
        '{"a": "\\ud800"}',
        "[1]",
        "null",
        '"text"',
    ],
)
def test_odd_events_are_merged(odd: str, database_url: str) -> None:
    """Whatever the facets of a run, a job or an output are."""
    event = described("COMPLETE", 1)
    for part in (event["run"], event["job"], event["outputs"][0]):
        part["facets"] = "ODD"
    event["outputs"][0]["outputFacets"] = "ODD"
    items = parse_document(json.dumps(event).replace('"ODD"', odd).encode(), "test", 1)
    merge_sampled(database_url, items, everything(NEVER))
    assert fetch(database_url, "SELECT FROM run WHERE result = 'SUCCESS'")
