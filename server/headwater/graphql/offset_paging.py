"""Pages by offset, as in DataHub."""

from typing import Annotated

import strawberry

from headwater.errors import BadRequestError

DEFAULT_COUNT = 20
MAX_COUNT = 1000
MAX_STORED_START = 100_000

_LEFT_OUT = "The number of items before the page. Default: 0"
Start = Annotated[int | None, strawberry.argument(description=f"{_LEFT_OUT}.")]
StoredStart = Annotated[int | None, strawberry.argument(description=f"{_LEFT_OUT}; at most {MAX_STORED_START}.")]
"""The offset in a list that the store reads from its beginning."""
Count = Annotated[
    int | None,
    strawberry.argument(
        description=f"The maximum number of items on the page. Default: {DEFAULT_COUNT}; at most {MAX_COUNT}."
    ),
]


def offset_page(start: int | None, count: int | None, most: int = MAX_COUNT) -> tuple[int, int]:
    """The offset and the size of a page, with defaults. Raises BadRequestError if one is out of bounds."""
    start = 0 if start is None else start
    count = DEFAULT_COUNT if count is None else count
    if not 0 <= start < 2**31:
        raise BadRequestError(f"start: expected 0 or more, got {start}")
    if not 0 <= count <= most:
        raise BadRequestError(f"count: expected 0 to {most}, got {count}")
    return start, count


def stored_page(start: int | None, count: int | None) -> tuple[int, int]:
    """The same as offset_page for a list that the store reads from its beginning; skipped items cost as shown ones."""
    start, count = offset_page(start, count)
    if start > MAX_STORED_START:
        raise BadRequestError(
            f"start: expected at most {MAX_STORED_START}, got {start};"
            " cursors go further (runsConnection, scrollAcrossEntities)"
        )
    return start, count
