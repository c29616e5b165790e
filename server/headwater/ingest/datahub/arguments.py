"""The arguments of a read, from its query or its body, each refused by its name where it is not what was expected."""

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
"""The conditions of a filter: those of DataHub that make sense of a value's own fields."""

_FILTER = "expected a filter {or: [{and: [{field, condition, values}]}]}"


def list_argument(request: Request, name: str) -> list[str] | None:
    """A list in the query: repeated, separated by commas, or in Rest.li's way `List(a,b)`; None where it is not there.

    Raises BadRequestError for what cannot be a name.
    """
    names: list[str] = []
    for text in request.query_params.getlist(name):
        match = _REST_LI_LIST.fullmatch(text)
        names += (match[1] if match else text).split(",")
    for found in names:
        check_storable(name, found)
    return [found for found in names if found] or None


def page_size(request: Request, most: int) -> int:
    """The size of a scroll's page: `count`, 10 by default, never more than `most`.

    Raises BadRequestError, also for slices: scrolls have none.
    """
    if "sliceMax" in request.query_params:
        raise BadRequestError("sliceMax: expected none: a scroll goes through everything by itself")
    return min(Arguments(dict(request.query_params)).number("count", DEFAULT_COUNT), most)


async def read_arguments(request: Request, expected: str, kind: type[Any]) -> Any:
    """The JSON of a body, as Postgres can hold it. Raises BadRequestError, which says what was expected."""
    try:
        body = json.loads(await read_body(request))
    except (ValueError, RecursionError) as error:
        raise BadRequestError(f"{expected}; it is not JSON") from error
    if not isinstance(body, kind) or is_deeper(body, MAX_DEPTH):
        raise BadRequestError(expected)
    return repair_json(body)[0]


class Arguments:
    """Named arguments."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._given = given

    def text(self, name: str) -> str:
        """A text that has to be there."""
        value = self._given.get(name)
        if not isinstance(value, str) or not value:
            raise BadRequestError(f"{name}: expected a text")
        return value

    def optional_text(self, name: str) -> str | None:
        """A text that may be absent."""
        return None if self._given.get(name) is None else self.text(name)

    def flag(self, name: str) -> bool:
        """Whether something is so; without a word it is not."""
        value = self._given.get(name)
        if value is not None and not isinstance(value, bool):
            raise BadRequestError(f"{name}: expected true or false")
        return bool(value)

    def word(self, name: str, words: Sequence[str]) -> str:
        """One of some words, that has to be there."""
        value = self.text(name)
        if value not in words:
            raise BadRequestError(f"{name}: expected one of {', '.join(words)}, got {value!r}")
        return value

    def number(self, name: str, default: int) -> int:
        """A whole number from 0."""
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
        """Milliseconds since the epoch, as UTC."""
        value = self._given.get(name)
        if value is None:
            return default
        try:
            return datetime.fromtimestamp(int(value) / 1000, UTC)
        except (TypeError, ValueError, OverflowError, OSError) as error:
            raise BadRequestError(f"{name}: expected milliseconds since the epoch") from error

    def objects(self, name: str, most: int) -> list[dict[str, Any]]:
        """A list of objects, which may be absent."""
        value = self._given.get(name) or []
        if not isinstance(value, list) or len(value) > most or not all(isinstance(one, dict) for one in value):
            raise BadRequestError(f"{name}: expected a list of at most {most} objects")
        return value

    def filter(self, name: str) -> dict[str, Any]:
        """A DataHub filter; what it lets through is `meets_filter` in SQL. Absent, it is empty and lets all through."""
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
