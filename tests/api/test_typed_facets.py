"""OpenLineage's standard facets of runs, jobs and datasets, typed."""

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import parse_files
from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn

OF_RUNS = """nominalTime { start end } error { message programmingLanguage stackTrace } tags { key value source field }
  tests { name status severity type description expected actual } log { body url }
  processingEngine { name version adapterVersion } externalQuery { id source }"""

OF_JOBS = """namespace name jobType { processingType integration jobType } sql { query dialect } owners { name type }
  tags { key value source } sourceCodeLocation { type url repoUrl path version tag branch }
  documentation { description contentType }"""

OF_DATASETS = """namespace name owners { name type } tags { key value source field } documentation { description contentType }
  schemaFields { name type description fields { name type fields { name } } } dataSource { name uri }
  storage { storageLayer fileFormat } datasetType { datasetType subType }
  catalog { framework type name metadataUri warehouseUri source }
  lifecycleStateChange { change previousNamespace previousName }"""


def sample(corpus: Path, *kinds: str) -> dict[str, Any]:
    """Return the facets of valid samples of the specification."""
    folder = corpus / "openlineage" / "spec" / "facet_samples"
    return {name: value for kind in kinds for name, value in json.loads((folder / kind / "1.json").read_text()).items()}


def event(run: dict[str, Any], job: dict[str, Any], dataset: dict[str, Any], number: int = 1) -> dict[str, Any]:
    """Return a START of the job with facets of the run, the job and the dataset `table`."""
    table = {"namespace": NAMESPACE, "name": "table", "facets": dataset}
    made = run_event("START", f"00:0{number}:00", uuid(number), inputs=[table], **run)
    return made | {"job": made["job"] | {"facets": job}}


async def asked(api: Api) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return the API's answers about the run, the job and the dataset."""
    data = await api(
        """{ dataProcessInstance(urn: "%s") { %s } openlineageJob(namespace: "test", name: "job") { openlineage { %s } }
        openlineageDataset(namespace: "test", name: "table") { openlineage { %s } } }"""
        % (urn(1), OF_RUNS, OF_JOBS, OF_DATASETS)
    )
    return (
        data["dataProcessInstance"],
        data["openlineageJob"]["openlineage"],
        data["openlineageDataset"]["openlineage"],
    )


async def test_the_specifications_samples(api: Api, database_url: str, corpus: Path) -> None:
    run_facets = sample(
        corpus, "NominalTimeRunFacet", "ErrorMessageRunFacet", "TagsRunFacet", "ProcessingEngineRunFacet",
        "ExternalQueryRunFacet",
    )  # fmt: skip
    job_facets = sample(
        corpus, "JobTypeJobFacet", "SQLJobFacet", "OwnershipJobFacet", "TagsJobFacet", "SourceCodeLocationJobFacet",
        "DocumentationJobFacet",
    )  # fmt: skip
    dataset_facets = sample(
        corpus, "OwnershipDatasetFacet", "TagsDatasetFacet", "SchemaDatasetFacet", "DatasourceDatasetFacet",
        "StorageDatasetFacet", "DatasetTypeDatasetFacet", "LifecycleStateChangeDatasetFacet", "DocumentationDatasetFacet",
    )  # fmt: skip
    await stored(database_url, parsed(event(run_facets, job_facets, dataset_facets)))
    run, job, dataset = await asked(api)

    assert run["error"] == {
        name: run_facets["errorMessage"].get(name) for name in ("message", "programmingLanguage", "stackTrace")
    }
    assert run["nominalTime"]["start"] == "2020-01-01T04:00:00.001000+00:00"
    assert [tag["key"] for tag in run["tags"]] == [tag["key"] for tag in run_facets["tags"]["tags"]]
    engine = run_facets["processing_engine"]
    assert run["processingEngine"] == {
        "name": engine["name"], "version": engine["version"], "adapterVersion": engine["openlineageAdapterVersion"]
    }  # fmt: skip
    assert run["externalQuery"]["id"] == run_facets["externalQuery"]["externalQueryId"]

    assert (job["namespace"], job["name"]) == (NAMESPACE, "job")
    assert job["jobType"]["integration"] == job_facets["jobType"]["integration"]
    assert job["sql"]["query"] == job_facets["sql"]["query"]
    assert [owner["name"] for owner in job["owners"]] == [o["name"] for o in job_facets["ownership"]["owners"]]
    location = job_facets["sourceCodeLocation"]
    assert job["sourceCodeLocation"] == {
        name: location.get(name) for name in ("type", "url", "repoUrl", "path", "version", "tag", "branch")
    }
    assert job["documentation"]["description"] == job_facets["documentation"]["description"]

    assert (dataset["namespace"], dataset["name"]) == (NAMESPACE, "table")
    assert [owner["name"] for owner in dataset["owners"]] == [o["name"] for o in dataset_facets["ownership"]["owners"]]
    assert [tag["field"] for tag in dataset["tags"]] == [tag.get("field") for tag in dataset_facets["tags"]["tags"]]
    assert [field["name"] for field in dataset["schemaFields"]] == [
        f["name"] for f in dataset_facets["schema"]["fields"]
    ]
    assert dataset["dataSource"] == {name: dataset_facets["dataSource"].get(name) for name in ("name", "uri")}
    assert dataset["storage"] == {"storageLayer": "delta", "fileFormat": "parquet"}
    assert dataset["datasetType"]["datasetType"] == dataset_facets["datasetType"]["datasetType"]
    assert dataset["lifecycleStateChange"]["previousName"] == "/tmp/alter_test/alter_table_test"
    assert dataset["documentation"]["description"] == dataset_facets["documentation"]["description"]


