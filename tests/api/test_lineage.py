"""Names, jobs, derivations, roots, derived runs and checksums, as the API shows them."""

from typing import Any

from headwater.urn import named_dataset_urn, named_job_urn

from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import Api, stored, urn


def dataset_urn(name: str) -> str:
    return named_dataset_urn(NAMESPACE, name)


def job_urn(name: str) -> str:
    return named_job_urn(NAMESPACE, name)


def event(**parts: Any) -> dict[str, Any]:
    return {"eventTime": "2026-01-01T00:00:00Z", **parts}


RUNS = """query Q($urn: String!, $start: Int) { dataset(urn: $urn) {
    aliases { urn }
    writers: runs(direction: OUTGOING, start: $start, count: 2) { total runs { nativeId } }
    readers: runs(direction: INCOMING) { total runs { nativeId } } } }"""


async def test_the_runs_of_a_name_are_those_of_all_its_names(api: Api, database_url: str) -> None:
    """Newest first over all names; a run that used two of them counts once."""
    link = {"symlinks": {"identifiers": [{"namespace": NAMESPACE, "name": "table", "type": "TABLE"}]}}
    await stored(
        database_url,
        parsed(
            run_event("COMPLETE", "00:01:00", uuid(1), outputs=["path"]),
            run_event("COMPLETE", "00:02:00", uuid(2), outputs=["table"], inputs=["path"]),
            run_event("COMPLETE", "00:03:00", uuid(3), outputs=["path", "table"]),
            run_event("COMPLETE", "00:04:00", uuid(4), outputs=["other"]),
            event(dataset={"namespace": NAMESPACE, "name": "path", "facets": link}),
        ),
    )
    for name, other in (("path", "table"), ("table", "path")):
        data = (await api(RUNS, urn=dataset_urn(name), start=0))["dataset"]
        assert data["aliases"] == [{"urn": dataset_urn(other)}]
        assert data["writers"] == {"total": 3, "runs": [{"nativeId": uuid(3)}, {"nativeId": uuid(2)}]}
        assert data["readers"] == {"total": 1, "runs": [{"nativeId": uuid(2)}]}
        assert api.statements == 4  # the dataset, its names, two pages with their totals
        rest = (await api(RUNS, urn=dataset_urn(name), start=2))["dataset"]["writers"]["runs"]
        assert rest == [{"nativeId": uuid(1)}]
    alone = (await api(RUNS, urn=dataset_urn("other"), start=0))["dataset"]
    assert (alone["aliases"], alone["writers"]["total"]) == ([], 1)


async def test_jobs_before_and_after_a_job(api: Api, database_url: str) -> None:
    start = run_event("START", "00:00:00", uuid(1), "dag")
    start["job"]["facets"] = {
        "airflow": {"tasks": {"a": {"downstream_task_ids": ["b"]}, "b": {"downstream_task_ids": []}}}
    }
    dependencies = {"upstream": [{"job": {"namespace": NAMESPACE, "name": "feed"}}]}
    of_b = run_event("START", "00:01:00", uuid(2), "dag.b", jobDependencies=dependencies)
    await stored(database_url, parsed(start, of_b))
    data = await api(
        """query Q($a: String!, $b: String!) {
             a: dataJob(urn: $a) { isStub upstreamJobs { origin } downstreamJobs { job { urn } origin } }
             b: dataJob(urn: $b) { upstreamJobs { job { urn isStub } origin firstNamedAt lastNamedAt } } }""",
        a=job_urn("dag.a"),
        b=job_urn("dag.b"),
    )
    assert data["a"] == {
        "isStub": True,
        "upstreamJobs": [],
        "downstreamJobs": [{"job": {"urn": job_urn("dag.b")}, "origin": "AIRFLOW"}],
    }
    assert [(link["job"]["urn"], link["origin"]) for link in data["b"]["upstreamJobs"]] == [
        (job_urn("dag.a"), "AIRFLOW"),
        (job_urn("feed"), "JOB_DEPENDENCIES"),
    ]
    assert data["b"]["upstreamJobs"][1]["lastNamedAt"] == "2026-01-01T00:01:00+00:00"


async def test_declared_inputs_and_outputs_of_a_job(api: Api, database_url: str) -> None:
    job = {"namespace": NAMESPACE, "name": "job"}
    datasets = [{"namespace": NAMESPACE, "name": name} for name in "ba"]
    await stored(database_url, parsed(event(job=job, inputs=datasets, outputs=[])))
    data = await api(
        '{ dataJob(urn: "%s") { declaredInputs { urn } declaredOutputs { urn } runs { total } } }' % job_urn("job")
    )
    assert data["dataJob"] == {
        "declaredInputs": [{"urn": dataset_urn("a")}, {"urn": dataset_urn("b")}],
        "declaredOutputs": [],
        "runs": {"total": 0},
    }


