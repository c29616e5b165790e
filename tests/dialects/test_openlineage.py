"""OpenLineage events to changes: the facts of each part of an event, and the problems of unusable parts."""

import json
import math
import re
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from openlineage.client import OpenLineageClient
from openlineage.client.event_v2 import (
    DatasetEvent,
    InputDataset,
    Job,
    JobEvent,
    OutputDataset,
    Run,
    RunEvent,
    RunState,
    StaticDataset,
)
from openlineage.client.facet_v2 import (
    error_message_run,
    job_dependencies_run,
    nominal_time_run,
    output_statistics_output_dataset,
    parent_run,
    schema_dataset,
    sql_job,
)
from openlineage.client.transport.file import FileConfig, FileTransport

from headwater.dialects.openlineage import DIALECT, parse_document
from headwater.model.changes import Changes, Problem
from headwater.urn import (
    job_run_key,
    named_dataset_urn,
    named_flow_urn,
    named_job_urn,
    text_key,
)

from conftest import CORPUS, ROOT, fetch, merge_items

RUN_ID = "01936d3c-0e5a-7c3e-8f2b-5d6e7a8b9c0d"
OTHER_ID = "01936d3c-0e5a-7c3e-8f2b-000000000002"
JOB = {"namespace": "prod", "name": "shop.load"}
EVENT: dict[str, Any] = {
    "eventType": "START",
    "eventTime": "2026-11-21T03:00:00Z",
    "producer": "https://example.com/producer",
    "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
    "run": {"runId": RUN_ID},
    "job": JOB,
}
AT = datetime(2026, 11, 21, 3, tzinfo=UTC)
RUN_KEY = job_run_key("prod", "shop.load", RUN_ID)
ABSENT = object()


def make(**parts: Any) -> dict[str, Any]:
    """Return EVENT with other parts; ABSENT takes one out."""
    return {key: value for key, value in {**EVENT, **parts}.items() if value is not ABSENT}


def with_facets(**facets: Any) -> dict[str, Any]:
    """Return EVENT with run facets."""
    return make(run={"runId": RUN_ID, "facets": facets})


def item(event: object) -> Changes | Problem:
    """Return the result of one record."""
    body = event if isinstance(event, bytes) else json.dumps(event).encode()
    (only,) = parse_document(body, "file.ndjson", 7)
    return only


def changes(event: object) -> Changes:
    found = item(event)
    assert isinstance(found, Changes), found
    return found


def warnings(event: object) -> list[str]:
    return changes(event).event.warnings


def code(event: object) -> str:
    found = item(event)
    assert isinstance(found, Problem), found
    return found.code


def reference(run_id: str, name: str = "shop") -> dict[str, Any]:
    return {"run": {"runId": run_id}, "job": {"namespace": "prod", "name": name}}


def links(event: object) -> list[tuple[str, str, str | None]]:
    """Return kind, run id and job of the references."""
    found = changes(event)
    names = {entity.urn_key: entity.name for entity in found.entities}
    return [(link.kind, link.target_native_id, names[link.target_job_key]) for link in found.run_links]


def facet_names(found: Changes, urn: str | None = None) -> set[str]:
    """Return the facet names of the run and of its job as the run saw it, or of the entity with the URN."""
    if urn is None:
        return {name for facts in found.run_facets for name in set_names(found, facts.set_key)}
    return {
        name
        for facets in found.entity_facets
        if facets.urn_key == text_key(urn)
        for name in set_names(found, facets.set_key)
    }


def set_names(found: Changes, key: UUID | None) -> set[str]:
    """Return the facet names of a set; none without a set."""
    return {name for fact in found.facet_sets if fact.set_key == key for name in orjson.loads(fact.facets)}


# Codes: each with a payload that leads to it

REASONS: dict[str, object] = {
    "json.invalid": b'{"eventTime":',
    "json.too_deep": b'{"eventTime":' * 100_000,
    "event.not_object": [[EVENT]],
    "event.unknown_shape": make(run=ABSENT, job=ABSENT),
    "event_time.invalid": make(eventTime="yesterday"),
    "run_id.invalid": make(run={"runId": ""}),
    "run.placeholder": make(run={"runId": "unknown_run"}, job={"namespace": "dpone", "name": "unknown"}),
    "job.invalid": make(job={"namespace": "prod"}),
    "dataset.invalid": make(run=ABSENT, job=ABSENT, dataset={"name": "orders"}),
    "registry_entry.invalid": {"schema": "headwater.run-verification.v1", "checked_at": "soon"},
}
WARNINGS: dict[str, object] = {
    "time.no_zone": make(eventTime="2026-11-21T03:00:00"),
    "json.repaired": make(producer="\x00"),
    "facets.not_object": make(job={**JOB, "facets": ["sql"]}),
    "facet.not_object": with_facets(_producer="https://example.com", sql="SELECT 1"),
    "event_type.unknown": make(eventType="scheduled"),
    "dataset.ignored": {**EVENT, "dataset": {"namespace": "hive", "name": "t"}},
    "dataset.skipped": make(inputs=[{"namespace": "hive"}]),
    "reference.invalid": with_facets(parent={"run": {}, "job": JOB}),
    "reference.self": with_facets(parent=reference(RUN_ID, "shop.load")),
    "reference.own_id": with_facets(parent=reference(RUN_ID, "shop.refresh")),
    "symlink.invalid": make(inputs=[{"namespace": "hive", "name": "t", "facets": {"symlinks": {"identifiers": [{}]}}}]),
    "rename.invalid": make(
        outputs=[
            {
                "namespace": "hive",
                "name": "t",
                "facets": {"lifecycleStateChange": {"lifecycleStateChange": "RENAME", "previousIdentifier": {}}},
            }
        ]
    ),
    "lineage.invalid": make(job={**JOB, "facets": {"lineage": {"entries": [{"type": "DATASET"}]}}}),
    "event_type.contradicts_facet": make(
        eventType="COMPLETE", run={"runId": RUN_ID, "facets": {"dpone_run": {"passed": False}}}
    ),
    "task_ids.invalid": with_facets(airflow={"task": {"task_id": "load", "upstream_task_ids": "[" * 70_000}}),
    "start_time.invalid": with_facets(startTime={"startTime": "soon"}),
}
ELSEWHERE = {
    "Reasons": {
        "dialect.unknown",
        "event.too_wide",
        "file.damaged",
        "merge.failed",
        "merge.too_slow",
        "pipeline.invalid",
        "queue.failed",
    },
    "Warnings": {"job.skipped", "job_time.invalid", "status.unknown"},
}
"""Codes of the store (tests/ingest/test_gathering.py, test_wide_events.py), GitLab (tests/sync/test_gitlab_runs.py) and loads
(tests/loader/test_records.py)."""


