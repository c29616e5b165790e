"""Every request has a trace, and leaves one line in the log."""

import asyncio
import time

import structlog
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from headwater import metrics, spans
from headwater.headers import header
from headwater.operations import Refused
from headwater.trace import continue_trace

_GIVEN_UP: Refused = {"message": "The request was cancelled before its answer: send it again.", "status": 503}
_CLIENT_GONE = 499
"""The status in the log, as in nginx: the client left, or was refused, before its whole body arrived."""

_FAILED: Refused = {"message": "The server failed; its log says why.", "status": 500}


class TracedRequests:
    """ASGI middleware: continues or begins a trace, answers with `traceparent`, logs and counts the request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._log = structlog.get_logger().bind()  # an unbound logger makes another for each request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; its trace is `request.state.trace`."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        trace = spans.current_trace() or continue_trace(header(scope, b"traceparent"))
        scope.setdefault("state", {})["trace"] = trace
        started, status, is_answered = time.perf_counter(), 500, False

        async def traced_send(message: Message) -> None:
            nonlocal status, is_answered
            if message["type"] == "http.response.start":
                status, is_answered = message["status"], True
                spans.name_request(scope["method"], _template(scope))
                told = (b"traceparent", trace.traceparent.encode())
                message = {**message, "headers": [*message.get("headers", ()), told]}
            await send(message)

        try:
            await self._app(scope, receive, traced_send)
        except asyncio.CancelledError:
            # The server ends, or the client is gone: nothing failed, and the client may send the request again.
            if is_answered:
                raise
            await JSONResponse(_GIVEN_UP, 503, {"Retry-After": "1"})(scope, receive, traced_send)
        except ClientDisconnect:
            status = _CLIENT_GONE
        except Exception:
            self._log.exception("http.unexpected_error", trace_id=trace.id_digits)
            await JSONResponse(_FAILED, 500)(scope, receive, traced_send)
        finally:
            seconds = time.perf_counter() - started
            metrics.count_http_request(_template(scope), scope["method"], status, seconds)
            self._log.info(
                "http.request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                duration_millis=round(seconds * 1000, 1),
                trace_id=trace.id_digits,
            )


def _template(scope: Scope) -> str:
    """The path of the route that took the request, with names in place of values."""
    route: Route | Mount | None = scope.get("route")
    return metrics.NONE if route is None else route.path_format
