"""The head of an answer: the number of runs and the nearest ones, for an answer of any size (docs/impact.md)."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

import numpy as np

from headwater.errors import OverloadedError
from headwater.impact.kept_walk import KeptWalk
from headwater.lineage.deadline import Deadline
from headwater.lineage.held_graph import HeldGraph
from headwater.lineage.impact import Begun, Impact, answer_from, begin, may_be_stale
from headwater.lineage.question import Question
from headwater.lineage.starts import Start
from headwater.model.lineage import Steps, to_moment
from headwater.model.questions import Certainty, Direction, Kind
from headwater.store.reader import Reader

FEW_STEPS: Final = 100
"""An answer of so few steps is found whole at once."""

HEAD_SHARE: Final = 0.3
"""The share of the remaining time for a head; mostly it needs some hundredths of a second."""

MOST_PLACES: Final = 2_000
"""The places in an answer that a head tells."""


@dataclass(frozen=True, slots=True)
class HeadRun:
    """A run of an answer, with its standing."""

    run_id: int
    depth: int
    reached_at: datetime | None
    kind: Kind = Kind.CONTAMINATED
    certainty: Certainty = Certainty.CERTAIN


@dataclass(frozen=True, eq=False, slots=True)
class Head:
    """The first results of an answer that no limit cuts."""

    total: int
    """The number of runs."""

    walk: KeptWalk

    async def runs(self, reader: Reader, start: int, count: int) -> list[HeadRun]:
        """Return the runs at some places: nearest first, then by time, then by URN."""
        near = await asyncio.to_thread(self.walk.nearest, start + count)
        rows = near.tied(start, start + count)
        if len(rows):
            near = near.by_place(rows, await reader.walks.places_of_runs(near.ids[rows]))
        columns = (column[start : start + count].tolist() for column in (near.ids, near.depths, near.reached))
        return [HeadRun(run, depth, to_moment(reached)) for run, depth, reached in zip(*columns, strict=True)]


@dataclass(frozen=True, eq=False, slots=True)
class Asked:
    """A question with its answer: the head, or the whole."""

    begun: Begun
    answer: Head | Impact

    @property
    def question(self) -> Question:
        """The question."""
        return self.begun.question


async def ask(reader: Reader, question: Question, held: HeldGraph | None) -> Asked:
    """Find the head of an answer; without a graph in memory that tells it, and for small answers, the whole.

    Raises BadRequestError, naming the invalid argument, or NotFoundError.
    """
    begun = await begin(reader, question)
    if held is not None and _may_have_head(begun, held):
        if held.is_small([step.run_id for step in begun.start.steps], FEW_STEPS):
            few = replace(question.limits, steps=FEW_STEPS)
            found = await answer_from(reader, begun.start, replace(question, limits=few), begun.deadline)
            # Without time, nothing else would find more.
            if not found.is_cut or not begun.deadline.seconds_left:
                return Asked(begun, begun.by(reader, found))
        deadline = Deadline.after(HEAD_SHARE * begun.deadline.seconds_left)
        if (head := await deadline.within(_head(held, begun))) is not None:
            return Asked(begun, head)
    return Asked(begun, await begun.answered(reader))


def _may_have_head(begun: Begun, held: HeldGraph) -> bool:
    """Return True for a question that assumes nothing, about many effects of runs, if there is a graph."""
    question, start = begun.question, begun.start
    is_plain = question.direction is Direction.DOWNSTREAM and question.point_in_time.assumes_nothing
    is_whole = question.limits.depth is None and question.columns is None and not question.containment
    is_contaminated = Kind.CONTAMINATED in question.kinds and not may_be_stale(start, question)
    is_of_runs = start.implicit is None and not any(step.is_open for step in start.steps)
    is_large = question.limits.steps > FEW_STEPS
    return held.is_there and is_large and is_plain and is_whole and is_contaminated and is_of_runs and bool(start.steps)


async def _head(held: HeldGraph, begun: Begun) -> Head | None:
    start = begun.start
    try:
        walk = await held.walk(_steps(start), start.run_ids, begun.question.limits.steps)
    except OverloadedError:
        return None
    total = None if walk is None else await asyncio.to_thread(walk.total)
    return None if walk is None or total is None else Head(total, walk)


def _steps(start: Start) -> Steps:
    columns = zip(*((step.run_id, step.attempt, 0, step.output_id) for step in start.steps), strict=True)
    run_ids, attempts, input_ids, output_ids = (np.array(column, np.int64) for column in columns)
    return Steps(run_ids, attempts.astype(np.int32), input_ids, output_ids)
