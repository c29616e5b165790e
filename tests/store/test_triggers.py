"""The triggers of runs: the producer's word, in any order of the events that give it."""

import itertools
import json
from typing import Any

import pytest

from headwater.dialects.gitlab import parse_document, pipeline_document
from headwater.model.changes import Changes

from conftest import cloned_database, fetch, merge_items
from events import parsed, run_event, uuid
from gitlab_pipelines import job, pipeline
from proposals import RUN, accept_items, item


def triggers(url: str) -> dict[str, str | None]:
    """Return the triggers of runs, by their native ids."""
    return {row["native_id"]: row["trigger"] for row in fetch(url, "SELECT native_id, trigger FROM run")}


def started_by(word: Any, facet: str = "airflow") -> dict[str, Any]:
    return {facet: {"dagRun": {"run_type": word}}}


@pytest.mark.parametrize(
    ("facets", "trigger"),
    [
        (started_by("scheduled"), "scheduled"),
        (started_by("Manual"), "manual"),
        (started_by("backfill", "airflowDagRun"), "backfill"),
        (started_by("manual") | started_by("scheduled", "airflowDagRun"), "manual"),
        (started_by("") | started_by("scheduled", "airflowDagRun"), "scheduled"),
        (started_by("x" * 64), "x" * 64),
        (started_by("x" * 65), None),
        (started_by({"a": "b"}), None),
        (started_by(7), None),
        ({"airflow": {"dagRun": "scheduled"}}, None),
        ({"airflow": {"_deleted": True, "dagRun": {"run_type": "manual"}}}, None),
        ({"note": {"dagRun": {"run_type": "manual"}}}, None),
    ],
)
def test_airflow_says_what_started_a_run(facets: dict[str, Any], trigger: str | None, database_url: str) -> None:
    merge_items(database_url, parsed(run_event("START", "00:00:00", uuid(1), **facets)))
    assert triggers(database_url) == {uuid(1): trigger}


def test_the_newest_says_it_in_any_order(postgres_url: str, template: str) -> None:
    events = [
        run_event("START", "00:00:00", uuid(1), **started_by("manual")),
        run_event("RUNNING", "00:01:00", uuid(1), **started_by("backfill"), note={"a": 1}),
        run_event("COMPLETE", "00:02:00", uuid(1), note={"a": 2}),
    ]
    for order in itertools.permutations(events):
        with cloned_database(postgres_url, template) as url:
            for event in order:
                merge_items(url, parsed(event))
            assert triggers(url) == {uuid(1): "backfill"}


@pytest.mark.parametrize("source", ["push", "schedule", "web"])
def test_gitlab_says_what_started_a_pipeline(source: str, database_url: str) -> None:
    document = pipeline(
        5, "success", "10:00:00", "10:02:00", job(1, "test/unit", "success", "10:00:00", "10:01:00"), source=source
    )
    whole = pipeline_document("gitlab.com", "acme/shop", document["pipeline"], document["jobs"], document["bridges"])
    item_of_pipeline = parse_document(json.dumps(whole).encode(), "t", 1)
    assert isinstance(item_of_pipeline, Changes), item_of_pipeline
    merge_items(database_url, [item_of_pipeline])
    assert triggers(database_url) == {"5": source, "5/test": None, "5/test/unit": None}


def test_datahubs_property_says_it_until_it_is_replaced(database_url: str) -> None:
    created = {"time": 1, "actor": "urn:li:corpuser:a"}

    def say(properties: dict[str, str]) -> set[str | None]:
        value = {"name": "x", "created": created, "customProperties": properties}
        accept_items(database_url, item(RUN, "dataProcessInstanceProperties", value))
        return set(triggers(database_url).values())

    assert say({"run_type": "Scheduled"}) == {"scheduled"}
    assert say({"other": "x"}) == {None}
