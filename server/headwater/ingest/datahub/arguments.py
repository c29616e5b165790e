"""The arguments of a read, from its query or its body; errors name the invalid argument."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request

from headwater.errors import BadRequestError
from headwater.ingest.body import read_body
from headwater.model.json import MAX_DEPTH, is_deeper, repair_json
from headwater.texts import check_storable

MAX_COUNT = 10_000
"""The most entities, relationships or values of one answer."""

DEFAULT_COUNT = 10

_MAX_NUMBER = 2**31 - 1
_REST_LI_LIST = re.compile(r"List\((.*)\)")
_NUMBER = re.compile(r"-?\d{1,30}(\.\d{1,30})?([eE][+-]?\d{1,2})?", re.ASCII)
_OF_NUMBERS = ("GREATER_THAN", "GREATER_THAN_OR_EQUAL_TO", "LESS_THAN", "LESS_THAN_OR_EQUAL_TO")
CONDITIONS = ("EQUAL", "IEQUAL", "IN", "CONTAIN", "START_WITH", "END_WITH", "EXISTS", "IS_NULL", *_OF_NUMBERS)
"""The conditions of a filter: DataHub's conditions on a value's own fields."""

_FILTER = "expected a filter {or: [{and: [{field, condition, values}]}]}"


def list_argument(request: Request, name: str) -> list[str] | None:
    """Return a list of the query: repeated, separated by commas, or Rest.li's `List(a,b)`; None if absent.

    Raises BadRequestError for a text that cannot be a name.
    """
    names: list[str] = []
    for text in request.query_params.getlist(name):
        match = _REST_LI_LIST.fullmatch(text)
        names += (match[1] if match else text).split(",")
    for found in names:
        check_storable(name, found)
    return [found for found in names if found] or None


def page_size(request: Request, most: int) -> int:
    """Return the size of a scroll's page: `count`, 10 by default, at most `most`.

    Raises BadRequestError, also for slices: scrolls have none.
    """
    if "sliceMax" in request.query_params:
        raise BadRequestError("sliceMax: expected none: a scroll goes through everything by itself")
    return min(Arguments(dict(request.query_params)).number("count", DEFAULT_COUNT), most)


async def read_arguments(request: Request, expected: str, kind: type[Any]) -> Any:
    """Return the JSON of a body, as Postgres can hold it. Raises BadRequestError with the expectation."""
    try:
        body = json.loads(await read_body(request))
    except (ValueError, RecursionError) as error:
        raise BadRequestError(f"{expected}; it is not JSON") from error
    if not isinstance(body, kind) or is_deeper(body, MAX_DEPTH):
        raise BadRequestError(expected)
    return repair_json(body)[0]


class Arguments:
    """Named arguments. All methods raise BadRequestError."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._given = given

    def text(self, name: str) -> str:
        """Return a required text."""
        value = self._given.get(name)
        if not isinstance(value, str) or not value:
            raise BadRequestError(f"{name}: expected a text")
        return value

    def optional_text(self, name: str) -> str | None:
        """Return an optional text."""
        return None if self._given.get(name) is None else self.text(name)

    def flag(self, name: str) -> bool:
        """Return true or false; false by default."""
        value = self._given.get(name)
        if value is not None and not isinstance(value, bool):
            raise BadRequestError(f"{name}: expected true or false")
        return bool(value)

    def word(self, name: str, words: Sequence[str]) -> str:
        """Return a required text that must be one of some words."""
        value = self.text(name)
        if value not in words:
            raise BadRequestError(f"{name}: expected one of {', '.join(words)}, got {value!r}")
        return value

    def number(self, name: str, default: int) -> int:
        """Return a whole number from 0."""
        value = self._given.get(name)
        if value is None:
            return default
        try:
            number = int(value)
        except (TypeError, ValueError, OverflowError):
            number = -1
        if not 0 <= number <= _MAX_NUMBER:
            raise BadRequestError(f"{name}: expected a whole number from 0 to {_MAX_NUMBER}")
        return number

    def time(self, name: str, default: datetime) -> datetime:
        """Return a time, from milliseconds since the epoch, as UTC."""
        value = self._given.get(name)
        if value is None:
            return default
        try:
            return datetime.fromtimestamp(int(value) / 1000, UTC)
        except (TypeError, ValueError, OverflowError, OSError) as error:
            raise BadRequestError(f"{name}: expected milliseconds since the epoch") from error

    def objects(self, name: str, most: int) -> list[dict[str, Any]]:
        """Return an optional list of objects."""
        value = self._given.get(name) or []
        if not isinstance(value, list) or len(value) > most or not all(isinstance(one, dict) for one in value):
            raise BadRequestError(f"{name}: expected a list of at most {most} objects")
        return value

    def filter(self, name: str) -> dict[str, Any]:
        """Return a DataHub filter, for `meets_filter` in SQL. An absent filter is empty and lets everything through."""
        value = self._given.get(name) or {}
        conjunctions = value.get("or") if isinstance(value, dict) else 0
        if not isinstance(conjunctions, list | None):
            raise BadRequestError(f"{name}: {_FILTER}")
        checked = [_conjunction(name, one) for one in conjunctions or []]
        return {"or": checked}


def _conjunction(name: str, given: Any) -> dict[str, Any]:
    criteria = given.get("and") if isinstance(given, dict) else None
    if not isinstance(criteria, list):
        raise BadRequestError(f"{name}: {_FILTER}")
    return {"and": [_criterion(name, one) for one in criteria]}


def _criterion(name: str, given: Any) -> dict[str, Any]:
    if not isinstance(given, dict) or not isinstance(given.get("field"), str):
        raise BadRequestError(f"{name}: {_FILTER}")
    condition = given.get("condition", "EQUAL")
    if condition not in CONDITIONS:
        raise BadRequestError(f"{name}: condition: expected one of {', '.join(CONDITIONS)}, got {condition!r}")
    values = given.get("values") or [given.get("value")]
    if not isinstance(values, list) or isinstance(given.get("negated"), str):
        raise BadRequestError(f"{name}: {_FILTER}")
    texts = [value if isinstance(value, str) else json.dumps(value) for value in values if value is not None]
    if condition in _OF_NUMBERS and not all(map(_NUMBER.fullmatch, texts or [""])):
        raise BadRequestError(f"{name}: {condition} expected a number")
    return {
        "field": given["field"],
        "condition": condition,
        "values": texts,
        "negated": bool(given.get("negated")),
    }
