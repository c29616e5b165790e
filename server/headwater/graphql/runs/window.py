"""The window of time that lists take."""

from datetime import datetime
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.impact.vantage import in_utc
from headwater.model.times import FIRST_TIME, LAST_TIME

Since = Annotated[
    datetime | None,
    strawberry.argument(description="From when on the runs began, UTC if it has no offset. Default: ever."),
]
Until = Annotated[
    datetime | None,
    strawberry.argument(description="Before when the runs began, UTC if it has no offset. Default: no end."),
]


def time_window(since: datetime | None, until: datetime | None) -> tuple[datetime, datetime]:
    """From when on, before when, in UTC; without limits all times. Raises BadRequestError where it ends too early."""
    begin, end = in_utc(since) or FIRST_TIME, in_utc(until) or LAST_TIME
    if begin > end:
        raise BadRequestError("until: expected a time after since")
    return begin, end
