"""Strategies for histories with frequent cases of docs/point-in-time.md, and for questions about the histories.

Assets, jobs and minutes are few, so runs share assets and times tie. A run says only one thing of an asset at one
minute, since nothing decides between two statements of the same time. Each run has one parent.
"""

import os
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from impact_reference.asking import (
    AssetStart,
    Certainty,
    Direction,
    History,
    Mode,
    Question,
    Received,
    RunStart,
    Start,
    TemplateStart,
    VersionStart,
)

IS_LONG = "HEADWATER_TEST_EXAMPLES" in os.environ
"""Long tests draw new examples each time; others keep the same ones, so a failing build points at the change."""
EXAMPLES = int(os.environ.get("HEADWATER_TEST_EXAMPLES", "40"))


def compared(examples: int) -> settings:
    """Return the settings of a comparison."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=not IS_LONG,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
    )


DAY = datetime(2026, 1, 5, tzinfo=UTC)
LAST_MINUTE = 9
LONGEST_DELAY = 15
JOBS = "jobs"
DATASETS = "tables"
ASSETS = ["a", "b", "c", "d"]
USUAL = {"j1": (["d"], ["a"]), "j2": (["a"], ["b"]), "j3": (["b"], ["c", "d"])}
"""The usual inputs and outputs of a job, used half of the time.

They make long paths, and readers of versions that a failure did not replace.
"""
MAX_LEVELS = 3
GHOST = 90
"""The number of a run that others name, but that sends no events."""
USUALLY = range(80, 85)
"""The run numbers of a job's usual runs, a minute each."""
LOST = 85
"""The number of the same job's run that never ends."""

Draw = st.DrawFn
Details = dict[tuple[str, str, int], dict[str, Any]]


def moment(minute: float) -> datetime:
    """Return a time of the day of all histories."""
    return DAY + timedelta(minutes=minute)


def run_id(number: int) -> str:
    """Return the id of the run with this number."""
    return f"00000000-0000-4000-8000-{number:012d}"


def job(name: str) -> dict[str, Any]:
    """Return a job as an event names it."""
    return {"namespace": JOBS, "name": name}


def table(name: str) -> dict[str, Any]:
    """Return a dataset as an event names it."""
    return {"namespace": DATASETS, "name": name}


MINUTES = st.integers(0, LAST_MINUTE)
LENGTHS = st.integers(0, 4)
SIDES = ("input", "output")
SOME_ASSETS = st.lists(st.sampled_from(ASSETS), max_size=2, unique=True)
LIFECYCLES = ["OVERWRITE", "RENAME", "TRUNCATE", "RENAME", "DROP", "CREATE", "DROP", "ALTER"]
PARTITIONS = [{"day": "1"}, {"day": "2"}, {"day": "1", "country": "x"}]
CONDITIONS = (
    st.lists(st.sampled_from(PARTITIONS), min_size=1, max_size=2, unique_by=str).map(
        lambda chosen: {"type": "partition", "partitions": [{"dimensions": dimensions} for dimensions in chosen]}
    )
    | st.lists(st.sampled_from(["s3://x", "s3://y"]), min_size=1, max_size=2, unique=True).map(
        lambda chosen: {"type": "location", "locations": chosen}
    )
    | st.sampled_from("12").map(
        lambda value: {
            "type": "compare",
            "left": {"type": "field", "field": "n"},
            "right": {"type": "literal", "value": value},
            "comparison": "EQUAL",
        }
    )
)
MODELS = st.sampled_from(
    [
        {"materialized": "table"},
        {"materialized": "incremental"},
        {"materialized": "incremental", "incremental": {"strategy": "merge", "full_refresh": True}},
        {"materialized": "incremental", "incremental": {"strategy": "insert_overwrite", "full_refresh": False}},
    ]
).map(lambda config: {"facets": {"dbt_model": {"config": config}}})
COMMITS = st.builds(
    lambda word, total: {"operation": word, "commitMetrics": {"addedDataFiles": 0, "totalDataFiles": total}},
    st.sampled_from(["append", "overwrite", "delete"]), st.integers(0, 1),
).map(lambda report: {"outputFacets": {"icebergCommitReport": report}})  # fmt: skip
VERSION_IDS = st.sampled_from("12").map(lambda number: {"facets": {"version": {"datasetVersion": number}}})