async def test_from_which_input_an_output_was_made(api: Api, database_url: str) -> None:
    columns = {"fields": {"c": {"inputFields": [{"namespace": NAMESPACE, "name": "b", "field": "c"}]}}}
    output = {"namespace": NAMESPACE, "name": "x", "facets": {"columnLineage": columns}}
    await stored(
        database_url, parsed(run_event("COMPLETE", "00:00:00", uuid(1), inputs=["a", "b"], outputs=[output, "y"]))
    )
    query = '{ dataProcessInstance(urn: "%s") { derivations { output { urn } input { urn } origin } } }' % urn(1)
    found = (await api(query))["dataProcessInstance"]["derivations"]
    assert [(d["output"]["urn"], d["input"]["urn"], d["origin"]) for d in found] == [
        (dataset_urn("x"), dataset_urn("b"), "COLUMN_LINEAGE"),
        (dataset_urn("y"), dataset_urn("a"), "ALL_INPUTS"),
        (dataset_urn("y"), dataset_urn("b"), "ALL_INPUTS"),
    ]
    assert api.statements == 3  # the run, the derivations, and all of their assets


async def test_the_root_of_a_hierarchy(api: Api, database_url: str) -> None:
    facet = parent(uuid(2)) | {"root": parent(uuid(3), "root")}
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(1), parent=facet)))
    query = (
        '{ dataProcessInstance(urn: "%s") { parentInstance { urn } rootInstance { urn isStub rootInstance { urn } } } }'
    )
    assert (await api(query % urn(1)))["dataProcessInstance"] == {
        "parentInstance": {"urn": urn(2)},
        "rootInstance": {"urn": urn(3), "isStub": True, "rootInstance": None},
    }


CHILDREN = """query Q($urn: String!, $job: String!) {
    dataProcessInstance(urn: $urn) { children { total runs { isDerived currentState { status result { resultType nativeResultType } } } } }
    dataJob(urn: $job) { runs { total runs { nativeId isDerived } } } }"""


async def test_a_derived_run_is_listed_until_there_is_a_real_one(api: Api, database_url: str) -> None:
    end = run_event("FAIL", "00:09:00", uuid(1), "dag", airflowState={"tasksState": {"late": "upstream_failed"}})
    await stored(database_url, parsed(end))
    data = await api(CHILDREN, urn=urn(1), job=job_urn("dag.late"))
    result = {"resultType": "SKIPPED", "nativeResultType": "upstream_failed"}
    child = {"isDerived": True, "currentState": {"status": "COMPLETE", "result": result}}
    assert data["dataProcessInstance"]["children"] == {"total": 1, "runs": [child]}
    assert data["dataJob"]["runs"] == {"total": 1, "runs": [{"nativeId": f"{uuid(1)}/late", "isDerived": True}]}
    real = run_event("START", "00:10:00", uuid(2), "dag.late", parent=parent(uuid(1), "dag"))
    await stored(database_url, parsed(real))
    data = await api(CHILDREN, urn=urn(1), job=job_urn("dag.late"))
    assert [run["isDerived"] for run in data["dataProcessInstance"]["children"]["runs"]] == [False]
    assert data["dataJob"]["runs"] == {"total": 1, "runs": [{"nativeId": uuid(2), "isDerived": False}]}


async def test_a_checksum_leads_to_its_runs(api: Api, database_url: str) -> None:
    facet = {"passed": True, "run_result_sha256": "ab" * 32}
    for number, time in ((1, "00:00:00"), (2, "00:01:00")):
        await stored(database_url, parsed(run_event("COMPLETE", time, uuid(number), dpone_run=facet)))
    data = await api(
        '{ runsByChecksum(checksum: "%s") { nativeId checksums { name checksum } currentState { timeApproximate } } '
        'none: runsByChecksum(checksum: "x") { urn } }' % ("ab" * 32)
    )
    evidence = {"checksums": [{"name": "run_result", "checksum": "ab" * 32}], "currentState": {"timeApproximate": True}}
    assert data == {
        "runsByChecksum": [{"nativeId": uuid(2), **evidence}, {"nativeId": uuid(1), **evidence}],
        "none": [],
    }