def documented(title: str) -> set[str]:
    section = (ROOT / "docs" / "codes.md").read_text().split(f"## {title}\n")[1].split("\n## ")[0]
    return set(re.findall(r"^\| `([a-z_.]+)` \|", section, re.MULTILINE))


def test_the_documented_codes_are_those_in_the_source() -> None:
    package = ROOT / "server" / "headwater"
    files = [*(package / "dialects").rglob("*.py"), package / "loader" / "packing.py"]
    source = "".join(path.read_text() for path in files)
    codes = documented("Reasons") | documented("Reasons of DataHub's proposals") | documented("Warnings")
    codes |= documented("Warnings of Databand's events")
    assert codes == set(re.findall(r'"([a-z_]+\.(?!json")[a-z_]+)"', source))


def test_each_documented_code_has_a_payload_here() -> None:
    assert documented("Reasons") == REASONS.keys() | ELSEWHERE["Reasons"]
    assert documented("Warnings") == WARNINGS.keys() | ELSEWHERE["Warnings"]


@pytest.mark.parametrize(("reason", "event"), REASONS.items(), ids=REASONS)
def test_reason(reason: str, event: object) -> None:
    found = item(event)
    assert isinstance(found, Problem), found
    assert found[1:5] == (DIALECT, "file.ndjson", 7, reason)
    assert found.message


@pytest.mark.parametrize(("warning", "event"), WARNINGS.items(), ids=WARNINGS)
def test_warning(warning: str, event: object) -> None:
    assert warnings(event) == [warning]


