"""Root fields: what follows, what went in, and what changed (docs/point-in-time.md)."""

from datetime import datetime
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError, NotFoundError
from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import StoredEntity
from headwater.graphql.enums import Certainty, Direction, Kind
from headwater.graphql.impact.asking import MAX_NODES, MAX_SECONDS, WALKED, ask, limits_of
from headwater.graphql.impact.deadline import HAND_OVER_LEAST, HAND_OVER_SHARE, Deadline
from headwater.graphql.impact.impact import Impact
from headwater.graphql.impact.lineage_diff import LineageDiff, LineagePoint, find_side
from headwater.graphql.impact.question import Question
from headwater.graphql.impact.starts import find_start
from headwater.graphql.lookup import expect_entity, find_entity
from headwater.graphql.point_in_time import SomePointInTime, point_in_time_of
from headwater.graphql.price import WALK, price
from headwater.graphql.runs.instance import DataProcessInstance
from headwater.model.questions import PointInTime
from headwater.store.walks import Limits
from headwater.texts import shown

StartUrn = Annotated[str, strawberry.argument(description="The URN of a run, a job, a flow, a dataset or a model.")]
MadeBy = Annotated[
    str | None,
    strawberry.argument(
        description="Of a dataset or model: the URN of the run whose version it starts at. Default: any, by `at`."
    ),
]
At = Annotated[
    datetime | None,
    strawberry.argument(
        description="Start at what a dataset or model shows then; with no known writer by then, at its reads since."
        " Default: asOf, else now. Not after asOf."
    ),
]
MaxDepth = Annotated[
    int | None,
    strawberry.argument(
        description="The most runs away from the start, 0 or more: nothing farther is looked at. Default: no limit."
    ),
]
MaxNodes = Annotated[
    int | None,
    strawberry.argument(description=f"How many runs are walked over at most. Default: 1000000; at most {MAX_NODES}."),
]
MaxSeconds = Annotated[
    float | None,
    strawberry.argument(
        description="Seconds for the answer and all fields that follow from it; then it is given as far as it is found."
        f" A walk stops after {WALKED:.0%} of those left; handing over what it found may take {HAND_OVER_SHARE:.0%}"
        f" longer, or {HAND_OVER_LEAST:.0f} s if that is more."
        f" Default: 10; at most {MAX_SECONDS:.0f}."
    ),
]


