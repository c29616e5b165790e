"""Connections as Relay has them: pages by cursor, which cost the same at any depth."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode

import strawberry

from headwater.errors import BadRequestError


@strawberry.type(description="Where a page of a connection ends.")
class PageInfo:
    has_next_page: bool = strawberry.field(description="Whether there is more after this page.")
    end_cursor: str | None = strawberry.field(
        description="The cursor of its last edge, to go on `after`; null on an empty page."
    )


def cursor_of(position: tuple[str, ...]) -> str:
    """A place in an order as text that says nothing to who only hands it back."""
    return urlsafe_b64encode(json.dumps(position, separators=(",", ":")).encode()).decode()


def position_of(argument: str, cursor: str) -> tuple[str, ...]:
    """The place that a cursor stands for. Raises BadRequestError, naming the argument."""
    try:
        position = json.loads(urlsafe_b64decode(cursor.encode("ascii")))
    except ValueError:
        position = None
    if not isinstance(position, list) or not all(isinstance(part, str) and "\0" not in part for part in position):
        raise BadRequestError(f"{argument}: expected the cursor of a page, got {cursor[:100]!r}")
    return tuple(position)