@pytest.mark.parametrize(
    "time", [ABSENT, None, "", 1_700_000_000, [], "2026-13-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "NaN"]
)
def test_event_time_that_is_none(time: object) -> None:
    assert code(make(eventTime=time)) == "event_time.invalid"


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00Z", "0001-01-01", "9999-12-31T23:59:59.999999Z"])
def test_event_time_for_no_time(time: str) -> None:
    """asyncpg stores the first and the last possible moment as infinity, of which answers then fail."""
    problem = item(make(eventTime=time))
    assert isinstance(problem, Problem)
    assert problem.code == "event_time.invalid"
    assert (
        problem.message
        == f"eventTime: expected a time such as 2026-11-21T03:00:00Z, got '{time}', which programs send for no time"
    )


@pytest.mark.parametrize(
    "run", [ABSENT, None, "", "x", 5, True, [], {}, {"runId": None}, {"runId": 5}, {"runId": ["a"]}]
)
def test_run_id_that_is_none(run: object) -> None:
    assert code(make(run=run)) == "run_id.invalid"


@pytest.mark.parametrize(
    "job", [ABSENT, None, "j", [], {}, {"namespace": "", "name": "j"}, {"namespace": "n", "name": 5}]
)
def test_job_that_is_none(job: object) -> None:
    assert code(make(job=job)) == "job.invalid"


@pytest.mark.parametrize(
    "inputs", ["x", 5, True, {"namespace": "n", "name": "d"}, [None], ["x"], [{"namespace": "n", "name": ""}]]
)
@pytest.mark.parametrize("parts", [{}, {"run": ABSENT, "eventType": ABSENT}], ids=["RunEvent", "JobEvent"])
def test_datasets_that_are_none(inputs: object, parts: dict[str, Any]) -> None:
    found = changes(make(**parts, inputs=inputs, outputs=[{"namespace": "hive", "name": "kept"}]))
    assert found.event.warnings == ["dataset.skipped"]
    assert [entity.name for entity in found.entities if entity.kind == "dataset"] == ["kept"]


def test_a_problem_keeps_its_bytes_and_its_place() -> None:
    body = b'[ {"a":  1} , ' + json.dumps(EVENT).encode() + b" ,5,\t7]"
    found = parse_document(body, "s3a://bucket/file.json", 10)
    problems = [part for part in found if isinstance(part, Problem)]
    assert [(p.source, p.position, p.payload) for p in problems] == [
        (f"s3a://bucket/file.json#{place}", 10, payload) for place, payload in ((1, b'{"a":  1}'), (3, b"5"), (4, b"7"))
    ]
    assert isinstance(found[1], Changes)


def test_a_broken_document_is_one_problem_with_all_its_bytes() -> None:
    body = b'[{"eventTime": 1}, {"eventTi'
    (found,) = parse_document(body, "file", 1)
    assert isinstance(found, Problem)
    assert (found.code, found.payload) == ("json.invalid", body)


def test_the_same_record_in_the_same_place_is_the_same_problem() -> None:
    def key(body: bytes, source: str, position: int) -> UUID:
        (found,) = parse_document(body, source, position)
        assert isinstance(found, Problem)
        return found.key

    assert key(b"5", "f", 1) == key(b"5", "f", 1)
    assert len({key(b"5", "f", 1), key(b"5", "f", 2), key(b"5", "g", 1), key(b"6", "f", 1), key(b"{", "f", 1)}) == 5


def test_a_file_whose_name_is_not_utf_8_has_its_problems_kept() -> None:
    (found,) = parse_document(b"{", "caf\udce9.ndjson", 1)
    assert isinstance(found, Problem)
    found.source.encode()  # Postgres takes nothing else


@pytest.mark.parametrize(
    "broken", [b'{"a":' * 100_000 + b"1" + b"}" * 100_000, b"1" * 5000], ids=["too deep", "too many digits"]
)
def test_one_bad_event_does_not_reject_its_batch(broken: bytes) -> None:
    found = parse_document(b"[" + json.dumps(EVENT).encode() + b"," + broken + b"]", "file", 1)
    assert [type(part) for part in found] == [Changes, Problem]


# Runs and their states


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("START", ("STARTED", None, "START")),
        ("RUNNING", ("STARTED", None, "RUNNING")),
        ("COMPLETE", ("COMPLETE", "SUCCESS", "COMPLETE")),
        ("FAIL", ("COMPLETE", "FAILURE", "FAIL")),
        ("ABORT", ("COMPLETE", "FAILURE", "ABORT")),
        ("OTHER", (None, None, "OTHER")),
        ("complete", ("COMPLETE", "SUCCESS", "COMPLETE")),
        ("Fail", ("COMPLETE", "FAILURE", "FAIL")),
        (None, (None, None, None)),
        (ABSENT, (None, None, None)),
    ],
)
def test_event_types(word: object, expected: tuple[str | None, ...]) -> None:
    found = changes(make(eventType=word))
    (event,) = found.run_events
    assert (event.status, event.result, event.native_state) == expected
    assert (event.run_key, event.at, event.content_hash) == (RUN_KEY, AT, found.event.content_hash)
    assert found.event.warnings == []


@pytest.mark.parametrize("word", ["scheduled", "", "COMPLETE ", 5, True, {}, [], ["START"], {"a": 1}])
def test_event_types_that_are_unknown(word: object) -> None:
    (event,) = changes(make(eventType=word)).run_events
    assert (event.status, event.result) == (None, None)
    assert isinstance(event.native_state, str)
    assert warnings(make(eventType=word)) == ["event_type.unknown"]


def test_the_run_of_an_event() -> None:
    (run,) = changes(EVENT).runs
    assert (run.run_key, run.run_uuid, run.native_id) == (RUN_KEY, UUID(RUN_ID), RUN_ID)
    assert run.template_key == text_key(named_job_urn("prod", "shop.load"))
    assert run.flow_key is None


def test_a_run_of_the_job_that_is_the_flow_is_the_flows_too() -> None:
    (run,) = changes(make(job={"namespace": "prod", "name": "shop"})).runs
    assert run.flow_key == text_key(named_flow_urn("prod", "shop"))


def test_a_run_id_in_upper_case_is_the_same_run() -> None:
    (run,) = changes(make(run={"runId": RUN_ID.upper()})).runs
    assert (run.run_key, run.native_id) == (RUN_KEY, RUN_ID)


def test_a_run_id_that_is_no_uuid_is_kept_as_it_is() -> None:
    (run,) = changes(make(run={"runId": "Manual__1"})).runs
    assert (run.run_uuid, run.native_id) == (None, "Manual__1")


@pytest.mark.parametrize(("name", "run_id"), [("unknown", "run_01"), ("daily", "unknown_run")])
def test_only_both_words_together_are_a_placeholder(name: str, run_id: str) -> None:
    assert changes(make(run={"runId": run_id}, job={"namespace": "dpone", "name": name})).runs[0].native_id == run_id


def test_the_job_and_its_flow_are_entities() -> None:
    job, flow = named_job_urn("prod", "shop.load"), named_flow_urn("prod", "shop.load")
    entities = {entity.urn: entity for entity in changes(EVENT).entities}
    assert entities.keys() == {job, flow}
    assert entities[flow][1:] == ("dataFlow", flow, "prod", "shop", None, False)
    assert entities[job][1:] == ("dataJob", job, "prod", "shop.load", text_key(flow), False)
    assert all(entity.urn_key == text_key(urn) for urn, entity in entities.items())


