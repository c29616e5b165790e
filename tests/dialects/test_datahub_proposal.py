"""DataHub's wire forms, as recorded and as its SDK writes and sends them: the same proposals in every form."""

import json
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import datahub.metadata.schema_classes as sdk
import pytest
from datahub.api.entities.datajob import DataFlow, DataJob
from datahub.api.entities.dataprocess.dataprocess_instance import DataProcessInstance, InstanceRunResult
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.emitter.rest_emitter import DatahubRestEmitter
from datahub.emitter.serialization_helper import pre_json_transform
from datahub.ingestion.sink.file import write_metadata_file
from datahub.specific.dataset import DatasetPatchBuilder
from datahub.utilities.urns.data_flow_urn import DataFlowUrn
from datahub.utilities.urns.data_job_urn import DataJobUrn
from datahub.utilities.urns.dataset_urn import DatasetUrn

from headwater.dialects.datahub.proposal import (
    Proposal,
    items_of_entities,
    items_of_record,
    items_of_request,
    parse_proposal,
)
from headwater.dialects.problems import UnusableError

RUN = "urn:li:dataProcessInstance:41ad0fb5612d4d4796d854042ccf418b"
JOB = "urn:li:dataJob:(urn:li:dataFlow:(airflow,sales,prod),load)"
TABLE = "urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)"
EXAMPLES = ("from_dataflow", "hierarchical", "hierarchical_full", "ml_training_fixed", "simple", "with_retry")


def parsed(items: list[Any]) -> list[Proposal]:
    return [parse_proposal(item) for item in items]


def of_file(path: Path) -> list[Proposal]:
    return [proposal for record in json.loads(path.read_text()) for proposal in parsed(items_of_record(record))]


def of_request(request: dict[str, Any]) -> list[Proposal]:
    body = request["body"]
    path = request["path"].split("/")
    if path[1:3] == ["openapi", "v3"]:
        return parsed(items_of_entities(path[4], body, "PATCH" if request["method"] == "PATCH" else "UPSERT"))
    if path[1] in ("aspects", "entities") and request["query"].get("action", [""])[0].startswith("ingest"):
        return parsed(items_of_request(body))
    return []


def of_capture(path: Path) -> list[Proposal]:
    return [proposal for line in path.read_text().splitlines() for proposal in of_request(json.loads(line))]


def without_clock(value: Any) -> Any:
    """Return a value without its times: each recording ran the example once, at its own time."""
    if isinstance(value, dict):
        return {name: "" if "illis" in name or name == "time" else without_clock(item) for name, item in value.items()}
    return [without_clock(item) for item in value] if isinstance(value, list) else value


def change(proposal: Proposal) -> tuple[Any, ...]:
    return proposal.kind, proposal.urn, proposal.aspect, proposal.change_type, without_clock(proposal.value)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_recorded_forms_of_an_example_say_the_same(corpus: Path, example: str) -> None:
    folder = corpus / "datahub"
    plain = of_file(folder / "file_sink" / f"{example}.json")
    assert of_file(folder / "file_sink" / f"{example}.legacy_nested.json") == plain
    expected = list(map(change, plain))
    assert list(map(change, of_capture(folder / f"restli_{example}.ndjson"))) == expected
    assert list(map(change, of_capture(folder / f"openapi_{example}.ndjson"))) == expected
    assert len(expected) > 7


def test_all_that_is_recorded_parses(corpus: Path) -> None:
    proposals = []
    for path in sorted(corpus.glob("datahub/*.ndjson")):
        proposals += of_capture(path)
    assert len(proposals) > 300
    assert {proposal.change_type for proposal in proposals} == {"UPSERT", "PATCH"}
    stamped = [proposal.system_metadata for proposal in proposals if proposal.system_metadata]
    assert len(stamped) == len(proposals)
    assert {"X-DataHub-Sync-Index-Update": "true"} in [proposal.headers for proposal in proposals]
    golden = [proposal for path in sorted(corpus.glob("datahub/golden/*.json")) for proposal in of_file(path)]
    assert len(golden) > 800
    assert "pegasus2avro" not in json.dumps([proposal.value for proposal in golden])
    assert not any(proposal.warnings for proposal in golden + proposals)


# Proposals written and sent by the SDK


