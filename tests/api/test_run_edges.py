"""Inputs and outputs of a run: mentions, typed facets, and all other facets."""

import json
from pathlib import Path
from typing import Any

import pytest

from headwater.urn import named_dataset_urn, named_job_urn

from conftest import parse_files
from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn

TYPED = """statistics { rowCount size fileCount } subset columnLineage
  dataQualityMetrics { rowCount bytes fileCount lastUpdated columnMetrics }
  assertions { assertion success column severity name expected actual }
  lifecycleStateChange { change previousNamespace previousName } customProperties { key value }"""

NOTHING: dict[str, Any] = {
    "statistics": None, "subset": None, "columnLineage": None, "dataQualityMetrics": None, "assertions": [],
    "lifecycleStateChange": None, "customProperties": [],
}  # fmt: skip


def dataset(name: str, side: str | None = None, own: dict[str, Any] | None = None, **facets: Any) -> dict[str, Any]:
    """Return an entry of inputs or outputs; own are its inputFacets or outputFacets (side)."""
    return {"namespace": NAMESPACE, "name": name, "facets": facets} | ({side: own} if side else {})


async def edges(api: Api, fields: str, side: str = "inputEdges") -> list[dict[str, Any]]:
    data = await api('{ dataProcessInstance(urn: "%s") { %s { %s } } }' % (urn(1), side, fields))
    return list(data["dataProcessInstance"][side])


def sample(corpus: Path, kind: str) -> dict[str, Any]:
    """Return the facets of a valid sample of the specification."""
    path = corpus / "openlineage" / "spec" / "facet_samples" / kind / "1.json"
    return dict(json.loads(path.read_text()))


async def test_mentions_attempts_and_versions(api: Api, database_url: str) -> None:
    def event(word: str, time: str, attempt: int, version: str) -> dict[str, Any]:
        return run_event(
            word, time, uuid(1), inputs=[dataset("b", version={"datasetVersion": version}), "a"],
            airflow={"taskInstance": {"try_number": attempt}},
        )  # fmt: skip

    await stored(
        database_url,
        parsed(
            event("START", "00:00:00", 1, "v2"), event("FAIL", "00:01:00", 1, "v2"), event("START", "00:02:00", 2, "v1")
        ),
    )
    a, b = await edges(
        api,
        """entity { urn ... on Dataset { name } } firstNamedAt lastNamedAt attempts versions
           mentions { time attempt version origin } newest: mentions(count: 1) { time } """,
    )
    assert (a["entity"]["urn"], a["versions"]) == (named_dataset_urn(NAMESPACE, "a"), [])
    assert b == {
        "entity": {"urn": named_dataset_urn(NAMESPACE, "b"), "name": "b"},
        "firstNamedAt": "2026-01-01T00:00:00+00:00",
        "lastNamedAt": "2026-01-01T00:02:00+00:00",
        "attempts": [1, 2],
        "versions": ["v1", "v2"],
        "mentions": [
            {"time": f"2026-01-01T00:0{minute}:00+00:00", "attempt": attempt, "version": version, "origin": "inputs"}
            for minute, attempt, version in ((2, 2, "v1"), (1, 1, "v2"), (0, 1, "v2"))
        ],
        "newest": [{"time": "2026-01-01T00:02:00+00:00"}],
    }
    [first] = (await api('{ dataProcessInstance(urn: "%s") { inputEdges { mentions { arrivedAt } } } }' % urn(1)))[
        "dataProcessInstance"
    ]["inputEdges"][:1]
    assert len({mention["arrivedAt"] for mention in first["mentions"]}) == 1


