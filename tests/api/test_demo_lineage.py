"""DataHub's lineage fields on the demo shop's history, beside `impact`."""

from typing import Any

import httpx

from headwater.demo.shop import BAD_RUN_ID

QUERY = """query ($run: String!, $job: String!) {
  impact(urn: $run) { runs(count: 1000) { total runs { run { urn parentTemplate { urn } } } } }
  runs: searchAcrossLineage(input: {
    urn: $run, direction: DOWNSTREAM, types: [DATA_PROCESS_INSTANCE], count: 1000 }) { searchResults { entity { urn } } }
  jobs: searchAcrossLineage(input: {
    urn: $job, direction: DOWNSTREAM, types: [DATA_JOB], count: 1000 }) { searchResults { entity { urn } } } }"""


def urns(found: dict[str, Any]) -> set[str]:
    return {one["entity"]["urn"] for one in found["searchResults"]}


def test_affected_runs_are_downstream_of_the_bad_run_and_of_its_job(live_server: str) -> None:
    """The runs are those of impact; the jobs of all of them are downstream of the job that wrote the bad prices."""
    variables = {
        "run": f"urn:li:dataProcessInstance:{BAD_RUN_ID}",
        "job": "urn:li:dataJob:(urn:li:dataFlow:(openlineage,prices,airflow-prod),prices.load_supplier_prices)",
    }
    body = {"query": QUERY, "variables": variables}
    answer = httpx.post(f"{live_server}/api/graphql", json=body, timeout=60).json()
    assert "errors" not in answer, answer
    data = answer["data"]
    affected = [one["run"] for one in data["impact"]["runs"]["runs"]]
    assert len(affected) == data["impact"]["runs"]["total"] > 50
    assert urns(data["runs"]) == {run["urn"] for run in affected}
    assert urns(data["jobs"]) >= {run["parentTemplate"]["urn"] for run in affected} - {variables["job"]}
