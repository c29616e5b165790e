"""The point in time of a question about lineage, with checks of its values (docs/point-in-time.md)."""

from datetime import datetime, timedelta
from enum import Enum
from typing import Annotated, Any

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context
from headwater.graphql.enums import Certainty
from headwater.model.questions import PointInTime

MAX_TOLERANCE_SECONDS = 86_400.0


@strawberry.enum(description="The assumed effect of writes that neither events nor the configuration describe.")
class AssumeWrites(Enum):
    REPLACE = strawberry.enum_value("REPLACE", description="Writes replace all earlier versions.")
    APPEND = strawberry.enum_value("APPEND", description="Writes append to the earlier versions.")


@strawberry.input(
    name="PointInTimeInput",
    description="The point in time of a question. Default: now, with all that is known.",
)
class PointInTimeInput:
    as_of: datetime | None = strawberry.field(
        default=None,
        description="Answer from all that had happened by this moment. With an offset, or UTC. Default: all events"
        " count, even those of a clock that is ahead.",
    )
    known_at: datetime | None = strawberry.field(
        default=None,
        description="Answer from all that had arrived by this moment. With an offset, or UTC. Default: now. If a"
        " merge that began before this moment is still running, the answer is as of its start. `extensions.knownAt`"
        " has both moments.",
    )
    tolerance_seconds: float = strawberry.field(
        default=0.0,
        description="A tolerance for different clocks: a read up to this many seconds before a write sees the write."
        " Default: 0; at most 86400.",
    )
    assume_writes: AssumeWrites = strawberry.field(
        default=AssumeWrites.REPLACE,
        description="The assumed effect of writes on earlier versions, if nothing describes it. Default: REPLACE.",
    )


SomePointInTime = Annotated[
    PointInTimeInput | None,
    strawberry.argument(name="pointInTime", description="The point in time of the question. Default: now."),
]


async def point_in_time_of(
    context: Context, given: PointInTimeInput | None, certainty: Certainty = Certainty.CERTAIN
) -> PointInTime:
    """Check a point in time; `knownAt` is moved back if the arrivals by then are not final.

    Raises BadRequestError, naming the wrong argument.
    """
    given = given or PointInTimeInput()
    if not 0 <= given.tolerance_seconds <= MAX_TOLERANCE_SECONDS:
        raise BadRequestError(
            f"toleranceSeconds: expected 0 to {MAX_TOLERANCE_SECONDS:.0f}, got {given.tolerance_seconds}"
        )
    return PointInTime(
        as_of=given.as_of,
        known_at=None if given.known_at is None else await _knowable(context, given.known_at),
        tolerance=timedelta(seconds=given.tolerance_seconds),
        appends=given.assume_writes is AssumeWrites.APPEND,
        possible=certainty is Certainty.POSSIBLE,
    )


async def _knowable(context: Context, asked: datetime) -> datetime:
    """The requested moment, or an earlier one with final arrivals."""
    found: datetime = await context.load(context.reader.arrivals.knowable, asked)
    if found < asked:
        context.known_earlier[asked] = found
    return found


def told_known_at(context: Context) -> dict[str, Any]:
    """`extensions.knownAt` of an answer: the requested moments with the earlier ones that were answered."""
    if not context.known_earlier:
        return {}
    moments = context.known_earlier.items()
    return {"knownAt": [{"asked": asked.isoformat(), "answered": found.isoformat()} for asked, found in moments]}