@pytest.mark.parametrize(
    ("number", "attempt"),
    [
        (1, 1),
        (3, 3),
        (2**31 - 1, 2**31 - 1),
        (0, None),
        (-1, None),
        (2**31, None),
        ("2", None),
        (2.0, None),
        (True, None),
        (None, None),
    ],
)
def test_the_attempt_is_airflows_try_number(number: object, attempt: int | None) -> None:
    event = with_facets(airflow={"taskInstance": {"try_number": number}})
    event["outputs"] = [{"namespace": "hive", "name": "orders"}]
    found = changes(event)
    assert [fact.attempt for fact in found.run_events] == [attempt]
    assert [fact.attempt for fact in found.edges] == [attempt]
    assert found.event.warnings == []


@pytest.mark.parametrize("airflow", [{"taskInstance": "x"}, {"taskInstance": None}, {"dag": {}}, {"taskInstance": []}])
def test_an_airflow_facet_without_a_try_number_has_no_attempt(airflow: object) -> None:
    assert changes(with_facets(airflow=airflow)).run_events[0].attempt is None


def test_the_declared_start_is_databands_facet() -> None:
    (event,) = changes(with_facets(startTime={"startTime": "2026-11-21 02:58:39.63+01:00"})).run_events
    assert event.declared_start == datetime(2026, 11, 21, 1, 58, 39, 630_000, UTC)


def test_a_declared_start_without_a_zone_is_utc() -> None:
    event = with_facets(startTime={"startTime": "2026-11-21 02:58:39"})
    assert changes(event).run_events[0].declared_start == datetime(2026, 11, 21, 2, 58, 39, tzinfo=UTC)
    assert warnings(event) == ["time.no_zone"]


# Times


@pytest.mark.parametrize(
    ("text", "expected", "warned"),
    [
        ("2026-11-21T03:00:00Z", AT, []),
        ("2026-11-21T03:00:00.000+00:00", AT, []),
        ("2026-11-21T04:30:00+01:30", AT, []),
        ("2026-11-21 03:00:00+00:00", AT, []),
        ("2026-11-21 03:00:00", AT, ["time.no_zone"]),
        ("2026-11-21", datetime(2026, 11, 21, tzinfo=UTC), ["time.no_zone"]),
        (" 2026-11-21T03:00:00Z\n", AT, []),
        ("2026-11-21T03:00:00.123456789Z", AT.replace(microsecond=123_456), []),
        ("2026-11-21T03:00:00.999999999Z", AT.replace(microsecond=999_999), []),
        ("2026-11-21 03:00:00.63", AT.replace(microsecond=630_000), ["time.no_zone"]),
        ("2026-11-21t03:00:00z", AT, []),  # RFC 3339 allows lower case
        ("0001-01-01T00:00:00.000001Z", datetime(1, 1, 1, microsecond=1, tzinfo=UTC), []),
        ("9999-12-31T23:59:59Z", datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC), []),
    ],
)
def test_event_times(text: str, expected: datetime, warned: list[str]) -> None:
    found = changes(make(eventTime=text))
    assert (found.event.at, found.event.warnings) == (expected, warned)
    assert found.event.at.utcoffset() == AT.utcoffset()


# Datasets and edges


def test_inputs_and_outputs_are_edges() -> None:
    a, b = {"namespace": "postgres://db:5432", "name": "shop.orders"}, {"namespace": "s3://lake", "name": "orders"}
    found = changes(make(inputs=[a, b], outputs=[b]))
    keys = [text_key(named_dataset_urn(d["namespace"], d["name"])) for d in (a, b)]
    assert [(edge.run_key, edge.direction, edge.asset_key, edge.at, edge.origin) for edge in found.edges] == [
        (RUN_KEY, "INPUT", keys[0], AT, "inputs"),
        (RUN_KEY, "INPUT", keys[1], AT, "inputs"),
        (RUN_KEY, "OUTPUT", keys[1], AT, "outputs"),
    ]
    assert [edge.place for edge in found.edges] == [0, 1, 2]
    datasets = [entity for entity in found.entities if entity.kind == "dataset"]
    assert {(d.urn_key, d.namespace, d.name, d.is_stub) for d in datasets} == {
        (keys[0], "postgres://db:5432", "shop.orders", False),
        (keys[1], "s3://lake", "orders", False),
    }


@pytest.mark.parametrize("nothing", [ABSENT, None, []])
def test_no_inputs_say_nothing(nothing: object) -> None:
    found = changes(make(inputs=nothing, outputs=nothing))
    assert (found.edges, found.event.warnings) == ([], [])


def test_facets_of_a_dataset_are_its_own_and_the_edges() -> None:
    dataset = {
        "namespace": "hive",
        "name": "orders",
        "facets": {"schema": {"fields": []}},
        "inputFacets": {"subset": {"inputCondition": 1}},
        "outputFacets": {"outputStatistics": {"rowCount": 5}},
    }
    urn = named_dataset_urn("hive", "orders")
    found = changes(make(inputs=[dataset], outputs=[dataset]))
    assert facet_names(found, urn) == {"schema"}
    assert [(e.direction, set_names(found, e.set_key), set_names(found, e.own_set_key)) for e in found.edges] == [
        ("INPUT", {"schema"}, {"subset"}),
        ("OUTPUT", {"schema"}, {"outputStatistics"}),
    ]
    assert {(e.run_key, e.asset_key, e.at) for e in found.edges} == {(RUN_KEY, text_key(urn), AT)}