@strawberry.type
class ImpactQueries:
    @strawberry.field(
        description="Everything that a start has affected, or (UPSTREAM) that went into it, with the reason"
        " (docs/point-in-time.md). The start is a run, a job, a flow, or a dataset or model as it was at a moment or as"
        " a run wrote it. What limits cut off is said by `truncated`.",
        metadata=price(WALK),
    )
    async def impact(
        self,
        info: Info,
        urn: StartUrn,
        made_by: MadeBy = None,
        at: At = None,
        direction: Annotated[
            Direction,
            strawberry.argument(
                description="DOWNSTREAM: what is affected. UPSTREAM: what went in. Default: DOWNSTREAM."
            ),
        ] = Direction.DOWNSTREAM,
        kinds: Annotated[
            list[Kind] | None, strawberry.argument(description="In which ways it is affected. Default: both.")
        ] = None,
        certainty: Annotated[
            Certainty,
            strawberry.argument(description="POSSIBLE also finds what only may be affected. Default: CERTAIN."),
        ] = Certainty.CERTAIN,
        point_in_time: SomePointInTime = None,
        containment: Annotated[
            bool,
            strawberry.argument(
                description="Whether to start with all that the start contains, too, and what affects a run"
                " affects its parent."
                " Default: false."
            ),
        ] = False,
        max_depth: MaxDepth = None,
        max_nodes: MaxNodes = None,
        max_seconds: MaxSeconds = None,
    ) -> Impact | None:
        return await _answered(
            info.context,
            await _point(info.context, urn, made_by, at, point_in_time_of(point_in_time)),
            direction,
            frozenset(Kind if kinds is None else kinds),
            point_in_time_of(point_in_time, certainty),
            containment,
            max_depth,
            limits_of(max_nodes, max_seconds, max_depth),
        )

    @strawberry.field(
        description="All that went into a run or a version, to the roots, with the exact versions: `impact` UPSTREAM."
        " `suspects` says what looks wrong on the way (docs/suspects.md), `roots` where the ways end.",
        metadata=price(WALK),
    )
    async def provenance(
        self,
        info: Info,
        urn: StartUrn,
        made_by: MadeBy = None,
        at: At = None,
        certainty: Annotated[
            Certainty,
            strawberry.argument(description="POSSIBLE also finds what only may have gone in. Default: CERTAIN."),
        ] = Certainty.CERTAIN,
        point_in_time: SomePointInTime = None,
        containment: Annotated[
            bool,
            strawberry.argument(description="Whether what a run contains went into what it wrote. Default: false."),
        ] = False,
        max_depth: MaxDepth = None,
        max_nodes: MaxNodes = None,
        max_seconds: MaxSeconds = None,
    ) -> Impact | None:
        return await _answered(
            info.context,
            await _point(info.context, urn, made_by, at, point_in_time_of(point_in_time)),
            Direction.UPSTREAM,
            frozenset({Kind.CONTAMINATED}),
            point_in_time_of(point_in_time, certainty),
            containment,
            max_depth,
            limits_of(max_nodes, max_seconds, max_depth),
        )

    @strawberry.field(
        description="What changed from one run or version to another: what went in, and how their runs differ.",
        metadata=price(2 * WALK),  # one for each side
    )
    async def lineage_diff(
        self,
        info: Info,
        left: Annotated[LineagePoint, strawberry.argument(description="From where the change is told.")],
        right: Annotated[LineagePoint, strawberry.argument(description="To where the change is told.")],
        point_in_time: SomePointInTime = None,
        max_depth: Annotated[
            int,
            strawberry.argument(
                description="Inputs up to so many runs away, 1 or more. Default: 1, what they read themselves."
            ),
        ] = 1,
        max_nodes: MaxNodes = None,
        max_seconds: MaxSeconds = None,
    ) -> LineageDiff | None:
        if max_depth < 1:
            raise BadRequestError(f"maxDepth: expected 1 or more, got {max_depth}")
        context, asked, limits = (
            info.context,
            point_in_time_of(point_in_time),
            limits_of(max_nodes, max_seconds, max_depth),
        )
        points = [
            await _point(context, point.urn, point.made_by, point.at, asked, name)
            for point, name in ((left, "left."), (right, "right."))
        ]
        deadline = Deadline.after(limits.seconds)
        sides = [await find_side(context, *point, asked, max_depth, limits, deadline) for point in points]
        return LineageDiff(point_in_time=asked, sides=(sides[0], sides[1]))


Point = tuple[DataProcessInstance | StoredEntity, DataProcessInstance | None, datetime | None]
"""An entity with, of an asset, the run that made it or the moment."""


async def _point(
    context: Context, urn: str, made_by: str | None, at: datetime | None, point_in_time: PointInTime, within: str = ""
) -> Point:
    """What arguments name, or the members of one. Raises BadRequestError, naming the one that is wrong.

    And NotFoundError: a total of 0 for a mistyped name would read as "nothing is affected".
    """
    entity = await find_entity(context, urn, f"{within}urn")
    maker = None
    if made_by is not None:
        maker = await expect_entity(DataProcessInstance, context, made_by, f"{within}madeBy")
    if not isinstance(entity, DataProcessInstance | StoredEntity):
        raise BadRequestError(f"{within}urn: expected a run, a job, a flow, a dataset or a model, got {shown(urn)}")
    for argument, named in (("urn", entity), ("madeBy", maker)):
        if named is not None and not named.exists:
            raise NotFoundError(f"{within}{argument}: nothing is known of {named.urn}")
    if at is not None and point_in_time.as_of is not None and at > point_in_time.as_of:
        raise BadRequestError(f"{within}at: expected a moment not after asOf, got {at.isoformat()}")
    return entity, maker, at


async def _answered(
    context: Context,
    point: Point,
    direction: Direction,
    kinds: frozenset[Kind],
    point_in_time: PointInTime,
    containment: bool,
    max_depth: int | None,
    limits: Limits,
) -> Impact:
    """The answer to a question about a point. Raises BadRequestError."""
    if not kinds:
        raise BadRequestError("kinds: expected one or both, got none")
    deadline = Deadline.after(limits.seconds)
    start = await find_start(context, *point, point_in_time, direction, containment=containment)
    question = Question(start, direction, kinds, point_in_time, containment, max_depth, limits, deadline)
    return Impact(question=question, answer=await ask(context, question), start=point[0], direction=direction)
