"""The functions of `headwater.spans`, by OpenTelemetry."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import UUID

from opentelemetry.context import Context, attach, detach, get_current
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import (
    NonRecordingSpan,
    Span,
    SpanContext,
    SpanKind,
    StatusCode,
    TraceFlags,
    get_current_span,
    set_span_in_context,
)
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

import headwater
from headwater.otel.server_spans import ServerSpans
from headwater.otel.trace_log import TraceLog, current_log, logged_by
from headwater.trace import Trace


class Origin(NamedTuple):
    """The context that spans continue, and the trace log of its request."""

    context: Context
    log: TraceLog | None


class OpenTelemetryTracer:
    """Makes spans by the provider of this process (`headwater.spans.Tracer`)."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("headwater", headwater.__version__)

    @property
    def server(self) -> Callable[[Any], ServerSpans]:
        """ASGI middleware: a span for each request."""
        return lambda app: ServerSpans(app, self._provider)

    def name_request(self, method: str, route: str) -> None:
        """Name the span of the current request."""
        span = get_current_span()
        span.update_name(f"{method} {route}")
        span.set_attribute("http.route", route)

    def current_trace(self) -> Trace | None:
        """Return the trace of the current span; None outside of spans."""
        return _trace_of(get_current_span())

    def here(self) -> Origin | None:
        """Return the current span as an origin; None outside of spans."""
        return Origin(get_current(), current_log()) if self.current_trace() else None

    def queued(self, trace_id: UUID, span_id: str, *, is_logged: bool, is_sampled: bool) -> Origin | None:
        """Return the origin of a queued write: the span of its request, in another transaction or process."""
        if not span_id:
            return None
        flags = TraceFlags(TraceFlags.SAMPLED if is_sampled else TraceFlags.DEFAULT)
        parent = SpanContext(trace_id.int, int(span_id, 16), is_remote=True, trace_flags=flags)
        context = set_span_in_context(NonRecordingSpan(parent), Context())
        return Origin(context, TraceLog(is_allowed=True) if is_logged else None)

    @contextmanager
    def shared(self, name: str, origins: Sequence[Origin | None]) -> Iterator[None]:
        """Make one span for each origin during the block; statements are children of the most wanted one."""
        started = [(self._start(name, origin), origin) for origin in origins if origin is not None]
        if not started:
            yield
            return
        span, origin = max(started, key=lambda one: (one[1].log is not None, one[0].is_recording()))
        for other, _ in started:
            if other is not span:
                other.add_link(span.get_span_context())
        with _ended([one for one, _ in started]), _current(span, origin):
            yield

    @contextmanager
    def work(self, name: str, traceparent: str | None) -> Iterator[Trace]:
        """Make the span of a command during the block."""
        carrier = {} if traceparent is None else {"traceparent": traceparent}
        origin = Origin(TraceContextTextMapPropagator().extract(carrier, Context()), None)
        span = self._start(name, origin)
        trace = _trace_of(span)
        assert trace is not None
        with _ended([span]), _current(span, origin):
            yield trace

    def close(self) -> None:
        """Export the last spans, and stop."""
        self._provider.shutdown()

    def _start(self, name: str, origin: Origin) -> Span:
        is_queued = get_current_span(origin.context).get_span_context().is_remote
        with logged_by(origin.log):
            return self._tracer.start_span(name, origin.context, SpanKind.CONSUMER if is_queued else SpanKind.INTERNAL)


@contextmanager
def _current(span: Span, origin: Origin) -> Iterator[None]:
    token = attach(set_span_in_context(span, origin.context))
    try:
        with logged_by(origin.log):
            yield
    finally:
        detach(token)


@contextmanager
def _ended(spans: Sequence[Span]) -> Iterator[None]:
    """End spans after the block, with its error."""
    try:
        yield
    except BaseException as error:
        for span in spans:
            span.set_status(StatusCode.ERROR, type(error).__name__)
        raise
    finally:
        for span in spans:
            span.end()


def _trace_of(span: Span) -> Trace | None:
    found = span.get_span_context()
    if not found.is_valid:
        return None
    return Trace(f"{found.trace_id:032x}", f"{found.span_id:016x}", found.trace_flags.sampled)
