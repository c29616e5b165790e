"""`suspects`: the runs that look wrong in an answer upstream, the worst first (docs/suspects.md)."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

from asyncpg import Record

from headwater.impact.upstream import upstream
from headwater.lineage.history import Measure, compared, measure_of, without_repeats
from headwater.lineage.impact import Impact
from headwater.lineage.versions import Key
from headwater.model.lineage import to_moment
from headwater.model.questions import Direction
from headwater.store.reader import Reader

MAX_CHECKED = 2000
"""The number of nearest runs to check, in about two seconds."""


class SuspectReason(Enum):
    """Signs that a run looks wrong, the worst first."""

    FAILED = "FAILED"
    ROWS = "ROWS"
    SIZE = "SIZE"
    STALE_INPUT = "STALE_INPUT"
    DURATION = "DURATION"
    RETRIED = "RETRIED"


_SEVERITY = {reason: place for place, reason in enumerate(SuspectReason)}


@dataclass(frozen=True, slots=True)
class Suspect:
    """A run that looks wrong, with the reason."""

    reason: SuspectReason
    run_id: int
    depth: int
    order: int
    """Its rank among the runs of one depth."""

    sentence: str
    measure: Measure | None = None
    asset_id: int | None = None
    """The asset that it wrote, of ROWS and SIZE."""

    reader_id: int | None = None
    """The run that read the version of STALE_INPUT; None if the start shows it."""

    version: Key | None = None
    """The old version that was read because the run did not write, of STALE_INPUT."""

    @property
    def rank(self) -> tuple[int, int, int, str]:
        """The sort key: the worst first, then the nearest; the sentence makes it the same each time."""
        return _SEVERITY[self.reason], self.depth, self.order, self.sentence


@dataclass(frozen=True, slots=True)
class Suspects:
    """The suspects, the worst first, then the nearest."""

    found: list[Suspect]
    checked: int
    """The number of checked runs: the nearest, at most MAX_CHECKED."""

    is_complete: bool
    """True if all runs of the answer were checked, and no limit cut it."""


async def suspects(reader: Reader, asked: Impact) -> Suspects | None:
    """Return the suspects in an answer upstream; None downstream, and if the time was over before."""
    if asked.question.direction is Direction.DOWNSTREAM:
        return None
    return await asked.deadline.within(_suspects(reader, asked))


async def _suspects(reader: Reader, asked: Impact) -> Suspects:
    depths = _nearest(asked)
    checked = dict(list(depths.items())[:MAX_CHECKED])
    parts = await asyncio.gather(
        _failed(reader, asked, checked), _unusual(reader, asked, checked), _stale(reader, asked, checked)
    )
    found = sorted((one for part in parts for one in part), key=lambda one: one.rank)
    return Suspects(found, len(checked), len(checked) == len(depths) and not asked.answer.is_truncated)


@dataclass(frozen=True, slots=True)
class _Read:
    """A read of a version: its start, its run, and the run's depth."""

    since: datetime
    run_id: int | None
    depth: int


def _nearest(asked: Impact) -> dict[int, int]:
    """Return the start's own runs and those of the answer, nearest first, each with its depth."""
    depths = dict.fromkeys((step.run_id for step in asked.start.steps), 0)
    for run_id, depth in zip(asked.answer.runs.ids.tolist(), asked.answer.runs.depths.tolist(), strict=True):
        depths.setdefault(run_id, depth)
    return depths


async def _stale(reader: Reader, asked: Impact, checked: dict[int, int]) -> list[Suspect]:
    """Return the runs that should have replaced versions read; for each, the version read nearest to the start."""
    seen = await asyncio.to_thread(_last_reads, asked, checked)
    keys = list(seen)
    rows = await reader.walks.stale_inputs(
        [edge_id for edge_id, _ in keys], [seen[key].since for key in keys], asked.question.point_in_time
    )
    places = {run_id: order for order, run_id in enumerate(checked)}
    found: dict[int, Suspect] = {}
    for row in rows:
        key = keys[row["place"]]
        read = seen[key]
        one = _stale_input(row, key, read, -1 if read.run_id is None else places[read.run_id])
        known = found.setdefault(one.run_id, one)
        if one.rank < known.rank:
            found[one.run_id] = one
    return list(found.values())


def _last_reads(asked: Impact, checked: dict[int, int]) -> dict[Key, _Read]:
    """Return the versions that the start shows, and those that the runs read, each with its last read."""
    start = asked.start
    seen: dict[Key, _Read] = {}
    if start.shown_at is not None:
        seen = {version.key: _Read(start.shown_at, None, 0) for version in start.versions}
    steps = upstream(asked.answer.findings, asked.question.limits.depth)
    for place in steps.are_versions.nonzero()[0].tolist():
        reader, since = int(steps.run_ids[steps.readers[place]]), to_moment(int(steps.sinces[place]))
        key = (int(steps.edge_ids[place]), int(steps.version_attempts[place]))
        known = seen.get(key)
        if reader in checked and since is not None and (known is None or known.since < since):
            seen[key] = _Read(since, reader, int(steps.depths[steps.readers[place]]))
    return seen


def _stale_input(row: Record, version: Key, read: _Read, order: int) -> Suspect:
    verb = "was skipped" if row["result"] == "SKIPPED" else "failed"
    sentence = (
        f"It {verb} at {_time(row['over_at'])}{_after(row['in_a_row'])}, and what it should have replaced was read at"
        f" {_time(read.since)}."
    )
    return Suspect(
        SuspectReason.STALE_INPUT,
        row["run_id"],
        read.depth,
        order,
        sentence,
        reader_id=read.run_id,
        version=version,
    )


async def _failed(reader: Reader, asked: Impact, depths: dict[int, int]) -> list[Suspect]:
    """Return the runs that failed, or succeeded only after a retry."""
    run_ids = list(depths)
    rows = await reader.walks.states(run_ids, asked.question.point_in_time)
    found = []
    for order, (run_id, row) in enumerate(zip(run_ids, rows, strict=True)):
        if row is None:
            continue
        if row["result"] == "FAILURE":
            sentence = f"It failed at {_time(row['state_at'])}."
            found.append(Suspect(SuspectReason.FAILED, run_id, depths[run_id], order, sentence))
        elif row["result"] == "SUCCESS" and row["attempt"] > 1:
            sentence = f"It succeeded at attempt {row['attempt']}."
            found.append(Suspect(SuspectReason.RETRIED, run_id, depths[run_id], order, sentence))
    return found


async def _unusual(reader: Reader, asked: Impact, depths: dict[int, int]) -> list[Suspect]:
    """Return the runs far from the history of their job; bytes of an output are left out beside its row count."""
    rows = await reader.history.unusual_work(list(depths), asked.question.point_in_time)
    places = {run_id: order for order, run_id in enumerate(depths)}
    return [
        Suspect(
            SuspectReason(row["reason"]),
            row["run_id"],
            depths[row["run_id"]],
            places[row["run_id"]],
            compared(row),
            measure=measure_of(row),
            asset_id=row["asset_id"],
        )
        for row in without_repeats(rows)
    ]


def _after(in_a_row: int) -> str:
    return f" ({in_a_row} in a row)" if in_a_row > 1 else ""


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
