"""The inputs of a run's outputs: the rules of the lineage facet, against columnLineage and the product."""

from typing import Any

import pytest

from conftest import fetch, merge_items
from events import NAMESPACE, parsed, run_event, uuid

Pairs = set[tuple[str, str, str]]


def named(name: str, kind: str = "DATASET", **more: Any) -> dict[str, Any]:
    return {"namespace": NAMESPACE, "name": name, "type": kind, **more}


def output(name: str, **facets: Any) -> dict[str, Any]:
    return {"namespace": NAMESPACE, "name": name, "facets": facets}


def columns(*inputs: str) -> dict[str, Any]:
    return {"fields": {"c": {"inputFields": [{**named(name), "field": "c"} for name in inputs]}}}


def event(*outputs: Any, lineage: Any = None, time: str = "00:00:00") -> dict[str, Any]:
    made = run_event("COMPLETE", time, uuid(1), inputs=["a", "b"], outputs=list(outputs))
    if lineage is not None:
        made["job"]["facets"] = {"lineage": lineage}
    return made


def derivations(url: str) -> Pairs:
    rows = fetch(
        url,
        """SELECT o.name, i.name, d.origin
           FROM run_derivations(ARRAY(SELECT id FROM run)) d JOIN entity o ON o.id = d.output_id JOIN entity i ON i.id = d.input_id""",
    )
    return {tuple(row) for row in rows}


