"""Recorded events, merged: the store agrees with plain loops over the JSON.

The loops know neither the dialect nor the merge; only the URNs come from `headwater.urn`.
"""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from headwater.dialects.openlineage import parse_document
from headwater.model.bodies import unpack_body
from headwater.store.connections import connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.trace import new_trace
from headwater.urn import job_run_key, named_dataset_urn, named_job_urn

from conftest import Item, cloned_database, fetch, merge_items, parse_files
from store_dump import dump

# runs; among them: COMPLETE with SUCCESS, COMPLETE with FAILURE, with a parent other than themselves
FILES = {
    "airflow3_local_etl": (15, 15, 0, 12),
    "data_rentgen_unknown": (1, 1, 0, 0),
    "dbt_fixture_projects_a": (27, 22, 5, 0),
    "dbt_local_artifacts": (25, 19, 6, 20),
    "dbt_local_structured_seed_run_test_build": (134, 130, 2, 130),
    "marquez_apples": (8, 8, 0, 0),
    "marquez_seed": (13, 13, 0, 0),
    "ol_diff_examples": (3, 2, 0, 2),
    "openlineage_client_tests": (3, 2, 0, 1),
    "openlineage_docs_examples": (6, 5, 0, 2),
    "openlineage_python_client_1_54": (4, 2, 1, 4),
    "spark_dataproc_bigquery_shakespeare": (3, 3, 0, 2),
    "spark_dataproc_simple": (1, 1, 0, 1),
    "spark_fixtures_old": (5, 5, 0, 3),
    "spline_airflow_example": (1, 1, 0, 1),
}
QUIRKS = [
    "databand_example1_bulk",
    "databand_gitlab_bulk",
    "dbt_one_runid_many_jobs",
    "marquez_time_unicode_names",
    "non_uuid_runid_or_partial",
    "proxy_invalid_facets",
]
UUID_FORM = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ENDS = {"COMPLETE": "SUCCESS", "FAIL": "FAILURE", "ABORT": "FAILURE"}
RunId = tuple[str, str, str]  # runId, namespace, job


def events_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines() if line.strip()]


def time_of(event: dict[str, Any]) -> datetime:
    time = datetime.fromisoformat(event["eventTime"])
    return time.replace(tzinfo=time.tzinfo or UTC)


def run_of(reference: dict[str, Any]) -> RunId:
    run_id, job = reference["run"]["runId"], reference["job"]
    return run_id.lower() if UUID_FORM.fullmatch(run_id.lower()) else run_id, job["namespace"], job["name"]


class Expected:
    """The runs of a file, read from its run events by plain loops."""

    def __init__(self, events: Sequence[dict[str, Any]]) -> None:
        self.events: dict[RunId, list[dict[str, Any]]] = {}
        for event in events:
            if "run" in event and event["run"].get("runId"):
                self.events.setdefault(run_of(event), []).append(event)

    def urn(self, run: RunId) -> str:
        """Return the URN of a run, or of a reference's run."""
        same_id = [known for known in self.events if known[0] == run[0]]
        is_uuid = UUID_FORM.fullmatch(run[0]) is not None
        if is_uuid and len(same_id) <= 1:
            return f"urn:li:dataProcessInstance:{run[0]}"
        if is_uuid and run not in self.events:
            run = min(same_id, key=lambda known: (min(map(time_of, self.events[known])), known[1:]))
        return f"urn:li:dataProcessInstance:{job_run_key(run[1], run[2], run[0])}"

    def state(self, run: RunId) -> tuple[str | None, str | None]:
        """Return the last end of the highest attempt; at equal times FAILURE comes before SUCCESS."""
        begun = {
            (time_of(event), number)
            for event in self.events[run]
            if (number := try_number(event)) and event.get("eventType") in ("START", "RUNNING")
        }
        attempts: dict[int, list[tuple[datetime, str]]] = {}
        for event in self.events[run]:
            time, word = time_of(event), event.get("eventType")
            number = try_number(event) or max((n for begin, n in begun if begin <= time), default=1)
            if word in ("START", "RUNNING", *ENDS):
                attempts.setdefault(number, [])
            if word in ENDS:
                attempts[number].append((time, ENDS[word]))
        if not attempts:
            return None, None
        ends = attempts[max(attempts)]
        if not ends:
            return "STARTED", None
        last = max(time for time, _ in ends)
        return "COMPLETE", min(result for time, result in ends if time == last)

    def parent(self, run: RunId) -> str | None:
        """Return the newest named parent; at equal times an end event is the newest."""
        named: dict[tuple[datetime, bool], set[str]] = {}
        for event in self.events[run]:
            facets = event["run"].get("facets") or {}
            facet = facets.get("parent") or facets.get("parentRun")
            if facet and facet["run"].get("runId") and self.urn(run_of(facet)) != self.urn(run):
                named.setdefault((time_of(event), event.get("eventType") in ENDS), set()).add(self.urn(run_of(facet)))
        if not named:
            return None
        (newest,) = named[max(named)]
        return newest

    def datasets(self, run: RunId, side: str) -> frozenset[str]:
        return frozenset(
            named_dataset_urn(dataset["namespace"], dataset["name"])
            for event in self.events[run]
            for dataset in event.get(side) or []
            if dataset["namespace"] and dataset["name"]
        )

    def runs(self) -> dict[str, tuple[Any, ...]]:
        return {
            self.urn(run): (
                named_job_urn(*run[1:]),
                *self.state(run),
                self.parent(run),
                self.datasets(run, "inputs"),
                self.datasets(run, "outputs"),
            )
            for run in self.events
        }


