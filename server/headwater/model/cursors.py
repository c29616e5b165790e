"""Cursors: places in an order, as texts that are opaque to clients."""

import base64
import binascii
import json
from typing import Any

from headwater.errors import BadRequestError
from headwater.texts import shown


def encode_cursor(order: str, *place: object) -> str:
    """Encode a cursor from the name of an order and a place in that order, as JSON values."""
    text = json.dumps([order, *place], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode()


def decode_cursor(cursor: str, order: str) -> list[Any]:
    """Decode the place in a cursor. Raises BadRequestError for an invalid cursor, or one of another order."""
    try:
        decoded = json.loads(base64.b64decode(cursor.encode("ascii"), altchars=b"-_", validate=True))
    except (ValueError, binascii.Error, RecursionError):
        decoded = None
    if not isinstance(decoded, list) or not decoded or not isinstance(decoded[0], str):
        raise BadRequestError("after: expected a cursor that this list gave")
    if decoded[0] != order:
        raise BadRequestError(f"after: expected a cursor of the order {order}, got one of {shown(decoded[0])}")
    return decoded[1:]
