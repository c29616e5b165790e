"""Errors in DataHub's form: a JSON object with `message`, which its SDK reads, and the HTTP status."""

from collections.abc import Awaitable, Callable
from functools import wraps

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.problems import UnusableError
from headwater.errors import HeadwaterError
from headwater.ingest.refusals import refused

_STATUSES = {"proposal.precondition": 412}
"""Statuses by code; all other codes are 422."""

Endpoint = Callable[[Request], Awaitable[Response]]


def answering_errors(endpoint: Endpoint) -> Endpoint:
    """Wrap an endpoint to answer errors: 422 for a proposal that DataHub would refuse too.

    412 if the aspect does not meet the conditions of the proposal's headers.
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
