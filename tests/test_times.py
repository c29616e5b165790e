"""Differences of times in whole milliseconds."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis.strategies import datetimes, just

from headwater.model.times import FIRST_TIME, LAST_TIME, millis_between, to_millis

TIMES = datetimes(FIRST_TIME.replace(tzinfo=None), LAST_TIME.replace(tzinfo=None), timezones=just(UTC))


@given(TIMES, TIMES)
def test_millis_between_is_the_difference_of_the_times_in_millis(since: datetime, until: datetime) -> None:
    assert millis_between(since, until) == to_millis(until) - to_millis(since)