def one_in(draw: Draw, times: int) -> bool:
    """Draw true about once in so many times; false is the simpler value. The ends of a range would come more often."""
    return draw(st.sampled_from([False, True, *[False] * (times - 2)]))


def subsets(side: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for the subset facet of an input or output."""
    return CONDITIONS.map(lambda condition: {f"{side}Facets": {"subset": {f"{side}Condition": condition}}})


@st.composite
def lifecycles(draw: Draw) -> dict[str, Any]:
    """Draw the lifecycle change of an output."""
    word = draw(st.sampled_from(LIFECYCLES))
    change: dict[str, Any] = {"lifecycleStateChange": word}
    if word == "RENAME" and not one_in(draw, 8):
        change["previousIdentifier"] = table(draw(st.sampled_from(ASSETS)))
    return {"facets": {"lifecycleStateChange": change}}


@st.composite
def details(draw: Draw, side: str) -> dict[str, Any]:
    """Draw the facets of an input or output; mostly none."""
    if side == "output" and one_in(draw, 4):
        return draw(lifecycles() | MODELS | COMMITS)
    return draw(VERSION_IDS | subsets(side)) if one_in(draw, 3) else {}


@dataclass
class _Run:
    """A run during its drawing."""

    number: int
    job_name: str
    parent: "_Run | None"
    level: int
    run_facets: dict[str, Any]
    job_facets: dict[str, Any]
    outputs: set[str] = field(default_factory=set)
    has_failed_child: bool = False
    said: Details = field(default_factory=dict)
    events: list[Received] = field(default_factory=list)


@st.composite
def histories(draw: Draw) -> History:
    """Draw runs, and their events in the order of arrival."""
    runs: list[_Run] = []
    for number in range(draw(st.integers(2, 5) | st.integers(2, 12))):
        run = draw(_runs(number, runs))
        for attempt in range(1, 1 + draw(st.sampled_from([1, 1, 1, 1, 2, 2, 3]))):
            _draw_attempt(draw, run, attempt)
        runs.append(run)
    for run in runs:
        _draw_references(draw, run, runs)
    if one_in(draw, 3):
        job_name = draw(st.sampled_from(sorted(USUAL)))
        runs += [*_usual_runs(job_name), _draw_lost(draw, job_name)]
    received = [one for run in runs for one in run.events]
    modes = draw(st.dictionaries(st.sampled_from(ASSETS), MODES, max_size=2))
    return History(
        sorted(received, key=lambda one: one.arrived_at), {(DATASETS, name): mode for name, mode in modes.items()}
    )


@st.composite
def rewritten(draw: Draw) -> History:
    """Draw runs that read and write two assets again and again, mostly without a word of their effect."""
    runs: list[_Run] = []
    for number in range(draw(st.integers(4, 14))):
        parent = draw(st.sampled_from(runs)) if runs and one_in(draw, 3) else None
        level = 1 if parent is None else parent.level + 1
        run = _Run(number, draw(st.sampled_from(sorted(USUAL))), parent, level, {}, {})
        if parent is not None:
            run.run_facets["parent"] = {"run": {"runId": run_id(parent.number)}, "job": job(parent.job_name)}
        if one_in(draw, 12):
            run.job_facets["jobType"] = {"processingType": "STREAMING", "integration": "FLINK"}
        start = draw(MINUTES)
        words = [("START", start)] if draw(st.booleans()) else []
        words.append((draw(st.sampled_from(["COMPLETE"] * 8 + ["FAIL"])), start + draw(LENGTHS)))
        named = {side: draw(st.sampled_from([["a"], ["a"], ["b"], ["a", "b"], []])) for side in SIDES}
        for word, minute in words:
            event = event_of(run.number, run.job_name, word, minute, run.run_facets, run.job_facets)
            for side, names in named.items():
                event[f"{side}s"] = [_draw_rewritten(draw, run, side, name, minute) for name in names]
            run.events.append(Received(event, moment(minute + (draw(LENGTHS) if one_in(draw, 6) else 0))))
        runs.append(run)
    received = [one for run in runs for one in run.events]
    return History(sorted(received, key=lambda one: one.arrived_at), {})


def _draw_rewritten(draw: Draw, run: _Run, side: str, name: str, minute: int) -> dict[str, Any]:
    """Draw a dataset with no facets, with any facets, or for an output with the word that it replaces."""
    if one_in(draw, 20):
        return _draw_dataset(draw, run, side, name, minute)
    if side == "output" and one_in(draw, 4):
        return table(name) | {"facets": {"lifecycleStateChange": {"lifecycleStateChange": "OVERWRITE"}}}
    return table(name)


@st.composite
def _runs(draw: Draw, number: int, earlier: list[_Run]) -> _Run:
    run_facets: dict[str, Any] = {}
    job_facets: dict[str, Any] = {}
    parents = [run for run in earlier if run.level < MAX_LEVELS]
    failing = [run for run in parents if run.has_failed_child]
    parent = draw(st.sampled_from(failing or parents)) if parents and one_in(draw, 3) else None
    if parent is not None:
        run_facets["parent"] = {"run": {"runId": run_id(parent.number)}, "job": job(parent.job_name)}
    elif one_in(draw, 12):
        run_facets["parent"] = {"run": {"runId": run_id(GHOST)}, "job": job("ghost")}
    if one_in(draw, 6):
        job_facets["jobType"] = {
            "processingType": draw(st.sampled_from(["STREAMING", "SERVICE", "STREAMING", "BATCH"])),
            "integration": "FLINK",
        }
        if one_in(draw, 2):
            job_facets["jobType"]["emissionPattern"] = {
                "eventTrigger": "PERIODIC",
                "eventContentMode": draw(st.sampled_from(["COMPLETE_SNAPSHOT", "COMPLETE_SNAPSHOT", "ACCUMULATIVE"])),
                "windowDuration": draw(st.sampled_from([60, 180])),
            }
    level = 1 if parent is None else parent.level + 1
    return _Run(number, draw(st.sampled_from(sorted(USUAL))), parent, level, run_facets, job_facets)


def _usual_runs(job_name: str) -> list[_Run]:
    """Return successes of a job's one-minute runs: enough for the hang detection of its other runs."""
    runs = [_Run(number, job_name, None, 1, {}, {}) for number in USUALLY]
    for run in runs:
        for word, minute in (("START", 0), ("COMPLETE", 1)):
            run.events.append(Received(event_of(run.number, run.job_name, word, minute, {}, {}), moment(minute)))
    return runs


def _draw_lost(draw: Draw, job_name: str) -> _Run:
    """Draw a run with the usual reads and writes of its job that never ends."""
    run = _Run(LOST, job_name, None, 1, {}, {})
    start = draw(st.integers(0, LAST_MINUTE // 2))
    _draw_event(draw, run, 1, "START", start, *USUAL[job_name])
    return run


def _draw_attempt(draw: Draw, run: _Run, attempt: int) -> None:
    """Draw the events of an attempt: the events of its state, and one that names an asset late or extra."""
    start = draw(MINUTES) if draw(st.booleans()) else min(2 * run.number, LAST_MINUTE)
    end = start + draw(LENGTHS)
    words = draw(
        st.sampled_from(
            [
                [("COMPLETE", end)],
                [("COMPLETE", end)],
                [("START", start), ("COMPLETE", end)],
                [("START", start), ("COMPLETE", end)],
                [("START", start), ("COMPLETE", end)],
                [("START", start), ("FAIL", end)],
                [("START", start), ("ABORT", end)],
                [("START", start)],
                [("RUNNING", start), ("COMPLETE", end)],
                [("FAIL", end)],
                [("START", start), ("COMPLETE", start), ("FAIL", end)],
                [("START", start), ("FAIL", start), ("COMPLETE", end)],
                [("START", start), ("FAIL", end), ("COMPLETE", end + 1)],
                [("START", start), ("ABORT", end), ("START", end + 1), ("COMPLETE", end + draw(LENGTHS))],
                [("START", start), ("ABORT", start)],
            ]
        )
    )
    if run.parent is not None:
        if run.parent.has_failed_child and draw(st.booleans()):
            words = [("START", start), ("ABORT", start)]
        run.parent.has_failed_child |= words[-1][0] == "FAIL"
    if words[-1][0] in ("FAIL", "ABORT") and one_in(draw, 6):
        run.run_facets["errorMessage"] = {"message": "error", "programmingLanguage": "SQL"}
    inputs, outputs = (draw(st.just(usual) | SOME_ASSETS) for usual in USUAL[run.job_name])
    if run.parent is not None and run.parent.outputs and draw(st.booleans()):
        outputs = sorted({*outputs, draw(st.sampled_from(sorted(run.parent.outputs)))})
    run.outputs.update(outputs)
    said = draw(st.sampled_from(["everywhere", "everywhere", "first", "last"]))
    for place, (word, minute) in enumerate(words):
        is_said = said == "everywhere" or place == (0 if said == "first" else len(words) - 1)
        _draw_event(draw, run, attempt, word, minute, inputs if is_said else [], outputs if is_said else [])
    if one_in(draw, 5):
        word = draw(st.sampled_from(["OTHER", "OTHER", "RUNNING"]))
        minute = start + draw(st.integers(-1, 6))
        more = [draw(st.lists(st.sampled_from(ASSETS), max_size=1)) for _ in range(2)]
        _draw_event(draw, run, attempt, word, minute, more[0], more[1])


def _draw_event(
    draw: Draw, run: _Run, attempt: int, word: str, minute: int, inputs: list[str], outputs: list[str]
) -> None:
    run_facets, job_facets = dict(run.run_facets), dict(run.job_facets)
    if (attempt > 1 and not one_in(draw, 8)) or one_in(draw, 8):
        run_facets["airflow"] = {"taskInstance": {"try_number": attempt}}
    if one_in(draw, 15):
        run_facets["startTime"] = {"startTime": moment(minute - draw(st.integers(0, 3))).isoformat()}
    event = event_of(run.number, run.job_name, word, minute, run_facets, job_facets)
    event["inputs"] = [_draw_dataset(draw, run, "input", name, minute) for name in inputs]
    event["outputs"] = [_draw_dataset(draw, run, "output", name, minute) for name in outputs]
    if outputs and one_in(draw, 8):
        _draw_lineage(draw, event)
    delay = draw(st.integers(1, LONGEST_DELAY)) if one_in(draw, 4) else 0
    run.events.append(Received(event, moment(minute + delay)))


def event_of(
    number: int, job_name: str, word: str, minute: float, run_facets: dict[str, Any], job_facets: dict[str, Any]
) -> dict[str, Any]:
    """Return an event of a run that names no asset."""
    return {
        "eventType": word,
        "eventTime": moment(minute).isoformat(),
        "producer": "https://example.com/producer",
        "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
        "run": {"runId": run_id(number), "facets": run_facets},
        "job": job(job_name) | {"facets": job_facets},
        "inputs": [],
        "outputs": [],
    }


def _draw_dataset(draw: Draw, run: _Run, side: str, name: str, minute: int) -> dict[str, Any]:
    """Draw the facets of a dataset: one choice for a run and minute, and mostly the same at other minutes."""
    key = (side, name, minute)
    if key not in run.said:
        before = [detail for (*other, _), detail in run.said.items() if other == [side, name]]
        run.said[key] = draw(details(side)) if not before or one_in(draw, 4) else before[-1]
    return table(name) | {part: dict(facets) for part, facets in run.said[key].items()}


def _draw_lineage(draw: Draw, event: dict[str, Any]) -> None:
    """Draw the inputs of an output: by its columns, by the output, or by the job."""
    output = draw(st.sampled_from(event["outputs"]))
    facets = output.setdefault("facets", {})
    sources = [table(name) | {"type": "DATASET"} for name in draw(SOME_ASSETS)]
    match draw(st.sampled_from(["columns", "columns", "output", "job"])):
        case "columns":
            fields = [table(name) | {"field": "n"} for name in draw(SOME_ASSETS)]
            facets["columnLineage"] = {"fields": {"n": {"inputFields": fields}}}
        case "output":
            facets["lineage"] = {"inputs": sources}
        case "job":
            entry = table(draw(st.sampled_from(ASSETS))) | {"type": "DATASET", "inputs": sources}
            event["job"]["facets"]["lineage"] = {"entries": [entry]}


def _draw_references(draw: Draw, run: _Run, runs: list[_Run]) -> None:
    """Draw an upstream run in one of the run's events; the upstream run may have sent no events."""
    if not one_in(draw, 6):
        return
    others = [(other.number, other.job_name) for other in runs if other is not run]
    number, name = draw(st.sampled_from([*others, (GHOST, "ghost")]))
    named = {"run": {"runId": run_id(number)}, "job": job(name)}
    event = draw(st.sampled_from(run.events)).event
    event["run"]["facets"]["jobDependencies"] = {"upstream": [named]}


CERTAINTIES: st.SearchStrategy[Certainty] = st.sampled_from(["CERTAIN", "POSSIBLE"])
DIRECTIONS: st.SearchStrategy[Direction] = st.sampled_from(["DOWNSTREAM", "UPSTREAM"])
CONTAINMENTS = st.booleans()
MODES: st.SearchStrategy[Mode] = st.sampled_from(["APPEND", "APPEND", "REPLACE"])
TOLERANCES = st.sampled_from([0, 0, 0, 1, 3]).map(lambda minutes: timedelta(minutes=minutes))


def questions(
    certainty: st.SearchStrategy[Certainty] = CERTAINTIES,
    direction: st.SearchStrategy[Direction] = DIRECTIONS,
    containment: st.SearchStrategy[bool] = CONTAINMENTS,
) -> st.SearchStrategy[Question]:
    """Return a strategy for questions; mostly about all of the history, and about both kinds."""
    both = frozenset({"CONTAMINATED", "STALE"})
    return st.builds(
        Question,
        as_of=st.none() | st.none() | MINUTES.map(moment),
        known_at=st.none() | st.none() | st.integers(0, LAST_MINUTE + LONGEST_DELAY).map(moment),
        tolerance=TOLERANCES,
        assume_writes=st.sampled_from(["REPLACE", "REPLACE", "APPEND"]),
        certainty=certainty,
        containment=containment,
        direction=direction,
        kinds=st.sampled_from([both, both, both, frozenset({"CONTAMINATED"}), frozenset({"STALE"})]),
    )  # fmt: skip


def starts(history: History) -> list[Start]:
    """Return all possible starts in a history: its runs, jobs and versions, and its assets at some moments."""
    events = [one.event for one in history.events]
    found: list[Start] = [RunStart(job_of(event), event["run"]["runId"]) for event in events]
    found += [TemplateStart(job_of(event)) for event in events]
    found += [AssetStart((DATASETS, name), moment(minute)) for name in ASSETS for minute in range(0, LAST_MINUTE, 4)]
    found += [
        VersionStart((DATASETS, output["name"]), event["run"]["runId"])
        for event in events
        for output in event["outputs"]
    ]
    return sorted(set(found), key=repr)


def job_of(event: dict[str, Any]) -> tuple[str, str]:
    """Return the job of an event."""
    return event["job"]["namespace"], event["job"]["name"]
