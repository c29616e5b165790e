"""Errors as DataHub answers them: a JSON object with `message`, which its SDK reads, and the HTTP status."""

from collections.abc import Awaitable, Callable
from functools import wraps

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.problems import UnusableError
from headwater.errors import HeadwaterError
from headwater.ingest.refusals import refused

_STATUSES = {"proposal.precondition": 412}
"""Statuses of reasons that are not 422."""

Endpoint = Callable[[Request], Awaitable[Response]]


def answering_errors(endpoint: Endpoint) -> Endpoint:
    """The endpoint with its errors translated: 422 for a proposal that DataHub would refuse too.

    412 where the aspect is not as the proposal's headers expect it.
    """

    @wraps(endpoint)
    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except UnusableError as error:
            status = _STATUSES.get(error.code, 422)
            return JSONResponse({"message": error.message, "status": status, "exceptionClass": error.code}, status)
        except HeadwaterError as error:
            return refused(error, exceptionClass=type(error).__name__)

    return answer
