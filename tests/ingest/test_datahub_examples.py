"""The examples of DataHub's documentation, run by its SDK against a server, and read as the document reads them."""

from typing import Any

import httpx
import pytest

from seed_examples import EXAMPLES, JOB, documented_query, documented_relationships_path, run_example
from server_process import Server

RESTLI: dict[str, Any] = {}
OPENAPI: dict[str, Any] = {"openapi_ingestion": True}

POSTGRES = "urn:li:dataset:(urn:li:dataPlatform:postgres,{},PROD)"
S3 = "urn:li:dataset:(urn:li:dataPlatform:s3,{},PROD)"
SNOWFLAKE = "urn:li:dataset:(urn:li:dataPlatform:snowflake,{},PROD)"
MODEL = "urn:li:mlModel:(urn:li:dataPlatform:mlflow,customer_churn_model_v2,PROD)"
FLOW = "urn:li:dataFlow:(airflow,{},prod)"

# By example and native id of each run, from the examples' own text: template, parent's native id, inputs, outputs, and
# (status, result, attempt) of its events, newest first.
TRUTH: dict[str, dict[str, Any]] = {
    "simple": {
        "scheduled__2024-01-15T10:00:00+00:00": (
            JOB, None, [POSTGRES.format("sales_db.raw_orders")], [POSTGRES.format("sales_db.processed_orders")],
            [("COMPLETE", "SUCCESS", 1), ("STARTED", None, 1)],
        )
    },
    "with_retry": {
        "scheduled__2024-01-15T14:30:00+00:00": (
            f"urn:li:dataJob:({FLOW.format('etl_pipeline')},load_customer_data)", None,
            [S3.format("customer_exports")], [SNOWFLAKE.format("analytics.customers")],
            [
                ("COMPLETE", "SUCCESS", 2), ("STARTED", None, 2),
                ("COMPLETE", "UP_FOR_RETRY", 1), ("STARTED", None, 1),
            ],
        )
    },
    "from_dataflow": {
        "scheduled__2024-01-15T00:00:00+00:00": (
            FLOW.format("daily_reporting_pipeline"), None, [], [],
            [("COMPLETE", "SUCCESS", 1), ("STARTED", None, 1)],
        )
    },
    "hierarchical": {
        "scheduled__2024-01-15T12:00:00+00:00": (
            FLOW.format("etl_pipeline"), None, [], [], [("COMPLETE", "SUCCESS", 1), ("STARTED", None, 1)],
        ),
        "scheduled__2024-01-15T12:00:00+00:00__extract_data": (
            f"urn:li:dataJob:({FLOW.format('etl_pipeline')},extract_data)", "scheduled__2024-01-15T12:00:00+00:00",
            [POSTGRES.format("raw_db.orders")], [S3.format("staging/orders")],
            [("COMPLETE", "SUCCESS", 1), ("STARTED", None, 1)],
        ),
    },
    "ml_training": {
        "run_abc123def456": (
            None, None, [SNOWFLAKE.format("ml.training_data")], [MODEL],
            [("COMPLETE", "SUCCESS", 1), ("STARTED", None, 1)],
        )
    },
}  # fmt: skip

RUN = """query ($urn: String!) { dataProcessInstance(urn: $urn) {
    exists properties { name type externalUrl created { time actor } customProperties { key value } }
    created { time } parentTemplate { urn } parentInstance { urn properties { name } }
    inputs { urn type } outputs { urn type } inputEdges { declaredIn firstNamedAt mentions { origin } }
    state { timestampMillis status attempt result { resultType nativeResultType } durationMillis }
    currentState { status attempt result { resultType nativeResultType } startedAt endedAt durationMillis }
    container { urn } subTypes { typeNames } } }"""


def ask(server: Server, query: str, **variables: Any) -> dict[str, Any]:
    answer = httpx.post(f"{server.url}/graphql", json={"query": query, "variables": variables}, timeout=60).json()
    assert "errors" not in answer, answer
    data: dict[str, Any] = answer["data"]
    return data


