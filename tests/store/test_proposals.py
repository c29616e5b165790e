"""The effects of proposals in the store: in their order, in any transactions, and beside OpenLineage's events."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.dialects.problems import UnusableError
from headwater.urn import named_dataset_urn, named_job_urn

from conftest import cloned_database, fetch, merge_items
from events import parent, parsed, run_event, uuid
from proposals import DATASET, RUN, accept_each, accept_items, event, item
from store_dump import dump
from two_stores import empty_stores

JOB = "urn:li:dataJob:(urn:li:dataFlow:(airflow,flow,prod),job)"
FLOW = "urn:li:dataFlow:(airflow,flow,prod)"
MODEL = "urn:li:mlModel:(urn:li:dataPlatform:mlflow,model,PROD)"
PARENT = "urn:li:dataProcessInstance:zero"
OTHER = "urn:li:dataset:(urn:li:dataPlatform:hive,u,PROD)"
PROPERTIES = {"name": "one", "created": {"time": 5_000, "actor": "urn:li:corpuser:me"}}


def run_row(database_url: str, urn: str = RUN) -> dict[str, Any]:
    """Return a run as queries see it."""
    [row] = fetch(database_url, "SELECT v.*, r.is_reported FROM run_view v JOIN run r USING (id) WHERE v.urn = $1", urn)
    return dict(row)


def edges(database_url: str) -> list[tuple[str, str]]:
    rows = fetch(
        database_url,
        "SELECT g.direction, a.urn FROM edge g JOIN entity a ON a.id = g.asset_id WHERE g.is_current ORDER BY 1, 2",
    )
    return [(row["direction"], row["urn"]) for row in rows]


def relationships(template: str | None = None, parent: str | None = None, *upstreams: str) -> dict[str, Any]:
    value = {"parentTemplate": template, "parentInstance": parent, "upstreamInstances": list(upstreams)}
    return {name: urn for name, urn in value.items() if urn is not None}


def test_the_state_of_attempts_and_the_sort_key(database_url: str) -> None:
    """Only STARTED has an attempt, as in Airflow's plugin: an end joins the attempt that had begun."""
    accept_items(database_url, item(RUN, "dataProcessInstanceProperties", PROPERTIES))
    row = run_row(database_url)
    assert (row["created_at"].timestamp(), row["status"], row["first_event_at"]) == (5, None, None)
    told = [
        event(1_000, "STARTED", attempt=1),
        event(2_000, "COMPLETE", "UP_FOR_RETRY"),
        event(3_000, "STARTED", attempt=2),
    ]
    accept_items(database_url, *(item(RUN, "dataProcessInstanceRunEvent", value) for value in told))
    row = run_row(database_url)
    assert (row["status"], row["result"], row["attempt"], row["created_at"].timestamp()) == ("STARTED", None, 2, 1)
    accept_items(database_url, item(RUN, "dataProcessInstanceRunEvent", event(4_000, "COMPLETE", "SKIPPED")))
    row = run_row(database_url)
    assert (row["status"], row["result"], row["native_result"], row["attempt"]) == ("COMPLETE", "SKIPPED", "skipped", 2)
    assert (row["started_at"].timestamp(), row["ended_at"].timestamp(), row["created_at"].timestamp()) == (3, 4, 1)


def test_a_start_and_an_end_in_one_millisecond_are_two_events(database_url: str) -> None:
    accept_items(
        database_url,
        item(RUN, "dataProcessInstanceRunEvent", event(1_000, "STARTED")),
        item(RUN, "dataProcessInstanceRunEvent", event(1_000, "COMPLETE", "SUCCESS")),
        item(RUN, "dataProcessInstanceRunEvent", event(1_000, "COMPLETE", "SUCCESS") | {"durationMillis": 7}),
    )
    assert len(fetch(database_url, "SELECT FROM run_event")) == 2
    assert [
        row["duration_millis"] for row in fetch(database_url, "SELECT * FROM run_event WHERE result IS NOT NULL")
    ] == [7]
    assert run_row(database_url)["result"] == "SUCCESS"


