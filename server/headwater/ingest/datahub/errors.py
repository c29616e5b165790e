"""Errors as DataHub answers them: a JSON object with `message`, which its SDK reads, and the HTTP status."""

from collections.abc import Awaitable, Callable
from functools import wraps

import asyncpg
import structlog
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.problems import UnusableError
from headwater.errors import HeadwaterError, OverloadedError
from headwater.ingest.refusals import refused
from headwater.store.pool import UNREACHABLE

_log = structlog.get_logger()

_OWN_MISTAKES = (asyncpg.DataError, asyncpg.FeatureNotSupportedError, asyncpg.SyntaxOrAccessError)
"""What the database refuses however often it is asked."""

_STATUSES = {"proposal.precondition": 412}
"""Statuses of reasons that are not 422."""

Endpoint = Callable[[Request], Awaitable[Response]]


def answering_errors(endpoint: Endpoint) -> Endpoint:
    """The endpoint with its errors translated: 422 for a proposal that DataHub would refuse too.

    412 where the aspect is not as the proposal's headers expect it.
    503 where the database does not answer, or not in time; the log says why.
    """

    @wraps(endpoint)
    async def answer(request: Request) -> Response:
        try:
            return await _with_database(endpoint, request)
        except UnusableError as error:
            status = _STATUSES.get(error.code, 422)
            return JSONResponse({"message": error.message, "status": status, "exceptionClass": error.code}, status)
        except HeadwaterError as error:
            return refused(error, exceptionClass=type(error).__name__)

    return answer


async def _with_database(endpoint: Endpoint, request: Request) -> Response:
    try:
        return await endpoint(request)
    except _OWN_MISTAKES:
        raise
    except UNREACHABLE as error:
        _log.warning("datahub.database_failed", reason=str(error), trace_id=request.state.trace.trace_id.hex)
        raise OverloadedError from error
