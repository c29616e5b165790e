"""The demo shop's history: reproducible, valid OpenLineage, and with the story in it."""

import gzip
import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import pytest

from headwater.demo import mart_jobs, story
from headwater.demo.facets import stamp
from headwater.demo.shop import (
    BAD_AT,
    BAD_JOB,
    BAD_RUN_ID,
    PRICES,
    REPAIRED_AT,
    shop_events,
    write_ndjson,
)
from headwater.demo.story import HUNG_RUN_IDS

from openlineage_spec import Event, facets_of, problems

Name = tuple[str, str]

TIME = re.compile(r"2026-(09|10)-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
LAST = {"COMPLETE", "FAIL", "ABORT"}

SUCCEEDED_ON_BAD_DATA = {
    "orders.refresh_price_cache": 45,
    "prices.build_catalog": 4,
    "model.shop.daily_revenue": 4,
    "model.shop.margins": 4,
    "recommendation_features.overwrite_by_expression.features_recommendations": 4,
    "marts.export_email_campaign": 4,
    "marts.finance_report": 3,
    "ml.train_demand_forecast": 1,
}
"""Counted from the calendar: 14 cache runs a day and 3 on the 17th, a nightly run on four days."""

FAILED_ON_BAD_DATA = {
    "recommendation_features.overwrite_by_expression.features_recommendations": 2,
    "marts.export_email_campaign": 1,
}
"""First tries: they read the bad data too, but passed nothing on."""


@pytest.fixture(scope="module")
def events() -> list[Event]:
    return list(shop_events())


@pytest.fixture(scope="module")
def runs(events: list[Event]) -> dict[str, list[Event]]:
    """The events of each run, by run id."""
    found: defaultdict[str, list[Event]] = defaultdict(list)
    for event in events:
        found[event["run"]["runId"]].append(event)
    return dict(found)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shop") / "made"
    write_ndjson(path)
    return path


def name_of(thing: Event) -> Name:
    return thing["namespace"], thing["name"]


def text_of(path: Path) -> str:
    content = path.read_bytes()
    return (gzip.decompress(content) if path.suffix == ".gz" else content).decode()


def of_job(runs: dict[str, list[Event]], name: str) -> list[list[Event]]:
    return [found for found in runs.values() if found[0]["job"]["name"] == name]


def dag_run_id(event: Event) -> str:
    facets = event["run"]["facets"]
    run_id: str = (facets.get("airflow") or facets["airflowDagRun"])["dagRun"]["run_id"]
    return run_id


# reproducible


def test_two_calls_are_equal(events: list[Event]) -> None:
    assert list(shop_events()) == events


def test_files_have_the_same_bytes_each_time(folder: Path, tmp_path: Path) -> None:
    def digests(paths: Iterable[Path]) -> dict[str, str]:
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}

    assert digests(write_ndjson(tmp_path)) == digests(sorted(folder.iterdir()))


def test_files_hold_all_events_in_order_of_time(folder: Path, events: list[Event]) -> None:
    written: list[Event] = []
    for path in sorted(folder.iterdir()):
        lines = [json.loads(line) for line in text_of(path).splitlines()]
        times = [line["eventTime"] for line in lines]
        assert times == sorted(times), path.name
        written += lines
    assert len(list(folder.glob("*.ndjson"))) == 7
    assert len(list(folder.glob("*.ndjson.gz"))) == 1
    assert sorted(map(json.dumps, written)) == sorted(map(json.dumps, events))


# valid OpenLineage


def test_events_have_the_structure_of_run_events(events: list[Event]) -> None:
    for event in events:
        assert set(event) == {
            *("eventTime", "producer", "schemaURL", "eventType"),
            *("run", "job", "inputs", "outputs"),
        }
        assert TIME.fullmatch(event["eventTime"])
        assert datetime.fromisoformat(event["eventTime"]).tzinfo
        assert event["schemaURL"] == "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"
        assert event["eventType"] in {"START", "RUNNING", *LAST}
        assert str(UUID(event["run"]["runId"])) == event["run"]["runId"]
        for thing in [event["job"], *event["inputs"], *event["outputs"]]:
            assert thing["namespace"]
            assert thing["name"]


def test_facets_have_their_envelope(events: list[Event]) -> None:
    for event in events:
        for key, facet in facets_of(event):
            assert facet["_producer"] == event["producer"], key
            address = urlsplit(facet["_schemaURL"])
            assert (address.scheme, address.netloc) == ("https", "openlineage.io"), key


def test_events_validate_against_the_specification(events: list[Event]) -> None:
    """One event of each shape: the others differ from it only in texts and numbers."""
    for event in {shape(event): event for event in events}.values():
        assert problems(event) == []


def shape(value: Any) -> str:
    """Return keys and types of a JSON value, and the kind of event."""
    if isinstance(value, dict):
        inner = ",".join(f"{key}:{shape(each)}" for key, each in sorted(value.items()))
        return f"{value.get('eventType', '')}{{{inner}}}"
    if isinstance(value, list):
        return f"[{','.join(map(shape, value))}]"
    return type(value).__name__