def test_a_run_that_is_complete_with_no_result(database_url: str) -> None:
    accept_items(database_url, item(RUN, "dataProcessInstanceRunEvent", event(1_000, "COMPLETE")))
    row = run_row(database_url)
    assert (row["status"], row["result"]) == ("COMPLETE", None)


@pytest.mark.parametrize("job", [JOB, FLOW, DATASET])
def test_template_parent_and_upstream_of_a_run(database_url: str, job: str) -> None:
    """Templates are jobs, flows, or (for dbt's tests) datasets; and all of them can change."""
    accept_items(database_url, item(RUN, "dataProcessInstanceRelationships", relationships(job, PARENT, PARENT)))
    row = run_row(database_url)
    assert (row["template_urn"], row["parent_urn"]) == (job, PARENT)
    assert (row["flow_id"] is not None) == (job == FLOW)
    upstream = "SELECT t.urn FROM run_reference f JOIN entity t ON t.id = f.target_id WHERE f.kind = 'UPSTREAM'"
    assert [row["urn"] for row in fetch(database_url, upstream)] == [PARENT]
    accept_items(database_url, item(RUN, "dataProcessInstanceRelationships", relationships()))
    row = run_row(database_url)
    assert (row["template_urn"], row["parent_urn"], row["flow_id"]) == (None, None, None)
    assert fetch(database_url, upstream) == []


def test_inputs_and_input_edges_are_united(database_url: str) -> None:
    value = {"inputs": [DATASET], "inputEdges": [{"destinationUrn": DATASET}, {"destinationUrn": OTHER}]}
    accept_items(database_url, item(RUN, "dataProcessInstanceInput", value))
    assert edges(database_url) == [("INPUT", DATASET), ("INPUT", OTHER)]
    fields = fetch(database_url, "SELECT field, count(*) FROM declared_edge GROUP BY field ORDER BY field")
    assert [tuple(row) for row in fields] == [("inputEdges", 2), ("inputs", 1)]


def test_a_run_that_reads_a_run_depends_on_it(database_url: str) -> None:
    value = {"inputs": [], "inputEdges": [{"destinationUrn": PARENT}]}
    accept_items(database_url, item(RUN, "dataProcessInstanceInput", value))
    assert edges(database_url) == []
    assert [row["kind"] for row in fetch(database_url, "SELECT kind FROM run_reference")] == ["UPSTREAM"]


def test_a_run_of_both_dialects_has_what_both_say(database_url: str, postgres_url: str, template: str) -> None:
    """A DataHub run with an OpenLineage run's UUID as id is that run, in either order."""
    urn = f"urn:li:dataProcessInstance:{uuid(1)}"
    said = [
        item(urn, "dataProcessInstanceProperties", PROPERTIES),
        item(urn, "dataProcessInstanceInput", {"inputs": [DATASET]}),
        item(urn, "dataProcessInstanceRelationships", relationships(JOB, PARENT)),
    ]
    events = parsed(run_event("START", "00:00:00", uuid(1), "flow.job", inputs=["in"]))
    with cloned_database(postgres_url, template) as other:
        merge_items(database_url, events)
        accept_items(database_url, *said)
        accept_items(other, *said)
        assert run_row(other, urn)["template_urn"] == JOB
        merge_items(other, events)
        assert dump(database_url) == dump(other)
    row = run_row(database_url, urn)
    assert (row["template_urn"], row["parent_urn"]) == (named_job_urn("test", "flow.job"), PARENT)
    assert edges(database_url) == [("INPUT", DATASET), ("INPUT", named_dataset_urn("test", "in"))]
    accept_items(database_url, item(urn, "dataProcessInstanceInput", {"inputs": []}))
    assert edges(database_url) == [("INPUT", named_dataset_urn("test", "in"))]


def test_a_stub_that_datahub_points_at_becomes_an_openlineage_run(database_url: str) -> None:
    parent = f"urn:li:dataProcessInstance:{uuid(1)}"
    accept_items(database_url, item(RUN, "dataProcessInstanceRelationships", relationships(None, parent)))
    assert run_row(database_url, parent)["is_stub"]
    merge_items(database_url, parsed(run_event("START", "00:00:00", uuid(1), "flow.job")))
    assert not run_row(database_url, parent)["is_stub"]
    assert run_row(database_url)["parent_urn"] == parent


