"""Times in the form that merging connections send: an event's facts share a few times, each converted once."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache

from asyncpg import Connection

from headwater.model.times import FIRST_TIME, LAST_TIME

_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)
_INFINITIES = {FIRST_TIME: -(2**63), LAST_TIME: 2**63 - 1}
"""The driver sends the ends of time as infinities, and reads these without a zone."""


async def send_ticks(connection: Connection) -> None:
    """Make a connection send times in ticks, microseconds since 2000, as in Postgres."""
    await connection.set_type_codec(
        "timestamptz", schema="pg_catalog", encoder=to_ticks, decoder=from_ticks, format="tuple"
    )


@lru_cache(4_000)
def to_ticks(time: datetime) -> tuple[int]:
    """Convert a time to ticks."""
    return (_INFINITIES.get(time, (time - _EPOCH) // _TICK),)


def from_ticks(ticks: tuple[int]) -> datetime:
    """Convert ticks to a time; infinities are the ends of time without a zone."""
    try:
        return _EPOCH + ticks[0] * _TICK
    except OverflowError:
        return (LAST_TIME if ticks[0] > 0 else FIRST_TIME).replace(tzinfo=None)
