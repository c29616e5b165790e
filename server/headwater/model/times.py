"""Times in events."""

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

FIRST_TIME = datetime.min.replace(tzinfo=UTC)
LAST_TIME = datetime.max.replace(tzinfo=UTC)
"""The first and the last possible time."""

_DAY_SECONDS = 86_400

_EXPECTED = "expected a time such as 2026-11-21T03:00:00Z"


def parse_time(text: object) -> tuple[datetime, bool]:
    """Return an ISO 8601 time as UTC, and True if it had no zone.

    A space may stand for the "T"; digits below a microsecond are cut. Raises ValueError.
    """
    if not isinstance(text, str):
        raise ValueError(f"{_EXPECTED}, got {'nothing' if text is None else 'no text'}")
    try:
        time = datetime.fromisoformat(text.strip().upper())  # RFC 3339 allows "t" and "z"
    except ValueError as error:
        raise ValueError(f"{_EXPECTED}, got {text!r}") from error
    if time.tzinfo is None:
        return time.replace(tzinfo=UTC), True
    try:
        return time.astimezone(UTC), False
    except OverflowError as error:
        raise ValueError(f"expected a time from the year 1 to 9999, got {text!r}") from error


def parse_stored_time(text: object) -> tuple[datetime, bool]:
    """Return a time to store, as `parse_time` does. Raises ValueError.

    The first and the last possible moment are refused: programs send them for no time, and asyncpg stores infinity.
    """
    time, has_no_zone = parse_time(text)
    if time in (FIRST_TIME, LAST_TIME):
        raise ValueError(f"{_EXPECTED}, got {text!r}, which programs send for no time")
    return time, has_no_zone


def to_millis(time: datetime) -> int:
    """Convert a time to whole milliseconds since the epoch, rounded down."""
    return whole_millis(time - EPOCH)


def whole_millis(duration: timedelta) -> int:
    """Convert a duration to whole milliseconds, rounded down."""
    # By its parts: dividing it takes twice the time.
    return (duration.days * _DAY_SECONDS + duration.seconds) * 1000 + duration.microseconds // 1000


def millis_between(since: datetime | None, until: datetime | None) -> int | None:
    """Return the milliseconds between two times, each rounded down; None if one is unknown."""
    if since is None or until is None:
        return None
    between = until - since
    micros = between.microseconds + since.microsecond % 1000 - until.microsecond % 1000
    return (between.days * _DAY_SECONDS + between.seconds) * 1000 + micros // 1000


def from_millis(millis: int) -> datetime:
    """Convert milliseconds since the epoch to a time, clamped to the years 1 to 9999."""
    try:
        return min(max(EPOCH + timedelta(milliseconds=millis), FIRST_TIME), LAST_TIME)
    except OverflowError:
        return FIRST_TIME if millis < 0 else LAST_TIME
