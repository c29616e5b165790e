"""Open or former bugs of Marquez, issue by issue: Headwater must have none of them."""

import json
from typing import Any

from headwater.dialects.openlineage import parse_document
from headwater.model.changes import Changes
from headwater.urn import named_dataset_urn, named_job_urn

from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import Api, stored, urn

JOB = named_job_urn(NAMESPACE, "job")


async def run_of(api: Api, number: int, fields: str) -> dict[str, Any]:
    data = await api("{ dataProcessInstance(urn: %s) { %s } }" % (json.dumps(urn(number)), fields))
    run: dict[str, Any] = data["dataProcessInstance"]
    return run


async def test_2264_a_late_running_does_not_reopen_a_run(api: Api, database_url: str) -> None:
    for word, time in (("RUNNING", "00:00:00"), ("COMPLETE", "00:10:00"), ("RUNNING", "00:05:00")):
        await stored(database_url, parsed(run_event(word, time, uuid(1))))
    state = (await run_of(api, 1, "currentState { status endedAt }"))["currentState"]
    assert state == {"status": "COMPLETE", "endedAt": "2026-01-01T00:10:00+00:00"}


async def test_2543_a_bare_failure_does_not_make_edges_vanish(api: Api, database_url: str) -> None:
    """The edges of the run stay, and so do the datasets of its job."""
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(1), inputs=["a"], outputs=["b"])))
    await stored(database_url, parsed(run_event("FAIL", "00:01:00", uuid(1))))
    await stored(database_url, parsed(run_event("START", "00:02:00", uuid(2))))
    run = await run_of(api, 1, "inputs { urn } outputs { urn }")
    assert run == {
        side: [{"urn": named_dataset_urn(NAMESPACE, name)}] for side, name in (("inputs", "a"), ("outputs", "b"))
    }


async def test_3093_runs_of_a_job_keep_their_own_inputs(api: Api, database_url: str) -> None:
    for number, name in ((1, "a"), (2, "b")):
        await stored(database_url, parsed(run_event("COMPLETE", f"00:0{number}:00", uuid(number), inputs=[name])))
    data = await api('{ dataJob(urn: "%s") { runs { runs { inputs { ... on Dataset { name } } } } } }' % JOB)
    assert [run["inputs"] for run in data["dataJob"]["runs"]["runs"]] == [[{"name": "b"}], [{"name": "a"}]]


async def test_2733_the_version_that_an_event_gives_is_kept_with_the_read(api: Api, database_url: str) -> None:
    def versioned(version: str) -> list[Any]:
        return [{"namespace": NAMESPACE, "name": "a", "facets": {"version": {"datasetVersion": version}}}]

    await stored(database_url, parsed(run_event("COMPLETE", "00:02:00", uuid(2), inputs=versioned("7"))))
    await stored(database_url, parsed(run_event("COMPLETE", "00:01:00", uuid(1), inputs=versioned("3"))))
    versions = [(await run_of(api, number, "inputEdges { versions }"))["inputEdges"] for number in (1, 2)]
    assert versions == [[{"versions": ["3"]}], [{"versions": ["7"]}]]


async def test_2122_an_event_without_its_parent_is_of_the_same_job(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(1), parent=parent(uuid(9)))))
    await stored(database_url, parsed(run_event("COMPLETE", "00:01:00", uuid(1))))
    await stored(database_url, parsed(run_event("COMPLETE", "00:02:00", uuid(2))))
    data = await api('{ dataJob(urn: "%s") { runs { total runs { nativeId parentInstance { nativeId } } } } }' % JOB)
    assert data["dataJob"]["runs"] == {
        "total": 2,
        "runs": [
            {"nativeId": uuid(2), "parentInstance": None},
            {"nativeId": uuid(1), "parentInstance": {"nativeId": uuid(9)}},
        ],
    }


