"""DataHub's OpenAPI v3 as its clients use it: one aspect, names in any case, run events; and related addresses."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import httpx
import pytest
from click.testing import CliRunner
from datahub.cli import put_cli
from datahub.configuration.common import OperationalError
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.ingestion.graph.client import DataHubGraph
from datahub.ingestion.graph.config import ClientMode, DatahubClientConfig
from datahub.metadata.schema_classes import DataProcessInstanceRunEventClass, StatusClass

from events import run_event, uuid
from proposals import DATASET, RUN, event, item
from server_process import Server

STATUS = f"/openapi/v3/entity/dataset/{quote(DATASET, safe='')}/status"


def get(server: Server, path: str, **query: Any) -> httpx.Response:
    return httpx.get(server.url + path, params=query or None, timeout=60)


def post(server: Server, path: str, body: Any, **query: Any) -> httpx.Response:
    return httpx.post(server.url + path, params=query or None, json=body, timeout=60)


def propose(server: Server, *items: dict[str, Any]) -> None:
    answer = post(server, "/aspects?action=ingestProposalBatch", {"proposals": list(items)})
    assert answer.status_code == 200, answer.text


def graph_of(server: Server, mode: ClientMode = ClientMode.SDK) -> DataHubGraph:
    """Return DataHub's SDK."""
    return DataHubGraph(DatahubClientConfig(server=server.url, client_mode=mode))


def trace_id(answer: httpx.Response) -> str:
    """Return the trace in an answer's header."""
    return answer.headers["traceparent"].split("-")[1]


def test_a_written_aspect_is_answered_as_an_object_with_its_trace(shared_server: Server) -> None:
    written = post(shared_server, STATUS, {"value": {"removed": False}}, systemMetadata="true")
    assert written.status_code == 200
    answer = written.json()
    assert (answer["urn"], answer["status"]["value"]) == (DATASET, {"removed": False})
    assert answer["status"]["systemMetadata"]["properties"] == {"telemetryTraceId": trace_id(written)}
    assert answer["status"]["systemMetadata"]["version"] == "1"
    read = get(shared_server, STATUS, systemMetadata="true")
    assert read.status_code == 200
    assert read.json()["systemMetadata"]["properties"] == {"telemetryTraceId": trace_id(written)}
    later = post(shared_server, STATUS, {"value": {"removed": True}}, **{"async": "true"})
    assert (later.status_code, later.json()) == (202, {"urn": DATASET, "status": {"value": {"removed": True}}})


def test_written_entities_are_answered_with_their_trace(shared_server: Server) -> None:
    body = [{"urn": DATASET, "datasetProperties": {"value": {"name": "t"}}, "globalTags": {"value": {"tags": []}}}]
    written = post(shared_server, "/openapi/v3/entity/dataset", body, systemMetadata="true")
    [entity] = written.json()
    for aspect in ("datasetProperties", "globalTags"):
        assert entity[aspect]["systemMetadata"]["properties"]["telemetryTraceId"] == trace_id(written)


