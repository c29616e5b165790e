"""Root fields for questions about lineage: impact, provenance and differences (docs/point-in-time.md)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

import strawberry

from headwater.errors import BadRequestError
from headwater.execution.selections import arguments_of, names_below
from headwater.graphql.context import Info
from headwater.graphql.cost.price import WALK, price
from headwater.graphql.enums import Certainty, Direction, Kind
from headwater.graphql.impact.impact import Impact
from headwater.graphql.impact.lineage_diff import LineageDiff, LineagePoint
from headwater.graphql.impact.path_between import LineagePath
from headwater.graphql.offset_paging import DEFAULT_COUNT
from headwater.graphql.point_in_time import SomePointInTime, point_in_time_of
from headwater.lineage.between import path_between
from headwater.lineage.deadline import HAND_OVER_LEAST, HAND_OVER_SHARE
from headwater.lineage.diff import compare_lineage
from headwater.lineage.head import MOST_PLACES, ask
from headwater.lineage.impact import WALKED
from headwater.lineage.points import Point
from headwater.lineage.question import MAX_COLUMNS, MAX_NODES, MAX_SECONDS, Question, columns_of, limits_of
from headwater.urn import DATA_PROCESS_INSTANCE

StartUrn = Annotated[str, strawberry.argument(description="The URN of a run, a job, a flow, a dataset or a model.")]
MadeBy = Annotated[
    str | None,
    strawberry.argument(
        description="Only for a dataset or model: the URN of the run that wrote the version to start at. Default:"
        " any run, by `at`. `startTotal` is 0 if it wrote none."
    ),
]
At = Annotated[
    datetime | None,
    strawberry.argument(
        description="Start at the versions that a dataset or model shows at this moment. With no known writer by"
        " then, start at its reads since. Default: asOf, else now. Not after asOf."
    ),
]
SomeColumns = Annotated[
    list[str] | None,
    strawberry.argument(
        description="Only these columns of the start, and only what they were used for, or made from"
        f" (docs/columns.md). An empty list: all its columns. Default: whole data. At most {MAX_COLUMNS}."
    ),
]
Containment = Annotated[
    bool,
    strawberry.argument(
        description="True: also start at all runs inside the start, and pass effects from a run to its parent."
        " Default: false."
    ),
]
MaxDepth = Annotated[
    int | None,
    strawberry.argument(description="The maximum distance from the start in runs, 0 or more. Default: no limit."),
]
MaxNodes = Annotated[
    int | None,
    strawberry.argument(description=f"The maximum number of runs in the walk. Default: 1000000; at most {MAX_NODES}."),
]
MaxSeconds = Annotated[
    float | None,
    strawberry.argument(
        description="Seconds for the answer and all fields computed from it. After that, the answer contains the"
        f" part found so far. A walk stops after {WALKED:.0%} of the remaining time. Handing over its results may take"
        f" {HAND_OVER_SHARE:.0%} longer, or {HAND_OVER_LEAST:.0f} s if that is more. Default: 10; at most"
        f" {MAX_SECONDS:.0f}."
    ),
]


@strawberry.type
class ImpactQueries:
    @strawberry.field(
        description="Everything downstream of a start, or upstream with UPSTREAM, with reasons"
        " (docs/point-in-time.md). The start is a run, a job, a flow, a dataset or model at a moment, or one run's"
        " version of it. `truncated` is true if a limit cut the answer.",
        metadata=price(WALK),
    )
    async def impact(
        self,
        info: Info,
        urn: StartUrn,
        made_by: MadeBy = None,
        at: At = None,
        columns: SomeColumns = None,
        direction: Annotated[
            Direction,
            strawberry.argument(
                description="DOWNSTREAM: everything affected. UPSTREAM: all inputs, direct and indirect. Default:"
                " DOWNSTREAM."
            ),
        ] = Direction.DOWNSTREAM,
        kinds: Annotated[
            list[Kind] | None, strawberry.argument(description="The kinds of effect to look for. Default: both.")
        ] = None,
        certainty: Annotated[
            Certainty,
            strawberry.argument(
                description="POSSIBLE adds runs and versions that only may be affected. Default: CERTAIN."
            ),
        ] = Certainty.CERTAIN,
        point_in_time: SomePointInTime = None,
        containment: Containment = False,
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
            columns_of(columns),
            limits_of(max_nodes, max_seconds, max_depth),
            info.context.now,
        )
        return await _answered(info, question)

    @strawberry.field(
        description="All upstream runs of a run or a version, to the roots, with the exact versions: `impact` with"
        " UPSTREAM. `suspects` lists unusual runs on the path (docs/suspects.md), `roots` the ends of the paths.",
        metadata=price(WALK),
    )
    async def provenance(
        self,
        info: Info,
        urn: StartUrn,
        made_by: MadeBy = None,
        at: At = None,
        columns: SomeColumns = None,
        certainty: Annotated[
            Certainty,
            strawberry.argument(
                description="POSSIBLE adds runs and versions that only may be upstream. Default: CERTAIN."
            ),
        ] = Certainty.CERTAIN,
        point_in_time: SomePointInTime = None,
        containment: Annotated[
            bool,
            strawberry.argument(
                description="True: runs inside a run count as upstream of its outputs. Default: false."
            ),
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
            columns_of(columns),
            limits_of(max_nodes, max_seconds, max_depth),
            info.context.now,
        )
        return await _answered(info, question)

    @strawberry.field(
        description="The differences between two runs or versions: their inputs, and the runs themselves.",
        metadata=price(2 * WALK),  # one walk for each side
    )
    async def lineage_diff(
        self,
        info: Info,
        left: Annotated[LineagePoint, strawberry.argument(description="The side before the change.")],
        right: Annotated[LineagePoint, strawberry.argument(description="The side after the change.")],
        columns: SomeColumns = None,
        point_in_time: SomePointInTime = None,
        max_depth: Annotated[
            int,
            strawberry.argument(
                description="The maximum distance of inputs in runs, 1 or more. Default: 1, the direct inputs."
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
            columns_of(columns),
        )
        return LineageDiff(found=found)

    @strawberry.field(
        description="Tells if one run or version affected another, with the path. The search goes from both ends until"
        " they meet, so it costs little. `impact` lists everything affected.",
        metadata=price(2 * WALK),  # a walk from each end
    )
    async def path_between(
        self,
        info: Info,
        from_: Annotated[
            LineagePoint,
            strawberry.argument(
                name="from", description="The suspected cause. Also the URN of a job or flow: any of its runs."
            ),
        ],
        to: Annotated[
            LineagePoint,
            strawberry.argument(description="The suspected victim. Also the URN of a job or flow: any of its runs."),
        ],
        certainty: Annotated[
            Certainty,
            strawberry.argument(description="POSSIBLE also accepts paths that are only possible. Default: CERTAIN."),
        ] = Certainty.CERTAIN,
        point_in_time: SomePointInTime = None,
        containment: Containment = False,
        max_nodes: MaxNodes = None,
        max_seconds: MaxSeconds = None,
    ) -> LineagePath | None:
        question = Question(
            Point(from_.urn, from_.made_by, from_.at),
            point_in_time=await point_in_time_of(info.context, point_in_time, certainty),
            containment=containment,
            limits=limits_of(max_nodes, max_seconds, None),
            now=info.context.now,
        )
        target = Point(to.urn, to.made_by, to.at)
        found = await path_between(info.context.reader, question, target)
        return LineagePath(found=found, question=question, to=target)


def _needs_head(info: Info) -> bool:
    """Return True for a query that needs no more than the head of an answer: then a large one comes at once.

    With other fields `truncated` has to tell of the whole.
    """
    told = names_below(info) <= _OF_HEAD and all(map(_is_near, arguments_of(info, "runs")))
    return told and "path" not in names_below(info, "runs", "runs") | names_below(info, "runs", "runs", "kinds")


def _is_near(page: Mapping[str, Any]) -> bool:
    """Return True for the arguments of a page that a head tells."""
    end = (page.get("start") or 0) + (DEFAULT_COUNT if page.get("count") is None else page["count"])
    return page.get("filter") is None and end <= MOST_PLACES


_OF_HEAD = {"__typename", "start", "direction", "startTotal", "truncated", "runsBeyond", "runs"}


async def _answered(info: Info, question: Question) -> Impact:
    """Answer a question. Raises BadRequestError."""
    context = info.context
    asked = await ask(context.reader, question, context.held_graph if _needs_head(info) else None)
    point = asked.begun.point
    to_type = context.to_instance if point.kind == DATA_PROCESS_INSTANCE else context.to_entity
    return Impact(asked=asked, start=to_type(point.row), direction=question.direction)
