"""`pathBetween`: the path by which one point affected another, searched from both ends (docs/impact.md)."""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

import numpy as np

from headwater.lineage.affected import AffectedNode, PathNode, Standing, affected_run, affected_version, path_to
from headwater.lineage.columns import Columns
from headwater.lineage.deadline import Deadline
from headwater.lineage.impact import Impact, answer_from
from headwater.lineage.meeting import Meeting, meeting
from headwater.lineage.points import FoundPoint, Point, find_point
from headwater.lineage.question import Question
from headwater.lineage.removed import history_removed_before
from headwater.lineage.starts import Start, find_start
from headwater.lineage.versions import Key
from headwater.model.questions import Certainty, Direction, Kind
from headwater.store.reader import Reader
from headwater.store.walks import Region

FIRST_STEPS: Final = 100
"""The steps of the first walk from each end."""

_GROWTH: Final = 8
"""The next walks may take so many times the steps: all walks together cost little more than the last one."""

_WHOLE: Final = 2**31
"""More places than a path has."""


@dataclass(frozen=True, slots=True)
class Between:
    """The answer: whether the first point affected the second one, and how."""

    is_affected: bool | None
    """None if a limit of nodes or time came before the answer."""

    asked: Impact | None = None
    """The walk that gave the answer; None if the second point has no runs or versions but those of the first."""

    standing: Standing | None = None
    """Kind, certainty and distance of the effect; after a limit, the surest so far."""

    path: Sequence[PathNode] = ()
    """The runs and versions of a path from the first point to the second; a shortest one unless two walks met."""


@dataclass(frozen=True, slots=True)
class _End:
    """One end of the search: its runs, or its versions."""

    point: FoundPoint
    start: Start

    @property
    def keys(self) -> list[Key]:
        """The keys of its versions."""
        return [version.key for version in self.start.versions]

    @property
    def run_ids(self) -> list[int]:
        """Its runs, or those that wrote its versions."""
        return [step.run_id for step in self.start.steps]

    def without(self, run_ids: Collection[int]) -> "_End":
        """Return this end without some runs: as in `impact`, runs of the first point are no effects of it."""
        left_out = set(run_ids)
        start = replace(
            self.start,
            run_ids=[run_id for run_id in self.start.run_ids if run_id not in left_out],
            steps=[step for step in self.start.steps if step.output_id or step.run_id not in left_out],
        )
        return _End(self.point, start)

    def nodes_in(self, asked: Impact) -> Iterator[AffectedNode]:
        """Yield the nodes of this end in an answer: of its runs and of its versions the surest, then the nearest."""
        runs, versions = asked.answer.runs, asked.answer.versions
        keys = set(self.keys)
        edges = np.flatnonzero(np.isin(versions.ids, [edge_id for edge_id, _ in keys]))
        of_versions = [row for row in edges.tolist() if (versions.ids[row], versions.attempts[row]) in keys]
        of_runs = np.flatnonzero(np.isin(runs.ids, self.start.run_ids)).tolist()
        if of_runs:
            yield affected_run(asked, min(of_runs, key=lambda row: (not runs.are_certain[row], row)))
        if of_versions:
            yield affected_version(asked, min(of_versions, key=lambda row: (not versions.are_certain[row], row)))


async def path_between(
    reader: Reader, question: Question, to: Point, first_steps: int = FIRST_STEPS, *, in_region: bool = True
) -> Between:
    """Return whether the point of a question affected another point, and by which path.

    The search walks down from the first point, among runs that may have affected the second one, and up from there. It
    takes a few steps at first, then more, until a walk reaches the other end, or the two meet. in_region=False: among
    all runs. With containment it always goes among all: a run leads to its parent without any data.

    Raises BadRequestError, naming the invalid argument, or NotFoundError.
    """
    deadline = Deadline.after(question.limits.seconds)
    contains = question.containment
    source = await _end(reader, question, question.point, Direction.DOWNSTREAM, "from.", containment=contains)
    end = await _end(reader, question, to, Direction.UPSTREAM, "to.", containment=False)
    target = end.without(source.start.run_ids)
    if not target.start.run_ids and not target.start.versions:
        return Between(False)
    kinds = await _kinds(reader, source, question, deadline)
    region = await _region(reader, target, question, deadline) if in_region and not contains else None
    steps = first_steps
    while True:
        limits = replace(question.limits, steps=min(steps, question.limits.steps))
        asked = replace(question, limits=replace(limits, region=region), kinds=kinds)
        down = await _search(reader, source, asked, target, deadline)
        # Walks upstream do not start at feeds without a writer, and find no STALE effects.
        goes_up = not down.is_over and source.start.implicit is None
        upward = replace(asked, limits=limits, direction=Direction.UPSTREAM)
        up = await _search(reader, target, upward, source, deadline) if goes_up else None
        best = min((found for found in (down, up) if found and found.node), key=_Found.rank, default=None)
        is_over = down.is_over or (up is not None and up.is_over and (Kind.STALE not in kinds or _is_certain(best)))
        if not is_over and up is not None and (met := await deadline.within(meeting(reader, down.asked, up.asked))):
            return await _joined(reader, met, down.asked, up.asked, target)
        if is_over or not deadline.seconds_left or steps >= question.limits.steps:
            decided = down if up is None or down.is_over else up
            return await _between(reader, best or decided, target, is_known=is_over or best is not None)
        steps *= _GROWTH