def test_a_dataset_has_its_openlineage_name_whoever_names_it_first(
    database_url: str, postgres_url: str, template: str
) -> None:
    urn = named_dataset_urn("s3://bucket", "key")
    reads = parsed(run_event("START", "00:00:00", uuid(1), inputs=[{"namespace": "s3://bucket", "name": "key"}]))
    with cloned_database(postgres_url, template) as other:
        for url, first in ((database_url, True), (other, False)):
            if first:
                merge_items(url, reads)
            accept_items(url, item(urn, "status", {"removed": False}))
            if not first:
                merge_items(url, reads)
        assert dump(database_url) == dump(other)
    [row] = fetch(database_url, "SELECT namespace, name FROM entity WHERE urn = $1", urn)
    assert tuple(row) == ("s3://bucket", "key")


def test_a_request_is_accepted_whole_or_not_at_all(database_url: str) -> None:
    first = [item(RUN, "status", {"removed": True})]
    refused = [item(DATASET, "status", {"removed": True}), item(RUN, "status", {"removed": False}, "CREATE")]
    accepted = accept_each(database_url, first, refused, [item(OTHER, "status", {"removed": True})])
    assert isinstance(accepted[1], UnusableError)
    assert accepted[1].code == "proposal.exists"
    named = {row["urn"] for row in fetch(database_url, "SELECT urn FROM entity")}
    assert named == {RUN, OTHER}
    assert run_row(database_url)["is_removed"]
    assert len(fetch(database_url, "SELECT FROM event WHERE dialect = 'datahub'")) == 2


def test_an_entity_deleted_and_made_anew_in_one_transaction(database_url: str) -> None:
    accept_items(
        database_url, item(RUN, "dataProcessInstanceProperties", PROPERTIES), item(RUN, "status", {"removed": True})
    )
    accept_items(
        database_url,
        item(RUN, "dataProcessInstanceRunEvent", event(1, "STARTED")),
        item(RUN, "dataProcessInstanceKey", change="DELETE"),
        item(RUN, "subTypes", {"typeNames": ["x"]}),
    )
    names = [row["name"] for row in fetch(database_url, "SELECT name FROM versioned_aspect")]
    assert names == ["subTypes"]
    assert fetch(database_url, "SELECT FROM timeseries_aspect") == []
    assert not run_row(database_url)["is_stub"]


def test_a_deleted_openlineage_run_stays_deleted(database_url: str) -> None:
    """The log still has its events, so a copy of them is no new event."""
    events = parsed(run_event("START", "00:00:00", uuid(1), "flow.job", inputs=["in"]))
    merge_items(database_url, events)
    urn = f"urn:li:dataProcessInstance:{uuid(1)}"
    accept_items(database_url, item(urn, "dataProcessInstanceKey", change="DELETE"))
    merge_items(database_url, events)
    row = run_row(database_url, urn)
    assert (row["is_stub"], row["first_event_at"], edges(database_url)) == (True, None, [])
    merge_items(database_url, parsed(run_event("COMPLETE", "00:01:00", uuid(1), "flow.job")))
    assert run_row(database_url, urn)["status"] == "COMPLETE"


def test_create_entity_may_bring_several_aspects(database_url: str) -> None:
    created = [
        item(DATASET, "status", {"removed": False}, "CREATE_ENTITY"),
        item(DATASET, "subTypes", {"typeNames": ["t"]}, "CREATE_ENTITY"),
    ]
    assert len(accept_items(database_url, *created)) == 2
    with pytest.raises(UnusableError):
        accept_items(database_url, created[0])


