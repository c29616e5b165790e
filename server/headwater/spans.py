"""Spans: code says here what it does for which request. OpenTelemetry gets it, if it is on (docs/tracing.md).

Every layer may use this module. It imports nothing of OpenTelemetry. Without a tracer each function returns at once.
An origin is the place in a trace where spans continue: opaque here, None if there is nothing to continue.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from http.cookies import SimpleCookie
from typing import Any, Protocol
from uuid import UUID

from headwater.trace import Trace, continue_trace


class Tracer(Protocol):
    """The functions of this module, where spans are made (`headwater.otel`)."""

    @property
    def server(self) -> Callable[[Any], Any]:
        """ASGI middleware: a span for each request."""

    def name_request(self, method: str, route: str) -> None:
        """Name the span of the current request."""

    def current_trace(self) -> Trace | None:
        """Return the trace of the current span; None outside of spans."""

    def here(self) -> object | None:
        """Return the current span as an origin; None outside of spans."""

    def queued(self, trace_id: UUID, span_id: str, *, is_logged: bool, is_sampled: bool) -> object | None:
        """Return the origin of a queued write."""

    def shared(self, name: str, origins: Sequence[Any]) -> AbstractContextManager[None]:
        """Make one span for each origin during the block."""

    def work(self, name: str, traceparent: str | None) -> AbstractContextManager[Trace]:
        """Make the span of a command during the block."""

    def close(self) -> None:
        """Export the last spans, and stop."""


_tracer: Tracer | None = None


def trace_by(tracer: Tracer) -> None:
    """Make spans by a tracer from now on."""
    global _tracer
    _tracer = tracer


def active_tracer() -> Tracer | None:
    """Return the tracer; None if tracing is off."""
    return _tracer


def name_request(method: str, route: str) -> None:
    """Name the span of the current request by its method and its route's path, such as `GET /runs/{id}`."""
    if _tracer is not None:
        _tracer.name_request(method, route)


def current_trace() -> Trace | None:
    """Return the trace of the current span; None outside of spans."""
    return None if _tracer is None else _tracer.current_trace()


def here() -> object | None:
    """Return the current span as an origin, for work that another task does."""
    return None if _tracer is None else _tracer.here()


def queued(trace_id: UUID, span_id: str, *, is_logged: bool, is_sampled: bool) -> object | None:
    """Return the span of a request as the origin for its queued write; an empty span_id: the request has no span."""
    return None if _tracer is None else _tracer.queued(trace_id, span_id, is_logged=is_logged, is_sampled=is_sampled)


def shared(name: str, origins: Sequence[object | None]) -> AbstractContextManager[None]:
    """Make one span for each origin during the block, which serves them all.

    Statements in the block are children of one of these spans: of a logged request, else of a sampled one. The other
    spans link to it.
    """
    return nullcontext() if _tracer is None else _tracer.shared(name, origins)


@contextmanager
def work(name: str, traceparent: str | None) -> Iterator[Trace]:
    """Make the span of a command during the block, and yield its trace: the caller's, else a new one."""
    if _tracer is None:
        yield continue_trace(traceparent)
        return
    with _tracer.work(name, traceparent) as trace:
        yield trace


def asks_for_log(header: str | None, cookies: str | None) -> bool:
    """Return True if a request asks for its spans in the log, by X-Enable-Trace-Log or DataHub's cookie."""
    if header is None and cookies is None:
        return False
    cookie = SimpleCookie(cookies or "").get("enable-trace-log")
    return "true" in ((header or "").lower(), cookie.value if cookie else "")