async def possible_beyond(reader: Reader, question: Question, to: Point, found: Between) -> bool:
    """Return True if certainty POSSIBLE would find a path where there is none, or if a limit leaves that unknown."""
    if question.point_in_time.possible or found.is_affected:
        return False
    possible = replace(question, point_in_time=replace(question.point_in_time, possible=True))
    return (await path_between(reader, possible, to)).is_affected is not False


async def removed_before(reader: Reader, question: Question, to: Point, found: Between) -> datetime | None:
    """Return the time before which a search may have missed removed runs; None: it missed none, or found a path.

    A removed run may have led from any job to any other, so the search among all runs tells.
    """
    if found.is_affected or found.asked is None or not await reader.removed_history.is_there():
        return None
    if found.asked.question.limits.region is not None:
        found = await path_between(reader, question, to, in_region=False)
    return None if found.is_affected or found.asked is None else await history_removed_before(reader, found.asked)


async def _region(reader: Reader, target: _End, question: Question, deadline: Deadline) -> Region | None:
    return await deadline.within(reader.paths.region_before(target.run_ids, question.point_in_time))


async def _end(
    reader: Reader, question: Question, point: Point, direction: Direction, within: str, *, containment: bool
) -> _End:
    """Return an end of the search. Raises BadRequestError or NotFoundError."""
    point_in_time = question.point_in_time
    found = await find_point(reader, point, point_in_time.as_of, within)
    start = await find_start(reader, found, point_in_time, direction, containment=containment, now=question.now)
    return _End(found, start)


async def _kinds(reader: Reader, source: _End, question: Question, deadline: Deadline) -> frozenset[Kind]:
    """Return the kinds of effect that the first point can have: STALE only if it failed to replace something."""
    contaminated = frozenset({Kind.CONTAMINATED})
    if not source.start.run_ids or not source.start.may_have_failed:
        return contaminated
    stale = await deadline.within(reader.walks.stale_starts(source.start.run_ids, question.point_in_time))
    return contaminated if stale == [] else frozenset(Kind)


@dataclass(frozen=True, slots=True)
class _Found:
    """The result of a walk from one end: the node of the other end, if any."""

    asked: Impact
    node: AffectedNode | None

    @property
    def is_over(self) -> bool:
        """True if a longer walk would find nothing better."""
        return not self.asked.answer.is_cut or (self.node is not None and self.rank()[:2] == (False, False))

    def rank(self) -> tuple[bool, bool, int]:
        """The sort key of what was found: the certain first, then CONTAMINATED, then the nearest, as in `impact`."""
        assert self.node is not None
        standing = self.node.standing
        return standing.certainty is Certainty.POSSIBLE, standing.kind is Kind.STALE, standing.depth


async def _search(reader: Reader, end: _End, question: Question, other: _End, deadline: Deadline) -> _Found:
    """Walk from one end, within the steps of the question, and look for the other end."""
    answer = await answer_from(reader, end.start, question, deadline)
    asked = Impact(question, end.point, end.start, deadline, answer, Columns(reader, answer))

    def nearest() -> _Found:
        each = [_Found(asked, node) for node in other.nodes_in(asked)]
        return min(each, key=_Found.rank, default=_Found(asked, None))

    return await asyncio.to_thread(nearest)


def _is_certain(found: _Found | None) -> bool:
    return found is not None and found.node is not None and found.node.standing.certainty is Certainty.CERTAIN


async def _between(reader: Reader, found: _Found, target: _End, *, is_known: bool) -> Between:
    """Return the answer that a walk gave."""
    if found.node is None:
        return Between(False if is_known else None, found.asked)
    path = _path(found.node)
    if found.asked.question.direction is Direction.UPSTREAM:
        path = await _turned(reader, path, target, found.asked.question)
    return Between(True, found.asked, found.node.standing, path)


async def _joined(reader: Reader, met: Meeting, down: Impact, up: Impact, target: _End) -> Between:
    """Return the answer that two walks gave together: the path down to a version, and that from there on."""
    first, last = affected_version(down, met.down), affected_version(up, met.up)
    updates = [node for one in met.updates for node in (PathNode(one.run_id, None), PathNode(None, one.version))]
    _, _, *rest = await _turned(reader, _path(last), target, up.question)
    return Between(True, down, first.standing, [*_path(first), *updates, *rest])


def _path(node: AffectedNode) -> list[PathNode]:
    """Return the path from the start of a walk to a node; for the start's own version, the version alone."""
    return path_to(node.standing, _WHOLE) or [PathNode(None, node.key)]


async def _turned(reader: Reader, path: list[PathNode], target: _End, question: Question) -> list[PathNode]:
    """Return a path upstream from the target as the walk down finds it.

    It begins with the writer of the first version, and ends with an asset's version: no walk upstream has these.
    """
    first, last = path[-1], path[0]
    own = [] if first.version is None else [first.version]
    rows = await reader.walks.versions_by_key([*own, *target.keys], question.point_in_time)
    writers = {key: row["run_id"] for key, row in zip([*own, *target.keys], rows, strict=True) if row}
    before = [PathNode(writers[key], None) for key in own]
    of_last = [key for key in target.keys if writers.get(key) == last.run_id]
    after = [PathNode(None, (of_last or target.keys)[0])] if target.keys and last.version is None else []
    return [*before, *path[::-1], *after]
