"""`lineageDiff`: the inputs of one run or version that another does not have."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Any

from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.impact.column_answer import FoundColumn, columns_of
from headwater.impact.upstream import upstream
from headwater.lineage.deadline import Deadline
from headwater.lineage.impact import answer_from
from headwater.lineage.points import FoundPoint, Point, find_point
from headwater.lineage.question import Question
from headwater.lineage.starts import find_start
from headwater.lineage.versions import versions_by_key
from headwater.model.questions import Direction, Kind, PointInTime
from headwater.store.reader import Reader
from headwater.store.walk_order import WriteKey
from headwater.store.walks import Limits
from headwater.urn import DATA_PROCESS_INSTANCE, DATASET, ML_MODEL


class InputChange(Enum):
    """The change of an input from left to right."""

    OTHER = "OTHER"
    ONLY_LEFT = "ONLY_LEFT"
    ONLY_RIGHT = "ONLY_RIGHT"
    UNKNOWN = "UNKNOWN"
    SAME = "SAME"


_ORDER = {change: place for place, change in enumerate(InputChange)}


@dataclass(slots=True)
class Input:
    """An asset that was read: its distance, and the versions seen."""

    depth: int
    seen: set[WriteKey] = field(default_factory=set)
    columns: set[str | None] = field(default_factory=set)
    """The used columns, for a question about columns; None among them: all, or some that nobody told."""


@dataclass(frozen=True, slots=True)
class Side:
    """A point with its inputs, by asset."""

    run_id: int | None
    """The run, or the maker of the newest version that the asset showed."""

    inputs: Mapping[int, Input]
    is_truncated: bool
    """True if a limit of nodes or time cut it."""


@dataclass(frozen=True, slots=True)
class InputDiff:
    """An input of one side or both."""

    asset: Record
    """By its name on the left, else on the right."""

    left: Input | None
    right: Input | None
    change: InputChange
    depth: int
    """The distance in runs: 1 is a direct input."""


@dataclass(frozen=True, slots=True)
class LineageDiff:
    """The inputs of two runs or versions, compared."""

    left: Side
    right: Side
    inputs: list[InputDiff]
    """Inputs that differ first, then the nearest, then by URN."""

    point_in_time: PointInTime


async def compare_lineage(
    reader: Reader,
    left: Point,
    right: Point,
    point_in_time: PointInTime,
    limits: Limits,
    now: datetime,
    columns: tuple[str, ...] | None = None,
) -> LineageDiff:
    """Compare one run or version with another, up to the depth of the limits; only some columns, if given.

    Raises BadRequestError, naming the invalid argument, or NotFoundError.
    """
    points = [
        await find_point(reader, point, point_in_time.as_of, name)
        for point, name in ((left, "left."), (right, "right."))
    ]
    deadline = Deadline.after(limits.seconds)
    sides = []
    for found, point in zip(points, (left, right), strict=True):
        question = Question(
            point,
            Direction.UPSTREAM,
            frozenset({Kind.CONTAMINATED}),
            point_in_time,
            columns=columns,
            limits=limits,
            now=now,
        )
        sides.append(await _side(reader, found, question, deadline))
    return LineageDiff(sides[0], sides[1], await _inputs(reader, sides[0], sides[1]), point_in_time)


async def _side(reader: Reader, point: FoundPoint, question: Question, deadline: Deadline) -> Side:
    """Return the inputs of a point. Raises BadRequestError for an entity that is no point."""
    if point.kind not in (DATA_PROCESS_INSTANCE, DATASET, ML_MODEL):
        raise BadRequestError(f"urn: expected a run, a dataset or a model, got a {point.kind}")
    point_in_time, depth = question.point_in_time, question.limits.depth
    start = await find_start(reader, point, point_in_time, Direction.UPSTREAM, containment=False, now=question.now)
    found = await answer_from(reader, start, question, deadline)
    run_id = start.run_ids[0] if start.run_ids else None
    if start.versions:
        [version] = await versions_by_key(reader, [start.versions[0].key], point_in_time)
        run_id = version.run_id
    if question.columns is not None:
        tolerance = point_in_time.tolerance // timedelta(microseconds=1)
        used = await asyncio.to_thread(columns_of, found.findings, question.direction, tolerance, depth)
        return Side(run_id, _inputs_of_columns(used), found.is_cut)
    steps = await asyncio.to_thread(upstream, found.findings, None if depth is None else depth - 1)
    inputs: dict[int, Input] = {}
    class_ids = await reader.walks.classes_of_versions(steps.edge_ids[steps.are_versions])
    columns = (steps.readers, steps.moments, steps.edge_ids, steps.version_attempts)
    for class_id, step, *key in zip(
        class_ids.tolist(), *(column[steps.are_versions].tolist() for column in columns), strict=True
    ):
        _add(inputs, class_id, int(steps.depths[step]) + 1, [tuple(key)])
    roots = await deadline.within(reader.walks.roots(steps, point_in_time))
    for row in roots or ():
        if row["class_id"] is not None:
            _add(inputs, row["class_id"], int(steps.depths[row["number"] - 1]) + 1, [])
    # maxDepth does not count as a cut: the client asked for it.
    return Side(run_id, inputs, found.is_cut or roots is None)


def _inputs_of_columns(used: Iterable[FoundColumn]) -> dict[int, Input]:
    """Return the inputs with the columns that were used, by asset."""
    inputs: dict[int, Input] = {}
    for one in used:
        _add(inputs, one.class_id, one.depth, [] if one.version is None else [(one.reached, *one.version)])
        inputs[one.class_id].columns.add(one.name)
    return inputs


async def _inputs(reader: Reader, left: Side, right: Side) -> list[InputDiff]:
    class_ids = sorted({*left.inputs, *right.inputs})
    found = []
    for class_id, asset in zip(class_ids, await reader.entities.by_id(class_ids), strict=True):
        if asset is not None:
            pair = (left.inputs.get(class_id), right.inputs.get(class_id))
            found.append(InputDiff(asset, *pair, _change(*pair), min(each.depth for each in pair if each)))
    return sorted(found, key=lambda diff: (_ORDER[diff.change], diff.depth, diff.asset["urn"]))


def _add(inputs: dict[int, Input], class_id: int, depth: int, keys: Iterable[Any]) -> None:
    known = inputs.setdefault(class_id, Input(depth))
    known.depth = min(known.depth, depth)
    known.seen.update(keys)


def _change(left: Input | None, right: Input | None) -> InputChange:
    if left is None or right is None:
        return InputChange.ONLY_RIGHT if left is None else InputChange.ONLY_LEFT
    if left.seen != right.seen or left.columns != right.columns:
        return InputChange.OTHER
    return InputChange.SAME if left.seen else InputChange.UNKNOWN