def test_a_deleted_aspect_of_a_run_no_longer_counts(database_url: str) -> None:
    """The rule holds even if the aspect came in an earlier transaction, and pointed nowhere."""
    properties = PROPERTIES | {"customProperties": {"run_type": "manual"}}
    accept_items(
        database_url, item(RUN, "dataProcessInstanceProperties", properties), item(RUN, "status", {"removed": True})
    )
    row = run_row(database_url)
    assert (row["is_removed"], row["trigger"], row["created_at"] is None) == (True, "manual", False)
    accept_items(database_url, item(RUN, "status", change="DELETE"))
    assert not run_row(database_url)["is_removed"]
    accept_items(database_url, item(RUN, "dataProcessInstanceProperties", change="DELETE"))
    row = run_row(database_url)
    assert (row["trigger"], row["created_at"]) == (None, None)


def test_to_delete_what_is_not_there_makes_nothing(database_url: str) -> None:
    accept_items(database_url, item(RUN, "status", change="DELETE"), item(DATASET, "datasetKey", change="DELETE"))
    assert fetch(database_url, "SELECT FROM entity") == []
    assert fetch(database_url, "SELECT FROM run") == []


@pytest.mark.parametrize("batches", [[["a", "b", "b", "c"]], [["a"], ["b"], ["b", "c"]]])
def test_versions_count_values_however_they_share_transactions(database_url: str, batches: list[list[str]]) -> None:
    for names in batches:
        accept_items(database_url, *(item(RUN, "subTypes", {"typeNames": [name]}) for name in names))
    assert [tuple(row) for row in fetch(database_url, "SELECT version FROM versioned_aspect")] == [(3,)]


def test_the_same_event_by_both_dialects_is_one_whatever_the_order(
    database_url: str, postgres_url: str, template: str
) -> None:
    urn = f"urn:li:dataProcessInstance:{uuid(1)}"
    at = 1_767_225_600_000  # 2026-01-01T00:00:00Z, as run_event has it
    result = {"type": "SUCCESS", "nativeResultType": "COMPLETE"}
    said = item(urn, "dataProcessInstanceRunEvent", event(at, "COMPLETE") | {"result": result, "durationMillis": 9})
    events = parsed(run_event("COMPLETE", "00:00:00", uuid(1), "flow.job"))
    with cloned_database(postgres_url, template) as other:
        merge_items(database_url, events)
        accept_items(database_url, said)
        accept_items(other, said)
        merge_items(other, events)
        assert dump(database_url) == dump(other)
    assert [row["duration_millis"] for row in fetch(database_url, "SELECT * FROM run_event")] == [9]


def test_a_deleted_run_brings_its_derived_run_back(database_url: str) -> None:
    """Airflow's DAG run called a task with a real run skipped: once that run is deleted, the derived one returns."""
    airflow = {"dag": {"dag_id": "dag"}, "dagRun": {"run_id": "r"}, "task": {"task_id": "t"}}
    state = {"tasksState": {"t": "skipped"}, "dagRunState": "success"}
    end = run_event("COMPLETE", "00:10:00", uuid(1), "dag", airflowState=state)
    task = run_event("COMPLETE", "00:05:00", uuid(2), "dag.t", parent=parent(uuid(1), "dag"), airflow=airflow)
    merge_items(database_url, parsed(end, task))
    superseded = "SELECT is_superseded FROM run WHERE is_derived"
    assert [row[0] for row in fetch(database_url, superseded)] == [True]
    accept_items(database_url, item(f"urn:li:dataProcessInstance:{uuid(2)}", "dataProcessInstanceKey", change="DELETE"))
    assert [row[0] for row in fetch(database_url, superseded)] == [False]


NAMED = f"urn:li:dataProcessInstance:{uuid(2)}"
"""A DataHub run without a job."""

FAMILY = [
    run_event("COMPLETE", "00:10:00", uuid(1), "dag", airflowState={"tasksState": dict.fromkeys("abt", "skipped")})
]
"""Airflow's run that contains it, and reports three tasks as skipped."""


def said_of_named() -> list[dict[str, Any]]:
    told = [event(60_000, "STARTED"), event(120_000, "COMPLETE", "SUCCESS")]
    return [
        item(NAMED, "dataProcessInstanceProperties", PROPERTIES),
        item(NAMED, "dataProcessInstanceRelationships", relationships(None, f"urn:li:dataProcessInstance:{uuid(1)}")),
        item(NAMED, "dataProcessInstanceOutput", {"outputs": [DATASET]}),
        *(item(NAMED, "dataProcessInstanceRunEvent", value) for value in told),
    ]


