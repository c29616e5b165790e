"""Reads the drawings of docs/point-in-time.md and docs/point-in-time-rule.md: time lines as OpenLineage events, and the answers below.

Questions and answers follow a fixed syntax; unknown syntax raises ValueError.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from conftest import ROOT
from impact_reference.asking import Asset, Certainty, History, Mode, Question, Received, Run

DOCUMENTS = [ROOT / "docs" / name for name in ("point-in-time.md", "point-in-time-rule.md")]
JOBS = "jobs"
DATASETS = "tables"
PRODUCER = "https://example.com/producer"
SCHEMA = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"
CHARACTERS_AN_HOUR = 10

_TITLE = re.compile(r"^## (\d+\. .+)$", re.MULTILINE)
_BLOCKS = re.compile(r"```timeline\n(.*?)```\n```answers\n(.*?)```", re.DOTALL)
_ROW = re.compile(r"(?P<name>\w+) +(?P<bar>\[=*[]x]?|\[[~|]*[]x]?|\]) {2,}(?P<said>\S.*)")
_MARK = re.compile(r" +(?P<sign>\^) (?:asOf|knownAt) (?P<clock>\d\d:\d\d)")
_HEADER = re.compile(r" +(\d\d:00) +\d\d:00( +\d\d:00)*")
_ANSWER = re.compile(r"(?P<asked>.+?):(?: (?P<told>\S.*))?")
_DETAIL = re.compile(r"(?P<name>\w+)(?: \((?P<detail>[^()]+)\))?")


@dataclass(frozen=True)
class Answer:
    """One line of answers.

    names: the runs (for AssumedAfter, the assets), each with its certainty; None stands for `nothing`.
    """

    line: str
    about: "About"
    question: Question
    names: dict[str, Certainty] | None


@dataclass(frozen=True)
class AffectedBy:
    """affected by load2"""

    run: Run


@dataclass(frozen=True)
class AffectedByAsset:
    """affected by feed at 10:00"""

    asset: Asset
    at: datetime


@dataclass(frozen=True)
class ShownAt:
    """prices at 11:00"""

    asset: Asset
    at: datetime


@dataclass(frozen=True)
class ReadBy:
    """report read prices"""

    run: Run
    asset: Asset


@dataclass(frozen=True)
class VersionsOf:
    """versions of sales"""

    asset: Asset


@dataclass(frozen=True)
class AssumedAfter:
    """assumed replaced after day1"""

    run: Run


About = AssumedAfter | AffectedBy | AffectedByAsset | ShownAt | ReadBy | VersionsOf


@dataclass(frozen=True)
class Drawing:
    """A drawing: its runs by name, the history that it draws, and its answers."""

    title: str
    runs: dict[str, Run]
    history: History
    answers: list[Answer]

    def name_of(self, run: Run) -> str:
        """Return the name of a run in the answers."""
        [name] = [name for name, other in self.runs.items() if other == run]
        return name


@dataclass(frozen=True)
class _Row:
    name: str
    job: str
    bar: str
    begin: datetime
    end: datetime
    arrives: datetime | None
    attempt: int | None
    parent: str | None
    upstream: str | None
    inputs: list[dict[str, Any]]
    outputs: list[dict[str, Any]]
    appended: list[str]
    marks: list[datetime]
    """Its events between begin and end: each complete for the time since the last one."""


def documented() -> list[Drawing]:
    """The drawings of both pages, in the order of the pages."""
    return [drawing for path in DOCUMENTS for drawing in drawings(path.read_text())]


def drawings(text: str) -> list[Drawing]:
    """Return all drawings of a text. Raises ValueError at unknown syntax."""
    titles = list(_TITLE.finditer(text))
    found = []
    for match in _BLOCKS.finditer(text):
        title = [title[1] for title in titles if title.start() < match.start()][-1]
        found.append(_drawing(title, match[1].splitlines(), match[2].splitlines()))
    if len(found) != text.count("```timeline") or len(found) != text.count("```answers"):
        raise ValueError("a time line without answers, or answers without a time line")
    return found


def moment(clock: str) -> datetime:
    """Return a time of the day of all drawings."""
    return datetime.fromisoformat(f"2026-01-05T{clock}:00").replace(tzinfo=UTC)


def _drawing(title: str, lines: list[str], answers: list[str]) -> Drawing:
    header, *rest = lines
    if not (match := _HEADER.fullmatch(header)):
        raise ValueError(header)
    first_column, first_time = match.start(1), moment(match[1])
    rows = [_row(line, first_column, first_time) for line in rest if not _is_mark(line, first_column, first_time)]
    runs: dict[str, Run] = {}
    for row in rows:
        if row.name in runs and row.attempt is None:
            raise ValueError(f"a second run {row.name}, not another attempt")
        runs.setdefault(row.name, Run(JOBS, row.job, f"00000000-0000-4000-8000-{len(runs):012d}"))
    events = [received for row in rows for received in _events(row, runs)]
    modes: dict[Asset, Mode] = {(DATASETS, name): "APPEND" for row in rows for name in row.appended}
    return Drawing(title, runs, History(events, modes), [_answer(line, runs) for line in answers])


def _is_mark(line: str, first_column: int, first_time: datetime) -> bool:
    """True if a line marks a moment on the time line. Raises ValueError for a mark at another moment than it says."""
    if not (match := _MARK.fullmatch(line)):
        return False
    if _time_at(match.start("sign"), first_column, first_time) != moment(match["clock"]):
        raise ValueError(line)
    return True


def _time_at(column: int, first_column: int, first_time: datetime) -> datetime:
    return first_time + (column - first_column) * timedelta(hours=1) / CHARACTERS_AN_HOUR


def _row(line: str, first_column: int, first_time: datetime) -> _Row:
    if not (match := _ROW.fullmatch(line)):
        raise ValueError(line)

    row = _Row(
        name=match["name"],
        job=match["name"],
        bar=match["bar"],
        begin=_time_at(match.start("bar"), first_column, first_time),
        end=_time_at(match.end("bar") - 1, first_column, first_time),
        arrives=None,
        attempt=None,
        parent=None,
        upstream=None,
        inputs=[],
        outputs=[],
        appended=[],
        marks=[
            _time_at(match.start("bar") + place, first_column, first_time)
            for place, sign in enumerate(match["bar"])
            if sign == "|"
        ],
    )
    for clause in match["said"].split("; "):
        row = _said(row, clause)
    return row


def _said(row: _Row, clause: str) -> _Row:
    """Return the row with one clause after the times applied to it."""
    verb, _, rest = clause.partition(" ")
    match verb:
        case "reads":
            return replace(row, inputs=[_dataset(item, "input") for item in rest.split(", ")])
        case "writes":
            listed, _, name = rest.partition(" as ")
            items = listed.split(", ")
            appended = [item.removesuffix(" (append)") for item in items if item.endswith(" (append)")]
            outputs = [_dataset(item.removesuffix(" (append)"), "output") for item in items]
            return replace(row, name=name or row.name, outputs=outputs, appended=appended)
        case "attempt":
            return replace(row, attempt=int(rest))
        case "arrives":
            return replace(row, arrives=moment(rest))
        case "child":
            return replace(row, parent=rest.removeprefix("of "))
        case "depends":
            return replace(row, upstream=rest.removeprefix("on "))
        case "as":
            return replace(row, name=rest)
    raise ValueError(clause)


def _dataset(item: str, side: str) -> dict[str, Any]:
    """Return a dataset as an event names it, with the facets of its detail."""
    if not (match := _DETAIL.fullmatch(item)):
        raise ValueError(item)
    dataset: dict[str, Any] = {"namespace": DATASETS, "name": match["name"]}
    match (match["detail"] or "").split(" "):
        case [""]:
            pass
        case ["version", number]:
            dataset["facets"] = {"version": {"datasetVersion": number}}
        case ["rename", "of", old] if side == "output":
            previous = {"namespace": DATASETS, "name": old}
            dataset["facets"] = {
                "lifecycleStateChange": {"lifecycleStateChange": "RENAME", "previousIdentifier": previous}
            }
        case ["alter" | "drop" as word] if side == "output":
            dataset["facets"] = {"lifecycleStateChange": {"lifecycleStateChange": word.upper()}}
        case ["table" | "incremental" as built] if side == "output":
            dataset["facets"] = {"dbt_model": {"config": {"materialized": built}}}
        case ["refreshed", "incremental"] if side == "output":
            model = {"materialized": "incremental", "incremental": {"full_refresh": True}}
            dataset["facets"] = {"dbt_model": {"config": model}}
        case ["overwrite", "of", "some", "files"] if side == "output":
            dataset["facets"] = {"lifecycleStateChange": {"lifecycleStateChange": "OVERWRITE"}}
            report = {"operation": "overwrite", "commitMetrics": {"addedDataFiles": 1, "totalDataFiles": 3}}
            dataset["outputFacets"] = {"icebergCommitReport": report}
        case ["to" | "from" as side_of, clock]:
            dataset[side_of] = moment(clock)
        case [condition] if re.fullmatch(r"\w+=\w+", condition):
            dimension, _, value = condition.partition("=")
            partitions = {"type": "partition", "partitions": [{"dimensions": {dimension: value}}]}
            dataset[f"{side}Facets"] = {"subset": {f"{side}Condition": partitions}}
        case _:
            raise ValueError(item)
    return dataset


def _events(row: _Row, runs: dict[str, Run]) -> Iterator[Received]:
    """Yield the events of a row; each names all inputs and outputs of its time."""
    run = runs[row.name]
    facets: dict[str, Any] = {}
    if row.attempt is not None:
        facets["airflow"] = {"taskInstance": {"try_number": row.attempt}}
    if row.parent is not None:
        facets["parent"] = _named(runs[row.parent])
    if row.upstream is not None:
        facets["jobDependencies"] = {"upstream": [_named(runs[row.upstream])]}
    job: dict[str, Any] = {"namespace": JOBS, "name": row.job}
    if "~" in row.bar:
        job["facets"] = {"jobType": {"processingType": "STREAMING", "integration": "FLINK"}}
    if row.marks:
        job["facets"]["jobType"]["emissionPattern"] = {
            "eventTrigger": "PERIODIC",
            "eventContentMode": "COMPLETE_SNAPSHOT",
            "windowDuration": int((row.marks[0] - row.begin).total_seconds()),
        }
    words = {"[": "START", "]": "COMPLETE", "x": "FAIL"}
    ends = [(words[sign], at) for sign, at in ((row.bar[0], row.begin), (row.bar[-1], row.end)) if sign in words]
    times = [*dict(ends).items(), *(("RUNNING", at) for at in row.marks)]
    for word, at in sorted(times, key=lambda one: one[1]):
        event = {
            "eventType": word,
            "eventTime": at.isoformat(),
            "producer": PRODUCER,
            "schemaURL": SCHEMA,
            "run": {"runId": run.run_id, "facets": facets},
            "job": job,
            "inputs": _named_at(row.inputs, at),
            "outputs": _named_at(row.outputs, at),
        }
        yield Received(event, row.arrives or at)


def _named_at(datasets: list[dict[str, Any]], at: datetime) -> list[dict[str, Any]]:
    """Return the datasets that an event at a time names."""
    return [
        {key: value for key, value in dataset.items() if key not in ("to", "from")}
        for dataset in datasets
        if dataset.get("from", at) <= at <= dataset.get("to", at)
    ]


def _named(run: Run) -> dict[str, Any]:
    """Return another run as facets name it."""
    return {"run": {"runId": run.run_id}, "job": {"namespace": JOBS, "name": run.job_name}}


def _answer(line: str, runs: dict[str, Run]) -> Answer:
    if not (match := _ANSWER.fullmatch(line)):
        raise ValueError(line)
    told = match["told"] or ""
    subject, *options = match["asked"].split(", ")
    question = Question()
    for option in options:
        question = _option(question, option)
    names: dict[str, Certainty] = {}
    for name in told.split(", ") if told not in ("", "nothing") else []:
        names[name.removesuffix("?")] = "POSSIBLE" if name.endswith("?") else "CERTAIN"
    about = _about(subject, runs)
    if not isinstance(about, AssumedAfter) and (unknown := set(names) - set(runs)):
        raise ValueError(f"{line}: {unknown}")
    return Answer(line, about, question, None if told == "nothing" else names)


def _about(subject: str, runs: dict[str, Run]) -> About:
    match subject.split(" "):
        case ["assumed", "replaced", "after", name]:
            return AssumedAfter(runs[name])
        case ["affected", "by", name]:
            return AffectedBy(runs[name])
        case ["affected", "by", asset, "at", clock]:
            return AffectedByAsset((DATASETS, asset), moment(clock))
        case ["versions", "of", asset]:
            return VersionsOf((DATASETS, asset))
        case [asset, "at", clock]:
            return ShownAt((DATASETS, asset), moment(clock))
        case [name, "read", asset]:
            return ReadBy(runs[name], (DATASETS, asset))
    raise ValueError(subject)


def _option(question: Question, option: str) -> Question:
    match option.split(" "):
        case ["POSSIBLE"]:
            return replace(question, certainty="POSSIBLE")
        case ["STALE"]:
            return replace(question, kinds=frozenset({"STALE"}))
        case ["CONTAMINATED"]:
            return replace(question, kinds=frozenset({"CONTAMINATED"}))
        case ["APPEND"]:
            return replace(question, assume_writes="APPEND")
        case ["asOf", clock]:
            return replace(question, as_of=moment(clock))
        case ["knownAt", clock]:
            return replace(question, known_at=moment(clock))
        case ["tolerance", seconds]:
            return replace(question, tolerance=timedelta(seconds=int(seconds)))
    raise ValueError(option)
