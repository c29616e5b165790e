"""The span of each HTTP request, and its trace log."""

from opentelemetry.instrumentation.asgi import OpenTelemetryMiddleware
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.util.http import get_excluded_urls
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from headwater.otel.trace_log import TraceLog, logged_by
from headwater.spans import asks_for_log


class ServerSpans:
    """ASGI middleware: a span for each HTTP request. WebSockets have none: they stay open for hours."""

    def __init__(self, app: ASGIApp, provider: TracerProvider) -> None:
        self._app = app
        self._traced = OpenTelemetryMiddleware(
            app,
            excluded_urls=get_excluded_urls("ASGI"),
            default_span_details=lambda scope: (scope["method"], {}),  # the route is known later
            tracer_provider=provider,
            exclude_spans=["receive", "send"],
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if asks_for_log(headers.get("x-enable-trace-log"), headers.get("cookie")):
            await self._serve_logged(scope, receive, send)
        else:
            await self._traced(scope, receive, send)

    async def _serve_logged(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, and log the spans if the guard has granted enough meanwhile."""
        state = scope.setdefault("state", {})
        log = TraceLog(is_allowed=False)
        try:
            with logged_by(log):
                await self._traced(scope, receive, send)
        finally:
            if "grant" in state and state["grant"].may_log_spans:
                log.allow()