async def test_typed_facets_of_the_specifications_samples(api: Api, database_url: str, corpus: Path) -> None:
    read = (
        sample(corpus, "DataQualityMetricsInputDatasetFacet")
        | sample(corpus, "DataQualityAssertionsDatasetFacet")
        | sample(corpus, "BaseSubsetDatasetFacet")
        | {"inputStatistics": {"rowCount": 5, "size": 2**40, "fileCount": 1}}
    )
    written = sample(corpus, "OutputStatisticsOutputDatasetFacet")
    about = sample(corpus, "LifecycleStateChangeDatasetFacet") | sample(corpus, "ColumnLineageDatasetFacet")
    await stored(
        database_url,
        parsed(
            run_event(
                "COMPLETE", "00:00:00", uuid(1), inputs=[dataset("in", "inputFacets", read)],
                outputs=[dataset("out", "outputFacets", written, **about)],
            )
        ),
    )  # fmt: skip
    [edge] = await edges(api, TYPED)
    assert edge["statistics"] == {"rowCount": 5, "size": 2**40, "fileCount": 1}
    assert edge["subset"] == read["subset"]["inputCondition"]
    assert edge["dataQualityMetrics"] == {
        "rowCount": 10, "bytes": None, "fileCount": 5, "lastUpdated": "2023-05-30T10:54:22.355067+00:00",
        "columnMetrics": read["dataQualityMetrics"]["columnMetrics"],
    }  # fmt: skip
    assert len(edge["assertions"]) == 10
    assert edge["assertions"][0] == {
        "assertion": "accepted_values", "success": True, "column": "status", "severity": None, "name": None,
        "expected": None, "actual": None,
    }  # fmt: skip
    assert edge["customProperties"] == []
    [edge] = await edges(api, TYPED, "outputEdges")
    statistics = written["outputStatistics"]
    assert edge["statistics"] == {name: statistics.get(name) for name in ("rowCount", "size", "fileCount")}
    assert edge["statistics"]["rowCount"]
    assert edge["lifecycleStateChange"] == {
        "change": "RENAME", "previousNamespace": "file", "previousName": "/tmp/alter_test/alter_table_test"
    }  # fmt: skip
    assert edge["columnLineage"]["fields"] == about["columnLineage"]["fields"]
    assert edge["subset"] is None


async def test_input_facets_go_before_facets(api: Api, database_url: str) -> None:
    """dbt puts its assertions in both."""
    both = dataset(
        "both", "inputFacets", {"dataQualityAssertions": {"assertions": [{"assertion": "edge"}]}, "x": {"from": "edge"}},
        dataQualityAssertions={"assertions": [{"assertion": "dataset"}]}, x={"from": "dataset", "more": 1},
    )  # fmt: skip
    one = dataset("one", dataQualityAssertions={"assertions": [{"assertion": "dataset"}]})
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(1), inputs=[both, one])))
    first, second = await edges(
        api,
        """assertions { assertion } facets { name scope } of: facets(scope: DATASET) { name } customProperties { key value }
           aspect(name: "x") { scope value } asked: aspect(name: "x", scope: DATASET) { value } """,
    )
    assert first == {
        "assertions": [{"assertion": "edge"}],
        "facets": [
            {"name": name, "scope": scope} for name in ("dataQualityAssertions", "x") for scope in ("EDGE", "DATASET")
        ],
        "of": [{"name": "dataQualityAssertions"}, {"name": "x"}],
        "customProperties": [{"key": "x.from", "value": "edge"}],
        "aspect": {"scope": "EDGE", "value": {"from": "edge"}},
        "asked": {"value": {"from": "dataset", "more": 1}},
    }
    assert (second["assertions"], second["aspect"]) == ([{"assertion": "dataset"}], None)


async def test_an_edges_facets_are_as_its_own_run_saw_them(api: Api, database_url: str) -> None:
    events = [
        run_event("COMPLETE", f"00:0{n}:00", uuid(n), outputs=[dataset("out", storage={"storageLayer": f"s{n}"})])
        for n in (1, 2)
    ]
    await stored(database_url, parsed(*events))
    [edge] = await edges(api, "customProperties { key value } entity { ... on Dataset { aspect(name: \"storage\") { value } } }", "outputEdges")  # fmt: skip
    assert edge["customProperties"] == [{"key": "storage.storageLayer", "value": "s1"}]
    assert edge["entity"]["aspect"]["value"] == {"storageLayer": "s2"}


async def test_custom_properties_are_the_scalars_of_facets_without_a_field(api: Api, database_url: str) -> None:
    facets: dict[str, Any] = {
        "z.dots": {"b": 1.5, "a": True, "_hidden": 1, "list": [1], "object": {"x": 1}, "nothing": None, "é": "ü"},
        "dataSource": {"name": "db", "uri": "u", "_producer": "p"},
        "version": {"datasetVersion": "1"},
        "gone": {"_deleted": True, "x": 1},
        "Capital": {"big": 12345678901234567890},
    }
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(1), inputs=[dataset("in", **facets)])))
    [edge] = await edges(api, "customProperties { key value }")
    assert [(entry["key"], entry["value"]) for entry in edge["customProperties"]] == [
        ("Capital.big", "12345678901234567890"), ("dataSource.name", "db"), ("dataSource.uri", "u"),
        ("z.dots.a", "true"), ("z.dots.b", "1.5"), ("z.dots.é", "ü"),
    ]  # fmt: skip


