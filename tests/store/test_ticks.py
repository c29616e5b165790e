"""Times on connections that merge: the same as on all others."""

from datetime import UTC, datetime, timedelta, timezone

from headwater.model.times import FIRST_TIME, LAST_TIME
from headwater.store.connections import connect, connect_to_merge

TIMES = [
    FIRST_TIME,
    datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(2000, 1, 1, tzinfo=UTC),
    datetime(2026, 11, 21, 3, 0, 0, 500_001, tzinfo=UTC),
    datetime(2026, 11, 21, 3, tzinfo=timezone(timedelta(hours=-7, minutes=30))),
    LAST_TIME,
]


async def test_times_are_sent_and_read_as_the_driver_does(database_url: str) -> None:
    merging, plain = await connect_to_merge(database_url), await connect(database_url)
    try:
        for statement in ("SELECT $1::timestamptz[]", "SELECT $1::timestamptz[]::text[]"):
            assert await merging.fetchval(statement, TIMES) == await plain.fetchval(statement, TIMES)
        assert await merging.fetchval("SELECT $1::timestamptz[]", [None, *TIMES[1:-1]]) == [None, *TIMES[1:-1]]
    finally:
        await merging.close()
        await plain.close()