def try_number(event: dict[str, Any]) -> int | None:
    airflow = (event["run"].get("facets") or {}).get("airflow") or {}
    number: int | None = (airflow.get("taskInstance") or {}).get("try_number")
    return number


def stored_runs(database_url: str) -> dict[str, tuple[Any, ...]]:
    """Return the runs with an event, in the form of Expected.runs."""
    edges: dict[tuple[str, str], set[str]] = {}
    for row in fetch(
        database_url,
        """SELECT r.urn, g.direction, a.urn AS asset
           FROM edge g JOIN entity r ON r.id = g.run_id JOIN entity a ON a.id = g.asset_id""",
    ):
        edges.setdefault((row["urn"], row["direction"]), set()).add(row["asset"])
    return {
        row["urn"]: (
            row["template_urn"], row["status"], row["result"], row["parent_urn"],
            *(frozenset(edges.get((row["urn"], direction), ())) for direction in ("INPUT", "OUTPUT")),
        )
        for row in fetch(database_url, "SELECT * FROM run_view WHERE first_event_at IS NOT NULL")
    }  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_the_runs_of_a_file(name: str, corpus: Path, database_url: str) -> None:
    path = corpus / "openlineage" / "events" / f"{name}.ndjson"
    merged = merge_items(database_url, parse_files(path))
    assert (merged.new + merged.duplicates, merged.problems) == (len(events_of(path)), 0)
    found = stored_runs(database_url)
    assert found == Expected(events_of(path)).runs()
    states = Counter(run[1:3] for run in found.values())
    with_parent = sum(run[3] is not None for run in found.values())
    assert (len(found), states["COMPLETE", "SUCCESS"], states["COMPLETE", "FAILURE"], with_parent) == FILES[name]


@pytest.mark.parametrize("name", QUIRKS)
def test_the_runs_of_a_quirky_file(name: str, corpus: Path, database_url: str) -> None:
    path = corpus / "openlineage" / "quirks" / f"{name}.ndjson"
    merge_items(database_url, parse_files(path))
    assert stored_runs(database_url) == Expected(events_of(path)).runs()


def test_all_files_of_the_corpus_are_known_here(corpus: Path) -> None:
    assert {path.stem for path in (corpus / "openlineage" / "events").iterdir()} == FILES.keys()
    assert {path.stem for path in (corpus / "openlineage" / "quirks").glob("*.ndjson")} == {*QUIRKS}


@pytest.mark.parametrize(
    "name", ["airflow3_local_etl", "dbt_local_artifacts", "dbt_local_structured_seed_run_test_build"]
)
def test_a_run_that_is_only_named_is_a_stub(name: str, corpus: Path, database_url: str) -> None:
    path = corpus / "openlineage" / "events" / f"{name}.ndjson"
    merge_items(database_url, parse_files(path))
    expected = Expected(events_of(path))
    named: set[str] = set()
    for event in events_of(path):
        facets = event["run"].get("facets") or {}
        parent = facets.get("parent") or {}
        dependencies = (facets.get("jobDependencies") or {}).get("upstream") or []
        references = [parent, parent.get("root"), *dependencies]
        named |= {expected.urn(run_of(reference)) for reference in references if reference and reference.get("run")}
    stubs = fetch(database_url, "SELECT urn, first_event_at, status FROM run_view WHERE is_stub")
    assert named
    assert {tuple(row) for row in stubs} == {(urn, None, None) for urn in named - expected.runs().keys()}