def test_a_job_event_names_datasets_but_makes_no_edge_and_no_run() -> None:
    found = changes(
        make(
            run=ABSENT,
            eventType=ABSENT,
            job={**JOB, "facets": {"sql": {"query": "SELECT 1"}}},
            inputs=[{"namespace": "hive", "name": "orders", "facets": {"schema": {"fields": []}}}],
            outputs=[{"namespace": "hive", "name": "customers"}],
        )
    )
    assert [found.runs, found.run_events, found.edges, found.run_facets, found.run_links] == [[]] * 5
    assert facet_names(found, named_job_urn("prod", "shop.load")) == {"sql"}
    assert facet_names(found, named_dataset_urn("hive", "orders")) == {"schema"}
    assert {entity.name for entity in found.entities} == {"shop", "shop.load", "orders", "customers"}


def test_a_dataset_event_is_about_its_dataset_alone() -> None:
    found = changes(
        make(run=ABSENT, job=ABSENT, dataset={"namespace": "hive", "name": "orders", "facets": {"schema": {"a": 1}}})
    )
    assert [entity.urn for entity in found.entities] == [named_dataset_urn("hive", "orders")]
    assert facet_names(found, named_dataset_urn("hive", "orders")) == {"schema"}
    assert [found.runs, found.run_events, found.edges, found.run_facets] == [[]] * 4


@pytest.mark.parametrize(
    ("word", "is_terminal"), [("START", False), ("OTHER", False), ("COMPLETE", True), ("FAIL", True), ("ABORT", True)]
)
def test_facets_know_whether_their_event_is_terminal(word: str, is_terminal: bool) -> None:
    dataset = {"namespace": "hive", "name": "orders", "facets": {"schema": {"a": 1}}}
    event = with_facets(parent=reference(OTHER_ID))
    found = changes(
        {**event, "eventType": word, "outputs": [dataset], "job": {**JOB, "facets": {"sql": {"query": "q"}}}}
    )
    facts: list[Any] = [*found.entity_facets, *found.edges, *found.run_facets, *found.run_links]
    assert len(facts) == 6
    assert {fact.is_terminal for fact in facts} == {is_terminal}


# Facets


@pytest.mark.parametrize("nothing", [None, {}])
def test_null_and_empty_facets_say_nothing(nothing: object) -> None:
    dataset = {
        "namespace": "hive",
        "name": "orders",
        "facets": {"schema": nothing},
        "outputFacets": {"outputStatistics": nothing},
    }
    found = changes(
        {
            **with_facets(parent=nothing, custom=nothing),
            "job": {**JOB, "facets": {"sql": nothing}},
            "outputs": [dataset],
        }
    )
    assert [found.entity_facets, found.facet_sets, found.run_links, found.contents, found.event.warnings] == [[]] * 5


@pytest.mark.parametrize("nothing", [None, {}])
def test_null_and_empty_holders_of_facets_say_nothing(nothing: object) -> None:
    dataset = {"namespace": "hive", "name": "orders", "facets": nothing, "outputFacets": nothing}
    found = changes(make(run={"runId": RUN_ID, "facets": nothing}, job={**JOB, "facets": nothing}, outputs=[dataset]))
    assert [found.entity_facets, found.facet_sets, found.event.warnings] == [[]] * 3


def test_only_deleted_true_is_a_tombstone() -> None:
    facets = {"a": {"_deleted": True}, "b": {"_deleted": False}, "c": {"_deleted": "true"}, "d": {"x": 1}}
    found = changes(make(job={**JOB, "facets": facets}))
    [kept] = found.facet_sets
    assert {name: key[0] == "!" for name, key in json.loads(kept.facets).items()} == {
        "a": True,
        "b": False,
        "c": False,
        "d": False,
    }
    assert [(fact.set_key, fact.at) for fact in found.entity_facets] == [(kept.set_key, AT)]


@pytest.mark.parametrize("value", ["text", 5, True, ["a"], [], "", 0, False])
def test_facets_that_are_no_objects_are_left_out(value: object) -> None:
    found = changes(with_facets(odd=value, kept={"a": 1}))
    assert facet_names(found) == {"kept"}
    assert found.event.warnings == ["facet.not_object"]


def test_keys_with_an_underscore_are_no_facets() -> None:
    found = changes(with_facets(_producer="https://example.com", _odd={"a": 1}, kept={"a": 1}))
    assert facet_names(found) == {"kept"}
    assert found.event.warnings == ["facet.not_object"]


def test_facet_names_are_free_text() -> None:
    names = {"spark.logicalPlan", "environment-properties", "ü 🍎", " "}
    assert facet_names(changes(with_facets(**{name: {"a": 1} for name in names}))) == names


def test_equal_facets_have_one_content() -> None:
    found = changes(with_facets(one={"a": 1, "b": [2.5, "é"]}, other={"b": [2.5, "é"], "a": 1}))
    [facets] = found.facet_sets
    assert len(set(orjson.loads(facets.facets).values())) == 1
    assert json.loads(found.contents[0].value) == {"a": 1, "b": [2.5, "é"]}


# References


