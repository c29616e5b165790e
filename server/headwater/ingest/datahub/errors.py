"""Errors as DataHub answers them: a JSON object with `message`, which its SDK reads, and the HTTP status."""

from collections.abc import Awaitable, Callable
from functools import wraps

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.problems import UnusableError
from headwater.errors import BadRequestError, HeadwaterError, NotFoundError, OverloadedError, TooLargeError

Endpoint = Callable[[Request], Awaitable[Response]]

# The first that fits counts.
_STATUS: dict[type[HeadwaterError], int] = {
    TooLargeError: 413,
    NotFoundError: 404,
    BadRequestError: 400,
    OverloadedError: 503,
}


def answering_errors(endpoint: Endpoint) -> Endpoint:
    """The endpoint with its errors translated: 422 for a proposal that DataHub would refuse too."""

    @wraps(endpoint)
    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except UnusableError as error:
            return _refused(422, str(error), error.code)
        except HeadwaterError as error:
            status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 500)
            return _refused(status, str(error), type(error).__name__)

    return answer


def _refused(status: int, message: str, code: str) -> JSONResponse:
    headers = {"Retry-After": "1"} if status == 503 else None
    return JSONResponse({"status": status, "message": message, "exceptionClass": code}, status, headers)