async def test_tests_logs_and_nested_fields(api: Api, database_url: str) -> None:
    run_facets = {
        "test": {"tests": [{"name": "rows", "status": "fail", "severity": "warn", "type": "row_count", "expected": 9, "actual": "8"}]},
        "log": {"logBody": "line\n", "logUrl": "http://databand/log"},
    }  # fmt: skip
    fields = [{"name": "s", "type": "struct", "fields": [{"name": "t", "fields": [{"name": "u"}]}]}, "odd", {"type": 5}]
    await stored(database_url, parsed(event(run_facets, {}, {"schema": {"fields": fields}})))
    run, _, dataset = await asked(api)
    assert run["tests"] == [
        {
            "name": "rows", "status": "fail", "severity": "warn", "type": "row_count", "description": None,
            "expected": "9", "actual": "8",
        }
    ]  # fmt: skip
    assert run["log"] == {"body": "line\n", "url": "http://databand/log"}
    assert dataset["schemaFields"] == [
        {
            "name": "s", "type": "struct", "description": None,
            "fields": [{"name": "t", "type": None, "fields": [{"name": "u"}]}],
        },
        {"name": None, "type": "5", "description": None, "fields": []},
    ]  # fmt: skip


async def test_the_catalog_of_a_dataset(api: Api, database_url: str) -> None:
    catalog = {
        "framework": "iceberg", "type": "polaris", "name": "lake", "metadataUri": "jdbc:mysql://host:3306/iceberg",
        "warehouseUri": "s3://bucket/warehouse", "source": "spark",
    }  # fmt: skip
    await stored(database_url, parsed(event({}, {}, {"catalog": catalog | {"catalogProperties": {"a": "b"}}})))
    _, _, dataset = await asked(api)
    assert dataset["catalog"] == catalog


async def test_airflows_log_goes_before_databands(api: Api, database_url: str) -> None:
    airflow = {"taskInstance": {"try_number": 1, "log_url": "http://airflow/log"}}
    await stored(database_url, parsed(event({"airflow": airflow, "log": {"logUrl": "http://databand/log"}}, {}, {})))
    run, _, _ = await asked(api)
    assert run["log"] == {"body": None, "url": "http://airflow/log"}


async def test_missing_facets_are_null(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(event({}, {}, {})))
    run, job, dataset = await asked(api)
    for answer in (run, job, dataset):
        said = {name: value for name, value in answer.items() if name not in ("namespace", "name")}
        assert all(value in (None, []) for value in said.values()), said