def test_parent_and_root() -> None:
    event = with_facets(parent={**reference(OTHER_ID.upper()), "root": reference("root-1", "daily")})
    assert links(event) == [("PARENT", OTHER_ID, "shop"), ("ROOT", "root-1", "daily")]
    parent, root = changes(event).run_links
    assert (parent.target_key, parent.target_uuid) == (job_run_key("prod", "shop", OTHER_ID), UUID(OTHER_ID))
    assert (root.target_key, root.target_uuid) == (job_run_key("prod", "daily", "root-1"), None)


def test_the_job_of_a_reference_is_a_stub() -> None:
    stubs = {
        entity.urn for entity in changes(with_facets(parent=reference(OTHER_ID, "daily"))).entities if entity.is_stub
    }
    assert stubs == {named_job_urn("prod", "daily"), named_flow_urn("prod", "daily")}


def test_the_parent_facets_old_name() -> None:
    assert links(with_facets(parentRun=reference(OTHER_ID))) == [("PARENT", OTHER_ID, "shop")]
    both = with_facets(parentRun=reference("old"), parent=reference("new"))
    assert links(both) == [("PARENT", "new", "shop")]


def test_job_dependencies_with_a_run_are_upstream_runs() -> None:
    upstream = [reference(OTHER_ID, "a"), {"job": JOB}, {"job": JOB, "run": None}, reference("run-1", "b")]
    event = with_facets(jobDependencies={"upstream": upstream, "downstream": [reference("later", "c")]})
    assert [link for link in links(event) if link[0] == "UPSTREAM"] == [
        ("UPSTREAM", OTHER_ID, "a"),
        ("UPSTREAM", "run-1", "b"),
    ]
    assert warnings(event) == []
    assert facet_names(changes(event)) == {"jobDependencies"}


@pytest.mark.parametrize(
    "parent",
    [{"run": "x", "job": JOB}, {"run": {"runId": 5}, "job": JOB}, {"run": {"runId": OTHER_ID}}, {"run": {"runId": OTHER_ID}, "job": {}},
     {"a": 1}, {"run": {"runId": OTHER_ID}, "job": "shop"}],
)  # fmt: skip
def test_a_reference_that_names_nothing_stays_an_aspect(parent: dict[str, Any]) -> None:
    found = changes(with_facets(parent=parent))
    assert (found.run_links, found.event.warnings) == ([], ["reference.invalid"])
    assert facet_names(found) == {"parent"}


def test_a_bad_root_does_not_take_the_parent_with_it() -> None:
    event = with_facets(parent={**reference(OTHER_ID), "root": {"run": {}}})
    assert (links(event), warnings(event)) == ([("PARENT", OTHER_ID, "shop")], ["reference.invalid"])


@pytest.mark.parametrize(
    "facets",
    [
        {"jobDependencies": {"upstream": "x"}},
        {"jobDependencies": {"upstream": ["x", None]}},
        {"parent": {**reference(OTHER_ID), "root": "x"}},
    ],
)
def test_references_of_another_shape_are_ignored(facets: dict[str, Any]) -> None:
    found = changes(with_facets(**facets))
    assert {link.kind for link in found.run_links} <= {"PARENT"}
    assert facet_names(found) == facets.keys()


def test_a_run_is_not_its_own_parent_but_may_be_its_own_root() -> None:
    itself = reference(RUN_ID.upper(), "shop.load")
    event = with_facets(parent={**itself, "root": itself})
    assert (links(event), warnings(event)) == ([("ROOT", RUN_ID, "shop.load")], ["reference.self"])


# Repairs: NUL, lone surrogates, NaN

BROKEN = make(
    producer="a\x00b",
    run={
        "runId": "run\ud800",
        "facets": {"custom\x00": {"nan": math.nan, "list": [math.inf, -math.inf, "\udfff"], "fine": "🍎"}},
    },
    job={"namespace": "prod", "name": "shop.\x00"},
    inputs=[{"namespace": "hive", "name": "\ud83c"}],
)


def test_values_that_jsonb_cannot_hold_are_repaired() -> None:
    found = changes(BROKEN)
    assert found.event.warnings == ["json.repaired"]
    assert found.runs[0].native_id == "run\ufffd"
    assert [entity.name for entity in found.entities if entity.kind == "dataset"] == ["\ufffd"]
    assert facet_names(found) == {"custom\ufffd"}
    assert [json.loads(content.value) for content in found.contents] == [
        {"nan": "NaN", "list": ["Infinity", "-Infinity", "\ufffd"], "fine": "🍎"}
    ]


@pytest.mark.parametrize(
    "body", [json.dumps(BROKEN, indent=1), json.dumps(EVENT), json.dumps(EVENT, indent=4, ensure_ascii=False)]
)
def test_the_body_is_kept_byte_for_byte(body: str) -> None:
    assert changes(b"\r\n " + body.encode() + b"\n").event.body == body.encode()


def test_the_bodies_of_a_batch_are_kept_byte_for_byte() -> None:
    bodies = [
        json.dumps(make(producer=producer), indent=indent).encode()
        for indent, producer in enumerate(["a", "\x00", "ü"])
    ]
    for document in (b"[ " + b" ,\n".join(bodies) + b"]", b'{"events" : [' + b",".join(bodies) + b" ]}"):
        found = parse_document(document, "file", 1)
        assert [part.event.body for part in found if isinstance(part, Changes)] == bodies