def test_runs_start_once_and_end_once(runs: dict[str, list[Event]]) -> None:
    for found in runs.values():
        kinds = [event["eventType"] for event in found]
        assert kinds[0] == "START"
        if found[0]["job"]["namespace"] == "flink-prod":
            assert set(kinds[1:]) == {"RUNNING"}
        elif found[0]["run"]["runId"] in HUNG_RUN_IDS:
            assert kinds == ["START"]
        else:
            assert len(kinds) == 2
            assert kinds[1] in LAST
            # Models that dbt skips below a failed one have one time.
            assert (found[0]["eventTime"] < found[1]["eventTime"]) == (kinds[1] != "ABORT")
            assert found[0]["eventTime"] <= found[1]["eventTime"]


def test_parents_are_runs_that_enclose_their_children(runs: dict[str, list[Event]]) -> None:
    for found in runs.values():
        parent = found[0]["run"]["facets"].get("parent")
        if not parent:
            continue
        above, root = runs[parent["run"]["runId"]], runs[parent["root"]["run"]["runId"]]
        assert name_of(above[0]["job"]) == name_of(parent["job"])
        assert name_of(root[0]["job"]) == name_of(parent["root"]["job"])
        assert above[0]["eventTime"] < found[0]["eventTime"]
        if above[0]["run"]["runId"] not in HUNG_RUN_IDS:
            assert found[-1]["eventTime"] < above[-1]["eventTime"]


def test_column_lineage_names_every_input(runs: dict[str, list[Event]]) -> None:
    """An analysis by columns takes a missing input for an unused one."""
    for job in (
        "prices.load_supplier_prices",
        "prices.build_catalog",
        "model.shop.daily_revenue",
        "model.shop.margins",
    ):
        last = of_job(runs, job)[0][-1]
        fields = last["outputs"][0]["facets"]["columnLineage"]["fields"]
        origins = {name_of(origin) for field in fields.values() for origin in field["inputFields"]}
        assert origins == {name_of(dataset) for dataset in last["inputs"]}


# counts


def test_counts(events: list[Event], runs: dict[str, list[Event]]) -> None:
    jobs = {name_of(event["job"]) for event in events}
    working = {name_of(event["job"]) for event in events if event["inputs"] or event["outputs"]}
    assert 12 <= len(working) <= 18
    assert len(jobs) == 21
    assert 4_000 <= len(runs) <= 6_000
    assert len(events) <= 9_000
    assert {name for name, _ in jobs} == {"airflow-prod", "spark-prod", "dbt-prod", "flink-prod"}
    size = sum(len(json.dumps(event, separators=(",", ":"))) for event in events)
    assert size / len(events) <= 2_600


def test_a_retry_is_a_new_run_of_the_same_job_and_parent(runs: dict[str, list[Event]]) -> None:
    tries: defaultdict[tuple[str, str], dict[int, list[Event]]] = defaultdict(dict)
    for found in runs.values():
        facets = found[0]["run"]["facets"]
        if "airflow" in facets:
            key = (found[0]["job"]["name"], facets["parent"]["run"]["runId"])
            tries[key][facets["airflow"]["taskInstance"]["try_number"]] = found
    retried = [numbers for numbers in tries.values() if len(numbers) > 1]
    ends = Counter(numbers[2][-1]["eventType"] for numbers in retried)
    assert len(retried) >= 15
    assert ends["FAIL"] == 3 * 2 + 1  # two tasks in three hours, and the marts' failed night
    for numbers in retried:
        first, second = numbers[1], numbers[2]
        assert first[-1]["eventType"] == "FAIL"
        assert first[-1]["run"]["facets"]["errorMessage"]["message"]
        assert first[-1]["eventTime"] < second[0]["eventTime"]


def test_tasks_that_did_not_run_are_told_by_the_dag_run_alone(runs: dict[str, list[Event]]) -> None:
    sent = {
        (found[0]["run"]["facets"]["parent"]["run"]["runId"], found[0]["job"]["name"])
        for found in runs.values()
        if "airflow" in found[0]["run"]["facets"]
    }
    states: Counter[str] = Counter()
    for run_id, found in runs.items():
        if "airflowState" not in found[-1]["run"]["facets"]:
            continue
        dag = found[0]["job"]
        for task, state in found[-1]["run"]["facets"]["airflowState"]["tasksState"].items():
            states[state] += 1
            silent = not dag["facets"]["airflow"]["tasks"][task]["emits_ol_events"]
            runs_there = (run_id, f"{dag['name']}.{task}") in sent
            assert runs_there == (state in {"success", "failed"} and not silent)
    # Sundays' feed 8 and the stuck one 3; the backfill's e-mails 7; weekends' reports
    assert states["skipped"] == 8 + 3 + 7 + (17 + 1 + 2)
    assert states["upstream_failed"] == 3
    assert states["failed"] == 3 * 2 + 1


def test_a_backfill_makes_a_week_of_september_again(runs: dict[str, list[Event]]) -> None:
    backfills = [found for found in of_job(runs, "marts") if "backfill__" in dag_run_id(found[0])]
    assert [dag_run_id(found[0])[:20] for found in backfills] == [f"backfill__2026-09-{day:02}" for day in range(7, 14)]
    assert {found[0]["eventTime"][:10] for found in backfills} == {"2026-10-06"}
    nominal = backfills[0][0]["run"]["facets"]["nominalTime"]["nominalStartTime"]
    assert nominal == "2026-09-07T03:00:00.000Z"


