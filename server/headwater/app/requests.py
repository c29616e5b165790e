"""Every request belongs to a trace, and leaves one line in the log."""

import asyncio
import time

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from headwater.operations import Refused
from headwater.trace import continue_trace

_log = structlog.get_logger()

_GIVEN_UP: Refused = {"message": "The request was given up before it was answered: send it again.", "status": 503}
_CLIENT_GONE = 499
"""The status in the log, as in nginx: the client left, or was refused, before all of its body had come."""

_FAILED: Refused = {"message": "The server failed; its log says why.", "status": 500}


async def no_such_operation(request: Request, error: Exception) -> Response:
    """An address or a method that no route has, answered as every refusal is."""
    assert isinstance(error, HTTPException)
    refused: Refused = {"message": error.detail, "status": error.status_code}
    return JSONResponse(refused, error.status_code, error.headers)


class TracedRequests:
    """ASGI middleware: continues or begins a trace, answers with `traceparent`, logs the request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; its trace is `request.state.trace`."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        trace = continue_trace(Headers(scope=scope).get("traceparent"))
        scope.setdefault("state", {})["trace"] = trace
        started, status, is_answered = time.perf_counter(), 500, False

        async def traced_send(message: Message) -> None:
            nonlocal status, is_answered
            if message["type"] == "http.response.start":
                status, is_answered = message["status"], True
                MutableHeaders(scope=message)["traceparent"] = trace.traceparent
            await send(message)

        try:
            await self._app(scope, receive, traced_send)
        except asyncio.CancelledError:
            # The server ends, or the client is gone: nothing failed, and the same may be asked again.
            if is_answered:
                raise
            await JSONResponse(_GIVEN_UP, 503, {"Retry-After": "1"})(scope, receive, traced_send)
        except ClientDisconnect:
            status = _CLIENT_GONE
        except Exception:
            _log.exception("http.unexpected_error", trace_id=trace.trace_id.hex)
            await JSONResponse(_FAILED, 500)(scope, receive, traced_send)
        finally:
            _log.info(
                "http.request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                duration_millis=round((time.perf_counter() - started) * 1000, 1),
                trace_id=trace.trace_id.hex,
            )