@pytest.mark.parametrize(
    ("kind", "aspect"),
    [("dataset", "datasetProperties"), ("Dataset", "datasetproperties"), ("DATASET", "DATASETPROPERTIES")],
)
def test_names_are_found_in_any_case(shared_server: Server, kind: str, aspect: str) -> None:
    server = shared_server
    place = f"/openapi/v3/entity/{kind}/{quote(DATASET, safe='')}"
    value = {"name": "t", "customProperties": {}, "tags": []}
    assert post(server, f"{place}/{aspect}", {"value": value}).json() == {
        "urn": DATASET,
        "datasetProperties": {"value": value},
    }
    written = post(server, f"/openapi/v3/entity/{kind}", [{"urn": DATASET, aspect: {"value": value}}])
    assert written.json() == [{"urn": DATASET, "datasetProperties": {"value": value}}]
    assert get(server, f"{place}/{aspect}").json() == {"value": value}
    assert get(server, place, aspects=aspect).json() == {"urn": DATASET, "datasetProperties": {"value": value}}
    batch = post(server, f"/openapi/v3/entity/{kind}/batchGet", [{"urn": DATASET, aspect: {}}])
    assert batch.json() == [{"urn": DATASET, "datasetProperties": {"value": value}}]
    assert get(server, f"/aspects/{quote(DATASET)}", aspect=aspect).json()["aspect"] == {
        "com.linkedin.dataset.DatasetProperties": value
    }
    assert get(server, f"/entitiesV2/{quote(DATASET)}", aspects=f"List({aspect})").json()["aspects"].keys() >= {
        "datasetProperties"
    }
    state = post(server, f"/openapi/v1/trace/write/{trace_id(written)}", {DATASET: [aspect]}, onlyIncludeErrors="false")
    assert [one["success"] for one in state.json()[DATASET].values()] == [True]
    proposal = item(DATASET, aspect, value | {"name": "u"}) | {"entityType": kind}
    propose(server, proposal)
    assert get(server, f"{place}/{aspect}").json()["value"]["name"] == "u"
    assert httpx.delete(f"{server.url}{place}/{aspect}").status_code == 200
    assert get(server, f"{place}/datasetProperties").status_code == 404


def test_the_newest_run_event_is_read_by_openapi(shared_server: Server) -> None:
    server = shared_server
    with graph_of(server) as graph:
        for millis, status in ((2000, "COMPLETE"), (1000, "STARTED")):
            value = DataProcessInstanceRunEventClass(timestampMillis=millis, status=status, attempt=1)
            graph.emit(MetadataChangeProposalWrapper(entityUrn=RUN, aspect=value))
        [aspects] = graph.get_entities("dataProcessInstance", [RUN], ["dataProcessInstanceRunEvent"]).values()
        event_read = aspects["dataProcessInstanceRunEvent"][0]
        assert isinstance(event_read, DataProcessInstanceRunEventClass)
        assert (event_read.timestampMillis, event_read.status) == (2000, "COMPLETE")
    place = f"/openapi/v3/entity/dataProcessInstance/{quote(RUN, safe='')}"
    one = get(server, f"{place}/dataProcessInstanceRunEvent", systemMetadata="true")
    assert one.status_code == 200
    assert one.json()["value"]["timestampMillis"] == 2000
    assert len(one.json()["systemMetadata"]["properties"]["telemetryTraceId"]) == 32
    assert get(server, place).json()["dataProcessInstanceRunEvent"]["value"]["status"] == "COMPLETE"
    assert get(server, f"{place}/testResults").status_code == 404
    assert "dataProcessInstanceRunEvent" not in get(server, f"/entitiesV2/{quote(RUN)}").json()["aspects"]


def test_the_newest_run_event_of_openlineage_is_read_by_openapi(shared_server: Server) -> None:
    server = shared_server
    server.post(run_event("START", "00:00:00", uuid(1), "flow.job"))
    sent = server.post(run_event("FAIL", "00:01:00", uuid(1), "flow.job"))
    place = f"/openapi/v3/entity/dataProcessInstance/{quote(f'urn:li:dataProcessInstance:{uuid(1)}', safe='')}"
    one = get(server, f"{place}/dataProcessInstanceRunEvent", systemMetadata="true").json()
    assert one["value"]["result"] == {"type": "FAILURE", "nativeResultType": "FAIL"}
    assert one["systemMetadata"]["properties"] == {"telemetryTraceId": trace_id(sent)}


def test_a_run_event_is_written_by_openapi(shared_server: Server) -> None:
    place = f"/openapi/v3/entity/dataProcessInstance/{quote(RUN + '-2', safe='')}/dataProcessInstanceRunEvent"
    written = post(shared_server, place, {"value": event(5, "STARTED")}, systemMetadata="true")
    assert written.status_code == 200
    assert written.json()["dataProcessInstanceRunEvent"]["value"]["timestampMillis"] == 5
    assert get(shared_server, place).json()["value"]["status"] == "STARTED"