async def test_2519_jobs_that_share_a_run_id_are_two_runs(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(1), "a", outputs=["x"])))
    await stored(database_url, parsed(run_event("START", "00:01:00", uuid(1), "b", inputs=["x"])))
    data = await api(
        'query Q($id: String!) { a: openlineageRun(runId: $id, namespace: "test", name: "a") { inputs { urn } warnings }'
        ' b: openlineageRun(runId: $id, namespace: "test", name: "b") { outputs { urn } warnings } }',
        id=uuid(1),
    )
    assert data["a"] == {"inputs": [], "warnings": ["run_id.shared"]}
    assert data["b"] == {"outputs": [], "warnings": ["run_id.shared"]}


async def test_2469_types_and_names_longer_than_an_index_row(api: Api, database_url: str) -> None:
    deep = "struct<" + "a:string," * 25_000 + ">"
    facets: dict[str, Any] = {"k" * 20_000: {"v": 1}}
    dataset = {
        "namespace": NAMESPACE,
        "name": "n" * 20_000,
        "facets": {"schema": {"fields": [{"name": "c", "type": deep}]}},
    }
    await stored(
        database_url,
        parsed(run_event("COMPLETE", "00:00:00", uuid(1), "j" * 20_000, outputs=[dataset], **facets)),
    )
    data = await api(
        'query Q($name: String!) { openlineageDataset(namespace: "test", name: $name) { openlineage { schemaFields { type } } } }',
        name="n" * 20_000,
    )
    assert data["openlineageDataset"]["openlineage"]["schemaFields"] == [{"type": deep}]


async def test_an_event_without_a_type_keeps_its_facets(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(run_event(None, "00:00:00", uuid(1), custom={"v": 1})))
    assert await run_of(api, 1, 'currentState { status } aspect(name: "custom") { value }') == {
        "currentState": None,
        "aspect": {"value": {"v": 1}},
    }


async def test_columns_that_the_schema_does_not_name_keep_their_lineage(api: Api, database_url: str) -> None:
    columns = {"fields": {"_0": {"inputFields": [{"namespace": NAMESPACE, "name": "a", "field": "x"}]}}}
    output = {"namespace": NAMESPACE, "name": "b", "facets": {"schema": {"fields": []}, "columnLineage": columns}}
    await stored(database_url, parsed(run_event("COMPLETE", "00:00:00", uuid(1), inputs=["a"], outputs=[output])))
    run = await run_of(api, 1, "outputEdges { columnLineage }")
    assert run["outputEdges"][0]["columnLineage"] == columns


async def test_names_stay_as_they_are(api: Api, database_url: str) -> None:
    """Marquez replaces some characters of a namespace by `_`."""
    await stored(
        database_url,
        parsed(run_event("COMPLETE", "00:00:00", uuid(1), outputs=[{"namespace": "Ω bucket|1", "name": "ü/ö, (x)"}])),
    )
    data = await api(
        '{ openlineageDataset(namespace: "Ω bucket|1", name: "ü/ö, (x)") { exists openlineage { namespace name } } }'
    )
    assert data["openlineageDataset"] == {
        "exists": True,
        "openlineage": {"namespace": "Ω bucket|1", "name": "ü/ö, (x)"},
    }


def test_the_event_is_kept_byte_for_byte() -> None:
    body = json.dumps(run_event("START", "00:00:00", uuid(1)), indent=3).encode() + b"\n"
    [changes] = parse_document(body, "test", 1)
    assert isinstance(changes, Changes)
    assert changes.event.body == body.strip()


async def test_events_that_strict_servers_refuse_are_read(api: Api, database_url: str) -> None:
    """Facets without _producer, a time with a space and no zone, the facet's old name, a null facet."""
    event = run_event(
        "START", "00:00:00", uuid(1), parentRun=parent(uuid(2)), startTime=None, tags={"projectName": "p"}
    )
    event["eventTime"] = "2026-01-01 00:00:00.63"
    del event["schemaURL"]
    await stored(database_url, parsed(event))
    run = await run_of(api, 1, 'warnings parentInstance { nativeId } aspect(name: "tags") { value }')
    assert run == {
        "warnings": ["time.no_zone"],
        "parentInstance": {"nativeId": uuid(2)},
        "aspect": {"value": {"projectName": "p"}},
    }
