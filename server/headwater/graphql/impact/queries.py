"""Root fields: what follows, what went in, and what changed (docs/point-in-time.md)."""

from datetime import datetime
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.cost.price import WALK, price
from headwater.graphql.enums import Certainty, Direction, Kind
from headwater.graphql.impact.impact import Impact
from headwater.graphql.impact.lineage_diff import LineageDiff, LineagePoint
from headwater.graphql.point_in_time import SomePointInTime, point_in_time_of
from headwater.lineage.deadline import HAND_OVER_LEAST, HAND_OVER_SHARE
from headwater.lineage.diff import compare_lineage
from headwater.lineage.impact import WALKED, impact
from headwater.lineage.points import Point
from headwater.lineage.question import MAX_NODES, MAX_SECONDS, Question, limits_of
from headwater.urn import DATA_PROCESS_INSTANCE

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
            list[Kind] | None, strawberry.argument(description="In which paths it is affected. Default: both.")
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
        question = Question(
            Point(urn, made_by, at),
            direction,
            frozenset(Kind if kinds is None else kinds),
            await point_in_time_of(info.context, point_in_time, certainty),
            containment,
            limits_of(max_nodes, max_seconds, max_depth),
            info.context.now,
        )
        return await _answered(info.context, question)

    @strawberry.field(
        description="All that went into a run or a version, to the roots, with the exact versions: `impact` UPSTREAM."
        " `suspects` says what looks wrong on the path (docs/suspects.md), `roots` where the paths end.",
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
        question = Question(
            Point(urn, made_by, at),
            Direction.UPSTREAM,
            frozenset({Kind.CONTAMINATED}),
            await point_in_time_of(info.context, point_in_time, certainty),
            containment,
            limits_of(max_nodes, max_seconds, max_depth),
            info.context.now,
        )
        return await _answered(info.context, question)

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
        context = info.context
        found = await compare_lineage(
            context.reader,
            Point(left.urn, left.made_by, left.at),
            Point(right.urn, right.made_by, right.at),
            await point_in_time_of(context, point_in_time),
            limits_of(max_nodes, max_seconds, max_depth),
            context.now,
        )
        return LineageDiff(found=found)


async def _answered(context: Context, question: Question) -> Impact:
    """The answer to a question. Raises BadRequestError."""
    asked = await impact(context.reader, question)
    to_type = context.to_instance if asked.point.kind == DATA_PROCESS_INSTANCE else context.to_entity
    return Impact(asked=asked, start=to_type(asked.point.row), direction=question.direction)