PRODUCT = {("x", "a", "ALL_INPUTS"), ("x", "b", "ALL_INPUTS")}
CASES: dict[str, tuple[list[dict[str, Any]], Pairs]] = {
    "nothing said: all inputs": ([event("x")], PRODUCT),
    "columnLineage instead of the product, for its output alone": (
        [event(output("x", columnLineage=columns("a")), "y")],
        {("x", "a", "COLUMN_LINEAGE"), ("y", "a", "ALL_INPUTS"), ("y", "b", "ALL_INPUTS")},
    ),
    "columns that matter to the whole dataset": (
        [event(output("x", columnLineage={"fields": {}, "dataset": [named("b")]}))],
        {("x", "b", "COLUMN_LINEAGE")},
    ),
    "an output's lineage beats its columnLineage": (
        [event(output("x", columnLineage=columns("a"), lineage={"inputs": [named("b")]}))],
        {("x", "b", "DATASET_LINEAGE")},
    ),
    "sources of fields are sources": (
        [event(output("x", lineage={"fields": {"c": {"inputs": [named("a", field="c")]}}}))],
        {("x", "a", "DATASET_LINEAGE")},
    ),
    "an empty list means that it has no source": ([event(output("x", lineage={"inputs": []}))], set()),
    "absent inputs say nothing": ([event(output("x", lineage={"note": 1}))], PRODUCT),
    "the job's lineage is complete": (
        [event("x", output("y", columnLineage=columns("a")), lineage={"entries": [{**named("x"), "inputs": [named("a")]}]})],
        {("x", "a", "JOB_LINEAGE")},
    ),
    "an output's own lineage adds to the job's": (
        [event("x", output("y", lineage={"inputs": [named("b")]}), lineage={"entries": [{**named("x"), "inputs": [named("a")]}]})],
        {("x", "a", "JOB_LINEAGE"), ("y", "b", "DATASET_LINEAGE")},
    ),
    "a generator has no source": (
        [event("x", lineage={"entries": [{**named("x"), "inputs": [], "fields": {"c": {"inputs": [{"type": "JOB"}]}}}]})],
        set(),
    ),
    "events of a run add up": (
        [event("x", lineage={"entries": [{**named("x"), "inputs": [named(name)]}]}, time=time)
         for name, time in (("a", "00:00:00"), ("b", "00:01:00"))],
        {("x", "a", "JOB_LINEAGE"), ("x", "b", "JOB_LINEAGE")},
    ),
    "a deleted facet says nothing": ([event(output("x", lineage={"_deleted": True}))], PRODUCT),
    "nor does what is in it": ([event(output("x", lineage={"_deleted": True, "inputs": []}))], PRODUCT),
    "a job's lineage without entries is complete too": ([event("x", lineage={"entries": []})], set()),
    "and one that names no dataset": ([event("x", lineage={"entries": [{"type": "JOB", "inputs": [named("a")]}]})], set()),
    "odd shapes leave the product": (
        [event(output("x", columnLineage={"fields": 5, "dataset": [1, {}]}), lineage={"entries": [3, {"type": "?"}]})],
        PRODUCT,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("events", "expected"), CASES.values(), ids=CASES.keys())
def test_derivations(events: list[dict[str, Any]], expected: Pairs, database_url: str) -> None:
    for one in events:
        merge_items(database_url, parsed(one))
    assert derivations(database_url) == expected


def test_datasets_of_a_runs_lineage_facet_are_its_edges(database_url: str) -> None:
    """Datasets that only the lineage facet names are edges of the run, too; datasets of columnLineage are not."""
    entries = [{**named("t"), "inputs": [named("s")]}, {"type": "JOB", "inputs": [named("r")]}]
    made = event(output("x", columnLineage=columns("c")), lineage={"entries": entries})
    merge_items(database_url, parsed(made))
    edges = fetch(database_url, "SELECT g.direction, a.name FROM edge g JOIN entity a ON a.id = g.asset_id")
    assert {tuple(row) for row in edges} == {
        *(("INPUT", name) for name in "abrs"),
        *(("OUTPUT", name) for name in "tx"),
    }
    stubs = fetch(database_url, "SELECT name FROM entity WHERE kind = 'dataset' AND is_stub")
    assert [row["name"] for row in stubs] == ["c"]


def test_data_from_another_job_is_a_link_to_it(database_url: str) -> None:
    source = named("up", "JOB", runId=uuid(7))
    entries = [{**named("x"), "inputs": [source]}, {**named("job", "JOB"), "inputs": [named("further", "JOB")]}]
    merge_items(database_url, parsed(event("x", lineage={"entries": entries})))
    links = fetch(
        database_url,
        """SELECT u.name, d.name, l.origin
           FROM job_link l JOIN entity u ON u.id = l.upstream_id JOIN entity d ON d.id = l.downstream_id""",
    )
    assert {tuple(row) for row in links} == {("up", "job", "LINEAGE"), ("further", "job", "LINEAGE")}
    [run_link] = fetch(database_url, "SELECT kind, target_uuid::text FROM run_link")
    assert tuple(run_link) == ("UPSTREAM", uuid(7))


def test_a_source_that_cannot_be_read_costs_only_itself(database_url: str) -> None:
    entries = [{"type": "JOB", "inputs": [{"type": "DATASET", "name": ""}, named("s")]}]
    [changes] = parsed(event("x", lineage={"entries": entries}))
    assert changes.event.warnings == ["lineage.invalid"]
    merge_items(database_url, [changes])
    assert fetch(database_url, "SELECT FROM edge g JOIN entity a ON a.id = g.asset_id WHERE a.name = 's'")


def declared(url: str) -> set[tuple[str, str, str]]:
    rows = fetch(
        url,
        """SELECT j.name, g.direction, a.name FROM job_edge g
           JOIN entity j ON j.id = g.job_id JOIN entity a ON a.id = g.asset_id""",
    )
    return {tuple(row) for row in rows}


ENTRIES = [{**named("t"), "inputs": [named("s")]}, {**named("load", "JOB"), "inputs": [named("r"), named("up", "JOB")]}]


def test_the_lineage_of_a_job_event_is_declared(database_url: str) -> None:
    facets = {"lineage": {"entries": ENTRIES}}
    job = {"namespace": NAMESPACE, "name": "job", "facets": facets}
    merge_items(database_url, parsed({"eventTime": "2026-01-01T00:00:00Z", "job": job}))
    assert declared(database_url) == {("job", "OUTPUT", "t"), ("job", "INPUT", "s"), ("load", "INPUT", "r")}
    assert fetch(database_url, "SELECT FROM job_link")


def test_inputs_of_another_job_are_declared_for_that_job(database_url: str) -> None:
    """An orchestrator reports the jobs that it runs; their datasets are not its own."""
    merge_items(database_url, parsed(event("x", lineage={"entries": ENTRIES[1:]})))
    assert declared(database_url) == {("load", "INPUT", "r")}
    assert not fetch(database_url, "SELECT FROM edge g JOIN entity a ON a.id = g.asset_id WHERE a.name = 'r'")
