"""DataHub's REST reads, of data from proposals and from OpenLineage's events; and their refusals."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock
from urllib.parse import quote

import httpx
import pytest
from starlette.datastructures import QueryParams

from headwater.dialects.datahub.projection import RUN_EVENT
from headwater.ingest.datahub.reads import get_entity_v2
from headwater.ingest.datahub.stored import shown_metadata
from headwater.store.connections import connect
from headwater.urn import named_dataset_urn, named_job_urn

from events import parent, run_event, uuid
from proposals import DATASET, RUN, event, item
from server_process import BATCH, Server

OL_RUN = f"urn:li:dataProcessInstance:{uuid(1)}"
OL_PARENT = f"urn:li:dataProcessInstance:{uuid(2)}"
OL_JOB = named_job_urn("test", "flow.job")


def get(server: Server, path: str, **query: Any) -> httpx.Response:
    return httpx.get(server.url + path, params=query, timeout=60)


def post(server: Server, path: str, body: Any) -> httpx.Response:
    return httpx.post(server.url + path, json=body, timeout=60)


def propose(server: Server, *items: dict[str, Any]) -> httpx.Response:
    answer = post(server, "/aspects?action=ingestProposalBatch", {"proposals": list(items)})
    assert answer.status_code == 200, answer.text
    return answer


@pytest.fixture
def openlineage(server: Server) -> Server:
    """A server with data from OpenLineage's events alone."""
    server.post(
        [
            run_event("START", "00:00:00", uuid(1), "flow.job", inputs=["in"], outputs=["out"], parent=parent(uuid(2))),
            run_event("COMPLETE", "00:01:00", uuid(1), "flow.job"),
        ],
        BATCH,
    )
    return server


def test_a_run_of_openlineage_reads_as_datahubs(openlineage: Server) -> None:
    aspects = get(openlineage, f"/entities/{quote(OL_RUN)}").json()["aspects"]
    assert aspects["dataProcessInstanceKey"] == {"id": uuid(1)}
    assert aspects["dataProcessInstanceProperties"]["name"] == uuid(1)
    assert aspects["dataProcessInstanceRelationships"] == {
        "parentTemplate": OL_JOB,
        "parentInstance": OL_PARENT,
        "upstreamInstances": [],
    }
    assert aspects["dataProcessInstanceInput"] == {"inputs": [named_dataset_urn("test", "in")]}
    assert aspects["dataProcessInstanceOutput"] == {"outputs": [named_dataset_urn("test", "out")]}
    asked = {"urn": OL_RUN, "entity": "dataProcessInstance", "aspect": "dataProcessInstanceRunEvent"}
    values = post(openlineage, "/aspects?action=getTimeseriesAspectValues", asked).json()["value"]["values"]
    assert len(values) == 2
    assert '"result": {"type": "SUCCESS", "nativeResultType": "COMPLETE"}' in values[0]["aspect"]["value"]
    assert get(openlineage, f"/aspects/{quote(OL_PARENT)}", aspect="dataProcessInstanceKey").status_code == 404


def test_relationships_of_openlineages_runs(openlineage: Server) -> None:
    def related(urn: str, direction: str, *types: str) -> list[tuple[str, str]]:
        answer = get(
            openlineage, "/relationships", urn=urn, direction=direction, types=f"List({','.join(types)})"
        ).json()
        assert answer["count"] == answer["total"] == len(answer["relationships"])
        return [(one["type"], one["entity"]) for one in answer["relationships"]]

    assert related(OL_JOB, "INCOMING", "InstanceOf") == [("InstanceOf", OL_RUN)]
    assert related(OL_RUN, "OUTGOING", "ChildOf", "Produces") == [
        ("ChildOf", OL_PARENT),
        ("Produces", named_dataset_urn("test", "out")),
    ]
    assert related(named_dataset_urn("test", "in"), "INCOMING", "Consumes") == [("Consumes", OL_RUN)]
    page = get(openlineage, "/relationships", urn=OL_RUN, direction="OUTGOING", start=1, count=2).json()
    assert (page["start"], page["count"], page["total"]) == (1, 2, 6)


def test_openapi_reads_with_system_metadata(server: Server) -> None:
    urn = "urn:li:dataset:(urn:li:dataPlatform:s3,a/b c,PROD)"  # with a slash, and a space
    place = f"/openapi/v3/entity/dataset/{quote(urn, safe='/')}"
    written = item(urn, "status", {"removed": False}) | {"systemMetadata": {"runId": "r", "lastObserved": 5}}
    propose(server, written)
    propose(server, written | {"aspect": {"json": {"removed": True}}})
    entity = get(server, place, systemMetadata="true").json()
    assert entity["status"]["value"] == {"removed": True}
    metadata = entity["status"]["systemMetadata"]
    assert (metadata["runId"], metadata["version"]) == ("r", "2")
    assert metadata["aspectCreated"]["time"] <= metadata["aspectModified"]["time"]
    assert "systemMetadata" not in get(server, place).json()["status"]
    assert get(server, f"{place}/status").json() == {"value": {"removed": True}}
    assert get(server, f"{place}/ownership").status_code == 404
    key = {"platform": "urn:li:dataPlatform:s3", "name": "a/b c", "origin": "PROD"}
    assert get(server, place, aspects="datasetKey").json() == {"urn": urn, "datasetKey": {"value": key}}


