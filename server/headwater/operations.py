"""What the operations of a route take and answer, written beside the route that serves them.

An Operation is data. `app/openapi.py` makes the OpenAPI description of all of them, and adds what it knows from the
route itself: the path, the scope that it needs, and how the guard refuses. A shape is a type: a TypedDict says what an
object has, to whoever reads the code, to mypy, and to the description.
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
    """Why a request was refused."""

    message: str
    status: NotRequired[int]


@dataclass(frozen=True)
class Parameter:
    """A value in the query or the path; one in the path is always there."""

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
    """What a request brings, as JSON; the examples are by their names."""

    shape: Shape
    examples: Mapping[str, Any]


@dataclass(frozen=True)
class Answer:
    """What a request is answered with; without a shape, the answer has no body."""

    description: str
    shape: Shape = None
    media_type: str = JSON


@dataclass(frozen=True)
class Operation:
    """One HTTP operation. The answers are by status; `path` is where callers see more in the path than the route."""

    method: str
    tag: str
    summary: str
    answers: Mapping[int, Answer]
    description: str = ""
    parameters: Sequence[Parameter] = ()
    body: Body | None = None
    path: str | None = None


UNUSABLE_BODY: Final = {
    400: Answer("The body is not what was expected, or cannot be unpacked; nothing was kept.", Refused),
    413: Answer("The body is too large; nothing was kept.", Refused),
}
"""How a body is refused."""

UNAVAILABLE: Final = Answer("The server or its database cannot take it now: send it again in a moment.", Refused)
"""The answer 503, which has the header Retry-After."""