@pytest.fixture
def recorder() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Run a server that only records its requests; yield its URL and the requests."""
    requests: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            path, _, query = self.path.partition("?")
            action = query.removeprefix("action=")
            requests.append({"method": self.command, "path": path, "query": {"action": [action]}, "body": body})
            answer = b'{"value":"success"}'
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_PATCH = do_POST  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", requests
        server.shutdown()
        thread.join()


def sdk_proposals() -> list[Any]:
    """Return a flow, a job and a run of it, by the SDK's helpers, and aspects with unions and patches."""
    flow = DataFlow(id="sales", orchestrator="airflow", env="prod", name="Sales", properties={"a": "ü"})
    job = DataJob(
        id="load",
        flow_urn=DataFlowUrn.create_from_ids("airflow", "sales", "prod"),
        inlets=[DatasetUrn("hive", "orders")],
        outlets=[DatasetUrn("hive", "sums")],
        upstream_urns=[DataJobUrn.from_string(JOB)],
    )
    run = DataProcessInstance.from_datajob(job, "r1", clone_inlets=True, clone_outlets=True)
    proposals: list[Any] = [*flow.generate_mcp(), *job.generate_mcp()]
    proposals += run.generate_mcp(created_ts_millis=1000, materialize_iolets=True)
    proposals += run.start_event_mcp(1000, attempt=1)
    proposals += run.end_event_mcp(2000, InstanceRunResult.SUCCESS, result_type="airflow", attempt=1)
    text: Any = sdk.StringTypeClass
    schema = sdk.SchemaMetadataClass(
        schemaName="orders",
        platform="urn:li:dataPlatform:hive",
        version=0,
        hash="",
        platformSchema=sdk.MySqlDDLClass(tableSchema="x"),
        fields=[
            sdk.SchemaFieldClass(fieldPath="a", type=sdk.SchemaFieldDataTypeClass(type=text()), nativeDataType="text")
        ],
    )
    cost = sdk.CostClass(costType="ORG_COST_TYPE", cost=sdk.CostCostClass(costCode="c", fieldDiscriminator="costCode"))
    proposals += MetadataChangeProposalWrapper.construct_many(TABLE, [schema, sdk.StatusClass(removed=False)])
    proposals.append(
        MetadataChangeProposalWrapper(entityUrn="urn:li:mlModel:(urn:li:dataPlatform:m,n,PROD)", aspect=cost)
    )
    proposals += DatasetPatchBuilder(TABLE).add_custom_property("a", "1").build()
    return proposals


def snapshot() -> sdk.MetadataChangeEventClass:
    aspects: list[Any] = [
        sdk.StatusClass(removed=True),
        sdk.DatasetPropertiesClass(description="d", customProperties={"a": "1"}),
        sdk.UpstreamLineageClass(upstreams=[]),
    ]
    return sdk.MetadataChangeEventClass(proposedSnapshot=sdk.DatasetSnapshotClass(urn=TABLE, aspects=aspects))


def expected_change(proposal: Any) -> tuple[Any, ...]:
    mcp: Any = proposal.make_mcp() if isinstance(proposal, MetadataChangeProposalWrapper) else proposal
    return mcp.entityType, mcp.entityUrn, mcp.aspectName, mcp.changeType, without_clock(json.loads(mcp.aspect.value))


@pytest.mark.parametrize("is_openapi", [False, True])
def test_requests_of_the_sdk(recorder: tuple[str, list[dict[str, Any]]], is_openapi: bool) -> None:
    url, requests = recorder
    emitter = DatahubRestEmitter(url, openapi_ingestion=is_openapi)
    proposals = sdk_proposals()
    for proposal in proposals:
        emitter.emit(proposal)
    found = [proposal for request in requests for proposal in of_request(request)]
    for proposal in found:
        if proposal.change_type == "PATCH" and is_openapi:
            assert proposal.value == {"patch": [{"op": "add", "path": "/customProperties/a", "value": "1"}]}
        assert not proposal.warnings
    upserts = [one for one in found if one.change_type != "PATCH"]
    assert list(map(change, upserts)) == [one for one in map(expected_change, proposals) if one[3] != "PATCH"]
    assert len(found) - len(upserts) == 1


def test_requests_of_the_sdk_for_a_snapshot(recorder: tuple[str, list[dict[str, Any]]]) -> None:
    url, requests = recorder
    DatahubRestEmitter(url).emit_mce(snapshot())
    sent = [proposal for request in requests for proposal in of_request(request)]
    written = parsed(items_of_record(snapshot().to_obj()))
    assert sent
    assert list(map(change, sent)) == list(map(change, written))


