"""The HTTP status of each kind of error in the REST API; a refused request stores nothing."""

from starlette.responses import JSONResponse

from headwater.errors import BadRequestError, HeadwaterError, NotFoundError, OverloadedError, TooLargeError
from headwater.guard import rest_refusal

# The first match counts.
_STATUS: dict[type[HeadwaterError], int] = {
    TooLargeError: 413,
    NotFoundError: 404,
    BadRequestError: 400,
    OverloadedError: 503,
}


def refused(error: HeadwaterError, **more: str) -> JSONResponse:
    """Answer with `message`, `status`, and any further members."""
    status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 500)
    headers = {"Retry-After": "1"} if status == 503 else None
    return JSONResponse({**rest_refusal(error, status), **more}, status, headers)
