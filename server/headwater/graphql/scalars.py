"""Scalars that GraphQL lacks, and times as the API gives them."""

from datetime import UTC, datetime, timedelta
from typing import NewType

import strawberry

Long = NewType("Long", int)
"""A whole number of up to 64 bits; JSON shows it as a number."""

LONG = strawberry.scalar(
    name="Long",
    description="A whole number of up to 64 bits. Times are milliseconds since 1970-01-01T00:00:00Z.",
    serialize=int,
    parse_value=int,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def to_millis(time: datetime) -> Long:
    """A time as whole milliseconds since the epoch, rounded down."""
    return Long((time - _EPOCH) // _MILLISECOND)


def from_millis(millis: int) -> datetime:
    """The time of so many milliseconds since the epoch, held within the years that a time can have."""
    lowest, highest = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
    try:
        return min(max(_EPOCH + millis * _MILLISECOND, lowest), highest)
    except OverflowError:
        return lowest if millis < 0 else highest
