"""Trace ids: one for each write request and each load, stored with every row that it writes.

Made as in DataHub (`TraceIdGenerator`): 16 hex digits of microseconds since the epoch, then 16 random ones. Carried as
in W3C Trace Context (`traceparent`). The random digits are no secrets, so they come from Python's own generator, as
OpenTelemetry's do: the system's generator needs a kernel call for each.
"""

import random
import re
import time
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from headwater.errors import BadRequestError
from headwater.texts import shown

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST_TIME = datetime(2020, 1, 1, tzinfo=UTC)
"""A trace id of DataHub's is not older."""

_TRACEPARENT = re.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}")
_TRACE_ID = re.compile("(?:00-)?([0-9a-f]{32})(?:-[0-9a-f]{16}-[0-9a-f]{2})?")


class Trace(NamedTuple):
    """A trace id, and this process's span in it. is_sampled: the span is exported (docs/tracing.md)."""

    id_digits: str
    span_id: str
    is_sampled: bool = False

    @property
    def trace_id(self) -> UUID:
        """The id, as rows have it. Most requests need only its digits."""
        return UUID(self.id_digits)

    @property
    def traceparent(self) -> str:
        """The header's value."""
        return f"00-{self.id_digits}-{self.span_id}-{self.is_sampled:02x}"


def new_trace() -> Trace:
    """Start a new trace."""
    micros = time.time_ns() // 1_000_000 * 1_000
    return Trace(f"{micros:016x}{_random_digits()}", _random_digits())


def continue_trace(traceparent: str | None) -> Trace:
    """Return the caller's trace with our own span; a new trace if the header is absent or malformed."""
    if traceparent is None or not is_traceparent(traceparent):
        return new_trace()
    return Trace(traceparent.split("-")[1], _random_digits())


def is_traceparent(text: str) -> bool:
    """Return True for a valid traceparent."""
    match = _TRACEPARENT.fullmatch(text)
    return match is not None and set(match[1]) != {"0"} and set(match[2]) != {"0"}


def read_trace_id(argument: str, text: str) -> UUID:
    """Return the trace id in a text: only the id, or a whole traceparent.

    Raises BadRequestError, naming the argument.
    """
    match = _TRACE_ID.fullmatch(text)
    if match is None:
        raise BadRequestError(f"{argument}: expected 32 hexadecimal digits or a traceparent, got {shown(text)}")
    return UUID(match[1])


def time_of(trace_id: UUID) -> datetime | None:
    """Return the time that a trace id begins with; None for an id that begins with no time since 2020."""
    micros = timedelta(microseconds=min(trace_id.int >> 64, 2**56))  # 2**56: the year 4253
    at = _EPOCH + micros
    return at if _FIRST_TIME <= at <= datetime.now(UTC) + timedelta(days=1) else None


def _random_digits() -> str:
    return f"{random.getrandbits(64):016x}"
