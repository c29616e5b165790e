"""Read JSON of unknown shape: a missing value, or one of another type, is None."""

from datetime import datetime
from typing import Any

from headwater.model.json import canonical_json
from headwater.model.times import parse_time

_LIMIT = 2**63


def member(value: Any, *path: str) -> Any:
    """Return the value at a path of names, through objects."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def text(value: Any, *path: str) -> str | None:
    """Return a text; a number or a truth value as JSON text."""
    for name in path:
        if not isinstance(value, dict):
            return None
        value = value.get(name)
    if isinstance(value, str) or value is None:
        return value
    return canonical_json(value).decode() if isinstance(value, bool | int | float) else None


def whole_number(value: Any, *path: str) -> int | None:
    """Return a whole number of up to 64 bits; 3.0 counts as 3."""
    found = member(value, *path)
    if isinstance(found, float) and found.is_integer():
        found = int(found)
    is_whole = isinstance(found, int) and not isinstance(found, bool) and -_LIMIT <= found < _LIMIT
    return found if is_whole else None


def truth(value: Any, *path: str) -> bool | None:
    """Return true or false."""
    found = member(value, *path)
    return found if isinstance(found, bool) else None


def time(value: Any, *path: str) -> datetime | None:
    """Return an ISO 8601 time as UTC; a time without a zone is taken as UTC."""
    try:
        return parse_time(member(value, *path))[0]
    except ValueError:
        return None


def objects(value: Any, *path: str) -> list[dict[str, Any]]:
    """Return the objects of an array; an empty list for any other value."""
    found = member(value, *path)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def texts(value: Any, *path: str) -> list[str] | None:
    """Return the texts of an array; None for any other value."""
    found = member(value, *path)
    return [item for item in found if isinstance(item, str)] if isinstance(found, list) else None
