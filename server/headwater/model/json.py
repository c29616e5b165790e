"""JSON as stored: one canonical form to hash, one repaired form to query."""

import json
import math
import sys
from typing import Any
from uuid import UUID

import orjson

from headwater.keys import hash_key
from headwater.texts import UNSTORABLE

MAX_DEPTH = 254
"""The maximum nesting of a value: orjson writes no deeper one, and Python's recursion limit is far away."""

_NUL = rb"\u0000"
_DIGITS = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * 19  # a number with fewer digits fits 64 bits

_EXACT = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def as_read(data: Any) -> Any:
    """Return data of a GraphQL answer as a client reads it: with texts in the place of times."""
    return orjson.loads(orjson.dumps(data))


def read_plain_json(text: bytes) -> Any:
    """Read plain JSON, as nearly all events are: without NaN, lone surrogates, or numbers beyond 64 bits.

    Raises ValueError for anything else; Python's own reader may still read it, six times slower.
    """
    if _LONG_NUMBER in text.translate(_DIGITS):
        raise ValueError("a number may be too long to be read exactly")
    return orjson.loads(text)


def plain_json(value: Any, *, is_sorted: bool = True) -> bytes:
    """Write plain JSON: keys sorted, no white space. Raises ValueError for a value deeper than MAX_DEPTH.

    Unsorted, it takes half the time, but the text depends on the order of keys.
    """
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS if is_sorted else None)
    except orjson.JSONEncodeError as error:  # a TypeError
        raise ValueError(str(error)) from error


def canonical_json(value: Any) -> bytes:
    """Write the canonical text of a JSON value that jsonb can hold (`repair_json`), with numbers of any size."""
    try:
        return plain_json(value)
    except ValueError:
        return exact_json(value)


def exact_json(value: Any) -> bytes:
    """Write the canonical text of any value that Python reads from JSON, even NaN and lone surrogates."""
    return _EXACT.encode(value).encode()


def content_key(canonical: bytes, *context: str) -> UUID:
    """Return the first 128 bits of the SHA-256 of canonical JSON and its context."""
    return hash_key(b"\0".join((canonical, *(part.encode() for part in context))) if context else canonical)


def is_deeper(value: Any, limit: int) -> bool:
    """Return True if arrays and objects are nested deeper than limit; a loop, since it guards against recursion."""
    level = [value]
    for _ in range(limit + 1):
        level = [
            item
            for holder in level
            if isinstance(holder, dict | list)
            for item in (holder.values() if isinstance(holder, dict) else holder)
            if isinstance(item, dict | list)
        ]
        if not level:
            return False
    return True


def is_storable(canonical: bytes) -> bool:
    """Return True if jsonb can hold a value read as plain JSON, given its canonical form."""
    return b"\\" not in canonical or _NUL not in canonical  # one byte is found ten times as fast as six


def is_finite(value: Any) -> bool:
    """Return False if a number in a value is NaN or an infinity; orjson would write null for it."""
    if isinstance(value, float):
        return math.isfinite(value)
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(map(is_finite, items))


def repair_json(value: Any) -> tuple[Any, bool]:
    """Return the value as jsonb can hold it, and True if it was repaired.

    NUL and lone surrogates become U+FFFD. NaN, the infinities and whole numbers beyond the range of a double become
    texts: jsonb would hold such numbers, but few readers could. If a repair makes two keys of an object equal, the last
    key in sorted order wins.
    """
    repairs: list[None] = []
    repaired = _repair(value, repairs)
    return repaired, bool(repairs)


def _repair(value: Any, repairs: list[None]) -> Any:
    if isinstance(value, str):
        if UNSTORABLE.search(value) is None:
            return value
        repairs.append(None)
        return UNSTORABLE.sub("\ufffd", value)
    if isinstance(value, float) and not math.isfinite(value):
        repairs.append(None)
        return {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN")
    if isinstance(value, int) and abs(value) > sys.float_info.max:
        repairs.append(None)
        return str(value)
    if isinstance(value, dict):
        return {_repair(key, repairs): _repair(item, repairs) for key, item in sorted(value.items())}
    if isinstance(value, list):
        return [_repair(item, repairs) for item in value]
    return value
