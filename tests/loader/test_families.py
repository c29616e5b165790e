"""Events of a run and its relatives come to one merge, wherever they stand; waves of files change nothing."""

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from headwater.dialects.openlineage import family_of
from headwater.loader import files

from conftest import fetch
from events import parent, run_event, uuid
from loads import DumpOf, counts, load_paths
from store_dump import dump

FAMILIES, FILES = 12, 4


def family(number: int) -> list[dict[str, Any]]:
    """Return the events of a flow's run and of two tasks in it; one task names the flow's run in capitals."""
    flow, tasks = uuid(100 * number), [uuid(100 * number + place) for place in (1, 2)]
    named = [parent(flow), parent(flow.upper())]
    return [
        run_event("START", "00:00:00", flow),
        *(run_event("START", "00:01:00", task, parent=by) for task, by in zip(tasks, named, strict=True)),
        *(
            run_event("COMPLETE", "00:02:00", task, parent=by, outputs=["orders"])
            for task, by in zip(tasks, named, strict=True)
        ),
        run_event("COMPLETE", "00:03:00", flow),
    ]


EVENTS = list(chain.from_iterable(zip(*map(family, range(1, FAMILIES + 1)), strict=True)))
"""The events of all families: the first ones of each, then the second ones, and so on."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files among which the events of each family are scattered, with a record that is no JSON in each."""
    for number in range(FILES):
        lines = [json.dumps(event) for event in EVENTS[number::FILES]]
        (tmp_path / f"{number}.ndjson").write_text("\n".join([*lines, "not json"]))
    return tmp_path


def test_events_of_a_family_share_a_merge(
    spark: SparkSession, folder: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "TASK_BYTES", 4_000)
    summary = load_paths(spark, database_url, folder)
    assert counts(summary) == (len(EVENTS), 0, FILES)
    merged = fetch(
        database_url,
        "SELECT coalesce(r.parent_id, r.id) AS family, array_agg(DISTINCT v.xmin::text) AS merges"
        " FROM run_event t JOIN run r ON r.id = t.run_id JOIN event v ON v.content_hash = t.content_hash GROUP BY 1",
    )
    assert len(merged) == FAMILIES
    assert all(len(row["merges"]) == 1 for row in merged)
    assert len({row["merges"][0] for row in merged}) > 2
    assert summary.spark.shuffled_bytes > 0


def test_waves_give_the_store_of_one_merge(
    spark: SparkSession,
    folder: Path,
    database_url: str,
    dump_of_one_merge: DumpOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "WAVE_BYTES", 1)
    monkeypatch.setattr(files, "LEAST_TASK_BYTES", 1_000)
    summary = load_paths(spark, database_url, folder)
    assert (summary.files, *counts(summary)) == (FILES, len(EVENTS), 0, FILES)
    fetch(database_url, "DELETE FROM quarantine")
    assert dump(database_url) == dump_of_one_merge(*EVENTS)
    assert len(fetch(database_url, "SELECT FROM loaded_part")) == FILES
    assert load_paths(spark, database_url, folder).skipped == FILES


@pytest.mark.parametrize(
    ("event", "family"),
    [
        ({"run": {"runId": "A"}}, "a"),
        ({"runId": "b", "job": {}}, "b"),
        ({"run": {"runId": "a", "facets": {"parent": {"run": {"runId": "p"}}}}}, "p"),
        ({"run": {"runId": "a", "facets": {"parentRun": {"run": {"runId": "p"}}}}}, "p"),
        ({"run": {"runId": "a", "facets": {"parent": {"run": {"runId": "p"}, "root": {"run": {"runId": "r"}}}}}}, "r"),
        ({"run": {"runId": "a", "facets": {"parent": {"run": {"runId": 3}, "root": []}}}}, "a"),
        ({"run": {"runId": None}}, None),
        ({"job": {"name": "j"}}, None),
        ({"run": "x", "runId": {}}, None),
        ([1], None),
        (None, None),
    ],
)
def test_the_family_of_an_event(event: Any, family: str | None) -> None:
    assert family_of(event) == family
