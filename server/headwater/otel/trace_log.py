"""The trace log: the spans of one request as lines of the log (X-Enable-Trace-Log)."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import structlog
from opentelemetry.context import Context
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor

_log = structlog.get_logger()


class TraceLog:
    """The lines of one request. They are held back until the request is known to have the right to them."""

    def __init__(self, *, is_allowed: bool) -> None:
        self._held: list[ReadableSpan] | None = None if is_allowed else []

    def add(self, span: ReadableSpan) -> None:
        """Write the line of a finished span, or hold it back."""
        if self._held is None:
            _write(span)
        else:
            self._held.append(span)

    def allow(self) -> None:
        """Write all lines until now, and later ones at once."""
        held, self._held = self._held, None
        for span in held or []:
            _write(span)


_CURRENT: ContextVar[TraceLog | None] = ContextVar("headwater_trace_log", default=None)


def current_log() -> TraceLog | None:
    """Return the trace log of the current request; None if it is not logged."""
    return _CURRENT.get()


@contextmanager
def logged_by(log: TraceLog | None) -> Iterator[None]:
    """Add the spans that begin in the block to a trace log; None: to none."""
    token = _CURRENT.set(log)
    try:
        yield
    finally:
        _CURRENT.reset(token)


class TraceLogProcessor(SpanProcessor):
    """Adds each span to the trace log that was current when it began."""

    def __init__(self) -> None:
        self._logs: dict[int, TraceLog] = {}
        """The trace logs of open spans, by the spans' ids."""

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        """Note the current trace log."""
        log = current_log()
        if log is not None:
            self._logs[span.get_span_context().span_id] = log

    def on_end(self, span: ReadableSpan) -> None:
        """Add the span to the trace log."""
        log = self._logs.pop(span.context.span_id, None)
        if log is not None:
            log.add(span)


def _write(span: ReadableSpan) -> None:
    _log.info(
        "trace.span",
        trace_id=f"{span.context.trace_id:032x}",
        span_id=f"{span.context.span_id:016x}",
        parent_id=None if span.parent is None else f"{span.parent.span_id:016x}",
        name=span.name,
        duration_millis=round(((span.end_time or 0) - (span.start_time or 0)) / 1e6, 2),
        attributes=dict(span.attributes or {}),
    )