def test_a_mart_fails_for_good_and_the_model_is_trained_on_what_was_there(
    runs: dict[str, list[Event]],
) -> None:
    day = str(story.REVENUE_FAILED_ON)

    def ends(job: str) -> list[str]:
        return [found[-1]["eventType"] for found in of_job(runs, job) if found[0]["eventTime"][:10] == day]

    assert ends("model.shop.daily_revenue") == ["FAIL", "FAIL"]
    assert ends("model.shop.margins") == ["ABORT", "ABORT"]
    assert ends("marts") == ["FAIL"]
    assert ends("marts.build_features") == []
    assert ends("ml.train_demand_forecast") == ["COMPLETE"]


def test_failed_runs_do_not_say_what_they_wrote(events: list[Event]) -> None:
    for event in events:
        if event["eventType"] in {"FAIL", "ABORT"}:
            assert all("outputFacets" not in dataset for dataset in event["outputs"])


# the bad night


def test_the_bad_run_succeeded_but_wrote_far_too_little(runs: dict[str, list[Event]]) -> None:
    assert BAD_RUN_ID == "27ec3f00-3f34-588c-b968-1ba0dec251a0", "documentation names it"
    last = runs[BAD_RUN_ID][-1]
    assert name_of(last["job"]) == BAD_JOB
    assert (last["eventType"], last["eventTime"]) == ("COMPLETE", stamp(BAD_AT))
    output = last["outputs"][0]
    assert name_of(output) == PRICES
    assert output["outputFacets"]["outputStatistics"]["rowCount"] == story.BAD_ROWS
    assert output["facets"]["lifecycleStateChange"]["lifecycleStateChange"] == "OVERWRITE"
    hints = last["inputs"][0]["inputFacets"]
    assert hints["dataQualityMetrics"]["rowCount"] == story.BAD_ROWS
    assert hints["dataQualityAssertions"]["assertions"][0]["success"] is False


def test_all_other_price_loads_wrote_the_usual_number(runs: dict[str, list[Event]]) -> None:
    for found in of_job(runs, BAD_JOB[1]):
        if found[-1]["eventType"] != "COMPLETE" or found[0]["run"]["runId"] == BAD_RUN_ID:
            continue
        statistics = found[-1]["outputs"][0]["outputFacets"]["outputStatistics"]
        assert 45_000 < statistics["rowCount"] < 51_000
        checks = found[-1]["inputs"][0]["inputFacets"]["dataQualityAssertions"]["assertions"]
        assert checks[0]["success"] is True


def test_no_load_replaced_the_prices_until_the_repair(events: list[Event]) -> None:
    writes = [
        event for event in events if event["eventType"] == "COMPLETE" and PRICES in map(name_of, event["outputs"])
    ]
    later = [event for event in writes if event["eventTime"] > stamp(BAD_AT)]
    assert later[0]["eventTime"] == stamp(REPAIRED_AT)
    assert later[0]["run"]["runId"] == story.REPAIR_RUN_ID
    assert dag_run_id(later[0]).startswith("manual__")


def test_runs_affected_by_the_bad_run(events: list[Event], runs: dict[str, list[Event]]) -> None:
    affected = downstream(events, BAD_RUN_ID)
    begun = {run_id: runs[run_id][0]["eventTime"] for run_id in affected}
    before = [run_id for run_id, at in begun.items() if at < stamp(REPAIRED_AT)]
    after = [run_id for run_id, at in begun.items() if at >= stamp(REPAIRED_AT)]
    assert all(begun[run_id] > stamp(BAD_AT) for run_id in affected)
    ended: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for run_id in before:
        ended[runs[run_id][-1]["eventType"]][runs[run_id][0]["job"]["name"]] += 1
    assert ended == {"COMPLETE": SUCCEEDED_ON_BAD_DATA, "FAIL": FAILED_ON_BAD_DATA}
    # the bad model goes on into the e-mails until the next Thursday's training
    assert {runs[run_id][0]["job"]["name"] for run_id in after} == {mart_jobs.EXPORT_EMAIL.name}
    assert {begun[run_id][:10] for run_id in after} == {f"2026-10-{day}" for day in range(17, 23)}


def downstream(events: list[Event], start: str) -> list[str]:
    """Return the runs downstream of a run: a plain walk along the time, without Headwater's code.

    A batch run sees the newest version of each input at its start; a completed run makes a version. The streaming run
    never ends, so it makes no version here.
    """
    visible: dict[Name, str] = {}
    affected = [start]
    for event in events:
        run_id = event["run"]["runId"]
        if event["eventType"] == "START":
            seen = {visible.get(name_of(dataset)) for dataset in event["inputs"]}
            if seen & set(affected):
                affected.append(run_id)
        if event["eventType"] == "COMPLETE":
            visible.update({name_of(dataset): run_id for dataset in event["outputs"]})
    return affected[1:]