def test_text_that_only_looks_broken_is_not_repaired() -> None:
    event = with_facets(custom={"a": "NaN", "b": "\\u0000", "c": "\\ud800", "d": "Infinity", "e": "🍎"})
    found = changes(event)
    assert found.event.warnings == []
    assert json.loads(found.contents[0].value) == event["run"]["facets"]["custom"]


# Into the store


def test_all_of_this_can_be_merged_in_one_batch(database_url: str) -> None:
    odd_words = [make(eventType=word) for word in (ABSENT, None, "", "start", "OTHER", 5)]
    odd_times = [make(eventTime=f"{year}-01-01T00:00:00Z") for year in ("0002", "1999", "2100", "9999")]
    usable = [*WARNINGS.values(), *odd_words, *odd_times, BROKEN, WHOLE]
    items = [item(event) for event in (*REASONS.values(), *usable)]
    assert merge_items(database_url, items) == (len(usable), 0, len(REASONS), 0)
    assert merge_items(database_url, items) == (0, len(usable), len(REASONS), 0)
    (stored,) = fetch(database_url, "SELECT (SELECT count(*) FROM event), (SELECT count(*) FROM quarantine)")
    assert tuple(stored) == (len(usable), len(REASONS))


# Identity of an event


def test_an_event_is_the_same_however_it_is_written() -> None:
    again = json.dumps(dict(reversed(EVENT.items())), indent=3).encode()
    assert changes(again).event.content_hash == changes(EVENT).event.content_hash


def test_events_that_differ_have_different_hashes() -> None:
    events = [
        EVENT,
        BROKEN,
        make(producer="\ufffd"),
        make(producer="\x00"),
        make(producer=math.nan),
        make(producer="NaN"),
        make(extra=None),
    ]
    assert len({changes(event).event.content_hash for event in events}) == len(events)


def test_the_same_event_of_two_tenants_is_two() -> None:
    body = json.dumps(EVENT).encode()
    found = [part for tenant in ("", "a", "b") for part in parse_document(body, "file", 1, tenant)]
    events = [part.event for part in found if isinstance(part, Changes)]
    assert [event.source for event in events] == ["", "a", "b"]
    assert len({event.content_hash for event in events}) == 3


def test_the_source_of_an_event_is_not_part_of_it() -> None:
    body = json.dumps(EVENT).encode()
    one, other = parse_document(body, "file", 1)[0], parse_document(b"[" + body + b"]", "elsewhere", 5)[0]
    assert isinstance(one, Changes)
    assert isinstance(other, Changes)
    assert one == other


# The real client


def client_events() -> Iterator[RunEvent | JobEvent | DatasetEvent]:
    job = Job("prod", "shop.load", {"sql": sql_job.SQLJobFacet(query="SELECT 1")})
    facets: dict[str, Any] = {
        "parent": parent_run.ParentRunFacet(
            run=parent_run.Run(OTHER_ID),
            job=parent_run.Job("prod", "shop"),
            root=parent_run.Root(run=parent_run.RootRun(OTHER_ID), job=parent_run.RootJob("prod", "shop")),
        ),
        "nominalTime": nominal_time_run.NominalTimeRunFacet("2026-11-21T03:00:00Z", "2026-11-22T03:00:00Z"),
        "jobDependencies": job_dependencies_run.JobDependenciesRunFacet(
            upstream=[
                job_dependencies_run.JobDependency(
                    job=job_dependencies_run.JobIdentifier("prod", "shop.extract"),
                    run=job_dependencies_run.RunIdentifier("01936d3c-0e5a-7c3e-8f2b-000000000003"),
                )
            ]
        ),
    }
    schema = schema_dataset.SchemaDatasetFacet(fields=[schema_dataset.SchemaDatasetFacetFields("id", "int")])
    written = output_statistics_output_dataset.OutputStatisticsOutputDatasetFacet(rowCount=5)
    lineage: dict[str, Any] = {
        "producer": "https://example.com",
        "inputs": [InputDataset("postgres://db:5432", "shop.orders", facets={"schema": schema})],
        "outputs": [
            OutputDataset("s3://lake", "orders", facets={"schema": schema}, outputFacets={"outputStatistics": written})
        ],
    }
    yield RunEvent(
        eventTime="2026-11-21T03:00:00Z", eventType=RunState.START, run=Run(RUN_ID, facets), job=job, **lineage
    )
    failed = {**facets, "errorMessage": error_message_run.ErrorMessageRunFacet("boom", "python", "at line 1")}
    yield RunEvent(
        eventTime="2026-11-21T03:05:00.123Z", eventType=RunState.FAIL, run=Run(RUN_ID, failed), job=job, **lineage
    )
    yield JobEvent(eventTime="2026-11-21T03:00:00Z", job=job, **lineage)
    static = StaticDataset("hive", "orders", facets={"schema": schema})
    yield DatasetEvent(eventTime="2026-11-21T03:00:00Z", producer="https://example.com", dataset=static)


