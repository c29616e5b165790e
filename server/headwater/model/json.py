"""JSON as Headwater keeps it: one canonical form to hash, one repaired form to query."""

import json
import math
import sys
from typing import Any
from uuid import UUID

import orjson

from headwater.keys import hash_key
from headwater.texts import UNSTORABLE

MAX_DEPTH = 254
"""How deep a value may be nested: as deep as orjson writes, and far from where Python's recursion ends."""

_NUL = rb"\u0000"
_DIGITS = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * 19  # what has fewer digits fits 64 bits

_EXACT = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def read_plain_json(text: bytes) -> Any:
    """The value of JSON as nearly all events are: without NaN, lone surrogates, or numbers beyond 64 bits.

    Raises ValueError for anything else, which Python's own reader may still be able to read (and six times slower).
    """
    if _LONG_NUMBER in text.translate(_DIGITS):
        raise ValueError("a number may be too long to be read exactly")
    return orjson.loads(text)


def plain_json(value: Any, *, is_sorted: bool = True) -> bytes:
    """The one text of plain JSON: keys sorted, no white space. Raises ValueError where it is deeper than MAX_DEPTH.

    Not sorted it is made in half the time, and another text where keys are in another order.
    """
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS if is_sorted else None)
    except orjson.JSONEncodeError as error:  # a TypeError
        raise ValueError(str(error)) from error


def canonical_json(value: Any) -> bytes:
    """The one text of a JSON value that jsonb can hold (`repair_json`), also where it has numbers beyond 64 bits."""
    try:
        return plain_json(value)
    except ValueError:
        return exact_json(value)


def exact_json(value: Any) -> bytes:
    """The one text of any value that Python reads from JSON: NaN and lone surrogates survive too."""
    return _EXACT.encode(value).encode()


def content_key(canonical: bytes, *context: str) -> UUID:
    """The first 128 bits of the SHA-256 of canonical JSON, with the context it belongs to."""
    return hash_key(b"\0".join((canonical, *(part.encode() for part in context))) if context else canonical)


def is_deeper(value: Any, limit: int) -> bool:
    """Whether arrays and objects are nested deeper than limit; a loop, since recursion is what it guards."""
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
    """Whether jsonb can hold a value that was read as plain JSON; canonical is its canonical form."""
    return b"\\" not in canonical or _NUL not in canonical  # one byte is found ten times as fast as six


def is_finite(value: Any) -> bool:
    """Whether no number in a value is NaN or an infinity, which orjson would write as null."""
    if isinstance(value, float):
        return math.isfinite(value)
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(map(is_finite, items))


def repair_json(value: Any) -> tuple[Any, bool]:
    """The value as jsonb can hold it, and whether anything had to be changed.

    NUL and lone surrogates become U+FFFD; NaN, the infinities and whole numbers beyond the range of a
    double (jsonb would hold them, but hardly a reader could) become texts. A key that a
    repair would make equal to another of the same object wins over it in sorted order.
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
