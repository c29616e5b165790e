"""How the REST routes answer a request of which nothing was kept: each kind of error has one HTTP status."""

from starlette.responses import JSONResponse

from headwater.errors import BadRequestError, HeadwaterError, NotFoundError, OverloadedError, TooLargeError
from headwater.guard import rest_refusal

# The first that fits counts.
_STATUS: dict[type[HeadwaterError], int] = {
    TooLargeError: 413,
    NotFoundError: 404,
    BadRequestError: 400,
    OverloadedError: 503,
}


def refused(error: HeadwaterError, **more: str) -> JSONResponse:
    """The answer: `message`, `status`, and what more is given."""
    status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 500)
    headers = {"Retry-After": "1"} if status == 503 else None
    return JSONResponse({**rest_refusal(error, status), **more}, status, headers)
