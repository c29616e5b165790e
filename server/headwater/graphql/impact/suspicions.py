"""What looks wrong in an answer upstream: found, and put in order (docs/suspects.md)."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import NamedTuple

import strawberry
from asyncpg import Record

from headwater.graphql.context import Context
from headwater.graphql.impact.question import Question
from headwater.graphql.runs.history import HistoryMeasure, compared, measure_of, telling
from headwater.impact.answer import Answer
from headwater.impact.upstream import upstream
from headwater.model.lineage import to_moment

MAX_CHECKED = 2000
"""So many of the nearest runs are looked at, in about two seconds."""


@strawberry.enum(description="What looks wrong, the worst first.")
class SuspectReason(Enum):
    FAILED = strawberry.enum_value("FAILED", description="The run failed: what it left is not whole.")
    ROWS = strawberry.enum_value("ROWS", description="It wrote far more or fewer rows than its job does.")
    SIZE = strawberry.enum_value("SIZE", description="It wrote far more or fewer bytes, and no unusual number of rows.")
    STALE_INPUT = strawberry.enum_value(
        "STALE_INPUT", description="It failed or was skipped, and what it should have replaced was read."
    )
    DURATION = strawberry.enum_value("DURATION", description="It took far longer or shorter than its job does.")
    RETRIED = strawberry.enum_value("RETRIED", description="It succeeded, but not at the first attempt.")


_SEVERITY = {reason: place for place, reason in enumerate(SuspectReason)}


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A suspect before anything is read for it."""

    reason: SuspectReason
    run_id: int
    depth: int
    order: int
    """Its place among those of one depth."""

    sentence: str
    measure: HistoryMeasure | None = None
    asset_id: int | None = None
    reader_id: int | None = None
    version: tuple[int, int] | None = None

    @property
    def rank(self) -> tuple[int, int, int, str]:
        """The worst first, then the nearest; the sentence makes it the same each time."""
        return _SEVERITY[self.reason], self.depth, self.order, self.sentence


class Checked(NamedTuple):
    """What was found among how many of the nearest runs, and whether these are all that there are."""

    found: list[Suspicion]
    runs: int
    are_all: bool


async def check(context: Context, question: Question, answer: Answer) -> Checked:
    """Look at the nearest runs of an answer, the worst suspicion first."""
    depths = _nearest(question, answer)
    checked = dict(list(depths.items())[:MAX_CHECKED])
    parts = await asyncio.gather(
        _failed(context, question, checked),
        _unusual(context, question, checked),
        _stale(context, question, answer, checked),
    )
    found = sorted((one for part in parts for one in part), key=lambda one: one.rank)
    return Checked(found, len(checked), len(checked) == len(depths) and not answer.is_truncated)


@dataclass(frozen=True, slots=True)
class _Read:
    """A read of a version: from when on, by which run, how far away."""

    since: datetime
    run_id: int | None
    depth: int


def _nearest(question: Question, answer: Answer) -> dict[int, int]:
    """The start's own runs and those of the answer, nearest first, each with its depth."""
    depths = dict.fromkeys((step.run_id for step in question.start.steps), 0)
    for run_id, depth in zip(answer.runs.ids.tolist(), answer.runs.depths.tolist(), strict=True):
        depths.setdefault(run_id, depth)
    return depths


async def _stale(context: Context, question: Question, answer: Answer, checked: dict[int, int]) -> list[Suspicion]:
    """The runs that should have replaced what was read; for each the version that was read nearest to the start."""
    seen = await asyncio.to_thread(_last_reads, question, answer, checked)
    keys = list(seen)
    rows = await context.reader.upstream.stale_inputs(
        [edge_id for edge_id, _ in keys], [seen[key].since for key in keys], question.point_in_time
    )
    places = {run_id: order for order, run_id in enumerate(checked)}
    found: dict[int, Suspicion] = {}
    for row in rows:
        key = keys[row["place"]]
        reader = seen[key].run_id
        one = _stale_input(row, key, seen[key], -1 if reader is None else places[reader])
        known = found.setdefault(one.run_id, one)
        if one.rank < known.rank:
            found[one.run_id] = one
    return list(found.values())


def _last_reads(question: Question, answer: Answer, checked: dict[int, int]) -> dict[tuple[int, int], _Read]:
    """The versions that the start shows, and those that the runs read, each with its last read."""
    start = question.start
    seen: dict[tuple[int, int], _Read] = {}
    if start.shown_at is not None:
        seen = {version.key: _Read(start.shown_at, None, 0) for version in start.versions}
    steps = upstream(answer.findings, question.max_depth)
    for place in steps.are_versions.nonzero()[0].tolist():
        reader, since = int(steps.run_ids[steps.readers[place]]), to_moment(int(steps.sinces[place]))
        key = (int(steps.edge_ids[place]), int(steps.version_attempts[place]))
        known = seen.get(key)
        if reader in checked and since is not None and (known is None or known.since < since):
            seen[key] = _Read(since, reader, int(steps.depths[steps.readers[place]]))
    return seen


def _stale_input(row: Record, version: tuple[int, int], read: _Read, order: int) -> Suspicion:
    verb = "was skipped" if row["result"] == "SKIPPED" else "failed"
    sentence = (
        f"It {verb} at {_time(row['over_at'])}{_after(row['in_a_row'])}, and what it should have replaced was read at"
        f" {_time(read.since)}."
    )
    return Suspicion(
        SuspectReason.STALE_INPUT,
        row["run_id"],
        read.depth,
        order,
        sentence,
        reader_id=read.run_id,
        version=version,
    )


async def _failed(context: Context, question: Question, depths: dict[int, int]) -> list[Suspicion]:
    """The runs that failed, or succeeded only when they were tried again."""
    run_ids = list(depths)
    rows = await context.reader.walks.states(run_ids, question.point_in_time)
    found = []
    for order, (run_id, row) in enumerate(zip(run_ids, rows, strict=True)):
        if row is None:
            continue
        if row["result"] == "FAILURE":
            sentence = f"It failed at {_time(row['state_at'])}."
            found.append(Suspicion(SuspectReason.FAILED, run_id, depths[run_id], order, sentence))
        elif row["result"] == "SUCCESS" and row["attempt"] > 1:
            sentence = f"It succeeded at attempt {row['attempt']}."
            found.append(Suspicion(SuspectReason.RETRIED, run_id, depths[run_id], order, sentence))
    return found


async def _unusual(context: Context, question: Question, depths: dict[int, int]) -> list[Suspicion]:
    """The runs that are far from the history of their job; of one output bytes say nothing that rows say already."""
    rows = await context.reader.history.unusual_work(list(depths), question.point_in_time)
    places = {run_id: order for order, run_id in enumerate(depths)}
    return [
        Suspicion(
            SuspectReason(row["reason"]),
            row["run_id"],
            depths[row["run_id"]],
            places[row["run_id"]],
            compared(row),
            measure=measure_of(row),
            asset_id=row["asset_id"],
        )
        for row in telling(rows)
    ]


def _after(in_a_row: int) -> str:
    return f" ({in_a_row} in a row)" if in_a_row > 1 else ""


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
