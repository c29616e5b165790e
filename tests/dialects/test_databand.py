"""Databand's events to changes: a test for each row of the table in docs/databand.md that a parser decides."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from headwater.dialects import databand, openlineage
from headwater.dialects.databand import has_root_run, parse_document
from headwater.dialects.problems import UnusableError, problem
from headwater.dialects.replay import parse_again
from headwater.model.changes import Changes, Problem
from headwater.urn import named_job_urn, source_run_key, text_key

from databand_events import SOURCE, parsed_tasks, task_event

AT = datetime(2026, 1, 1, tzinfo=UTC)


def only(event: object) -> Changes:
    """Return the changes of one event."""
    [item] = parse_document(json.dumps(event).encode(), "test", 1, SOURCE)
    assert isinstance(item, Changes), item
    return item


def recorded(corpus: Path, name: str) -> list[Changes]:
    """Return the changes of a recorded body."""
    [path] = (corpus / "databand" / "posted").glob(f"{name}.json")
    items = parse_document(path.read_bytes(), "test", 1, SOURCE)
    assert all(isinstance(item, Changes) for item in items)
    return [item for item in items if isinstance(item, Changes)]


def every(corpus: Path) -> list[Changes]:
    """Return the changes of all recorded bodies."""
    names = ["example1", *(f"example2_p{number}_*" for number in range(1, 8))]
    return [changes for name in names for changes in recorded(corpus, name)]


def with_facets(event: dict[str, Any], **facets: Any) -> dict[str, Any]:
    """Return an event with more run facets."""
    event["run"]["facets"] |= facets
    return event


def kept(changes: Changes) -> dict[str, Any]:
    """Return the facets of the event's run, by name."""
    values = {fact.content_key.hex: json.loads(fact.value) for fact in changes.contents}
    sets = {fact.set_key: json.loads(fact.facets) for fact in changes.facet_sets}
    return {name: values[key.lstrip("!")] for fact in changes.run_facets for name, key in sets[fact.set_key].items()}


# By the rows of the table ------------------------------------------------------------------------


def test_1_a_space_stands_for_the_t(corpus: Path) -> None:
    first = recorded(corpus, "example1")[0]
    assert first.event.at == datetime(2026, 11, 21, 0, 7, 0, 289844, UTC)
    assert first.run_events[0].declared_start == datetime(2026, 11, 21, 0, 2, 0, 289859, UTC)
    assert first.event.warnings == []


NOTHING = ["None", "", "null", None]


@pytest.mark.parametrize("time", NOTHING)
def test_2_no_time_is_that_of_the_start_else_the_nominal_one(time: object) -> None:
    event = task_event("ABORT", None, "r", "j", start="00:02:00", nominal="00:01:00") | {"eventTime": time}
    without_start = task_event("ABORT", None, "r", "j", nominal="00:01:00") | {"eventTime": time}
    for changes, minute in ((only(event), 2), (only(without_start), 1)):
        assert changes.event.at == AT + timedelta(minutes=minute)
        assert "event_time.defaulted" in changes.event.warnings


def test_2_a_missing_time_is_no_time() -> None:
    event = task_event("ABORT", None, "r", "j", nominal="00:01:00")
    del event["eventTime"]
    assert "event_time.defaulted" in only(event).event.warnings


@pytest.mark.parametrize("time", [*NOTHING, "yesterday", 7, "NaT", [], {}])
def test_2_without_any_time_it_is_refused(time: object) -> None:
    """With the time of receipt, each delivery would become another event."""
    [refused] = parse_document(json.dumps(task_event("ABORT", None, "r", "j") | {"eventTime": time}).encode(), "t", 1)
    assert isinstance(refused, Problem)
    assert refused.code == "event_time.invalid"
    assert "eventTime" in refused.message


def test_2_recorded(corpus: Path) -> None:
    [changes] = recorded(corpus, "example2_p6_*")
    assert changes.event.at == datetime(2026, 11, 20, 10, 50, tzinfo=UTC)
    assert changes.event.warnings == ["event_time.defaulted", "facet.not_object"]
    assert changes.run_events[0].is_untimed