@pytest.mark.parametrize(
    "odd", [7, "text", True, [], [1, None, "x", [], {}], {}, {"x": 1}, {"tags": {}, "taskInstance": 3}]
)
async def test_odd_shapes_are_null_and_no_error(odd: Any, api: Api, database_url: str) -> None:
    names = [
        "nominalTime",
        "errorMessage",
        "tags",
        "test",
        "airflow",
        "log",
        "processing_engine",
        "externalQuery",
        "jobType",
        "sql",
        "ownership",
        "sourceCodeLocation",
        "documentation",
        "schema",
        "dataSource",
        "storage",
        "datasetType",
        "lifecycleStateChange",
        "catalog",
    ]
    members = [
        "nominalStartTime",
        "nominalEndTime",
        "message",
        "tags",
        "tests",
        "taskInstance",
        "logBody",
        "logUrl",
        "name",
        "version",
        "externalQueryId",
        "processingType",
        "query",
        "owners",
        "url",
        "description",
        "fields",
        "uri",
        "storageLayer",
        "datasetType",
        "previousIdentifier",
        "framework",
    ]
    facets = {name: {"extra": 1, **dict.fromkeys(members, odd)} for name in names}
    wrong = dict.fromkeys(names, odd)
    await stored(database_url, parsed(event(facets, facets, facets, 1), event(wrong, wrong, wrong, 2)))
    run, job, dataset = await asked(api)
    assert run["nominalTime"] == {"start": None, "end": None}
    assert (run["processingEngine"]["adapterVersion"], job["sql"]["dialect"]) == (None, None)
    assert dataset["lifecycleStateChange"] is not None
    data = await api('{ dataProcessInstance(urn: "%s") { %s properties { type externalUrl } } }' % (urn(2), OF_RUNS))
    assert data["dataProcessInstance"]["error"] is None or isinstance(odd, dict)


@pytest.mark.parametrize("runs", [1, 6])
async def test_statements_do_not_grow_with_the_page(runs: int, api: Api, database_url: str) -> None:
    """The job; the page with aspects and some facets; the other facets; assets; values of all assets; nothing else."""
    await stored(
        database_url,
        parsed(*(event({"tags": {"tags": [{"key": str(n)}]}}, {"sql": {"query": "x"}}, {"storage": {"a": 1}}, n) for n in range(1, runs + 1))),
    )  # fmt: skip
    data = await api(
        """{ openlineageJob(namespace: "test", name: "job") { runs { runs { %s properties { type customProperties { key } }
          inputs { ... on Dataset { openlineage { %s } properties { description } } } } } } }"""
        % (OF_RUNS, OF_DATASETS)
    )
    assert [run["tags"][0]["key"] for run in data["openlineageJob"]["runs"]["runs"]] == [
        str(n) for n in range(runs, 0, -1)
    ]
    assert api.statements == 4


@pytest.mark.parametrize(
    "file",
    ["events/airflow3_local_etl", "events/dbt_local_artifacts", "events/openlineage_python_client_1_54", "quirks/databand_gitlab_bulk", "quirks/proxy_invalid_facets"],
)  # fmt: skip
async def test_recorded_runs_jobs_and_datasets_can_be_read(
    file: str, api: Api, database_url: str, corpus: Path
) -> None:
    await stored(database_url, parse_files(corpus / "openlineage" / f"{file}.ndjson"))
    urns = [
        row["urn"] for row in await api.pool.fetch("SELECT urn FROM entity WHERE NOT is_stub ORDER BY urn LIMIT 1000")
    ]
    data = await api(
        """query Q($urns: [String!]!) { entities(urns: $urns) { __typename ... on DataProcessInstance { %s }
          ... on DataJob { job: openlineage { %s } } ... on Dataset { dataset: openlineage { %s } }
          ... on DataFlow { flow: openlineage { namespace name } } } }"""
        % (OF_RUNS, OF_JOBS, OF_DATASETS),
        urns=urns,
    )
    assert {"DataProcessInstance", "DataJob"} <= {entity["__typename"] for entity in data["entities"]}


async def test_databands_log(api: Api, database_url: str, corpus: Path) -> None:
    await stored(database_url, parse_files(corpus / "openlineage" / "quirks" / "databand_example1_bulk.ndjson"))
    rows = await api.pool.fetch(
        "SELECT e.urn FROM entity_facet a JOIN entity e ON e.id = a.entity_id WHERE a.name = 'log' AND a.scope = 'OWN' ORDER BY 1"
    )
    data = await api(
        "query Q($urns: [String!]!) { entities(urns: $urns) { ... on DataProcessInstance { log { body url } } } }",
        urns=[row["urn"] for row in rows],
    )
    assert rows
    assert all(entity["log"]["body"] or entity["log"]["url"] for entity in data["entities"])
