"""DataHub's SDK asks for lineage: its lineage client, against a server."""

from collections.abc import Iterator
from typing import Any

import pytest
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.ingestion.graph.client import DataHubGraph
from datahub.ingestion.graph.config import ClientMode, DatahubClientConfig
from datahub.metadata.schema_classes import (
    AuditStampClass,
    DataJobInfoClass,
    DataJobInputOutputClass,
    DataPlatformInstanceClass,
    DataProcessInstanceInputClass,
    DataProcessInstanceOutputClass,
    DataProcessInstancePropertiesClass,
    DataProcessInstanceRelationshipsClass,
    DataProcessInstanceRunEventClass,
    DataProcessInstanceRunResultClass,
    DatasetLineageTypeClass,
    DatasetPropertiesClass,
    UpstreamClass,
    UpstreamLineageClass,
    _Aspect,
)
from datahub.sdk.lineage_client import LineageResult
from datahub.sdk.main_client import DataHubClient
from datahub.sdk.search_filters import FilterDsl

from events import run_event, uuid
from server_process import Server

RUN = "urn:li:dataProcessInstance:run-1"
AIRFLOW = "urn:li:dataPlatform:airflow"
JOB = "urn:li:dataJob:(urn:li:dataFlow:(airflow,flow,prod),job)"
IN = "urn:li:dataset:(urn:li:dataPlatform:s3,bucket/in,PROD)"
OUT = "urn:li:dataset:(urn:li:dataPlatform:snowflake,out,PROD)"
REPORT = "urn:li:dataset:(urn:li:dataPlatform:hive,report,PROD)"
AUDIT = "urn:li:dataset:(urn:li:dataPlatform:hive,audit,PROD)"
LATER = "urn:li:dataJob:(urn:li:dataFlow:(airflow,flow,prod),later)"

STAMP = AuditStampClass(time=1_700_000_000_000, actor="urn:li:corpuser:ann")
DONE = DataProcessInstanceRunResultClass(type="SUCCESS", nativeResultType="success")


@pytest.fixture
def client(server: Server) -> Iterator[DataHubClient]:
    """The SDK, and a run of JOB from IN to OUT; a report is made from OUT, and LATER from the report."""
    config = DatahubClientConfig(server=server.url, client_mode=ClientMode.SDK)
    with DataHubGraph(config) as graph:
        aspects: list[tuple[str, _Aspect]] = [
            (JOB, DataJobInfoClass(name="nice", type="COMMAND", description="it")),
            (JOB, DataPlatformInstanceClass(AIRFLOW, instance=f"urn:li:dataPlatformInstance:({AIRFLOW},main)")),
            (RUN, DataProcessInstancePropertiesClass(name="one", created=STAMP)),
            (RUN, DataProcessInstanceRelationshipsClass(parentTemplate=JOB, upstreamInstances=[])),
            (RUN, DataProcessInstanceInputClass(inputs=[IN])),
            (RUN, DataProcessInstanceOutputClass(outputs=[OUT])),
            (RUN, DataProcessInstanceRunEventClass(timestampMillis=STAMP.time, status="STARTED")),
            (
                RUN,
                DataProcessInstanceRunEventClass(timestampMillis=STAMP.time + 60_000, status="COMPLETE", result=DONE),
            ),
            (OUT, DatasetPropertiesClass(name="out", description="what it made")),
            (REPORT, _made_from(OUT)),
            (LATER, DataJobInputOutputClass(inputDatasets=[REPORT], outputDatasets=[AUDIT])),
        ]
        graph.emit_mcps([MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect) for urn, aspect in aspects])
        yield DataHubClient(graph=graph)


def _made_from(upstream: str) -> UpstreamLineageClass:
    kind = DatasetLineageTypeClass.TRANSFORMED
    return UpstreamLineageClass(upstreams=[UpstreamClass(dataset=upstream, type=kind, auditStamp=STAMP)])


def _found(results: list[LineageResult]) -> list[tuple[str, int]]:
    return [(result.urn, result.hops) for result in results]


def test_its_lineage_client(client: DataHubClient) -> None:
    one_hop = client.lineage.get_lineage(source_urn=IN, direction="downstream")
    assert _found(one_hop) == [(JOB, 1), (OUT, 1)]
    [job, out] = one_hop
    assert (job.type, job.platform, job.name, job.description) == ("DATA_JOB", "airflow", "nice", "it")
    assert (out.type, out.platform, out.description) == ("DATASET", "snowflake", "what it made")
    two_hops = client.lineage.get_lineage(source_urn=IN, direction="downstream", max_hops=2)
    assert _found(two_hops) == [(JOB, 1), (OUT, 1), (REPORT, 2)]
    assert _found(client.lineage.get_lineage(source_urn=AUDIT, direction="upstream", max_hops=3)) == [
        (LATER, 1), (REPORT, 2), (OUT, 3), (JOB, 4), (IN, 4)
    ]  # fmt: skip


def test_it_scrolls(client: DataHubClient) -> None:
    """The client asks for pages until none is left."""
    everything = client.lineage.get_lineage(source_urn=IN, direction="downstream", max_hops=3)
    assert _found(everything) == [(JOB, 1), (OUT, 1), (REPORT, 2), (LATER, 3), (AUDIT, 4)]
    assert client.lineage.get_lineage(source_urn=IN, direction="downstream", max_hops=3, count=1) == everything


def test_its_filters(client: DataHubClient) -> None:
    def urns(filter: Any) -> list[str]:
        found = client.lineage.get_lineage(source_urn=IN, direction="downstream", max_hops=3, filter=filter)
        return [result.urn for result in found]

    assert urns(FilterDsl.platform("hive")) == [REPORT, AUDIT]
    assert urns(FilterDsl.entity_type("dataJob")) == [JOB, LATER]
    assert urns(FilterDsl.and_(FilterDsl.env("PROD"), FilterDsl.not_(FilterDsl.platform("hive")))) == [OUT]


def test_it_asks_for_the_lineage_of_a_run(client: DataHubClient) -> None:
    """The answer has only inputs and outputs, which DataHub's own lineage lacks."""
    assert _found(client.lineage.get_lineage(source_urn=RUN, direction="upstream")) == [(IN, 1)]
    assert _found(client.lineage.get_lineage(source_urn=RUN, direction="downstream")) == [(OUT, 1)]


def test_runs_that_openlineage_reported(client: DataHubClient, server: Server) -> None:
    server.post(run_event("COMPLETE", "01:00:00", uuid(1), "load", inputs=["raw"], outputs=["prices"]))
    server.post(run_event("COMPLETE", "02:00:00", uuid(2), "mail", inputs=["prices"], outputs=["sent"]))
    raw = "urn:li:dataset:(urn:li:dataPlatform:test,raw,PROD)"
    found = client.lineage.get_lineage(source_urn=raw, direction="downstream", max_hops=3)
    assert [(result.name or result.urn.split(",")[1], result.hops) for result in found] == [
        ("load", 1), ("prices", 1), ("mail", 2), ("sent", 2)
    ]  # fmt: skip