def test_a_job_reads_back_with_a_union_as_it_was_sent(server: Server) -> None:
    job = "urn:li:dataJob:(urn:li:dataFlow:(airflow,f,prod),j)"
    value = {"name": "j", "type": {"string": "COMMAND"}, "customProperties": {}}
    propose(server, item(job, "dataJobInfo", value))
    answer = get(server, f"/aspects/{quote(job)}", aspect="dataJobInfo", version=0).json()
    assert answer["aspect"] == {"com.linkedin.datajob.DataJobInfo": value}


def test_one_aspect_by_its_address(server: Server) -> None:
    place = f"{server.url}/openapi/v3/entity/dataset/{quote(DATASET)}/globalTags"
    tag = {"tag": "urn:li:tag:a"}
    written = httpx.post(f"{place}?async=false", json={"value": {"tags": [tag]}})
    assert (written.status_code, written.json()) == (200, {"urn": DATASET, "globalTags": {"value": {"tags": [tag]}}})
    other = {"tag": "urn:li:tag:b"}
    patch = [{"op": "add", "path": "/tags/urn:li:tag:b", "value": other}]
    patched = httpx.patch(f"{place}?systemMetadata=true", json={"patch": patch})
    assert patched.status_code == 200
    assert patched.json()["globalTags"]["value"] == {"tags": [tag, other]}
    assert httpx.delete(place).status_code == 200
    assert httpx.get(place).status_code == 404
    assert httpx.get(place.removesuffix("/globalTags")).status_code == 200, "the dataset is there still"


def test_statistics(server: Server) -> None:
    day = 86_400_000
    propose(
        server,
        *(
            item(
                RUN,
                "dataProcessInstanceRunEvent",
                event(millis, "COMPLETE", result) | {"durationMillis": seconds * 1000},
            )
            for millis, result, seconds in ((1, "SUCCESS", 2), (5, "FAILURE", 3), (day + 7, "SUCCESS", 4))
        ),
    )

    def table(metrics: list[str], *buckets: dict[str, Any], where: Any = None) -> list[list[str]]:
        body = {
            "entityName": "dataProcessInstance",
            "aspectName": "dataProcessInstanceRunEvent",
            "metrics": [dict(zip(("aggregationType", "fieldPath"), metric.split(), strict=True)) for metric in metrics],
            "groupingBuckets": list(buckets),
            "filter": where or {},
        }
        answer = post(server, "/analytics?action=getTimeseriesStats", body)
        assert answer.status_code == 200, answer.text
        rows: list[list[str]] = answer.json()["value"]["table"]["rows"]
        return rows

    by_day = {
        "key": "timestampMillis",
        "type": "DATE_GROUPING_BUCKET",
        "timeWindowSize": {"unit": "DAY", "multiple": 1},
    }
    by_result = {"key": "result.type", "type": "STRING_GROUPING_BUCKET"}
    assert table(["SUM durationMillis", "LATEST result.type"], by_day) == [
        ["0", "5000", "FAILURE"],
        [str(day), "4000", "SUCCESS"],
    ]
    assert table(["CARDINALITY timestampMillis"], by_result) == [["FAILURE", "1"], ["SUCCESS", "2"]]
    of_run = {"field": "urn", "condition": "EQUAL", "value": RUN}
    ended_well = {"field": "result.type", "condition": "EQUAL", "value": "SUCCESS"}
    assert table(["SUM durationMillis"], where={"or": [{"and": [of_run, ended_well]}]}) == [["6000"]]
    assert table(["SUM durationMillis"], where={"or": [{"and": [{**of_run, "value": DATASET}]}]}) == []


def statistics(**more: Any) -> dict[str, Any]:
    """Return the body of a request for metrics over run events."""
    metrics = [{"fieldPath": "result.nativeResultType", "aggregationType": "SUM"}]
    return {"entityName": "dataProcessInstance", "aspectName": RUN_EVENT, "metrics": metrics, **more}