def test_files_of_the_sdk(tmp_path: Path) -> None:
    proposals = sdk_proposals()
    write_metadata_file(tmp_path / "a.json", [*proposals, snapshot()])
    found = of_file(tmp_path / "a.json")
    assert list(map(change, found[:-3])) == list(map(expected_change, proposals))
    assert list(map(change, found[-3:])) == [
        ("dataset", TABLE, "status", "UPSERT", {"removed": True}),
        (
            "dataset",
            TABLE,
            "datasetProperties",
            "UPSERT",
            {"customProperties": {"a": "1"}, "description": "d", "tags": []},
        ),
        ("dataset", TABLE, "upstreamLineage", "UPSERT", {"upstreams": []}),
    ]


def test_a_snapshot_says_what_its_proposals_would() -> None:
    aspects = snapshot().proposedSnapshot.aspects
    as_proposals = [MetadataChangeProposalWrapper(entityUrn=TABLE, aspect=aspect) for aspect in aspects]
    of_wrappers = parsed([wrapper.to_obj() for wrapper in as_proposals])
    event = snapshot().to_obj()
    assert parsed(items_of_record(event)) == of_wrappers
    assert parsed(items_of_record(pre_json_transform(event))) == of_wrappers
    restli = {"entity": {"value": pre_json_transform(event)["proposedSnapshot"]}}
    assert parsed(items_of_request(restli)) == of_wrappers
    batch = {"entities": [restli["entity"], restli["entity"]], "systemMetadata": [{"runId": "a"}, {"runId": "b"}]}
    stamps = [proposal.system_metadata for proposal in parsed(items_of_request(batch))]
    assert stamps == [{"runId": "a"}] * 3 + [{"runId": "b"}] * 3


# The envelope


def item(**changes: Any) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "entityType": "dataProcessInstance",
        "entityUrn": RUN,
        "changeType": "UPSERT",
        "aspectName": "status",
        "aspect": {"json": {"removed": False}},
    }
    return whole | changes


def test_a_plain_item() -> None:
    stamp = {"lastObserved": 1, "runId": "r", "properties": None}
    found = parse_proposal(
        item(systemMetadata=stamp, headers={"If-Version-Match": "1"}, auditHeader=None, entityKeyAspect=None)
    )
    assert found == Proposal(
        kind="dataProcessInstance",
        urn=RUN,
        aspect="status",
        change_type="UPSERT",
        value={"removed": False},
        system_metadata={"lastObserved": 1, "runId": "r"},
        headers={"If-Version-Match": "1"},
        warnings=(),
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (None, "UPSERT"),
        ("RESTATE", "RESTATE"),
        ("UPDATE", "UPSERT"),
        ("CREATE", "CREATE"),
        ("CREATE_ENTITY", "CREATE_ENTITY"),
    ],
)
def test_change_types(name: str | None, expected: str) -> None:
    assert parse_proposal(item(changeType=name)).change_type == expected


def test_a_value_over_time_may_be_restated() -> None:
    value = {"timestampMillis": 1, "status": "STARTED"}
    found = parse_proposal(item(changeType="RESTATE", aspectName="dataProcessInstanceRunEvent", aspect={"json": value}))
    assert found.value == value


def test_a_deletion_needs_no_value() -> None:
    found = parse_proposal(item(changeType="DELETE", aspect=None))
    assert (found.change_type, found.aspect, found.value) == ("DELETE", "status", None)


def test_the_urn_may_be_given_by_its_key() -> None:
    key = {"flow": "urn:li:dataFlow:(airflow,sales,prod)", "jobId": "load"}
    for aspect in ({"json": key}, {"value": json.dumps(key), "contentType": "application/json"}):
        found = parse_proposal(item(entityType="dataJob", entityUrn=None, entityKeyAspect=aspect))
        assert found.urn == JOB


def test_avro_s_json_tags_what_may_be_null() -> None:
    aspect = {
        "com.linkedin.pegasus2avro.mxe.GenericAspect": {"value": '{"removed":false}', "contentType": "application/json"}
    }
    tagged = item(
        entityUrn={"string": RUN},
        aspectName={"string": "status"},
        aspect=aspect,
        systemMetadata={"com.linkedin.pegasus2avro.mxe.SystemMetadata": {"runId": "r"}},
    )
    assert parse_proposal(tagged) == parse_proposal(item(systemMetadata={"runId": "r"}))


def test_entities_with_several_aspects_and_with_none() -> None:
    body = [
        {"urn": JOB, "status": {"value": {"removed": True}}, "subTypes": {"value": {"typeNames": ["a"]}}},
        {"urn": JOB},
    ]
    found = parsed(items_of_entities("dataJob", body, "CREATE"))
    assert [(one.aspect, one.change_type) for one in found] == [
        ("status", "CREATE"),
        ("subTypes", "CREATE"),
        ("dataJobKey", "UPSERT"),
    ]
    assert found[-1].value == {"flow": "urn:li:dataFlow:(airflow,sales,prod)", "jobId": "load"}