def naming(number: int, job: str) -> dict[str, Any]:
    """Return an event of a run that waited for the named one, and knows its job."""
    upstream = {"job": {"namespace": "test", "name": job}, "run": {"runId": uuid(2)}}
    return run_event("COMPLETE", "00:05:00", uuid(number), "late", jobDependencies={"upstream": [upstream]})


def derived(database_url: str) -> list[tuple[Any, ...]]:
    """Return the dump, and the jobs that use data, which the dump leaves out."""
    uses = "SELECT job_id, false AS is_write FROM asset_read UNION ALL SELECT job_id, true FROM asset_write"
    rows = fetch(
        database_url, f"SELECT e.urn, k.is_write FROM ({uses}) k JOIN entity e ON e.id = k.job_id ORDER BY 1, 2"
    )
    return [tuple(dump(database_url).items()), *map(tuple, rows)]


@pytest.mark.parametrize("jobs", [["dag.t"], ["dag.b", "dag.a"]])
def test_a_job_that_only_references_give_is_that_of_the_run_in_any_order(
    jobs: list[str], two_urls: tuple[str, str]
) -> None:
    one, other = two_urls
    events = [naming(number, job) for number, job in enumerate(jobs, 8)]
    empty_stores(one, other)
    merge_items(one, parsed(*FAMILY, *events))
    accept_items(one, *said_of_named())
    merge_items(other, parsed(*FAMILY))
    accept_items(other, *said_of_named())
    for each in events:
        merge_items(other, parsed(each))
    assert derived(one) == derived(other)
    assert (named_job_urn("test", min(jobs)), True) in derived(one)


def test_a_deleted_run_gives_no_job_to_another(two_urls: tuple[str, str]) -> None:
    one, other = two_urls
    deletion = item(f"urn:li:dataProcessInstance:{uuid(8)}", "dataProcessInstanceKey", change="DELETE")
    empty_stores(one, other)
    merge_items(one, parsed(*FAMILY, naming(8, "dag.t")))
    accept_items(one, deletion)
    accept_items(one, *said_of_named())
    merge_items(other, parsed(*FAMILY))
    accept_items(other, *said_of_named())
    merge_items(other, parsed(naming(8, "dag.t")))
    accept_items(other, deletion)
    assert derived(one) == derived(other)
    assert (NAMED, True) in derived(one)


def test_a_derived_run_is_listed_again_where_another_run_changes_its_job(database_url: str) -> None:
    merge_items(database_url, parsed(*FAMILY))
    accept_items(database_url, *said_of_named())
    superseded = "SELECT native_id FROM run WHERE is_superseded"
    for job in ("dag.a", "dag.b"):
        said = relationships(named_job_urn("test", job), f"urn:li:dataProcessInstance:{uuid(1)}")
        accept_items(database_url, item(NAMED, "dataProcessInstanceRelationships", said))
        assert [row["native_id"] for row in fetch(database_url, superseded)] == [f"{uuid(1)}/{job[-1]}"]


def test_relationships_that_stay_are_not_written_again(database_url: str) -> None:
    """The server compares them in memory: a long list sent again costs only its changes."""
    urns = [f"urn:li:dataset:(urn:li:dataPlatform:hive,t{n},PROD)" for n in range(200)]
    for first in (0, 0, 1):
        accept_items(database_url, item(RUN, "dataProcessInstanceInput", {"inputs": urns[first:]}))
    written = fetch(database_url, "SELECT xmin::text, replaced_at IS NULL AS is_current FROM relationship ORDER BY id")
    assert [row["is_current"] for row in written] == [False] + [True] * 199
    assert len({row["xmin"] for row in written[1:]}) == 1
    assert len(edges(database_url)) == 199


def test_the_same_value_again_is_no_new_version(database_url: str) -> None:
    for name in ("a", "a", "b"):
        accept_items(database_url, item(RUN, "subTypes", {"typeNames": [name]}))
    [row] = fetch(database_url, "SELECT version, created_at, arrived_at FROM versioned_aspect")
    assert row["version"] == 2
    assert row["created_at"] < row["arrived_at"]