def test_an_entity_that_nobody_wrote_has_its_key(shared_server: Server) -> None:
    urn = "urn:li:dataset:(urn:li:dataPlatform:hive,nowhere,PROD)"
    answer = get(shared_server, f"/entitiesV2/{quote(urn, safe='')}")
    assert answer.status_code == 200
    key = {"platform": "urn:li:dataPlatform:hive", "name": "nowhere", "origin": "PROD"}
    assert answer.json()["entityName"] == "dataset"
    assert {name: aspect["value"] for name, aspect in answer.json()["aspects"].items()} == {"datasetKey": key}
    with graph_of(shared_server) as graph:
        assert graph.get_entity_semityped(urn, ["status"]).get("status") is None
        assert graph.get_entity_raw(urn)["urn"] == urn
        assert not graph.exists(urn)


def test_datahub_put(shared_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command posts to `/aspects/`."""
    with graph_of(shared_server, ClientMode.CLI) as graph:
        monkeypatch.setattr(put_cli, "get_default_graph", lambda *_, **__: graph)
        status = tmp_path / "status.json"
        status.write_text('{"removed": true}')
        arguments = ["--urn", DATASET, "--aspect", "status", "--aspect-data", str(status)]
        result = CliRunner().invoke(put_cli.put, ["aspect", *arguments], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        assert graph.get_aspect(DATASET, StatusClass) == StatusClass(removed=True)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/config/", None),
        ("/aspects/?action=getTimeseriesAspectValues", {"urn": RUN, "aspect": "dataProcessInstanceRunEvent"}),
        ("/entities/?action=deleteReferences", {"urn": DATASET, "dryRun": True}),
        ("/analytics/?action=getTimeseriesStats", {"entityName": "dataset", "aspectName": "operation", "metrics": []}),
        (f"/relationships/?direction=INCOMING&urn={quote(DATASET)}", None),
        (f"/openapi/relationships/v1?direction=INCOMING&urn={quote(DATASET)}", None),
    ],
)
def test_a_slash_at_the_end_changes_nothing(shared_server: Server, path: str, body: Any) -> None:
    answer = get(shared_server, path) if body is None else post(shared_server, path, body)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/entities/{}", {}),
        ("/entitiesV2/{}", {}),
        ("/aspects/{}", {"aspect": "status"}),
        ("/openapi/v3/entity/dataset/{}", {}),
        ("/openapi/v3/entity/dataset/{}/status", {}),
        ("/openapi/v3/relationship/dataset/{}", {}),
    ],
)
def test_a_slash_after_a_urn_is_no_part_of_it(shared_server: Server, path: str, query: dict[str, str]) -> None:
    propose(shared_server, item(DATASET, "status", {"removed": False}))
    address = path.format(quote(DATASET, safe=""))
    expected = get(shared_server, address, **query)
    assert expected.status_code == 200
    assert get(shared_server, address + "/", **query).json() == expected.json()


def test_an_escaped_slash_is_the_urns_own(shared_server: Server) -> None:
    propose(shared_server, item("urn:li:tag:a/", "status", {"removed": False}))
    assert get(shared_server, "/entities/urn:li:tag:a%2F").json()["urn"] == "urn:li:tag:a/"
    assert get(shared_server, "/entities/urn:li:tag:a%2F/").json()["urn"] == "urn:li:tag:a/"
    assert get(shared_server, "/entities/urn:li:tag:a/").status_code == 404


def test_graphql_at_the_address_of_datahubs_frontend(shared_server: Server) -> None:
    answer = post(shared_server, "/api/v2/graphql", {"query": "{ __typename }"})
    assert (answer.status_code, answer.json()["data"]) == (200, {"__typename": "Query"})


def versioned(server: Server, name: str, version: str | None, **headers: str) -> httpx.Response:
    """Write a new description of the table `name`, and expect a version."""
    urn = f"urn:li:dataset:(urn:li:dataPlatform:hive,{name},PROD)"
    expected = {} if version is None else {"If-Version-Match": version}
    aspect = {"value": {"description": uuid4().hex}, "headers": expected | headers}
    return post(
        server, f"/openapi/v3/entity/dataset/{quote(urn, safe='')}/datasetProperties", aspect, systemMetadata="true"
    )


def version_of(written: httpx.Response) -> str:
    version: str = written.json()["datasetProperties"]["systemMetadata"]["version"]
    return version


def test_the_second_update_of_one_version_is_refused(shared_server: Server) -> None:
    first = versioned(shared_server, "met", "-1")
    assert (first.status_code, version_of(first)) == (200, "1")
    assert versioned(shared_server, "met", "1").status_code == 200
    lost = versioned(shared_server, "met", "1")
    assert (lost.status_code, lost.json()["message"]) == (412, "Expected version 1, actual version 2")
    assert lost.json()["exceptionClass"] == "proposal.precondition"
    assert versioned(shared_server, "met", "-1").json()["message"] == "Expected version -1, actual version 2"
    assert version_of(versioned(shared_server, "met", "2")) == "3"
    assert versioned(shared_server, "unmet", "1").status_code == 412
    assert versioned(shared_server, "unmet", None, **{"if-version-match": "1"}).status_code == 412, "in any case"


def test_a_version_that_is_expected_by_a_header_of_http_is_refused(shared_server: Server) -> None:
    """DataHub ignores the header and overwrites another's write; Headwater refuses it."""
    path = f"/openapi/v3/entity/dataset/{quote('urn:li:dataset:(urn:li:dataPlatform:hive,header,PROD)', safe='')}"
    value = {"value": {"description": "lost"}}
    refused = shared_server.post(value, f"{path}/datasetProperties", **{"If-Version-Match": "7"})
    assert (refused.status_code, "If-Version-Match" in refused.text) == (400, True)
    assert get(shared_server, path).status_code == 404


@pytest.mark.parametrize(
    ("kind", "urn", "aspect"),
    [
        ("dataProcessInstance", "urn:li:dataProcessInstance:a", "globalTags"),
        ("dataset", "urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)", "dataJobInfo"),
        ("dataset", "urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)", "globalTagz"),
    ],
)
def test_an_address_of_an_aspect_that_the_entity_cannot_have_says_so(
    kind: str, urn: str, aspect: str, shared_server: Server
) -> None:
    answer = shared_server.post({"value": {}}, f"/openapi/v3/entity/{kind}/{quote(urn, safe='')}/{aspect}")
    assert answer.status_code == 422
    assert answer.json()["exceptionClass"] == "aspect.unknown"
    assert aspect in answer.json()["message"]


def test_one_of_many_concurrent_updates_of_one_version_is_accepted(shared_server: Server) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: versioned(shared_server, "contended", "-1").status_code, range(8)))
    assert sorted(answers) == [200] + [412] * 7


