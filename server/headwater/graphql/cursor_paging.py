"""Paging by cursors (`model/cursors.py`), in the shape of Relay's connections."""

from collections.abc import Sequence
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError

DEFAULT_FIRST = 20
MAX_FIRST = 1000

First = Annotated[
    int | None,
    strawberry.argument(
        description=f"The maximum number of items on the page. Default: {DEFAULT_FIRST}; at most {MAX_FIRST}."
    ),
]
After = Annotated[
    str | None, strawberry.argument(description="The cursor before the page. Default: the beginning of the list.")
]


@strawberry.type(description="The position of a page in its list.")
class PageInfo:
    has_next_page: bool = strawberry.field(description="True if more items follow this page. False for an empty page.")
    has_previous_page: bool = strawberry.field(description="True if the page begins after a given cursor.")
    start_cursor: str | None = strawberry.field(
        description="The cursor of the page's first item. Null: the page is empty."
    )
    end_cursor: str | None = strawberry.field(
        description="The cursor of the page's last item, to pass as `after`. Null: the page is empty."
    )


def page_info(cursors: Sequence[str], *, has_next: bool, is_first: bool) -> PageInfo:
    """The position of a page from the cursors of its items. No page follows an empty one, which has no cursor."""
    return PageInfo(
        has_next_page=has_next and bool(cursors),
        has_previous_page=not is_first,
        start_cursor=cursors[0] if cursors else None,
        end_cursor=cursors[-1] if cursors else None,
    )


def checked_first(first: int | None) -> int:
    """The size of a page. Raises BadRequestError if it is out of bounds."""
    first = DEFAULT_FIRST if first is None else first
    if not 0 <= first <= MAX_FIRST:
        raise BadRequestError(f"first: expected 0 to {MAX_FIRST}, got {first}")
    return first