@pytest.mark.parametrize(
    ("event", "is_untimed"),
    [
        (task_event("RUNNING", "00:01:00", "r", "j", start="00:01:00", nominal="00:00:00"), True),
        (task_event("COMPLETE", "00:02:00", "r", "j", start="00:01:00", nominal="00:02:00"), False),
        (task_event("START", "00:01:00", "r", "j", nominal="00:01:00"), True),
        (task_event("ABORT", "00:01:00", "r", "j", nominal="00:01:00"), True),
        (task_event("ABORT", "00:02:00", "r", "j", nominal="00:01:00"), False),
        (task_event("START", "00:01:00", "r", "j"), False),
        (with_facets(task_event("START", "00:01:00", "r", "j"), startTime={"startTime": "soon"}), False),
    ],
)
def test_3_which_times_say_when_a_run_began_or_ended(event: dict[str, Any], is_untimed: bool) -> None:
    [run_event] = only(event).run_events
    assert run_event.is_untimed is is_untimed


def test_4_events_of_one_run_and_moment_are_two_where_they_differ() -> None:
    """Equal copies are one event."""
    events = [task_event(word, "00:01:00", "r", "j", start="00:01:00") for word in ("RUNNING", "COMPLETE", "COMPLETE")]
    hashes = [changes.event.content_hash for changes in parsed_tasks(*events)]
    assert len(set(hashes)) == 2
    assert hashes[1] == hashes[2]


def test_5_and_6_what_is_no_facet_is_left_out(corpus: Path) -> None:
    for changes in every(corpus):
        assert all(isinstance(value, dict) and value for value in kept(changes).values())
        assert not kept(changes).keys() & {"_producer", "_schemaURL"}
    [changes] = parsed_tasks(task_event("START", "00:01:00", "r", "j"))
    assert kept(changes) == {}
    assert changes.event.warnings == ["facet.not_object"]


def test_7_a_facet_without_producer_is_kept_as_it_came(corpus: Path) -> None:
    stage = recorded(corpus, "example2_p1_*")[1]
    assert "_producer" not in kept(stage)["parent"]
    [link] = stage.run_links
    names = {entity.urn_key: entity.name for entity in stage.entities}
    assert (link.kind, names[link.target_job_key]) == ("PARENT", "main")


def test_8_tags_of_databand_have_a_key_of_their_own(corpus: Path) -> None:
    first = kept(recorded(corpus, "example1")[0])
    assert "tags" not in first
    assert (first["databand_tags"]["projectName"], first["databand_tags"]["runName"]) == (
        "test_project", "test_run_name",
    )  # fmt: skip
    assert kept(recorded(corpus, "example2_p4_*")[0])["databand_tags"] == {"projectName": "data"}


def test_8_tags_of_openlineage_stay_what_they_are() -> None:
    tags = {"tags": [{"key": "team", "value": "shop"}]}
    assert kept(only(with_facets(task_event("START", "00:01:00", "r", "j"), tags=tags))) == {"tags": tags}


def test_9_log_and_start_time_are_known(corpus: Path) -> None:
    first = recorded(corpus, "example1")[0]
    assert kept(first)["log"]["logBody"] == "very helpful log.. and very long"
    assert first.run_events[0].declared_start is not None


def test_10_a_word_that_is_no_state_moves_none(corpus: Path) -> None:
    root = recorded(corpus, "example2_p5_*")[0]
    [run_event] = root.run_events
    assert (run_event.status, run_event.result, run_event.native_state) == (None, None, "scheduled")
    assert "event_type.unknown" in root.event.warnings


def test_12_a_run_is_not_its_own_parent(corpus: Path) -> None:
    events = recorded(corpus, "example2_p2_*")
    itself = [changes for changes in events if "reference.self" in changes.event.warnings]
    assert [changes.run_links for changes in itself] == [[], []]
    linked = {link.run_key for changes in events for link in changes.run_links}
    assert {changes.runs[0].run_key for changes in itself} <= linked, "the stage's event has the other parent"


def test_14_every_input_may_be_a_run(corpus: Path) -> None:
    stages = [changes for changes in recorded(corpus, "example2_p1_*") if changes.edges]
    assert [changes.input_jobs[0].job_key for changes in stages] == [
        text_key(named_job_urn("shop", name)) for name in ("build", "test")
    ]
    for changes in stages:
        [edge], [named] = changes.edges, changes.input_jobs
        assert (edge.run_key, edge.asset_key) == (named.run_key, named.asset_key)


