"""The time window of lists and statistics of runs."""

from datetime import datetime, timedelta
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError
from headwater.model.times import FIRST_TIME, LAST_TIME


@strawberry.input(description="A window of time, including its start and excluding its end.")
class TimeWindow:
    since: datetime | None = strawberry.field(
        default=None, description="The start, included; UTC if it has no offset. Default: as the argument says."
    )
    until: datetime | None = strawberry.field(
        default=None, description="The end, excluded; UTC if it has no offset. Default: as the argument says."
    )


CreatedIn = Annotated[
    TimeWindow | None, strawberry.argument(description="The window of creation times. Default: any time.")
]


def time_span(
    given: TimeWindow | None,
    name: str = "window",
    *,
    until: datetime = LAST_TIME,
    length: timedelta = timedelta.max,
) -> tuple[datetime, datetime]:
    """The start and end of a window in UTC. Default: `until` as the end, and `length` before the end, or all time.

    Raises BadRequestError, naming the argument, where the window ends before it begins.
    """
    given = given or TimeWindow()
    end = given.until or until
    begin = given.since or end - min(length, end - FIRST_TIME)
    if begin >= end:
        raise BadRequestError(
            f"{name}.until: expected a time after {name}.since, {begin.isoformat()}, got {end.isoformat()}"
        )
    return begin, end