@pytest.mark.parametrize("odd", [{"x": 1}, {"rowCount": "5", "size": [], "fileCount": None}, {"rowCount": 1e300}])
@pytest.mark.parametrize("scalar", [None, 7, "text", [], [None, 7, [{}]], {"a": []}])
async def test_odd_shapes_are_null_and_no_error(odd: Any, scalar: Any, api: Api, database_url: str) -> None:
    facets = {
        "inputStatistics": odd,
        "dataQualityMetrics": {"columnMetrics": [scalar], "lastUpdated": scalar, "rowCount": "x"},
        "dataQualityAssertions": {"assertions": scalar, "x": 1},
        "lifecycleStateChange": {"lifecycleStateChange": [scalar], "previousIdentifier": scalar},
        "columnLineage": {"x": scalar},
        "subset": {"y": scalar},
    }
    await stored(
        database_url, parsed(run_event("START", "00:00:00", uuid(1), inputs=[dataset("in", **facets), "bare"]))
    )
    bare, edge = await edges(api, TYPED)
    assert bare == NOTHING
    assert edge == NOTHING | {
        "statistics": {"rowCount": None, "size": None, "fileCount": None},
        "columnLineage": {},
        "dataQualityMetrics": dict.fromkeys(("rowCount", "bytes", "fileCount", "lastUpdated", "columnMetrics")),
        "lifecycleStateChange": dict.fromkeys(("change", "previousNamespace", "previousName")),
    }


@pytest.mark.parametrize("runs", [1, 6])
async def test_statements_do_not_grow_with_the_page(runs: int, api: Api, database_url: str) -> None:
    """The job; the page; all edges; mentions; facets and their values; typed facets together; custom properties."""
    events = [
        run_event(
            "START", f"00:0{n}:00", uuid(n), inputs=[dataset("a", subset={"x": n}, y={"z": 1}), "b"], outputs=["c"]
        )
        for n in range(1, runs + 1)
    ]
    await stored(database_url, parsed(*events))
    fields = f"entity {{ urn }} mentions {{ time }} facets {{ value }} {TYPED}"
    data = await api(
        '{ dataJob(urn: "%s") { runs { runs { inputEdges { %s } outputEdges { %s } } } } }'
        % (named_job_urn(NAMESPACE, "job"), fields, fields)
    )
    assert [len(run["inputEdges"]) for run in data["dataJob"]["runs"]["runs"]] == [2] * runs
    assert api.statements == 7


async def test_mentions_have_a_limit_and_unknown_runs_no_edges(api: Api, database_url: str) -> None:
    assert await edges(api, "firstNamedAt") == []
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(1), inputs=["a"])))
    answer = await api.answer(
        '{ dataProcessInstance(urn: "%s") { inputEdges { mentions(count: 1001) { time } } } }' % urn(1)
    )
    assert answer.errors[0].message == "count: expected 0 to 1000, got 1001"


async def test_every_edge_of_recorded_events_can_be_read(api: Api, database_url: str, corpus: Path) -> None:
    files = ("dbt_local_artifacts", "spark_dataproc_simple", "marquez_seed")
    await stored(database_url, parse_files(*(corpus / "openlineage" / "events" / f"{name}.ndjson" for name in files)))
    rows = await api.pool.fetch("SELECT urn FROM run_view WHERE first_event_at IS NOT NULL")
    edge = f"entity {{ urn }} firstNamedAt facets {{ name value }} {TYPED}"
    data = await api(
        "query Q($urns: [String!]!) { entities(urns: $urns) { ... on DataProcessInstance { inputEdges { %s } outputEdges { %s } } } }"
        % (edge, edge),
        urns=[row["urn"] for row in rows[:1000]],
    )
    found = [edge for run in data["entities"] for edge in run["inputEdges"] + run["outputEdges"]]
    assert sum(len(edge["assertions"]) for edge in found) > 5
    assert sum(edge["columnLineage"] is not None for edge in found) > 2
    assert all("_producer" in facet["value"] for edge in found for facet in edge["facets"])
