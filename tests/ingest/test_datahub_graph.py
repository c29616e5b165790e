"""DataHub's own client, `DataHubGraph`, writes to a server and reads its writes back."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from datahub.configuration.common import OperationalError
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.ingestion.graph.client import DataHubGraph
from datahub.ingestion.graph.config import ClientMode, DatahubClientConfig
from datahub.metadata.schema_classes import (
    AuditStampClass,
    ChangeTypeClass,
    DataJobInfoClass,
    DataJobInputOutputClass,
    DataProcessInstanceInputClass,
    DataProcessInstanceKeyClass,
    DataProcessInstanceOutputClass,
    DataProcessInstancePropertiesClass,
    DataProcessInstanceRelationshipsClass,
    DataProcessInstanceRunEventClass,
    DataProcessInstanceRunResultClass,
    DataProcessRunStatusClass,
    EdgeClass,
    GlobalTagsClass,
    MLModelPropertiesClass,
    MLTrainingRunPropertiesClass,
    RunResultTypeClass,
    StatusClass,
    TagAssociationClass,
    _Aspect,
)
from datahub.specific.datajob import DataJobPatchBuilder

from server_process import Server

RUN = "urn:li:dataProcessInstance:run-1"
PARENT = "urn:li:dataProcessInstance:run-0"
JOB = "urn:li:dataJob:(urn:li:dataFlow:(airflow,flow,prod),job)"
IN = "urn:li:dataset:(urn:li:dataPlatform:s3,bucket/in,PROD)"
OUT = "urn:li:dataset:(urn:li:dataPlatform:snowflake,out,PROD)"
MODEL = "urn:li:mlModel:(urn:li:dataPlatform:mlflow,model,PROD)"
STAMP = AuditStampClass(time=1_700_000_000_000, actor="urn:li:corpuser:me")


def event(millis: int, status: str, result: str | None = None, attempt: int | None = None) -> _Aspect:
    return DataProcessInstanceRunEventClass(
        timestampMillis=millis,
        status=status,
        attempt=attempt,
        result=DataProcessInstanceRunResultClass(type=result, nativeResultType="native") if result else None,
    )


ASPECTS: list[tuple[str, _Aspect]] = [
    (JOB, DataJobInfoClass(name="job", type="COMMAND", customProperties={"a": "b"})),
    (RUN, DataProcessInstancePropertiesClass(name="one", created=STAMP, type="STREAMING", externalUrl="https://x.y")),
    (RUN, DataProcessInstanceRelationshipsClass(parentTemplate=JOB, parentInstance=PARENT, upstreamInstances=[])),
    (RUN, DataProcessInstanceInputClass(inputs=[], inputEdges=[EdgeClass(destinationUrn=IN, created=STAMP)])),
    (RUN, DataProcessInstanceOutputClass(outputs=[OUT])),
    (RUN, MLTrainingRunPropertiesClass(id="t", outputUrls=["s3://o"])),
    (RUN, event(1_700_000_000_000, DataProcessRunStatusClass.STARTED, attempt=1)),
    (RUN, event(1_700_000_060_000, DataProcessRunStatusClass.COMPLETE, RunResultTypeClass.SUCCESS)),
    (MODEL, MLModelPropertiesClass(trainingJobs=[RUN])),
]


def emit(graph: DataHubGraph, *aspects: tuple[str, _Aspect], change: str = ChangeTypeClass.UPSERT) -> None:
    for urn, aspect in aspects:
        graph.emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect, changeType=change))


@pytest.fixture(params=[False, True], ids=["restli", "openapi"])
def graph(server: Server, request: pytest.FixtureRequest) -> Iterator[DataHubGraph]:
    config = DatahubClientConfig(server=server.url, openapi_ingestion=request.param, client_mode=ClientMode.SDK)
    with DataHubGraph(config) as graph:
        yield graph


def graphql(server: Server, query: str) -> dict[str, Any]:
    answer = httpx.post(f"{server.url}/graphql", json={"query": query}, timeout=60).json()
    assert "errors" not in answer, answer
    data: dict[str, Any] = answer["data"]
    return data


def test_declared_inputs_and_outputs_of_a_job(graph: DataHubGraph, server: Server) -> None:
    other = "urn:li:dataJob:(urn:li:dataFlow:(airflow,flow,prod),before)"
    emit(graph, (JOB, DataJobInputOutputClass(inputDatasets=[IN], outputDatasets=[OUT], inputDatajobs=[other])))
    emit(graph, (JOB, DataJobInfoClass(name="nice", type="COMMAND", description="it", customProperties={"a": "b"})))
    job = graphql(
        server,
        'query { dataJob(urn: "%s") { declaredInputs { urn } declaredOutputs { urn } upstreamJobs { origin job { urn } }'
        " properties { name description customProperties { key value } } dataFlow { urn } } }" % JOB,
    )["dataJob"]
    assert job == {
        "declaredInputs": [{"urn": IN}],
        "declaredOutputs": [{"urn": OUT}],
        "upstreamJobs": [{"origin": "DATAHUB", "job": {"urn": other}}],
        "properties": {"name": "nice", "description": "it", "customProperties": [{"key": "a", "value": "b"}]},
        "dataFlow": {"urn": "urn:li:dataFlow:(airflow,flow,prod)"},
    }


def test_it_trusts_the_server(graph: DataHubGraph) -> None:
    graph.test_connection()


def test_written_aspects_are_read_back(graph: DataHubGraph) -> None:
    assert not graph.exists(RUN)
    emit(graph, *ASPECTS)
    assert graph.exists(RUN)
    assert graph.exists(JOB)
    assert not graph.exists(IN), "only pointed at"
    for urn, aspect in ASPECTS:
        if not isinstance(aspect, DataProcessInstanceRunEventClass):
            assert graph.get_aspect(urn, type(aspect)) == aspect
    assert graph.get_aspect(RUN, DataProcessInstanceKeyClass) == DataProcessInstanceKeyClass(id="run-1")
    assert graph.get_aspect(RUN, StatusClass) is None
    raw = graph.get_entity_raw(RUN, ["dataProcessInstanceOutput"])
    assert raw["aspects"]["dataProcessInstanceOutput"]["value"] == {"outputs": [OUT]}
    semityped: Any = graph.get_entity_semityped(RUN)
    assert semityped["dataProcessInstanceProperties"].externalUrl == "https://x.y"
    entities: Any = graph.get_entities("dataProcessInstance", [RUN, PARENT], ["dataProcessInstanceProperties"])
    assert list(entities) == [RUN]
    assert entities[RUN]["dataProcessInstanceProperties"][0] == ASPECTS[1][1]


def test_values_over_time(graph: DataHubGraph) -> None:
    emit(graph, *ASPECTS)
    values = graph.get_timeseries_values(RUN, DataProcessInstanceRunEventClass, filter={})
    assert [value.status for value in values] == ["COMPLETE", "STARTED"]
    assert values[0] == ASPECTS[7][1]

    def where(*criteria: dict[str, Any]) -> list[int]:
        found = graph.get_timeseries_values(
            RUN, DataProcessInstanceRunEventClass, filter={"or": [{"and": list(criteria)}]}
        )
        return [value.timestampMillis for value in found]

    assert where({"field": "status", "condition": "EQUAL", "value": "STARTED"}) == [1_700_000_000_000]
    assert where({"field": "result.type", "condition": "IN", "values": ["SUCCESS", "FAILURE"]}) == [1_700_000_060_000]
    assert where({"field": "attempt", "condition": "GREATER_THAN", "value": "0"}) == [1_700_000_000_000]
    assert where({"field": "result", "condition": "EXISTS", "negated": True}) == [1_700_000_000_000]
    assert where({"field": "status", "condition": "START_WITH", "value": "X"}) == []
    latest = graph.get_latest_timeseries_value(RUN, DataProcessInstanceRunEventClass, {"status": "STARTED"})
    assert latest is not None
    assert latest.timestampMillis == 1_700_000_000_000


def test_relationships(graph: DataHubGraph) -> None:
    emit(graph, *ASPECTS)
    incoming, outgoing = DataHubGraph.RelationshipDirection.INCOMING, DataHubGraph.RelationshipDirection.OUTGOING

    def related(urn: str, types: list[str], direction: Any) -> list[str]:
        return [one.urn for one in graph.get_related_entities(urn, types, direction)]

    assert related(JOB, ["InstanceOf"], incoming) == [RUN]
    assert related(RUN, ["ChildOf"], outgoing) == [PARENT]
    assert related(RUN, ["DataProcessInstanceConsumes"], outgoing) == [IN]
    assert related(RUN, ["Consumes", "Produces"], outgoing) == [IN, OUT, MODEL]
    assert related(MODEL, ["TrainedBy"], outgoing) == [RUN]
    assert related(JOB, ["IsPartOf"], outgoing) == ["urn:li:dataFlow:(airflow,flow,prod)"]
    assert related("urn:li:dataset:nobody", ["Consumes"], incoming) == []


def test_an_edge_that_is_withdrawn_is_gone_and_comes_back(graph: DataHubGraph, server: Server) -> None:
    emit(graph, *ASPECTS)
    asked = (
        'query { dataProcessInstance(urn: "%s") { inputs { urn } outputs { urn } inputEdges { declaredIn } } }' % RUN
    )
    run = graphql(server, asked)["dataProcessInstance"]
    assert [asset["urn"] for asset in run["inputs"]] == [IN]
    assert [asset["urn"] for asset in run["outputs"]] == [OUT, MODEL], "what a run trained it has made"
    assert run["inputEdges"] == [{"declaredIn": ["inputEdges"]}]
    emit(graph, (RUN, DataProcessInstanceInputClass(inputs=[OUT])), (MODEL, MLModelPropertiesClass(trainingJobs=[])))
    run = graphql(server, asked)["dataProcessInstance"]
    assert [asset["urn"] for asset in run["inputs"]] == [OUT]
    assert [asset["urn"] for asset in run["outputs"]] == [OUT]
    [withdrawn] = server.rows(
        "SELECT r.arrived_at, r.replaced_at FROM relationship r JOIN entity d ON d.id = r.destination_id"
        f" WHERE d.urn = '{IN}' AND r.type = 'DataProcessInstanceConsumes'"
    )
    assert withdrawn["arrived_at"] < withdrawn["replaced_at"]
    emit(graph, ASPECTS[3])
    assert [asset["urn"] for asset in graphql(server, asked)["dataProcessInstance"]["inputs"]] == [IN]


def test_a_soft_deleted_run_is_in_no_list(graph: DataHubGraph, server: Server) -> None:
    emit(graph, *ASPECTS)
    asked = 'query { dataJob(urn: "%s") { runs { total runs { urn status { removed } } } } }' % JOB
    assert graphql(server, asked)["dataJob"]["runs"]["total"] == 1
    graph.soft_delete_entity(RUN)
    assert graphql(server, asked)["dataJob"]["runs"] == {"total": 0, "runs": []}
    assert graph.exists(RUN)
    emit(graph, (RUN, StatusClass(removed=False)))
    assert graphql(server, asked)["dataJob"]["runs"]["runs"] == [{"urn": RUN, "status": {"removed": False}}]


def test_a_hard_deleted_run_is_gone(graph: DataHubGraph, server: Server) -> None:
    emit(graph, *ASPECTS)
    assert graph.hard_delete_entity(RUN) == (5, 2)
    assert not graph.exists(RUN)
    assert graph.get_timeseries_values(RUN, DataProcessInstanceRunEventClass, filter={}) == []
    asked = 'query { dataJob(urn: "%s") { runs { total } } dataProcessInstance(urn: "%s") { isStub inputs { urn } } }'
    answer = graphql(server, asked % (JOB, RUN))
    assert answer["dataJob"]["runs"]["total"] == 0
    assert answer["dataProcessInstance"] == {"isStub": True, "inputs": []}
    emit(graph, *ASPECTS)
    assert graph.get_aspect(RUN, DataProcessInstancePropertiesClass) == ASPECTS[1][1]
    assert graphql(server, asked % (JOB, RUN))["dataJob"]["runs"]["total"] == 1


def test_values_over_time_are_deleted_by_their_time(graph: DataHubGraph, server: Server) -> None:
    emit(graph, *ASPECTS)
    until = datetime.fromtimestamp(1_700_000_030, UTC)
    name = "dataProcessInstanceRunEvent"
    assert graph.hard_delete_timeseries_aspect(RUN, name, start_time=None, end_time=until) == 1
    assert [v.status for v in graph.get_timeseries_values(RUN, DataProcessInstanceRunEventClass, {})] == ["COMPLETE"]
    assert graph.exists(RUN)
    asked = 'query { dataProcessInstance(urn: "%s") { currentState { status startedAt } } }' % RUN
    assert graphql(server, asked)["dataProcessInstance"]["currentState"] == {"status": "COMPLETE", "startedAt": None}
    assert graph.hard_delete_timeseries_aspect(RUN, name, start_time=until, end_time=None) == 1
    assert graphql(server, asked)["dataProcessInstance"]["currentState"] is None
    unknown = "urn:li:dataProcessInstance:nobody"
    assert graph.hard_delete_entity(unknown) == (0, 0)
    assert server.count(f"entity WHERE urn = '{unknown}'") == 0


def test_patches(graph: DataHubGraph) -> None:
    graph.emit_mcps(DataJobPatchBuilder(JOB).add_input_dataset(IN).add_output_dataset(OUT).build())
    graph.emit_mcps(DataJobPatchBuilder(JOB).remove_output_dataset(OUT).build())
    raw = graph.get_entity_raw(JOB, ["dataJobInputOutput"])["aspects"]["dataJobInputOutput"]["value"]
    assert [edge["destinationUrn"] for edge in raw["inputDatasetEdges"]] == [IN]
    assert raw.get("outputDatasetEdges", []) == []


def test_an_impossible_aspect_is_refused_and_not_written(graph: DataHubGraph, server: Server) -> None:
    tags = GlobalTagsClass(tags=[TagAssociationClass(tag="urn:li:tag:pii")])
    with pytest.raises(OperationalError) as refused:
        emit(graph, (RUN, tags))
    assert refused.value.info["status"] == 422
    assert "globalTags" in refused.value.info["message"]
    assert server.count("entity") == 0
    assert server.count("event") == 0
    emit(graph, (JOB, tags))
    assert graph.get_aspect(JOB, GlobalTagsClass) == tags


def test_create_refuses_what_is_there(server: Server) -> None:
    with DataHubGraph(DatahubClientConfig(server=server.url)) as graph:  # by OpenAPI the SDK does not say CREATE
        emit(graph, ASPECTS[1], change=ChangeTypeClass.CREATE)
        with pytest.raises(OperationalError) as refused:
            emit(graph, ASPECTS[1], change=ChangeTypeClass.CREATE)
        assert refused.value.info["status"] == 422
    again = [{"urn": RUN, "status": {"value": {"removed": False}}}]
    path = f"{server.url}/openapi/v3/entity/dataProcessInstance?async=false&"
    assert httpx.post(path + "createEntityIfNotExists=true", json=again).status_code == 422
    assert httpx.post(path + "createIfNotExists=true", json=again).status_code == 200
    assert httpx.post(path + "createIfNotExists=true", json=again).status_code == 422
    again[0]["status"]["headers"] = {"If-None-Match": "*"}  # type: ignore[index]
    assert httpx.post(path + "createIfNotExists=true", json=again).status_code == 200


def test_the_sdk_waits_for_asynchronous_writes(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """In mode ASYNC_WAIT the SDK asks for the trace of each write until both storages have it."""
    monkeypatch.setenv("DATAHUB_EMIT_MODE", "ASYNC_WAIT")
    config = DatahubClientConfig(server=server.url, openapi_ingestion=True, client_mode=ClientMode.SDK)
    with DataHubGraph(config) as graph:
        began = time.monotonic()
        emit(graph, *ASPECTS)
        assert time.monotonic() - began < 10
        assert graph.exists(RUN)
