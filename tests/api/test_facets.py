"""Unparsed facets of runs, jobs and datasets."""

import json
from pathlib import Path
from typing import Any

import pytest

from headwater.urn import named_dataset_urn, named_job_urn

from conftest import parse_files
from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn

JOB = named_job_urn(NAMESPACE, "job")


def with_job_facets(event: dict[str, Any], **facets: Any) -> dict[str, Any]:
    return event | {"job": event["job"] | {"facets": facets}}


async def test_every_facet_is_returned_whole_in_name_order(api: Api, database_url: str) -> None:
    facets: dict[str, Any] = {
        "spark.logicalPlan": {"plan": [{"a": None}, 1.5]},
        "Zoo": {"_producer": "p", "x": "é"},
        "airflow": {"y": 1},
    }
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(1), **facets)))
    data = await api('{ dataProcessInstance(urn: "%s") { facets { name scope time value } } }' % urn(1))
    assert data["dataProcessInstance"]["facets"] == [
        {"name": name, "scope": "OWN", "time": "2026-01-01T00:00:00+00:00", "value": facets[name]}
        for name in ("Zoo", "airflow", "spark.logicalPlan")
    ]


async def test_job_facets_of_a_run_stay_with_the_run(api: Api, database_url: str) -> None:
    first = with_job_facets(
        run_event("START", "00:00:00", uuid(1), tags={"tags": []}), tags={"v": 1}, sql={"query": "1"}
    )
    second = with_job_facets(run_event("START", "00:01:00", uuid(2)), tags={"v": 2})
    await stored(database_url, parsed(first, second))
    data = await api(
        """query Q($run: String!, $job: String!) {
          dataProcessInstance(urn: $run) {
            all: facets { name scope } own: facets(scope: OWN) { name } job: facets(scope: JOB, names: ["tags"]) { value }
            one: aspect(name: "tags") { value } other: aspect(name: "tags", scope: JOB) { value } none: aspect(name: "sql") { name } }
          dataJob(urn: $job) { facets { name value time } aspect(name: "tags") { scope } } }""",
        run=urn(1),
        job=JOB,
    )
    assert data["dataProcessInstance"] == {
        "all": [{"name": "sql", "scope": "JOB"}, {"name": "tags", "scope": "OWN"}, {"name": "tags", "scope": "JOB"}],
        "own": [{"name": "tags"}],
        "job": [{"value": {"v": 1}}],
        "one": {"value": {"tags": []}},
        "other": {"value": {"v": 1}},
        "none": None,
    }
    assert data["dataJob"] == {
        "facets": [
            {"name": "sql", "value": {"query": "1"}, "time": "2026-01-01T00:00:00+00:00"},
            {"name": "tags", "value": {"v": 2}, "time": "2026-01-01T00:01:00+00:00"},
        ],
        "aspect": {"scope": "OWN"},
    }


async def test_deleted_and_asked_for_names(api: Api, database_url: str) -> None:
    def output(**facets: Any) -> list[Any]:
        return [{"namespace": NAMESPACE, "name": "table", "facets": facets}]

    await stored(
        database_url,
        parsed(
            run_event("START", "00:00:00", uuid(1), outputs=output(schema={"fields": []}, a={"x": 1}, b={"x": 2})),
            run_event("COMPLETE", "00:01:00", uuid(1), outputs=output(a={"_deleted": True})),
        ),
    )
    data = await api(
        """query Q($urn: String!) { dataset(urn: $urn) { facets { name } some: facets(names: ["b", "schema", "no", "\\u0000"]) { name }
          none: facets(names: []) { name } gone: aspect(name: "a") { name } odd: aspect(name: "\\u0000") { name } }
          dataFlow(urn: "urn:li:dataFlow:(openlineage,job,test)") { facets { name } }
          unknown: dataset(urn: "urn:li:dataset:(urn:li:dataPlatform:no,such,PROD)") { facets { name } aspect(name: "a") { name } } }""",
        urn=named_dataset_urn(NAMESPACE, "table"),
    )
    assert data["dataset"] == {
        "facets": [{"name": "b"}, {"name": "schema"}],
        "some": [{"name": "b"}, {"name": "schema"}],
        "none": [],
        "gone": None,
        "odd": None,
    }
    assert data["dataFlow"] == {"facets": []}
    assert data["unknown"] == {"facets": [], "aspect": None}


@pytest.mark.parametrize("runs", [1, 7])
async def test_statements_do_not_grow_and_values_are_read_only_when_asked_for(
    runs: int, api: Api, database_url: str
) -> None:
    """The job and the page; the facets; their values."""
    events = [
        run_event(
            "START", f"00:0{n}:00", uuid(n), nominalTime={"nominalStartTime": f"2026-01-0{n}T00:00:00Z"}, x={"y": 1}
        )
        for n in range(1, runs + 1)
    ]
    await stored(database_url, parsed(*events))
    query = '{ dataJob(urn: "%s") { runs { runs { facets { name %s } } } } }'
    data = await api(query % (JOB, "value"))
    assert [len(run["facets"]) for run in data["dataJob"]["runs"]["runs"]] == [2] * runs
    assert api.statements == 3
    await api(query % (JOB, "scope"))
    assert api.statements == 2


async def test_a_name_that_is_no_text_is_refused(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(1))))
    answer = await api.answer(
        'query Q($n: String!) { dataJob(urn: "%s") { aspect(name: $n) { name } } }' % JOB, n="\ud800"
    )
    assert "names: expected Unicode text" in answer.errors[0].message


async def test_facets_of_airflows_events_are_what_airflow_sent(api: Api, database_url: str, corpus: Path) -> None:
    path = corpus / "openlineage" / "events" / "airflow3_local_etl.ndjson"
    await stored(database_url, parse_files(path))
    newest: dict[str, tuple[str, Any]] = {}
    events = [json.loads(line) for line in path.read_text().splitlines()]
    run_id = next(event["run"]["runId"] for event in events if "airflow" in event["run"].get("facets", {}))
    for event in sorted((e for e in events if e["run"]["runId"] == run_id), key=lambda e: e["eventTime"]):
        newest |= {name: value for name, value in event["run"]["facets"].items() if value}
    data = await api('{ openlineageRun(runId: "%s") { facets(scope: OWN) { name value } } }' % run_id)
    assert {facet["name"]: facet["value"] for facet in data["openlineageRun"]["facets"]} == newest
    assert len(newest) >= 3
