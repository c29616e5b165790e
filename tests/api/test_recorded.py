"""Recorded files of Airflow 3, dbt and Spark: the API agrees with a person's reading of the raw events."""

from pathlib import Path
from typing import Any

from conftest import parse_files
from graphql_api import Api, stored

POSTGRES = "postgres://127.0.0.1:55433"


async def ask_of(api: Api, database_url: str, corpus: Path, name: str, query: str) -> dict[str, Any]:
    """Merge a recorded file, and ask."""
    await stored(database_url, parse_files(corpus / "openlineage" / "events" / f"{name}.ndjson"))
    return await api(query)


def job_ids(runs: dict[str, Any]) -> list[str]:
    return sorted(run["parentTemplate"]["jobId"] for run in runs["runs"])


async def test_airflow_a_dag_triggered_by_an_asset(api: Api, database_url: str, corpus: Path) -> None:
    """The asset event of shop_etl.aggregate triggered the run of shop_downstream; no run contains it."""
    data = await ask_of(api, database_url, corpus, "airflow3_local_etl", """{
        downstream: openlineageRun(runId: "01a1fb6e-eb3b-71a4-a84d-9a11510c7e3d") {
          parentInstance { urn } upstreamInstances { total runs { nativeId parentTemplate { ... on DataJob { jobId } } } }
          parentTemplate { ... on DataJob { jobId runs { total } dataFlow { flowId runs { total } }
            upstreamJobs { origin job { jobId } } } }
          children { total runs { parentTemplate { ... on DataJob { jobId } } } } }
        aggregate: openlineageRun(runId: "01a1fb6e-cf46-7926-b3fe-9a78c6d8b678") {
          downstreamInstances { runs { nativeId } } } }""")  # fmt: skip
    dag_run = data["downstream"]
    assert dag_run["parentInstance"] is None
    assert dag_run["upstreamInstances"] == {
        "total": 1,
        "runs": [
            {
                "nativeId": "01a1fb6e-cf46-7926-b3fe-9a78c6d8b678",
                "parentTemplate": {"jobId": "shop_etl.aggregate"},
            }
        ],
    }
    assert data["aggregate"]["downstreamInstances"]["runs"] == [{"nativeId": "01a1fb6e-eb3b-71a4-a84d-9a11510c7e3d"}]
    assert dag_run["parentTemplate"] == {
        "jobId": "shop_downstream",
        "runs": {"total": 1},
        "dataFlow": {"flowId": "shop_downstream", "runs": {"total": 1}},
        "upstreamJobs": [{"origin": "JOB_DEPENDENCIES", "job": {"jobId": "shop_etl.aggregate"}}],
    }
    assert job_ids(dag_run["children"]) == ["shop_downstream.copy"]


async def test_airflow_mapped_tasks_and_a_triggered_dag(api: Api, database_url: str, corpus: Path) -> None:
    """shop_trigger.trig triggered shop_mapped, and its task sq ran three times, once for each element of lst."""
    data = await ask_of(api, database_url, corpus, "airflow3_local_etl", """{
        openlineageRun(runId: "01a1fb6f-16a8-7174-90e8-db50e06e60ab") {
          nominalTime { start }
          parentChain { nativeId parentTemplate { ... on DataJob { jobId } } }
          children { total runs { currentState { status attempt result { resultType } } rootInstance { nativeId }
            parentTemplate { ... on DataJob { jobId } } } } } }""")  # fmt: skip
    dag_run = data["openlineageRun"]
    assert [(run["nativeId"][-6:], run["parentTemplate"]["jobId"]) for run in dag_run["parentChain"]] == [
        ("8879f1", "shop_trigger.trig"),
        ("f013d2", "shop_trigger"),
    ]
    assert dag_run["nominalTime"]["start"] is not None
    assert job_ids(dag_run["children"]) == [f"shop_mapped.{task}" for task in ("lst", "sq", "sq", "sq", "tot")]
    states = [run["currentState"] for run in dag_run["children"]["runs"]]
    assert states == [{"status": "COMPLETE", "attempt": 1, "result": {"resultType": "SUCCESS"}}] * 5
    assert {run["rootInstance"]["nativeId"][-6:] for run in dag_run["children"]["runs"]} == {"f013d2"}