def test_no_property_of_a_user_s_is_taken_for_a_tag() -> None:
    properties = {"fieldDiscriminator": "a", "a": "1", "b": "2", "string": "x"}
    value = {"customProperties": properties, "name": "load", "type": {"string": "COMMAND"}}
    found = parse_proposal(item(entityType="dataJob", entityUrn=JOB, aspectName="dataJobInfo", aspect={"json": value}))
    assert found.value == value


def test_values_that_postgres_cannot_store_are_repaired() -> None:
    found = parse_proposal(item(aspectName="subTypes", aspect={"value": '{"typeNames": ["a\\u0000b"], "x": NaN}'}))
    assert found.value == {"typeNames": ["a\ufffdb"], "x": "NaN"}
    assert found.warnings == ("json.repaired",)


def deep(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(levels):
        value = {"a": value}
    return value


REFUSED: list[tuple[Any, str, str]] = [
    ([], "proposal.invalid", "expected an object, got []"),
    ({}, "urn.invalid", "entityUrn: expected a URN, got null"),
    (
        item(entityType="dataThing"),
        "entity_type.unknown",
        "entityType: expected a type that DataHub has, got 'dataThing'",
    ),
    (item(entityType=3), "entity_type.unknown", "entityType: expected a type that DataHub has, got 3"),
    (
        item(entityType=None, entityUrn="urn:li:thing:a"),
        "entity_type.unknown",
        "entityType: expected a type that DataHub has",
    ),
    (item(entityUrn="run 1"), "urn.invalid", "entityUrn: expected urn:li:<type>:<id>, got 'run 1'"),
    (item(entityUrn=RUN + "\0"), "urn.invalid", "entityUrn: expected a URN, got"),
    (item(entityUrn=RUN + "\ud800"), "urn.invalid", "entityUrn: expected Unicode text"),
    (item(entityUrn=JOB), "urn.invalid", "entityUrn: expected the URN of a dataProcessInstance, got 'urn:li:dataJob:"),
    (
        item(entityType="dataset", entityUrn="urn:li:dataset:t"),
        "urn.invalid",
        "entityUrn: expected 3 parts (platform, name, origin)",
    ),
    (
        item(entityUrn=None, entityKeyAspect={"json": {"guid": "a"}}),
        "urn.invalid",
        "entityKeyAspect.id: expected a text",
    ),
    (
        item(entityUrn=None, entityKeyAspect={"json": [1]}),
        "urn.invalid",
        "entityKeyAspect: expected an object, got [1]",
    ),
    (
        item(changeType="MERGE"),
        "change_type.unknown",
        "changeType: expected one of CREATE, CREATE_ENTITY, DELETE, PATCH",
    ),
    (item(changeType=["PATCH"]), "change_type.unknown", "changeType: expected one of"),
    (item(aspectName=None), "proposal.invalid", "aspectName: expected the name of an aspect, got null"),
    (
        item(aspectName="globalTags"),
        "aspect.unknown",
        "aspectName: expected an aspect of a dataProcessInstance, got 'globalTags'",
    ),
    (item(aspect=None), "proposal.invalid", "aspect: expected an object with json, or with value as a JSON text"),
    (item(aspect={"value": 3}), "proposal.invalid", "aspect: expected an object with json"),
    (item(aspect={"value": "{"}), "json.invalid", "aspect.value: not JSON: "),
    (item(aspect={"value": "9" * 5000}), "json.invalid", "not JSON: an integer has more than 4,300 digits"),
    (item(aspect={"value": "[" * 300 + "]" * 300}), "json.too_deep", "nested deeper than 254 levels"),
    (item(aspect={"value": "[" * 100_000}), "json.too_deep", "nested deeper than 254 levels"),
    (item(aspect={"json": deep(300)}), "json.too_deep", "nested deeper than 254 levels"),
    (item(aspect={"json": {"removed": "no"}}), "aspect.invalid", "status.removed: expected true or false, got 'no'"),
    (item(aspect={"json": [1]}), "aspect.invalid", "status: expected an object, got [1]"),
    (item(changeType="PATCH", aspect={"json": {"removed": True}}), "patch.invalid", "status: patch: expected an array"),
    (
        item(changeType="PATCH", aspect={"json": [{"op": "add"}]}),
        "patch.invalid",
        "status: patch[0]: path: expected a path",
    ),
    (item(systemMetadata="now"), "proposal.invalid", "systemMetadata: expected an object, got 'now'"),
    (
        item(systemMetadata={"properties": 5}),
        "proposal.invalid",
        "systemMetadata.properties: expected an object, got 5",
    ),
    (item(systemMetadata={"runId": ["x"]}), "proposal.invalid", 'systemMetadata.runId: expected a text, got ["x"]'),
    (
        item(entityType="dataJob", entityUrn="urn:li:dataJob:(urn:li:dataFlow:,x)"),
        "urn.invalid",
        "entityUrn: expected urn:li:<type>:<id>, got 'urn:li:dataFlow:'",
    ),
    (item(headers={"a": 1}), "proposal.invalid", "headers.a: expected a text, got 1"),
    (item(headers=[1]), "proposal.invalid", "headers: expected an object, got [1]"),
    (
        item(aspectName="dataProcessInstanceRunEvent", changeType="PATCH"),
        "change_type.unknown",
        "changeType: expected UPSERT for dataProcessInstanceRunEvent, which is a timeseries, got PATCH",
    ),
]


@pytest.mark.parametrize(("bad", "code", "message"), REFUSED)
def test_refused_with_the_field_and_what_was_expected(bad: Any, code: str, message: str) -> None:
    with pytest.raises(UnusableError) as caught:
        parse_proposal(bad)
    assert caught.value.code == code
    assert message in caught.value.message


def test_each_documented_reason_has_an_item_here() -> None:
    page = (Path(__file__).parents[2] / "docs" / "codes.md").read_text()
    section = page.split("## Reasons of DataHub's proposals\n")[1].split("\n## ")[0]
    documented = set(re.findall(r"^\| `([a-z_.]+)` \|", section, re.MULTILINE))
    # tests/store/test_proposals.py, tests/ingest/test_datahub_openapi.py
    depends_on_what_is_there = {"proposal.exists", "proposal.precondition"}
    assert documented - depends_on_what_is_there | {"json.invalid", "json.too_deep"} == {code for _, code, _ in REFUSED}


def refusals(items: list[Any]) -> list[str]:
    found = []
    for one in items:
        try:
            parse_proposal(one)
            found.append("")
        except UnusableError as error:
            found.append(error.code)
    return found


def test_a_bad_item_costs_only_itself() -> None:
    assert refusals(items_of_request({"proposals": [item(), None, item(aspectName="x"), item()]})) == [
        "",
        "proposal.invalid",
        "aspect.unknown",
        "",
    ]
    entities = [
        {"urn": JOB, "status": {"value": {}}, "x": {"value": {}}, "subTypes": {}},
        {"status": {"value": {}}},
        {},
        7,
        {"urn": "j"},
        {"urn": JOB, "status": None},
    ]
    assert refusals(items_of_entities("dataJob", entities)) == [
        "",
        "aspect.unknown",
        "proposal.invalid",
        "urn.invalid",
        "urn.invalid",
        "proposal.invalid",
        "urn.invalid",
        "proposal.invalid",
    ]
    assert refusals(items_of_entities("dataThing", [{"urn": JOB}, {"urn": JOB, "status": {"value": {}}}])) == [
        "entity_type.unknown",
        "entity_type.unknown",
    ]
    status = {"com.linkedin.common.Status": {"removed": True}}
    other: dict[str, Any] = {"com.linkedin.common.Nothing": {}}
    record = "com.linkedin.metadata.snapshot.DatasetSnapshot"
    event = {"proposedSnapshot": {record: {"urn": TABLE, "aspects": [status, other, 3, {**status, **other}]}}}
    assert refusals(items_of_record(event)) == ["", "aspect.unknown", "proposal.invalid", "proposal.invalid"]
    wrongs: list[Any] = [None, [], {record: {}}, {record: {"urn": TABLE}}, {record: None}, {"a": 1, "b": 2}]
    for wrong in wrongs:
        assert refusals(items_of_record({"proposedSnapshot": wrong})) == ["proposal.invalid"]
    assert refusals(items_of_record({"proposedSnapshot": {record: {"aspects": [status]}}})) == ["urn.invalid"]
    entity = {"value": {record: {"urn": TABLE, "aspects": [status]}}}
    assert refusals(items_of_request({"entities": [entity, 5, entity]})) == ["", "proposal.invalid", ""]


@pytest.mark.parametrize("body", [None, [], {}, {"proposal": None}, {"proposals": {}}, {"entities": 3}])
def test_a_request_without_items(body: Any) -> None:
    with pytest.raises(UnusableError, match="expected an object with proposal, proposals, entity or entities"):
        items_of_request(body)


def test_entities_that_are_no_array() -> None:
    with pytest.raises(UnusableError, match=r"expected an array of entities, got \{\}"):
        items_of_entities("dataJob", {})
