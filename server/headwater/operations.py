"""Requests and answers of a route's operations, written beside the route's code.

An Operation is data. `app/openapi.py` makes the OpenAPI description of all of them, and adds the route's own facts: the
path, the scope, and the guard's refusals. A shape is a type: a TypedDict describes an object for readers of the code,
for mypy, and for the description.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NotRequired

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

JSON: Final = "application/json"
HTML: Final = "text/html"

Shape = Any
"""A type, as pydantic reads it: `str`, `list[str]`, a TypedDict."""


class Refused(TypedDict):
    """The reason of a refusal."""

    message: str
    status: NotRequired[int]


@dataclass(frozen=True)
class Parameter:
    """A value in the query or the path; one in the path is required."""

    name: str
    description: str
    shape: Shape = str
    place: Literal["query", "path"] = "query"
    is_required: bool = False
    choices: Collection[str] = ()
    default: Any = None
    example: Any = None


@dataclass(frozen=True)
class Body:
    """The JSON body of a request; the examples are by name."""

    shape: Shape
    examples: Mapping[str, Any]


@dataclass(frozen=True)
class Answer:
    """An answer to a request; without a shape, it has no body."""

    description: str
    shape: Shape = None
    media_type: str = JSON


@dataclass(frozen=True)
class Operation:
    """One HTTP operation. answers: by status; path: only if it differs from the route's."""

    method: str
    tag: str
    summary: str
    answers: Mapping[int, Answer]
    description: str = ""
    parameters: Sequence[Parameter] = ()
    body: Body | None = None
    path: str | None = None


UNUSABLE_BODY: Final = {
    400: Answer("The body has another form than expected, or cannot be unpacked. Nothing was stored.", Refused),
    413: Answer("The body is too large. Nothing was stored.", Refused),
}
"""The refusals of a body."""

UNAVAILABLE: Final = Answer("The server or its database cannot take it now: send it again in a moment.", Refused)
"""The answer 503, with the header Retry-After."""