def test_a_request_with_one_update_of_an_old_version_changes_nothing(shared_server: Server) -> None:
    urn = "urn:li:dataset:(urn:li:dataPlatform:hive,both,PROD)"
    old = {"value": {"removed": True}, "headers": {"If-Version-Match": "5"}}
    body = [{"urn": urn, "datasetProperties": {"value": {"name": "x"}}, "status": old}]
    assert post(shared_server, "/openapi/v3/entity/dataset", body).status_code == 412
    assert get(shared_server, f"/openapi/v3/entity/dataset/{quote(urn, safe='')}").status_code == 404


@pytest.mark.parametrize("mode", [ClientMode.SDK, ClientMode.CLI])
def test_the_sdk_is_told_of_an_update_of_an_old_version(shared_server: Server, mode: ClientMode) -> None:
    urn = f"urn:li:dataset:(urn:li:dataPlatform:hive,{mode.name},PROD)"
    with graph_of(shared_server, mode) as graph:

        def update(removed: bool, version: str) -> None:
            headers = {"If-Version-Match": version}
            graph.emit(
                MetadataChangeProposalWrapper(entityUrn=urn, aspect=StatusClass(removed=removed), headers=headers)
            )

        update(True, "-1")
        with pytest.raises(OperationalError, match="Expected version 7, actual version 1"):
            update(False, "7")
        assert graph.get_aspect(urn, StatusClass) == StatusClass(removed=True)
        update(False, "1")
        assert graph.get_aspect(urn, StatusClass) == StatusClass(removed=False)


