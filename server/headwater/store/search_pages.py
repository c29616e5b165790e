"""Pages of searches in clients' terms: by words, and after a cursor."""

from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.model.cursors import decode_cursor, encode_cursor
from headwater.store.search_order import Position
from headwater.store.searches import Search
from headwater.texts import UNSTORABLE, check_storable, shown


def words_of(argument: str, text: str) -> str | None:
    """Return the words that names must begin with; None without letter or digit, as `*`. Raises BadRequestError."""
    if not any(map(str.isalnum, text)):
        return None
    check_storable(argument, text)
    return text.strip(" *")


def cursor_of(row: Record, search: Search) -> str:
    """Encode the place of a row in the order of a search."""
    return encode_cursor(search.order_name, *row["position"])


def position_of(argument: str, cursor: str, search: Search) -> Position:
    """Decode the place in a cursor. Raises BadRequestError, naming the argument."""
    try:
        position = decode_cursor(cursor, search.order_name)
    except BadRequestError:
        position = [None]
    if not all(isinstance(part, str) and not UNSTORABLE.search(part) for part in position):
        raise BadRequestError(f"{argument}: expected what a page of the same search gave, got {shown(cursor)}")
    return tuple(position)