async def test_airflow_the_order_of_tasks_with_one_that_sends_nothing(
    api: Api, database_url: str, corpus: Path
) -> None:
    """start is an EmptyOperator: it succeeded without an event, so it is a job in the order without any run."""
    data = await ask_of(api, database_url, corpus, "airflow3_local_etl", """{
        etl: openlineageRun(runId: "01a1fb6e-cf46-713f-ab9b-f3d879bcb267") { children { runs {
          isDerived inputs { ... on Dataset { openlineage { namespace name } } }
          outputs { ... on Dataset { openlineage { name } } }
          parentTemplate { ... on DataJob { jobId upstreamJobs { origin job { jobId isStub runs { total } } }
            downstreamJobs { job { jobId } } openlineage { sql { query } } } } } } } }""")  # fmt: skip
    tasks = {run["parentTemplate"]["jobId"].removeprefix("shop_etl."): run for run in data["etl"]["children"]["runs"]}
    assert sorted(tasks) == ["aggregate", "checks.echo", "checks.py", "report"]
    assert not any(run["isDerived"] for run in tasks.values())
    aggregate = tasks["aggregate"]
    assert aggregate["parentTemplate"]["upstreamJobs"] == [
        {"origin": "AIRFLOW", "job": {"jobId": "shop_etl.start", "isStub": True, "runs": {"total": 0}}}
    ]
    assert [link["job"]["jobId"] for link in aggregate["parentTemplate"]["downstreamJobs"]] == [
        "shop_downstream",  # triggered by the asset
        "shop_etl.report",
    ]
    assert [link["job"]["jobId"] for link in tasks["report"]["parentTemplate"]["downstreamJobs"]] == [
        "shop_etl.checks.echo",
        "shop_etl.checks.py",
    ]
    assert aggregate["inputs"] == [{"openlineage": {"namespace": POSTGRES, "name": "shop.public.raw_orders"}}]
    assert aggregate["outputs"] == [{"openlineage": {"name": "shop.public.order_totals"}}]
    assert "order_totals" in aggregate["parentTemplate"]["openlineage"]["sql"]["query"]


async def test_dbt_three_levels_and_a_failure(api: Api, database_url: str, corpus: Path) -> None:
    """`dbt test` failed; its failing test sent no end and so failed, too. The others succeeded, each above its SQL."""
    data = await ask_of(api, database_url, corpus, "dbt_local_structured_seed_run_test_build", """{
        openlineageRun(runId: "01a1fb69-cf61-76d8-8b1f-568674eea56d") {
          currentState { status result { resultType nativeResultType } } error { message }
          parentTemplate { ... on DataJob { openlineage { jobType { integration jobType } } } }
          children(count: 100) { total runs { nativeId currentState { status isDerived endedAt result { resultType } }
            parentTemplate { ... on DataJob { jobId openlineage { jobType { jobType } } } }
            children { runs { parentTemplate { ... on DataJob { openlineage { jobType { jobType } } } } children { total } } } } } }
        }""")  # fmt: skip
    invocation = data["openlineageRun"]
    assert invocation["currentState"] == {
        "status": "COMPLETE",
        "result": {"resultType": "FAILURE", "nativeResultType": "FAIL"},
    }
    assert invocation["error"]["message"].startswith("Command `dbt test` failed at 00:02:59")
    assert invocation["parentTemplate"]["openlineage"]["jobType"] == {"integration": "DBT", "jobType": "JOB"}
    children = invocation["children"]["runs"]
    assert invocation["children"]["total"] == 16
    left_open = [run for run in children if run["currentState"]["isDerived"]]
    assert [run["nativeId"] for run in left_open] == ["01a1fb69-d3a7-7e1a-bea0-9e6a3c15342c"]
    state = left_open[0]["currentState"]
    assert (state["status"], state["endedAt"], state["result"]) == ("COMPLETE", None, {"resultType": "FAILURE"})
    assert left_open[0]["parentTemplate"]["jobId"].endswith("assert_positive")
    assert all(run["parentTemplate"]["openlineage"]["jobType"]["jobType"] == "TEST" for run in children)
    statements = [run for child in children for run in child["children"]["runs"]]
    assert {run["parentTemplate"]["openlineage"]["jobType"]["jobType"] for run in statements} == {"SQL"}
    assert {run["children"]["total"] for run in statements} == {0}