VALUES = st.one_of(
    st.builds(lambda inputs: item(RUN, "dataProcessInstanceInput", {"inputs": inputs}), st.lists(st.sampled_from([DATASET, OTHER]))),
    st.builds(
        lambda template, parent: item(RUN, "dataProcessInstanceRelationships", relationships(template, parent)),
        st.sampled_from([None, JOB, FLOW]), st.sampled_from([None, PARENT]),
    ),
    st.builds(lambda removed: item(RUN, "status", {"removed": removed}), st.booleans()),
    st.builds(
        lambda second, status: item(RUN, "dataProcessInstanceRunEvent", event(second * 1000, *status)),
        st.integers(1, 4), st.sampled_from([("STARTED", None), ("COMPLETE", "SUCCESS"), ("COMPLETE", "FAILURE")]),
    ),
    st.builds(
        lambda path: item(RUN, "dataProcessInstanceInput", [{"op": "add", "path": f"/inputs/{path}", "value": path}], "PATCH"),
        st.sampled_from([DATASET, OTHER]),
    ),
    st.sampled_from(
        [
            item(RUN, "dataProcessInstanceInput", change="DELETE"),
            item(RUN, "dataProcessInstanceProperties", PROPERTIES),
            item(RUN, "dataProcessInstanceProperties", change="DELETE"),
            item(RUN, "status", change="DELETE"),
            item(DATASET, "upstreamLineage", {"upstreams": []}),
            item(RUN, "dataProcessInstanceKey", change="DELETE"),
            item(PARENT, "dataProcessInstanceRunEvent", event(2_000, "STARTED")),
            item(PARENT, "dataProcessInstanceKey", change="DELETE"),
            item(JOB, "dataJobInputOutput", {"inputDatasets": [DATASET], "outputDatasets": [OTHER]}),
            item(JOB, "dataJobKey", change="DELETE"),
            item(MODEL, "mlModelProperties", {"trainingJobs": [RUN], "downstreamJobs": [PARENT]}),
            item(MODEL, "mlModelKey", change="DELETE"),
            item(DATASET, "datasetKey", change="DELETE"),
        ]
    ),
)  # fmt: skip


@pytest.fixture(scope="module")
def two_urls(postgres_url: str, template: str) -> Iterator[tuple[str, str]]:
    with cloned_database(postgres_url, template) as one, cloned_database(postgres_url, template) as other:
        yield one, other


@pytest.mark.parametrize(
    ("value", "deleted"),
    [
        (item(RUN, "status", {"removed": False}), "status"),
        (item(RUN, "status", {"removed": False}), "dataProcessInstanceKey"),
        (item(RUN, "dataProcessInstanceInput", {"inputs": [DATASET]}), "dataProcessInstanceInput"),
        (item(RUN, "dataProcessInstanceInput", {"inputs": [DATASET]}), "dataProcessInstanceKey"),
        (item(RUN, "dataProcessInstanceRunEvent", event(1_000, "STARTED")), "dataProcessInstanceKey"),
    ],
)
def test_a_deletion_leaves_the_same_in_one_transaction_as_in_two(
    value: dict[str, Any], deleted: str, two_urls: tuple[str, str]
) -> None:
    one, other = two_urls
    deletion = item(RUN, deleted, change="DELETE")
    empty_stores(one, other)
    accept_items(one, value)
    accept_items(one, deletion)
    accept_items(other, value, deletion)
    assert dump(one) == dump(other) != {}


@settings(max_examples=25)
@given(st.lists(VALUES, min_size=1, max_size=12), st.data())
def test_it_does_not_matter_how_proposals_share_transactions(
    two_urls: tuple[str, str], items: list[dict[str, Any]], data: st.DataObject
) -> None:
    one, other = two_urls
    cuts = sorted(data.draw(st.sets(st.integers(1, len(items)))) | {0, len(items)})
    empty_stores(one, other)
    for each in items:
        accept_items(one, each)
    for start, end in itertools.pairwise(cuts):
        accept_items(other, *items[start:end])
    assert dump(one) == dump(other)
