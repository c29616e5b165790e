"""`impact`: everything that a start has affected, or the inputs of a start (docs/impact.md)."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import Final

from headwater.errors import BadRequestError
from headwater.impact.affected import paths
from headwater.impact.answer import Answer, Finding, answer, unordered
from headwater.impact.remains import bounded, without_remains
from headwater.lineage.column_start import narrowed
from headwater.lineage.columns import Columns
from headwater.lineage.deadline import Deadline
from headwater.lineage.points import FoundPoint, find_point
from headwater.lineage.question import Question
from headwater.lineage.shared import Shared
from headwater.lineage.starts import Start, find_start
from headwater.lineage.versions import Version, destroyers_of_any
from headwater.model.lineage import Hops, to_micros
from headwater.model.questions import Direction, Kind
from headwater.store.reader import Reader
from headwater.store.walks import OUT_OF_TIME, StartStep
from headwater.threads import in_thread

_COUNTED_DEPTH: Final = 8
"""The greatest depth to which a walk by remains counts, at the cost of a step for each depth; deeper ones are whole."""

WALKED: Final = 0.6
"""The share of the remaining time that a walk may use; the rest is for handing over its results."""


@dataclass(frozen=True, eq=False, slots=True)
class Impact:
    """A question with its answer; further parts of the answer are derived from it."""

    question: Question
    point: FoundPoint
    start: Start
    deadline: Deadline
    """The deadline of the further parts, too."""

    answer: Answer
    columns: Columns
    shared: Shared = field(default_factory=Shared)
    """The parts that several fields need."""

    @property
    def implicit(self) -> StartStep | None:
        """The implicit version of the start; None for other starts, or without CONTAMINATED."""
        return self.start.implicit if Kind.CONTAMINATED in self.question.kinds else None

    @property
    def start_reads(self) -> int | None:
        """The number of reads of the start; None for a start at runs or versions, or at nothing."""
        return None if self.implicit is None else self.answer.start_reads()


@dataclass(frozen=True, eq=False, slots=True)
class Begun:
    """A question whose start is known."""

    question: Question
    point: FoundPoint
    start: Start
    deadline: Deadline

    async def answered(self, reader: Reader) -> Impact:
        """Answer the question; at the deadline, return the results so far, marked as truncated."""
        return self.by(reader, await answer_from(reader, self.start, self.question, self.deadline))

    def by(self, reader: Reader, found: Answer) -> Impact:
        """Return the question with its answer."""
        return Impact(self.question, self.point, self.start, self.deadline, found, Columns(reader, found))


async def begin(reader: Reader, question: Question) -> Begun:
    """Find the start of a question. Raises BadRequestError, naming the invalid argument, or NotFoundError."""
    point = await find_point(reader, question.point, question.point_in_time.as_of)
    if not question.kinds:
        raise BadRequestError("kinds: expected one or both, got none")
    deadline = Deadline.after(question.limits.seconds)
    start = await find_start(
        reader,
        point,
        question.point_in_time,
        question.direction,
        containment=question.containment,
        now=question.now,
    )
    return Begun(question, point, start, deadline)


async def impact(reader: Reader, question: Question) -> Impact:
    """Answer a question about a point. Raises BadRequestError, naming the invalid argument, or NotFoundError."""
    return await (await begin(reader, question)).answered(reader)


async def possible_beyond(reader: Reader, asked: Impact) -> bool:
    """Return True if certainty POSSIBLE would find more, or if a limit leaves that unknown. A separate question."""
    question = asked.question
    if question.point_in_time.possible:
        return False
    possible = replace(question, point_in_time=replace(question.point_in_time, possible=True))
    wider = await answer_from(reader, asked.start, possible, asked.deadline)
    return wider.is_cut or not await asyncio.to_thread(asked.answer.has_all_of, wider)


async def start_destroyers(reader: Reader, start: Start, question: Question, count: int) -> list[Version] | None:
    """Return the newest open writes that may have destroyed the versions of a start at a time, newest first.

    None for a start without a time.
    """
    if start.shown_at is None:
        return None
    keys = [version.key for version in start.versions]
    return await destroyers_of_any(reader, keys, start.shown_at, question.point_in_time, count)


async def answer_from(reader: Reader, start: Start, question: Question, deadline: Deadline) -> Answer:
    """Answer from a start: one walk for the start's writes, one for the writes that failed.

    At the deadline the answer has the results so far, and says that it is truncated.
    """
    direction, point_in_time = question.direction, question.point_in_time
    asked = [_contaminated(reader, start, question, deadline)] if Kind.CONTAMINATED in question.kinds else []
    if may_be_stale(start, question):
        asked.append(_stale(reader, start, question, deadline))
    # Mostly one walk, which needs no task.
    found_by_kind = [await asked[0]] if len(asked) == 1 else await asyncio.gather(*asked)
    findings = [finding for finding in found_by_kind if finding is not None]
    versions = [
        (*version.key, to_micros(version.at), version.is_open)
        for version in (start.versions if findings else [])
        if point_in_time.possible or not version.is_open
    ]
    rows = sum(len(finding.paths.hops) for finding in findings)
    found = await in_thread(rows, answer, findings, direction, question.limits.depth, versions, start.run_ids)
    if direction is Direction.UPSTREAM:
        return found  # of one finding, with its nodes in the order of writing
    return await deadline.within(_by_urn(reader, found), hands_over=True) or found


async def _by_urn(reader: Reader, found: Answer) -> Answer:
    """Return the same answer, with runs and versions of one depth and time in the order of URNs."""
    walks, (runs, versions) = reader.walks, await in_thread(len(found.versions), unordered, found)
    if len(runs):
        places = await walks.places_of_runs(found.runs.ids[runs])
        found = replace(found, runs=found.runs.by_place(runs, places))
    if len(versions):
        places = await walks.places_of_versions(found.versions.ids[versions])
        found = replace(found, versions=found.versions.by_place(versions, places))
    return found


async def _contaminated(reader: Reader, start: Start, question: Question, deadline: Deadline) -> Finding | None:
    """Return all that follows from the start's writes."""
    hops = await _walk(reader, _steps(start, question), start, question, deadline)
    return await _finding(Kind.CONTAMINATED, hops, start, question)


