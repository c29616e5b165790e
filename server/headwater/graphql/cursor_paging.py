"""Paging by cursors (`model/cursors.py`), in the shape of Relay's connections."""

from collections.abc import Sequence
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError

DEFAULT_FIRST = 20
MAX_FIRST = 1000

First = Annotated[
    int | None,
    strawberry.argument(description=f"How many the page has at most. Default: {DEFAULT_FIRST}; at most {MAX_FIRST}."),
]
After = Annotated[
    str | None, strawberry.argument(description="The cursor after which the page begins. Default: the beginning.")
]


@strawberry.type(description="Where a page stands in its list.")
class PageInfo:
    has_next_page: bool = strawberry.field(description="Whether there is more after it.")
    has_previous_page: bool = strawberry.field(description="Whether a cursor was given, after which it begins.")
    start_cursor: str | None = strawberry.field(description="The cursor of its first item; null where it has none.")
    end_cursor: str | None = strawberry.field(
        description="The cursor of its last item, to give as `after`; null where it has none."
    )


def page_info(cursors: Sequence[str], *, has_next: bool, is_first: bool) -> PageInfo:
    """Where the page stands whose items have these cursors."""
    return PageInfo(
        has_next_page=has_next,
        has_previous_page=not is_first,
        start_cursor=cursors[0] if cursors else None,
        end_cursor=cursors[-1] if cursors else None,
    )


def checked_first(first: int | None) -> int:
    """The size of a page. Raises BadRequestError where it is out of bounds."""
    first = DEFAULT_FIRST if first is None else first
    if not 0 <= first <= MAX_FIRST:
        raise BadRequestError(f"first: expected 0 to {MAX_FIRST}, got {first}")
    return first