def test_texts_that_are_too_long_for_numbers_count_as_texts(server: Server) -> None:
    values = [event(millis, "COMPLETE", "SUCCESS") for millis in (1, 2)]
    for value, text in zip(values, ("9" * 140_000, "7.5"), strict=True):
        value["result"]["nativeResultType"] = text
    propose(server, *(item(RUN, RUN_EVENT, value) for value in values))
    answer = post(server, "/analytics?action=getTimeseriesStats", statistics())
    assert answer.json()["value"]["table"]["rows"] == [["7.5"]]
    more_than_7 = {"field": "result.nativeResultType", "condition": "GREATER_THAN", "value": "7"}
    body = {"urn": RUN, "aspect": RUN_EVENT, "filter": {"or": [{"and": [more_than_7]}]}}
    found = post(server, "/aspects?action=getTimeseriesAspectValues", body).json()["value"]["values"]
    assert [json.loads(one["aspect"]["value"])["timestampMillis"] for one in found] == [2]


@pytest.mark.parametrize("unit", ["SECOND", "MINUTE", "HOUR", "DAY", "WEEK"])
def test_windows_are_as_long_as_they_may_be(server: Server, unit: str) -> None:
    ends = (-62_135_596_799_999, 253_402_300_799_999)
    propose(server, *(item(RUN, RUN_EVENT, event(millis, "STARTED")) for millis in ends))
    window = {"unit": unit, "multiple": 1000}
    bucket = {"key": "timestampMillis", "type": "DATE_GROUPING_BUCKET", "timeWindowSize": window}
    answer = post(server, "/analytics?action=getTimeseriesStats", statistics(groupingBuckets=[bucket]))
    assert len(answer.json()["value"]["table"]["rows"]) == 2


@pytest.mark.parametrize(
    ("window", "message"),
    [
        ("DAY", "timeWindowSize: expected an object"),
        ({"unit": "DAY", "multiple": 2**31 - 1}, "timeWindowSize.multiple: expected a whole number from 1 to 1000"),
        (
            {"unit": "DAY", "multiple": 0},
            "timeWindowSize.multiple: expected a whole number from 1 to 1000 for DAY, got 0",
        ),
        ({"unit": "MONTH", "multiple": 3}, "timeWindowSize.multiple: expected 1 for MONTH, got 3"),
        ({"unit": "YEAR", "multiple": 2}, "timeWindowSize.multiple: expected 1 for YEAR, got 2"),
    ],
)
def test_windows_that_are_none(shared_server: Server, window: Any, message: str) -> None:
    bucket = {"key": "timestampMillis", "type": "DATE_GROUPING_BUCKET", "timeWindowSize": window}
    answer = post(shared_server, "/analytics?action=getTimeseriesStats", statistics(groupingBuckets=[bucket]))
    assert (answer.status_code, answer.json()["message"][: len(message)]) == (400, message)


def test_odd_system_metadata_that_is_stored_is_read(server: Server) -> None:
    propose(server, item(RUN, "status", {"removed": False}))
    server.rows("""UPDATE versioned_aspect SET system_metadata = '{"properties": ["x"]}' RETURNING 1""")
    entity = get(server, "/openapi/v3/entity/dataProcessInstance/" + RUN, systemMetadata="true")
    assert entity.status_code == 200
    assert entity.json()["status"]["systemMetadata"]["properties"].keys() == {"telemetryTraceId"}


@pytest.mark.parametrize(
    ("function", "message"), [("pg_cancel_backend", "a narrower filter"), ("pg_terminate_backend", "send it again")]
)
def test_a_database_that_fails_is_asked_again(server: Server, function: str, message: str) -> None:
    """A statement that takes too long ends so, and so does a restart of Postgres."""
    waits = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'relation'"
    with asyncio.Runner() as runner, ThreadPoolExecutor() as threads:
        connection = runner.run(connect(server.database_url))
        runner.run(connection.execute("BEGIN; LOCK TABLE entity"))
        asked = threads.submit(get, server, f"/entities/{RUN}")
        # Over other connections: within a transaction Postgres shows the sessions as they were at the first look.
        while not (server.rows(f"SELECT {function}(pid) {waits}") or asked.done()):
            pass
        answer = asked.result()
        runner.run(connection.close())
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert message in answer.json()["message"]