def may_be_stale(start: Start, question: Question) -> bool:
    """Return True for a start that may have failed, if the question asks what it left undone."""
    is_asked = Kind.STALE in question.kinds and question.direction is Direction.DOWNSTREAM
    return is_asked and len(start.run_ids) > 0 and start.may_have_failed


async def _stale(reader: Reader, start: Start, question: Question, deadline: Deadline) -> Finding | None:
    """Return all that follows from writes that the start failed to make; None if it made all."""
    stale = await deadline.within(reader.walks.stale_starts(start.run_ids, question.point_in_time))
    if stale == []:
        return None
    hops = _given_up() if stale is None else await _walk(reader, stale, start, question, deadline)
    return await _finding(Kind.STALE, hops, start, question)


def _steps(start: Start, question: Question) -> list[StartStep]:
    """Return the starts of the walk; upstream, open writes only if the question is POSSIBLE."""
    takes_open = question.point_in_time.possible or question.direction is Direction.DOWNSTREAM
    return [step for step in start.steps if takes_open or not step.is_open]


async def _walk(
    reader: Reader, steps: Sequence[StartStep], start: Start, question: Question, deadline: Deadline
) -> Hops:
    """Return the hops from some steps that are found by the deadline, narrowed to the columns of the question."""
    if not deadline.seconds_left:
        return _given_up()
    by_remains, depth = _goes_by_remains(question), question.limits.depth
    is_deep = by_remains and depth is not None and depth > _COUNTED_DEPTH
    hops = await _walked(reader, steps, question, deadline, None if is_deep else depth)
    if is_deep and hops is not None and hops.is_truncated and deadline.seconds_left:
        # Runs beyond the depth may have come first.
        near = await _walked(reader, steps, question, deadline, depth)
        hops = hops if near is None else near
    if hops is None:
        return _given_up()
    if by_remains:
        hops = await in_thread(len(hops), bounded, hops, question.direction, depth)
    found = await deadline.within(narrowed(reader, hops, start, question, deadline), hands_over=True)
    if found is None:
        return _given_up()
    if by_remains:
        tolerance = _tolerance_micros(question)
        found = await in_thread(len(found), without_remains, found, question.direction, tolerance)
    return found


async def _walked(
    reader: Reader, steps: Sequence[StartStep], question: Question, deadline: Deadline, depth: int | None
) -> Hops | None:
    limits = replace(question.limits, seconds=WALKED * deadline.seconds_left, depth=depth)
    walk = reader.walks.walk(
        steps,
        question.direction,
        question.point_in_time,
        limits,
        containment=question.containment,
        by_remains=_goes_by_remains(question),
    )
    return await deadline.within(walk, hands_over=True)


def _goes_by_remains(question: Question) -> bool:
    """Return True for a walk by the remains of data, which bound the number of possible hops."""
    return question.point_in_time.possible and not question.point_in_time.appends


def _tolerance_micros(question: Question) -> int:
    return question.point_in_time.tolerance // timedelta(microseconds=1)


def _given_up() -> Hops:
    """The hops of a walk for which no time is left; counts the walk."""
    OUT_OF_TIME.inc()
    return Hops.given_up()


async def _finding(kind: Kind, hops: Hops, start: Start, question: Question) -> Finding:
    """Return the consequences of hops: the certain ones and, if asked for, the possible ones."""
    upstream = question.direction is Direction.UPSTREAM
    follow = partial(
        paths, tolerance_micros=_tolerance_micros(question), upstream=upstream, starts_apart=kind is Kind.STALE
    )
    certain = await in_thread(len(hops), follow, _without_open_starts(hops, start), certain=True)
    possible = await in_thread(len(hops), follow, hops, certain=False) if question.point_in_time.possible else certain
    return Finding(kind, certain, possible)


def _without_open_starts(hops: Hops, start: Start) -> Hops:
    """Return the same hops without open writes as starts."""
    are_starts, steps = hops.are_starts, hops.steps
    for step in start.steps:
        if step.is_open:
            is_step = (steps.run_ids == step.run_id) & (steps.attempts == step.attempt)
            are_starts = are_starts & ~(is_step & (steps.output_ids == step.output_id))
    return hops if are_starts is hops.are_starts else replace(hops, are_starts=are_starts)
