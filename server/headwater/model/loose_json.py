"""Reading JSON of which nobody knows the shape: what is not there, or is something else, is None."""

from datetime import datetime
from typing import Any

from headwater.model.json import canonical_json
from headwater.model.times import parse_time

_LIMIT = 2**63


def member(value: Any, *path: str) -> Any:
    """What the path of names leads to, through objects."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def text(value: Any, *path: str) -> str | None:
    """A text; a number or a truth value as JSON writes it."""
    found = member(value, *path)
    if isinstance(found, bool | int | float):
        return canonical_json(found).decode()
    return found if isinstance(found, str) else None


def whole_number(value: Any, *path: str) -> int | None:
    """A whole number of up to 64 bits; 3.0 is one too."""
    found = member(value, *path)
    if isinstance(found, float) and found.is_integer():
        found = int(found)
    is_whole = isinstance(found, int) and not isinstance(found, bool) and -_LIMIT <= found < _LIMIT
    return found if is_whole else None


def truth(value: Any, *path: str) -> bool | None:
    """True or false."""
    found = member(value, *path)
    return found if isinstance(found, bool) else None


def time(value: Any, *path: str) -> datetime | None:
    """An ISO 8601 time as UTC; one without a zone is taken for UTC."""
    try:
        return parse_time(member(value, *path))[0]
    except ValueError:
        return None


def objects(value: Any, *path: str) -> list[dict[str, Any]]:
    """The objects of an array; none where there is no array."""
    found = member(value, *path)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def texts(value: Any, *path: str) -> list[str] | None:
    """The texts of an array; None where there is no array."""
    found = member(value, *path)
    return [item for item in found if isinstance(item, str)] if isinstance(found, list) else None
