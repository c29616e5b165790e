"""Trace ids: one for each write request and each load, kept with every row that it writes.

Made as DataHub makes them (`TraceIdGenerator`): 16 hex digits of microseconds since the epoch, then 16
random ones. Carried as W3C Trace Context says (`traceparent`).
"""

import re
import secrets
import time
from typing import NamedTuple
from uuid import UUID

_TRACEPARENT = re.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}")


class Trace(NamedTuple):
    """A trace id and the span that this process adds to it."""

    trace_id: UUID
    span_id: str

    @property
    def traceparent(self) -> str:
        """The header's value."""
        return f"00-{self.trace_id.hex}-{self.span_id}-01"


def new_trace() -> Trace:
    """A trace that begins here and now."""
    micros = time.time_ns() // 1_000_000 * 1_000
    return Trace(UUID(f"{micros:016x}{secrets.token_hex(8)}"), secrets.token_hex(8))


def continue_trace(traceparent: str | None) -> Trace:
    """The caller's trace with a span of our own; a new one where the header is absent or malformed."""
    match = _TRACEPARENT.fullmatch(traceparent or "")
    if match is None or set(match[1]) == {"0"} or set(match[2]) == {"0"}:
        return new_trace()
    return Trace(UUID(match[1]), secrets.token_hex(8))