@pytest.mark.parametrize("append", [True, False])
def test_files_of_the_python_client_are_read_without_a_warning(append: bool, tmp_path: Path) -> None:
    client = OpenLineageClient(transport=FileTransport(FileConfig(str(tmp_path / "events"), append=append)))
    for event in client_events():
        client.emit(event)
    files = sorted(tmp_path.iterdir())
    assert len(files) == (1 if append else 4)
    found = [changes(line) for file in files for line in file.read_bytes().splitlines()]
    assert [part.event.warnings for part in found] == [[], [], [], []]
    start, fail, job, dataset = found
    assert [(e.status, e.result) for part in (start, fail) for e in part.run_events] == [
        ("STARTED", None),
        ("COMPLETE", "FAILURE"),
    ]
    assert [link.kind for link in start.run_links] == ["PARENT", "ROOT", "UPSTREAM"]
    assert [edge.direction for edge in start.edges] == ["INPUT", "OUTPUT"]
    assert {"parent", "nominalTime", "jobDependencies", "errorMessage"} <= facet_names(fail)
    assert facet_names(job, named_job_urn("prod", "shop.load")) == {"sql"}
    assert facet_names(dataset, named_dataset_urn("hive", "orders")) == {"schema"}


# Random input

WORDS = st.sampled_from(
    ["eventType", "eventTime", "run", "runId", "job", "namespace", "name", "facets", "inputs", "outputs", "dataset", "parent", "root",
     "jobDependencies", "upstream", "airflow", "taskInstance", "try_number", "startTime", "events", "_deleted", "inputFacets",
     "START", "COMPLETE", "unknown", "unknown_run", RUN_ID, "2026-11-21T03:00:00Z", "2026-11-21"]
)  # fmt: skip
TEXT = st.one_of(WORDS, st.text(st.characters(exclude_categories=()), max_size=4))
ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=5)),
    max_leaves=20,
)
WHOLE = make(
    run={
        "runId": RUN_ID,
        "facets": {
            "parent": {**reference(OTHER_ID), "root": reference("root")},
            "jobDependencies": {"upstream": [reference("a")]},
            "airflow": {"taskInstance": {"try_number": 2}},
            "startTime": {"startTime": "2026-11-21T03:00:00Z"},
        },
    },
    job={**JOB, "facets": {"sql": {"query": "SELECT 1"}}},
    inputs=[
        {"namespace": "hive", "name": "a", "facets": {"schema": {"fields": []}}, "inputFacets": {"subset": {"a": 1}}}
    ],
    outputs=[
        {"namespace": "hive", "name": "b", "facets": {"schema": {"_deleted": True}}, "outputFacets": {"x": {"a": 1}}}
    ],
)
EVENTS = [
    WHOLE,
    {key: value for key, value in WHOLE.items() if key != "run"},
    make(run=ABSENT, job=ABSENT, dataset=WHOLE["inputs"][0]),
    *(
        json.loads(line)
        for path in sorted(CORPUS.glob("openlineage/*/*.ndjson"))
        for line in path.read_bytes().splitlines()
        if line.strip()
    ),
]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every (container, key) in a JSON value."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    for key in keys:
        yield value, key
        yield from places(value[key])


@st.composite
def mutated_events(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a valid event, made up or recorded, with up to three of its parts replaced or removed."""
    event: dict[str, Any] = deepcopy(draw(st.sampled_from(EVENTS)))
    for _ in range(draw(st.integers(1, 3))):
        container, key = draw(st.sampled_from(list(places(event)) or [(event, "run")]))
        if isinstance(container, dict) and draw(st.integers(0, 4)) == 0:
            container.pop(key, None)
        else:
            container[key] = draw(ANYTHING)
    return event


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from texts([*value.items()])
    elif isinstance(value, tuple | list):
        for part in value:
            yield from texts(part)


def assert_storable(found: Changes | Problem) -> None:
    """Check that Postgres can hold it and our reader read it: no NUL or surrogate in texts, strict JSON in contents."""
    if isinstance(found, Problem):
        assert found.code in REASONS
        facts: list[Any] = [found]
    else:
        assert WARNINGS.keys() >= set(found.event.warnings)
        facts = [found.event, *found.entities, *found.runs, *found.run_events, *found.edges, *found.entity_facets,
                 *found.run_facets, *found.facet_sets, *found.contents, *found.run_links]  # fmt: skip
        facts += [orjson.loads(content.value) for content in found.contents]
    for text in texts(facts):
        assert "\x00" not in text
        text.encode()


@given(mutated_events())
@example(make(eventType={}))
@example(make(eventType=[]))
@example(make(run=ABSENT, eventType=ABSENT, inputs=5))
@example(make(run=ABSENT, eventType=ABSENT, outputs=True))
@example(with_facets(custom={"beyond a double": 10**400}))
def test_a_mutated_event_is_read_or_refused(event: dict[str, Any]) -> None:
    assert_storable(item(event))


@given(ANYTHING)
def test_any_json_is_read_or_refused(value: Any) -> None:
    for found in parse_document(json.dumps(value).encode(), "file", 1):
        assert_storable(found)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(body: bytes) -> None:
    assert [part for part in parse_document(body, "file", 1) if isinstance(part, Problem)] or not body.strip(
        b" \t\r\n[]{}"
    )


@st.composite
def damaged_bodies(draw: st.DrawFn) -> bytes:
    """Draw the bytes of a valid event with a piece of them replaced."""
    body = json.dumps(draw(st.sampled_from(EVENTS))).encode()
    start = draw(st.integers(0, len(body)))
    return body[:start] + draw(st.binary(max_size=4)) + body[start + draw(st.integers(0, 50)) :]


@given(damaged_bodies())
def test_a_damaged_event_is_read_or_refused(body: bytes) -> None:
    for found in parse_document(body, "file", 1):
        assert_storable(found)
