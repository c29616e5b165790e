"""The point in time of a question about lineage: its arguments, checked (docs/point-in-time.md)."""

from datetime import datetime, timedelta
from enum import Enum
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.enums import Certainty
from headwater.model.questions import PointInTime

MAX_TOLERANCE_SECONDS = 86_400.0


@strawberry.enum(description="What writes are taken to do where neither they nor the configuration say.")
class AssumeWrites(Enum):
    REPLACE = strawberry.enum_value("REPLACE", description="They leave nothing of the versions before them.")
    APPEND = strawberry.enum_value("APPEND", description="They leave the versions before them, beside their own.")


@strawberry.input(
    name="PointInTimeInput",
    description="From where a question looks; without anything: now, with all that is known.",
)
class PointInTimeInput:
    as_of: datetime | None = strawberry.field(
        default=None, description="Answer from what had happened by this moment. With an offset, or UTC. Default: now."
    )
    known_at: datetime | None = strawberry.field(
        default=None, description="Answer from what had arrived by this moment. With an offset, or UTC. Default: now."
    )
    tolerance_seconds: float = strawberry.field(
        default=0.0,
        description="A read so many seconds before a write sees it, too: for clocks that differ. Default: 0; at"
        " most 86400.",
    )
    assume_writes: AssumeWrites = strawberry.field(
        default=AssumeWrites.REPLACE,
        description="What a write does to the ones before it where nothing says. Default: REPLACE.",
    )


SomePointInTime = Annotated[
    PointInTimeInput | None, strawberry.argument(name="pointInTime", description="From where to look. Default: now.")
]


def point_in_time_of(given: PointInTimeInput | None, certainty: Certainty = Certainty.CERTAIN) -> PointInTime:
    """The point in time that arguments mean. Raises BadRequestError, naming the argument that is wrong."""
    given = given or PointInTimeInput()
    if not 0 <= given.tolerance_seconds <= MAX_TOLERANCE_SECONDS:
        raise BadRequestError(
            f"toleranceSeconds: expected 0 to {MAX_TOLERANCE_SECONDS:.0f}, got {given.tolerance_seconds}"
        )
    return PointInTime(
        as_of=given.as_of,
        known_at=given.known_at,
        tolerance=timedelta(seconds=given.tolerance_seconds),
        appends=given.assume_writes is AssumeWrites.APPEND,
        possible=certainty is Certainty.POSSIBLE,
    )
