"""What failures and timelines share: the runs that a run contains, and why one depends on another."""

from enum import Enum

import strawberry
from asyncpg import Record

from headwater.graphql.context import Context
from headwater.impact.propagation import Member

MAX_MEMBERS = 10_000
"""So many of the runs that a run contains are looked at, the nearest."""


@strawberry.enum(description="Why one run depends on another, the strongest first.")
class DependencyReason(Enum):
    RETRY = strawberry.enum_value("RETRY", description="It tries again what the other failed at. Only of waits.")
    RUN_REFERENCE = strawberry.enum_value("RUN_REFERENCE", description="One of the two names the other.")
    JOB_ORDER = strawberry.enum_value("JOB_ORDER", description="Its job comes after the other's within one parent.")
    CONTAINED = strawberry.enum_value(
        "CONTAINED", description="It contains the other, or is inside it. Never of waits."
    )
    DATA = strawberry.enum_value("DATA", description="It reads what the other writes, or should have written.")


async def members_of(context: Context, run_id: int | None) -> tuple[list[Record], bool]:
    """The runs that a run contains, the nearest, in order of begin; and whether these are all."""
    # One more than is looked at, so that its being there says that there is more.
    rows = [] if run_id is None else await context.load(context.reader.pipelines.members, run_id, MAX_MEMBERS + 1)
    return rows[:MAX_MEMBERS], len(rows) <= MAX_MEMBERS


def to_member(row: Record) -> Member:
    """A row of members_of_runs as propagation takes it."""
    return Member(
        run_id=row["id"],
        parent_id=row["parent_id"],
        template_id=row["template_id"],
        result=row["result"],
        attempt=row["attempt"],
        is_numbered=row["is_numbered"],
        part=row["part"],
        began_at=row["created_at"],
        over_at=row["over_at"],
    )
