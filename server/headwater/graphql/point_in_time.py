"""The point in time of a question about lineage: its arguments, checked (docs/point-in-time.md)."""

from datetime import datetime, timedelta
from enum import Enum
from typing import Annotated, Any

import strawberry
from strawberry.extensions import SchemaExtension

from headwater.errors import BadRequestError
from headwater.graphql.context import Context
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
        default=None,
        description="Answer from what had arrived by this moment. With an offset, or UTC. Default: now. While a merge"
        " runs that began before it, the answer is as of that begin: `extensions.knownAt` has both moments.",
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


async def point_in_time_of(
    context: Context, given: PointInTimeInput | None, certainty: Certainty = Certainty.CERTAIN
) -> PointInTime:
    """The point in time that arguments mean, no later than it is known what had arrived.

    Raises BadRequestError, naming the argument that is wrong.
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
    """A moment, or an earlier one, of which the answer tells."""
    found: datetime = await context.load(context.reader.arrivals.knowable, asked)
    if found < asked:
        context.known_earlier[asked] = found
    return found


class TellsKnownAt(SchemaExtension):
    """Tells in `extensions.knownAt` of the answer which `knownAt` it took for an earlier moment, and for which."""

    def get_results(self) -> dict[str, Any]:
        """The moments that were asked for, with those that were answered; nothing where they are the same."""
        context = self.execution_context.context
        if not context or not context.known_earlier:
            return {}
        moments = context.known_earlier.items()
        return {"knownAt": [{"asked": asked.isoformat(), "answered": found.isoformat()} for asked, found in moments]}
