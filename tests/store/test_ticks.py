"""Times on connections that merge: the same as those that the driver sends."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from headwater.model.times import FIRST_TIME, LAST_TIME
from headwater.store.pool import connect, connect_to_merge

TIMES = [
    FIRST_TIME,
    datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(2000, 1, 1, tzinfo=UTC),
    datetime(2026, 11, 21, 3, 0, 0, 500_001, tzinfo=UTC),
    datetime(2026, 11, 21, 3, tzinfo=timezone(timedelta(hours=-7, minutes=30))),
    LAST_TIME,
]


async def test_times_are_those_that_the_driver_sends(database_url: str) -> None:
    merging, plain = await connect_to_merge(database_url), await connect(database_url)
    try:
        sent = "SELECT $1::timestamptz[]::text[]"
        assert await merging.fetchval(sent, TIMES) == await plain.fetchval(sent, TIMES)
        assert await merging.fetchval("SELECT $1::timestamptz[]", TIMES) == TIMES
        assert await merging.fetchval("SELECT $1::timestamptz[]", [None]) == [None]
    finally:
        await merging.close()
        await plain.close()


@pytest.mark.parametrize(("text", "time"), [("infinity", LAST_TIME), ("-infinity", FIRST_TIME)])
async def test_an_infinite_time_is_the_last_or_the_first(text: str, time: datetime, database_url: str) -> None:
    merging = await connect_to_merge(database_url)
    try:
        assert await merging.fetchval("SELECT $1::text::timestamptz", text) == time
    finally:
        await merging.close()
