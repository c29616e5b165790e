"""`roots`: the ends of the paths upstream (docs/suspects.md)."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from headwater.impact.upstream import upstream
from headwater.lineage.impact import Impact
from headwater.model.questions import Direction
from headwater.store.reader import Reader


@dataclass(frozen=True, slots=True)
class RootInput:
    """An asset that was read, although its writer is unknown. Times are UTC."""

    asset_id: int
    depth: int
    """The distance of its nearest reader, in runs; the start is 0."""

    nearest_reader_id: int
    readers: int
    first_read_at: datetime
    last_read_at: datetime


@dataclass(frozen=True, slots=True)
class RootRun:
    """A run that read nothing, and depends on no other."""

    run_id: int
    depth: int


@dataclass(frozen=True, slots=True)
class Roots:
    """The ends of the paths, nearest first, ties by URN."""

    inputs: list[RootInput]
    runs: list[RootRun]


async def roots(reader: Reader, asked: Impact) -> Roots | None:
    """Return the ends of the paths of an answer; None downstream, and if the time was over before."""
    question = asked.question
    if question.direction is Direction.DOWNSTREAM:
        return None
    steps = await asyncio.to_thread(upstream, asked.answer.findings, question.limits.depth)
    rows = await asked.deadline.within(reader.walks.roots(steps, question.point_in_time))
    if rows is None:
        return None
    found = sorted(
        ((int(steps.depths[row["number"] - 1]), row) for row in rows), key=lambda one: (one[0], one[1]["urn"])
    )
    return Roots(
        [
            RootInput(row["asset_id"], depth, row["run_id"], row["readers"], row["first_read_at"], row["last_read_at"])
            for depth, row in found
            if row["asset_id"] is not None
        ],
        [RootRun(row["run_id"], depth) for depth, row in found if row["asset_id"] is None],
    )