def test_15_a_run_is_its_source_and_id_whatever_its_job() -> None:
    one, other = parsed_tasks(
        task_event("START", "00:01:00", "r", "main", parent="p"),
        task_event("START", "00:02:00", "r", "feature", parent="p"),
    )
    assert one.runs[0].run_key == other.runs[0].run_key == source_run_key(SOURCE, "r")
    assert one.runs[0].template_key != other.runs[0].template_key
    assert one.run_links[0].target_key == source_run_key(SOURCE, "p")
    [elsewhere] = parsed_tasks(task_event("START", "00:01:00", "r", "main"), source="another")
    assert elsewhere.runs[0].run_key != one.runs[0].run_key
    assert elsewhere.event.content_hash != one.event.content_hash


def test_15_a_uuid_is_the_same_in_both_spellings() -> None:
    assert source_run_key(SOURCE, SOURCE.upper()) == source_run_key(SOURCE, SOURCE)


def test_17_what_a_schema_url_says_is_not_believed(corpus: Path) -> None:
    """All of them name a facet, or a missing definition."""
    assert all(len(changes.runs) == 1 for changes in every(corpus))


def test_19_an_event_needs_no_inputs_outputs_or_start(corpus: Path) -> None:
    second = recorded(corpus, "example1")[1]
    assert (second.edges, second.run_events[0].result) == ([], "FAILURE")


def test_22_a_time_of_another_zone_is_the_same_moment(corpus: Path) -> None:
    root = recorded(corpus, "example2_p7_*")[0]
    assert kept(root)["nominalTime"]["nominalStartTime"] == "2026-11-20T13:00:00.000+02:00"
    [offset] = parsed_tasks(task_event("START", None, "r", "j") | {"eventTime": "2026-01-01T02:00:00+02:00"})
    assert offset.event.at == AT


# Further tests -----------------------------------------------------------------------------------


@pytest.mark.parametrize("run", [{}, {"run": None}, {"run": {}}, {"run": {"runId": None}}])
def test_the_run_id_may_be_beside_the_job(run: dict[str, Any]) -> None:
    event = task_event("START", "00:01:00", "r", "j")
    del event["run"]
    assert only(event | run | {"runId": "beside"}).runs[0].native_id == "beside"


def test_the_run_id_in_the_run_goes_before_one_beside_the_job() -> None:
    assert only(task_event("START", "00:01:00", "r", "j") | {"runId": "beside"}).runs[0].native_id == "r"


@pytest.mark.parametrize("run", ["r", [], 7, {"runId": 7}])
def test_a_run_that_is_none_is_refused(run: object) -> None:
    body = json.dumps(task_event("START", "00:01:00", "r", "j") | {"run": run, "runId": "beside"}).encode()
    [refused] = parse_document(body, "test", 1, SOURCE)
    assert isinstance(refused, Problem)
    assert refused.code == "run_id.invalid"


def test_a_batch_has_a_root_where_a_run_has_no_parent() -> None:
    root, child = task_event("START", "00:01:00", "r", "j"), task_event("START", "00:01:00", "c", "j", parent="r")
    assert has_root_run(parsed_tasks(child, root))
    assert not has_root_run(parsed_tasks(child))
    assert has_root_run([])


def test_a_replay_of_what_was_refused_is_of_the_same_source() -> None:
    for code, body in (
        ("job.invalid", json.dumps(task_event("START", "00:01:00", "r", "j")).encode()),
        ("json.invalid", json.dumps([task_event("START", "00:01:00", name, "j") for name in "rs"]).encode()),
    ):
        refused = problem(databand.DIALECT, "test", 1, UnusableError(code, "by an older version"), body, SOURCE)
        again = parse_again(refused)
        assert again == parse_document(body, "test", 1, SOURCE)
        assert all(isinstance(item, Changes) and item.event.source == SOURCE for item in again)


def test_the_same_refused_record_of_two_sources_is_two() -> None:
    error = UnusableError("job.invalid", "why")
    keys = {
        problem(dialect, "file", 1, error, b"{}", tenant).key
        for dialect in (databand.DIALECT, openlineage.DIALECT)
        for tenant in ("", "a", "b")
    }
    assert len(keys) == 6


def test_normalising_leaves_the_event_as_it_was() -> None:
    event = with_facets(task_event("ABORT", None, "r", "j", nominal="00:01:00"), tags={"projectName": "p"})
    before = json.dumps(event)
    databand.normalising.normalise(event)
    assert json.dumps(event) == before