# Nothing is dropped


def stored_counts(database_url: str) -> tuple[int, int]:
    (row,) = fetch(database_url, "SELECT (SELECT count(*) FROM event), (SELECT count(*) FROM quarantine)")
    return row[0], row[1]


@pytest.mark.parametrize("name", QUIRKS)
def test_every_quirky_event_is_in_the_log_or_in_quarantine(name: str, corpus: Path, database_url: str) -> None:
    path = corpus / "openlineage" / "quirks" / f"{name}.ndjson"
    lines = [line.strip() for line in path.read_bytes().splitlines() if line.strip()]
    merged = merge_items(database_url, parse_files(path))
    assert sum(merged) == len(lines)
    assert stored_counts(database_url) == (merged.new, merged.problems)
    kept = {unpack_body(row["body"]) for row in fetch(database_url, "SELECT body FROM event")}
    kept |= {row["payload"] for row in fetch(database_url, "SELECT payload FROM quarantine")}
    assert len({json.dumps(json.loads(line), sort_keys=True) for line in lines}) == len(kept)
    assert kept <= set(lines)


@pytest.mark.parametrize("name", ["databand_example1", "databand_gitlab"])
def test_a_body_of_databand_holds_the_events_of_its_lines(name: str, corpus: Path, database_url: str) -> None:
    """The second merge, of the same events line by line, adds nothing to the posted array."""
    folder = corpus / "openlineage" / "quirks"
    merged = merge_items(database_url, parse_document((folder / f"{name}_body.json").read_bytes(), "body", 1))
    assert merged.problems == 0
    assert merge_items(database_url, parse_files(folder / f"{name}_bulk.ndjson")) == (0, sum(merged), 0, 0)


def test_every_export_of_dpone_is_in_the_log_or_in_quarantine(corpus: Path, database_url: str) -> None:
    paths = sorted((corpus / "dpone" / "events").iterdir())
    exported = [(path, event) for path in paths for event in exported_events(path)]
    real = [event for _, event in exported if not is_placeholder(event)]
    merged = merge_items(database_url, [i for path in paths for i in parse_document(path.read_bytes(), path.name, 1)])
    assert sum(merged) == len(exported) > len(paths)
    assert merged.new == len({json.dumps(event, sort_keys=True) for event in real})
    assert stored_counts(database_url) == (merged.new, merged.problems)
    quarantined = fetch(database_url, 'SELECT source, code, payload FROM quarantine ORDER BY source COLLATE "C"')
    placeholders = [path for path, event in exported if is_placeholder(event)]
    assert [tuple(row) for row in quarantined] == [
        (path.name, "run.placeholder", path.read_bytes().strip()) for path in placeholders
    ]
    assert placeholders
    assert stored_runs(database_url) == Expected(real).runs()


def exported_events(path: Path) -> list[dict[str, Any]]:
    """Return the events of a file: one, or several as `{"events": [...]}`."""
    document = json.loads(path.read_bytes())
    events: list[dict[str, Any]] = document.get("events", [document])
    return events


def is_placeholder(event: dict[str, Any]) -> bool:
    return (event["run"]["runId"], event["job"]["name"]) == ("unknown_run", "unknown")


# Convergence