def runs_of(server: Server) -> dict[str, str]:
    """Return the URN of each run with an event, by the run's name."""
    found = {}
    for row in server.rows("SELECT e.urn FROM run r JOIN entity e ON e.id = r.id WHERE r.first_event_at IS NOT NULL"):
        run = ask(server, RUN, urn=row["urn"])["dataProcessInstance"]
        found[run["properties"]["name"]] = row["urn"]
    return found


@pytest.mark.parametrize("mode", ["SYNC_PRIMARY", "SYNC_WAIT"])
@pytest.mark.parametrize("emitter", [RESTLI, OPENAPI], ids=["restli", "openapi"])
def test_the_examples_are_read_as_they_were_written(
    server: Server, monkeypatch: pytest.MonkeyPatch, emitter: dict[str, Any], mode: str
) -> None:
    monkeypatch.setenv("DATAHUB_EMIT_MODE", mode)
    for name in EXAMPLES:
        run_example(name, server.url, monkeypatch, **emitter)
    urns = runs_of(server)
    truth = {native_id: run for runs in TRUTH.values() for native_id, run in runs.items()}
    assert urns.keys() == truth.keys()
    for native_id, (template, parent, inputs, outputs, events) in truth.items():
        run = ask(server, RUN, urn=urns[native_id])["dataProcessInstance"]
        assert (run["parentTemplate"] or {}).get("urn") == template
        assert (run["parentInstance"] or {}).get("urn") == (urns[parent] if parent else None)
        assert [asset["urn"] for asset in run["inputs"]] == inputs
        assert [asset["urn"] for asset in run["outputs"]] == outputs
        assert all(edge["declaredIn"] == ["inputs"] for edge in run["inputEdges"])
        said = [(e["status"], (e["result"] or {}).get("resultType"), e["attempt"]) for e in run["state"]]
        assert said == events
        state = run["currentState"]
        assert (state["status"], state["result"]["resultType"], state["attempt"]) == events[0]
        # The run began with its first attempt; the state comes from the last.
        assert run["created"]["time"] == run["state"][-1]["timestampMillis"]
        assert state["durationMillis"] == run["state"][0]["durationMillis"]
        assert run["properties"]["created"]["actor"] == "urn:li:corpuser:datahub"
    # The document's experiment is a reference to a container without any aspect.
    training = ask(server, RUN, urn=urns["run_abc123def456"])["dataProcessInstance"]
    assert training["container"]["urn"].startswith("urn:li:container:")


def test_the_documents_own_reads(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its GraphQL query and its two REST reads, word for word."""
    run_example("simple", server.url, monkeypatch)
    [run] = ask(server, documented_query())["dataJob"]["runs"]["runs"]
    assert run["properties"] == {
        "name": "scheduled__2024-01-15T10:00:00+00:00",
        "type": "BATCH_SCHEDULED",
        "externalUrl": "https://airflow.company.com/dags/sales_pipeline/grid?dag_run_id="
        "scheduled__2024-01-15T10:00:00+00:00&task_id=process_sales_data",
        "customProperties": [
            {"key": "airflow_version", "value": "2.7.0"},
            {"key": "executor", "value": "CeleryExecutor"},
            {"key": "pool", "value": "default_pool"},
        ],
    }
    assert run["relationships"] == {"parentTemplate": JOB, "parentInstance": None}
    assert run["inputs"] == [{"urn": POSTGRES.format("sales_db.raw_orders"), "type": "DATASET"}]
    assert run["outputs"] == [{"urn": POSTGRES.format("sales_db.processed_orders"), "type": "DATASET"}]
    answer = httpx.get(server.url + documented_relationships_path()).json()
    assert answer == {
        "start": 0,
        "count": 1,
        "total": 1,
        "relationships": [{"type": "InstanceOf", "entity": run["urn"]}],
    }
    entity = httpx.get(f"{server.url}/entities/{run['urn'].replace(':', '%3A')}").json()
    assert entity["urn"] == run["urn"]
    assert entity["aspects"]["dataProcessInstanceInput"] == {"inputs": [POSTGRES.format("sales_db.raw_orders")]}
    assert entity["aspects"]["dataProcessInstanceRelationships"] == {"parentTemplate": JOB, "upstreamInstances": []}
    assert entity["aspects"]["dataProcessInstanceKey"] == {"id": run["urn"].rpartition(":")[2]}