def test_updates_may_be_expected_since_a_time(shared_server: Server) -> None:
    written = versioned(shared_server, "timed", None)
    assert written.status_code == 200
    before, after = "2000-01-01T00:00:00Z", "2999-01-01T00:00:00Z"
    refused = versioned(shared_server, "timed", None, **{"If-Unmodified-Since": before})
    assert (refused.status_code, "If-Unmodified-Since" in refused.json()["message"]) == (412, True)
    refused = versioned(shared_server, "timed", None, **{"If-Modified-Since": after})
    assert (refused.status_code, "If-Modified-Since" in refused.json()["message"]) == (412, True)
    assert versioned(shared_server, "timed", None, **{"If-Unmodified-Since": after}).status_code == 200
    assert versioned(shared_server, "timed", None, **{"If-Modified-Since": before}).status_code == 200
    assert versioned(shared_server, "timed", None, **{"If-Modified-Since": "soon"}).status_code == 422


def conditional(server: Server, urn: str, aspect: str, version: str, change: str = "UPSERT", value: Any = None) -> int:
    """Return the status of a proposal that expects a version."""
    proposal = item(urn, aspect, None, change) | {"headers": {"If-Version-Match": version}}
    if value is not None:
        proposal["aspect"] = {"value": json.dumps(value), "contentType": "application/json"}
    return post(server, "/aspects?action=ingestProposal", {"proposal": proposal}).status_code


def test_the_version_that_is_read_is_the_version_that_is_compared(shared_server: Server) -> None:
    run = f"urn:li:dataProcessInstance:{uuid(77)}"
    sent = post(shared_server, "/api/v1/lineage", run_event("START", "00:00:00", uuid(77), inputs=["in"]))
    assert sent.status_code == 201
    path = f"/openapi/v3/entity/dataProcessInstance/{quote(run, safe='')}"
    entity = get(shared_server, path, systemMetadata="true").json()
    over_time = {"urn", "dataProcessInstanceRunEvent"}
    shown = {name: entity[name]["systemMetadata"]["version"] for name in entity.keys() - over_time}
    assert {"dataProcessInstanceKey", "dataProcessInstanceInput"} <= shown.keys()
    for name, version in shown.items():
        assert version == "-1"
        assert conditional(shared_server, run, name, "1", value=entity[name]["value"]) == 412
        assert conditional(shared_server, run, name, version, value=entity[name]["value"]) == 200
        written = get(shared_server, f"{path}/{name}", systemMetadata="true").json()
        assert written["systemMetadata"]["version"] == "1"


def test_an_entity_is_deleted_only_in_the_version_that_is_expected(shared_server: Server) -> None:
    path = "/openapi/v3/entity/tag/urn:li:tag:kept"
    propose(shared_server, item("urn:li:tag:kept", "tagKey", {"name": "kept"}))
    assert conditional(shared_server, "urn:li:tag:kept", "tagKey", "2", "DELETE") == 412
    assert get(shared_server, path).status_code == 200
    assert conditional(shared_server, "urn:li:tag:kept", "tagKey", "1", "DELETE") == 200
    assert get(shared_server, path).status_code == 404


def test_a_restated_aspect_expects_no_version(shared_server: Server) -> None:
    urn = "urn:li:tag:restated"
    assert conditional(shared_server, urn, "status", "7", value={"removed": False}) == 412
    assert conditional(shared_server, urn, "status", "7", "RESTATE", {"removed": False}) == 200