def merge_one_by_one(database_url: str, items: Sequence[Item]) -> None:
    async def run() -> None:
        connection = await connect_to_merge(database_url)
        for item in items:
            await merge(connection, [Delivery([item], new_trace().trace_id)])
        await connection.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    "file",
    [
        "events/airflow3_local_etl",
        "events/dbt_local_artifacts",
        "events/spark_fixtures_old",
        "quirks/dbt_one_runid_many_jobs",
    ],
)
def test_order_and_repetition_do_not_matter(file: str, corpus: Path, postgres_url: str, template: str) -> None:
    items = parse_files(corpus / "openlineage" / f"{file}.ndjson")
    shuffled = [*items, *random.Random(1).sample(items, len(items) // 4)]
    random.Random(2).shuffle(shuffled)
    dumps = []
    with cloned_database(postgres_url, template) as url:
        merge_items(url, items)
        dumps.append(dump(url))
    with cloned_database(postgres_url, template) as url:
        merge_items(url, items[::-1])
        dumps.append(dump(url))
    with cloned_database(postgres_url, template) as url:
        merge_one_by_one(url, shuffled)
        dumps.append(dump(url))
    assert dumps[0]["run"]
    assert dumps[0] == dumps[1]
    assert dumps[0] == dumps[2]


# The apples story


@pytest.fixture
def kitchen(corpus: Path, database_url: str) -> str:
    merge_items(database_url, parse_files(corpus / "openlineage" / "events" / "marquez_apples.ndjson"))
    return database_url


def ends(kitchen: str, direction: str, namespace: str, name: str) -> list[tuple[str, str]]:
    """Return job and day of the runs with an edge to a dataset, the last first."""
    rows = fetch(
        kitchen,
        """SELECT t.name, r.ended_at
           FROM edge g JOIN run r ON r.id = g.run_id JOIN entity t ON t.id = r.template_id JOIN entity a ON a.id = g.asset_id
           WHERE g.direction = $1 AND a.urn = $2 ORDER BY g.run_created_at DESC""",
        direction,
        named_dataset_urn(namespace, name),
    )
    return [(row["name"], row["ended_at"].strftime("%Y-%m-%d %H:%M")) for row in rows]


def test_writers_in_the_kitchen(kitchen: str) -> None:
    assert ends(kitchen, "OUTPUT", "grandmas.kitchen", "apple.pie") == [
        ("prepare_apple_pie", "2020-10-16 05:00"),
        ("prepare_apple_pie", "2020-09-03 05:00"),
    ]
    assert ends(kitchen, "OUTPUT", "grandmas.kitchen", "apples") == [
        ("gather_apples", "2020-10-15 03:00"),
        ("gather_apples", "2020-08-29 23:00"),
    ]
    assert ends(kitchen, "OUTPUT", "cupboard", "apple.vinegar") == [("prepare_vinegar", "2020-10-28 09:52")]


def test_readers_in_the_kitchen(kitchen: str) -> None:
    assert ends(kitchen, "INPUT", "grandmas.kitchen", "apples") == [
        ("prepare_apple_filling", "2020-10-15 05:00"),
        ("prepare_apple_cider", "2020-09-29 02:00"),
        ("prepare_apple_filling", "2020-09-02 05:00"),
    ]
    assert ends(kitchen, "INPUT", "backyard", "crab.apples") == [("gather_apples", "2020-10-15 03:00")]


def test_after_the_crab_apples_came_only_a_filling_and_a_pie_made_of_them(kitchen: str) -> None:
    """These are all later runs; the vinegar's cider is from before."""
    rows = fetch(
        kitchen,
        """SELECT t.name FROM run r JOIN entity t ON t.id = r.template_id
           WHERE r.ended_at > (
               SELECT b.ended_at FROM run b JOIN edge g ON g.run_id = b.id JOIN entity a ON a.id = g.asset_id
               WHERE a.namespace = 'backyard' AND a.name = 'crab.apples')
           ORDER BY r.ended_at""",
    )
    assert [row["name"] for row in rows] == ["prepare_apple_filling", "prepare_apple_pie", "prepare_vinegar"]
    assert ends(kitchen, "OUTPUT", "grandmas.kitchen", "apple.cider") == [("prepare_apple_cider", "2020-09-29 02:00")]


def test_nobody_knows_when_a_run_of_the_kitchen_started(kitchen: str) -> None:
    """The kitchen sends only COMPLETE events: their time is the end and the sort key, not the start."""
    rows = fetch(kitchen, "SELECT * FROM run")
    assert len(rows) == 8
    for row in rows:
        assert (row["status"], row["result"], row["native_result"], row["attempt"]) == (
            "COMPLETE",
            "SUCCESS",
            "COMPLETE",
            1,
        )
        assert (row["started_at"], row["created_at"], row["state_at"]) == (None, row["ended_at"], row["ended_at"])
