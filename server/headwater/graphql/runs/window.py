"""The window of time that lists and figures of runs take."""

from datetime import datetime, timedelta
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError
from headwater.model.times import FIRST_TIME, LAST_TIME


@strawberry.input(description="A window of time: its begin is in it, its end is not.")
class TimeWindow:
    since: datetime | None = strawberry.field(
        default=None, description="This moment or later; UTC if it has no offset. Default: as the argument says."
    )
    until: datetime | None = strawberry.field(
        default=None, description="Before this moment; UTC if it has no offset. Default: as the argument says."
    )


CreatedIn = Annotated[TimeWindow | None, strawberry.argument(description="When the runs were created. Default: ever.")]


def time_span(
    given: TimeWindow | None,
    name: str = "window",
    *,
    until: datetime = LAST_TIME,
    length: timedelta = timedelta.max,
) -> tuple[datetime, datetime]:
    """From when on and before when, in UTC; what is not given is up to `until`, and so long, or all there is before.

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
