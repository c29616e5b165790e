"""`lineageDiff`: what went into one run or version and not into another, and how their runs differ."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity, StoredEntity
from headwater.graphql.impact.asking import ask
from headwater.graphql.impact.asset_versions import AssetVersion, version_by_key
from headwater.graphql.impact.deadline import Deadline
from headwater.graphql.impact.question import Question
from headwater.graphql.impact.run_diff import RunDiff
from headwater.graphql.impact.starts import find_start
from headwater.graphql.offset_paging import Count, Start, offset_page
from headwater.graphql.runs.instance import DataProcessInstance
from headwater.impact.upstream import upstream
from headwater.model.questions import Direction, Kind, PointInTime
from headwater.store.walk_order import WriteKey
from headwater.store.walks import Limits
from headwater.urn import DATA_PROCESS_INSTANCE, DATASET, ML_MODEL, parse_urn


@strawberry.input(description="A run, or a dataset or model as it was at a moment or as a run wrote it.")
class LineagePoint:
    urn: str = strawberry.field(description="A run, a dataset or a model.")
    made_by: str | None = strawberry.field(
        default=None,
        description="Of a dataset or model: the URN of the run whose version it is. Default: any, by `at`.",
    )
    at: datetime | None = strawberry.field(
        default=None,
        description="The moment at which a dataset or model showed it. Default: asOf, else now. Not after asOf.",
    )


@strawberry.enum(description="What became of an input from left to right.")
class InputChange(Enum):
    OTHER = strawberry.enum_value("OTHER", description="Both saw it, in other versions.")
    ONLY_LEFT = strawberry.enum_value("ONLY_LEFT", description="Only what is left read it.")
    ONLY_RIGHT = strawberry.enum_value("ONLY_RIGHT", description="Only what is right read it.")
    UNKNOWN = strawberry.enum_value("UNKNOWN", description="Both read it, and nobody said who wrote what they read.")
    SAME = strawberry.enum_value("SAME", description="Both saw the same versions.")


_ORDER = {change: place for place, change in enumerate(InputChange)}


@dataclass(slots=True)
class _Input:
    """What was read of an asset: how far away, and which versions were seen."""

    depth: int
    seen: set[WriteKey] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Side:
    """One point with what went into it, by asset."""

    entity: Entity
    run_id: int | None
    """The run, or the one that made the newest version that the asset showed."""

    inputs: Mapping[int, _Input]
    is_truncated: bool


@strawberry.type(description="An input of the one, the other or both.")
class InputDiff:
    point_in_time: strawberry.Private[PointInTime]
    sides: strawberry.Private[tuple[_Input | None, _Input | None]]
    asset: Entity = strawberry.field(description="The input, by the name that left gave it, else right.")
    change: InputChange = strawberry.field(description="What became of it.")
    depth: int = strawberry.field(description="How many runs away it was read: 1 is a direct input.")

    @strawberry.field(description="The versions that left saw, newest first. Default: 20; at most 1000.")
    async def left(self, info: Info, count: Count = None) -> list[AssetVersion] | None:
        return await self._versions(info.context, self.sides[0], count)

    @strawberry.field(description="The versions that right saw, newest first. Default: 20; at most 1000.")
    async def right(self, info: Info, count: Count = None) -> list[AssetVersion] | None:
        return await self._versions(info.context, self.sides[1], count)

    async def _versions(self, context: Context, side: _Input | None, count: int | None) -> list[AssetVersion]:
        _, count = offset_page(0, count)
        seen = frozenset(side.seen) if side else frozenset()
        keys = (await context.load(context.reader.walks.newest_first, seen))[:count]
        found = (version_by_key(context, (edge_id, attempt), self.point_in_time) for _, edge_id, attempt in keys)
        return list(await asyncio.gather(*found))


@strawberry.type(description="A page of inputs: those that differ first, then the nearest, then by URN.")
class InputDiffResult:
    start: int = strawberry.field(description="The offset that was asked for.")
    count: int = strawberry.field(description="The page size that was asked for.")
    total: int = strawberry.field(description="How many there are on all pages.")
    inputs: list[InputDiff] = strawberry.field(description="The inputs of this page.")


@strawberry.type(description="What two runs or versions have not in common.")
class LineageDiff:
    point_in_time: strawberry.Private[PointInTime]
    sides: strawberry.Private[tuple[Side, Side]]

    @strawberry.field(description="Whether a limit cut what went into one of them: there may be more.")
    def truncated(self) -> bool:
        return any(side.is_truncated for side in self.sides)

    @strawberry.field(
        description="The assets that went in, by all names of the same data: those that differ first, then the nearest,"
        " then by URN. Default: 20; at most 1000."
    )
    async def inputs(self, info: Info, start: Start = None, count: Count = None) -> InputDiffResult | None:
        start, count = offset_page(start, count)
        left, right = (side.inputs for side in self.sides)
        data_ids = sorted({*left, *right})
        rows = await asyncio.gather(*(info.context.entity_by_id(data_id) for data_id in data_ids))
        found = [
            InputDiff(
                point_in_time=self.point_in_time,
                sides=pair,
                asset=info.context.to_entity(row),
                change=_change(*pair),
                depth=min(each.depth for each in pair if each),
            )
            for row, pair in zip(rows, ((left.get(data_id), right.get(data_id)) for data_id in data_ids), strict=True)
            if row is not None
        ]
        found.sort(key=lambda diff: (_ORDER[diff.change], diff.depth, diff.asset.urn))
        return InputDiffResult(start=start, count=count, total=len(found), inputs=found[start : start + count])

    @strawberry.field(
        description="How the runs differ: those of the points, or that made what the assets show. Null where one is"
        " not there."
    )
    def runs(self) -> RunDiff | None:
        left, right = (side.run_id for side in self.sides)
        return (
            None
            if left is None or right is None
            else RunDiff(left_id=left, right_id=right, point_in_time=self.point_in_time)
        )


async def find_side(
    context: Context,
    entity: Entity,
    maker: DataProcessInstance | None,
    at: datetime | None,
    point_in_time: PointInTime,
    max_depth: int,
    limits: Limits,
    deadline: Deadline,
) -> Side:
    """What went into a point, up to so many runs away. Raises BadRequestError for what is no point."""
    kind = parse_urn(entity.urn).kind
    if kind not in (DATA_PROCESS_INSTANCE, DATASET, ML_MODEL) or not isinstance(
        entity, DataProcessInstance | StoredEntity
    ):
        raise BadRequestError(f"urn: expected a run, a dataset or a model, got a {kind}")
    start = await find_start(context, entity, maker, at, point_in_time, Direction.UPSTREAM, containment=False)
    question = Question(
        start=start,
        direction=Direction.UPSTREAM,
        kinds=frozenset({Kind.CONTAMINATED}),
        point_in_time=point_in_time,
        containment=False,
        max_depth=max_depth,
        limits=limits,
        deadline=deadline,
    )
    found = await ask(context, question)
    steps = await asyncio.to_thread(upstream, found.findings, max_depth - 1)
    inputs: dict[int, _Input] = {}
    data_ids = await context.reader.walks.data_of_versions(steps.edge_ids[steps.are_versions])
    columns = (steps.readers, steps.moments, steps.edge_ids, steps.version_attempts)
    for data_id, reader, *key in zip(
        data_ids.tolist(), *(column[steps.are_versions].tolist() for column in columns), strict=True
    ):
        _add(inputs, data_id, int(steps.depths[reader]) + 1, [tuple(key)])
    roots = await deadline.within(context.reader.upstream.roots(steps, point_in_time))
    for row in roots or ():
        if row["data_id"] is not None:
            _add(inputs, row["data_id"], int(steps.depths[row["number"] - 1]) + 1, [])
    run_id = start.run_ids[0] if start.run_ids else None
    if start.versions:
        version = await context.load(context.reader.walks.versions_by_key, start.versions[0].key, point_in_time)
        run_id = version["run_id"]
    # Not what maxDepth left out: that is what was asked for.
    return Side(entity, run_id, inputs, found.is_cut or roots is None)


def _add(inputs: dict[int, _Input], data_id: int, depth: int, keys: Iterable[Any]) -> None:
    known = inputs.setdefault(data_id, _Input(depth))
    known.depth = min(known.depth, depth)
    known.seen.update(keys)


def _change(left: _Input | None, right: _Input | None) -> InputChange:
    if left is None or right is None:
        return InputChange.ONLY_RIGHT if left is None else InputChange.ONLY_LEFT
    if left.seen != right.seen:
        return InputChange.OTHER
    return InputChange.SAME if left.seen else InputChange.UNKNOWN