async def test_dbt_what_a_failed_test_said(api: Api, database_url: str, corpus: Path) -> None:
    data = await ask_of(api, database_url, corpus, "dbt_local_artifacts", """{
        singular: openlineageRun(runId: "01a1fb69-5b0f-7a86-bc14-f12eba24752d") {
          currentState { result { resultType } } tests { name status severity expected actual } }
        generic: openlineageRun(runId: "01a1fb69-5b0e-77e9-85fa-6b89d39d2e4a") {
          inputEdges { assertions { assertion column success severity } } } }""")  # fmt: skip
    assert data["singular"]["currentState"]["result"]["resultType"] == "FAILURE"
    assert data["singular"]["tests"] == [
        {
            "name": "test.openlineage_compatibility_test.assert_positive",
            "status": "fail",
            "severity": "error",
            "expected": "0",
            "actual": "5",
        }
    ]
    [edge] = data["generic"]["inputEdges"]
    assert {"assertion": "assert_positive", "column": None, "success": False, "severity": "error"} in edge["assertions"]
    assert {"assertion": "not_null", "column": "customer_id", "success": True, "severity": "error"} in edge[
        "assertions"
    ]


async def test_spark_an_application_and_its_jobs(api: Api, database_url: str, corpus: Path) -> None:
    """The application reports no data; its second job read BigQuery and wrote one file with one row."""
    data = await ask_of(api, database_url, corpus, "spark_dataproc_bigquery_shakespeare", """{
        openlineageRun(runId: "0192963f-929e-731b-a075-9bb14bf41d38") {
          inputs { urn } outputs { urn } currentState { status durationMillis }
          children { total runs { nativeId inputs { ... on Dataset { openlineage { namespace name } } }
            outputEdges { entity { ... on Dataset { openlineage { namespace name } } } statistics { rowCount size } } } } } }""")  # fmt: skip
    application = data["openlineageRun"]
    assert (application["inputs"], application["outputs"]) == ([], [])
    assert application["currentState"]["status"] == "COMPLETE"
    shakespeare = {"openlineage": {"namespace": "bigquery", "name": "bigquery-public-data.samples.shakespeare"}}
    written = {"openlineage": {"namespace": "file", "name": "/tmp/outputs/1729097570970"}}
    assert application["children"] == {
        "total": 2,
        "runs": [
            {
                "nativeId": "0192963f-f6f8-71c0-8380-500bc70883ee",
                "inputs": [shakespeare],
                "outputEdges": [{"entity": written, "statistics": {"rowCount": 1, "size": 9}}],
            },
            {"nativeId": "0192963f-c099-7dff-8d04-a90a16c16859", "inputs": [shakespeare], "outputEdges": []},
        ],
    }


async def test_spark_a_table_by_its_name_in_hive(api: Api, database_url: str, corpus: Path) -> None:
    """The events name paths in HDFS, with symlinks to Hive's tables; the application itself never reported."""
    data = await ask_of(api, database_url, corpus, "spark_dataproc_simple", """{
        openlineageDataset(namespace: "hive://dataproc-producer-test-m:9083", name: "default.t2") {
          isStub aliases { ... on Dataset { openlineage { namespace name } } }
          runs(direction: OUTGOING) { total runs { nativeId isStub parentInstance { nativeId isStub } } } } }""")  # fmt: skip
    assert data["openlineageDataset"] == {
        "isStub": True,
        "aliases": [
            {"openlineage": {"namespace": "hdfs://dataproc-producer-test-m", "name": "/user/hive/warehouse/t2"}}
        ],
        "runs": {
            "total": 1,
            "runs": [
                {
                    "nativeId": "019299c5-73cf-7069-a70f-74eb8070b577",
                    "isStub": False,
                    "parentInstance": {"nativeId": "019299c5-12f5-7946-b5b2-c6abab662e20", "isStub": True},
                }
            ],
        },
    }