def test_a_trace_tells_the_outcome_of_its_writes(server: Server) -> None:
    def states(trace: str, **query: Any) -> Any:
        asked = {RUN: ["status", "dataProcessInstanceRunEvent"]}
        answer = httpx.post(f"{server.url}/openapi/v1/trace/write/{trace}", json=asked, params=query)
        assert answer.status_code == 200, answer.text
        return {name: one["primaryStorage"]["writeStatus"] for name, one in answer.json().get(RUN, {}).items()}

    def write(removed: bool, *more: dict[str, Any]) -> str:
        answer = propose(server, item(RUN, "status", {"removed": removed}), *more)
        return answer.headers["traceparent"].split("-")[1]

    first = write(True, item(RUN, "dataProcessInstanceRunEvent", event(1, "STARTED")))
    every = {"onlyIncludeErrors": "false"}
    assert states(first, **every) == {"status": "ACTIVE_STATE", "dataProcessInstanceRunEvent": "NO_OP"}
    assert states(first) == {}
    same = write(True)
    assert states(same, **every) == {"status": "NO_OP", "dataProcessInstanceRunEvent": "ERROR"}
    second = write(False)
    assert states(second, **every)["status"] == "ACTIVE_STATE"
    assert states(first, **every)["status"] == "HISTORIC_STATE"
    assert states("0006" + "0" * 28) == {"status": "ERROR", "dataProcessInstanceRunEvent": "ERROR"}


REFUSED = [
    ("GET", "/relationships?direction=INCOMING", None, 400, "urn"),
    ("GET", f"/relationships?urn={RUN}&direction=UP", None, 400, "direction"),
    ("GET", f"/relationships?urn={RUN}&direction=INCOMING&start=-1", None, 400, "start"),
    ("GET", f"/relationships?urn={RUN}&direction=INCOMING&types=a%00", None, 400, "types"),
    ("GET", "/entities/nonsense", None, 400, "urn"),
    ("GET", "/entities/urn:li:nonsense:a", None, 400, "entityType"),
    ("GET", f"/entities/{RUN}%00", None, 404, "there is no"),
    ("GET", f"/entitiesV2/{RUN}?aspects=List(globalTags)", None, 400, "globalTags"),
    ("GET", f"/aspects/{RUN}?aspect=nonsense", None, 400, "aspect"),
    ("GET", f"/openapi/v3/entity/dataset/{RUN}", None, 400, "dataset"),
    ("GET", f"/openapi/v3/entity/nonsense/{RUN}", None, 404, "nonsense"),
    ("POST", "/aspects?action=nonsense", {}, 400, "action"),
    ("POST", "/aspects?action=ingestProposal", {}, 422, "proposal"),
    ("POST", "/openapi/v3/entity/dataset", {}, 422, "array"),
    ("POST", f"/openapi/v3/entity/dataProcessInstance/{RUN}", {}, 404, "aspect"),
    ("POST", "/aspects?action=getTimeseriesAspectValues", {"urn": RUN, "aspect": "status"}, 400, "timeseries"),
    ("POST", "/openapi/v1/trace/write/xyz", {}, 400, "trace id"),
    ("POST", "/entities?action=delete", {"urn": RUN, "aspectName": "globalTags"}, 422, "aspectName"),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "named"), REFUSED)
def test_unusable_values_are_named(
    shared_server: Server, method: str, path: str, body: Any, status: int, named: str
) -> None:
    answer = httpx.request(method, shared_server.url + path, json=body, timeout=60)
    assert answer.status_code == status, answer.text
    assert answer.json()["status"] == status
    assert named in answer.json()["message"]


@pytest.mark.parametrize(
    "criterion",
    [
        {"field": "status", "condition": "NONSENSE", "value": "a"},
        {"field": "attempt", "condition": "GREATER_THAN", "value": "many"},
        {"field": "attempt", "condition": "GREATER_THAN", "value": "9" * 140_000},
        {"field": 5},
        {"field": "status", "values": 7},
        "status",
    ],
)
def test_filters_that_are_none(shared_server: Server, criterion: Any) -> None:
    body = {"urn": RUN, "aspect": "dataProcessInstanceRunEvent", "filter": {"or": [{"and": [criterion]}]}}
    answer = post(shared_server, "/aspects?action=getTimeseriesAspectValues", body)
    assert (answer.status_code, answer.json()["message"][:6]) == (400, "filter")


async def test_an_entity_is_looked_for_once() -> None:
    """A second look could miss an entity deleted in between, and answer 404 instead of its key."""
    answers = [{DATASET}, set()]
    reader = SimpleNamespace(existing=AsyncMock(side_effect=answers), aspects_of=AsyncMock(return_value={}))
    state = SimpleNamespace(reader=SimpleNamespace(aspects=reader))
    request: Any = SimpleNamespace(
        path_params={"urn": DATASET}, query_params=QueryParams(), app=SimpleNamespace(state=state)
    )
    answer = await get_entity_v2(request)
    assert json.loads(bytes(answer.body))["aspects"].keys() == {"datasetKey"}


def test_properties_that_are_none_are_shown_as_their_trace() -> None:
    """Older versions kept any system metadata; a CREATE of an existing entity shows them."""
    shown = shown_metadata({"runId": "r", "properties": ["odd"]}, 3, "abc")
    assert shown == {"runId": "r", "version": "3", "properties": {"telemetryTraceId": "abc"}}
