"""`pathBetween`: whether one run or version affected another, and by which path (docs/impact.md)."""

from datetime import datetime

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.enums import Certainty, Kind
from headwater.graphql.impact.steps import DEFAULT_PATH, ImpactStep, PathCount, check_path_count, impact_steps
from headwater.lineage.between import Between, possible_beyond, removed_before
from headwater.lineage.points import Point
from headwater.lineage.question import Question


@strawberry.type(description="The answer to the question if one point affected another, with its reason.")
class LineagePath:
    found: strawberry.Private[Between]
    question: strawberry.Private[Question]
    to: strawberry.Private[Point]

    @strawberry.field(
        description="True if the first point affected the second. Null: maxNodes or maxSeconds ended the search first."
    )
    def is_affected(self) -> bool | None:
        return self.found.is_affected

    @strawberry.field(
        description="True if there is no certain path, and certainty POSSIBLE would find one, or a limit leaves that"
        " unknown. Runs another search of at most maxSeconds."
    )
    async def possible_beyond(self, info: Info) -> bool:
        return await possible_beyond(info.context.reader, self.question, self.to, self.found)

    @strawberry.field(
        description="The time before which the search may miss runs, since retention removed runs that read or wrote"
        " the data (docs/retention.md). Null: it misses none, or found a path. After a removal it runs another search"
        " of at most maxSeconds."
    )
    async def history_removed_before(self, info: Info) -> datetime | None:
        return await removed_before(info.context.reader, self.question, self.to, self.found)

    @strawberry.field(description="The kind of effect: CONTAMINATED or STALE. Null without an effect.")
    def kind(self) -> Kind | None:
        return None if (standing := self.found.standing) is None else standing.kind

    @strawberry.field(description="CERTAIN if a path of certain hops exists, else POSSIBLE. Null without an effect.")
    def certainty(self) -> Certainty | None:
        return None if (standing := self.found.standing) is None else standing.certainty

    @strawberry.field(description="The number of places on the path: runs and versions. 0 without an effect.")
    def length(self) -> int:
        return len(self.found.path)

    @strawberry.field(
        description="A path from the first point to the second: runs and the versions between them. Mostly a shortest"
        f" one. Longer paths are cut to the last {DEFAULT_PATH} places, or the last `count`. Empty without an effect."
    )
    async def path(self, info: Info, count: PathCount = DEFAULT_PATH) -> list[ImpactStep] | None:
        check_path_count(count)
        return await impact_steps(info.context, self.question.point_in_time, self.found.path[-count:])
