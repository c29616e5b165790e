"""JSON as Headwater keeps it: one canonical form to hash, one repaired form to query."""

import hashlib
import json
import math
import re
import sys
from typing import Any
from uuid import UUID

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_MAYBE_UNSTORABLE = re.compile(rb"\\u0000|\\ud[89a-f]|NaN|Infinity|[0-9]{309}")

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def canonical_json(value: Any) -> bytes:
    """The one text of a JSON value: keys sorted, no white space, ASCII. NaN and lone surrogates survive."""
    return _ENCODER.encode(value).encode()


def content_key(canonical: bytes, *context: str) -> UUID:
    """The first 128 bits of the SHA-256 of canonical JSON, with the context it belongs to."""
    digest = hashlib.sha256(canonical)
    for part in context:
        digest.update(b"\0" + part.encode())
    return UUID(bytes=digest.digest()[:16])


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


def repair_json(value: Any, canonical: bytes) -> tuple[Any, bool]:
    """The value as jsonb can hold it, and whether anything had to be changed; canonical is its canonical form.

    NUL and lone surrogates become U+FFFD; NaN, the infinities and whole numbers beyond the range of a
    double (jsonb would hold them, but hardly a reader could) become texts. A key that a
    repair would make equal to another of the same object wins over it in sorted order.
    """
    if _MAYBE_UNSTORABLE.search(canonical) is None:
        return value, False
    repairs: list[None] = []
    repaired = _repair(value, repairs)
    return repaired, bool(repairs)


def _repair(value: Any, repairs: list[None]) -> Any:
    if isinstance(value, str):
        if _UNSTORABLE.search(value) is None:
            return value
        repairs.append(None)
        return _UNSTORABLE.sub("\ufffd", value)
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
