"""The ingestion path of asynchronous writes: they are put into the queue, and acknowledged before they are merged."""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import UUID

from asyncpg import Connection, Pool
from starlette.requests import Request

from headwater.errors import BadRequestError, OverloadedError
from headwater.ingest.gathering import Gatherer
from headwater.spans import asks_for_log
from headwater.store.database import Database
from headwater.store.write_queue import QueuedWrite, QueueState, enqueue, queue_state
from headwater.texts import shown

MAX_WAITING_WRITES = 20_000
"""The most writes that wait, in memory, to be put into the queue; beyond them requests get 503."""

_STATE_SECONDS = 1.0
"""The most age of the known state of the queue. The state only bounds the queue, so a second does no harm."""

_ANSWERS = {**dict.fromkeys(("true", "yes", "on", "1"), True), **dict.fromkeys(("false", "no", "off", "0"), False)}
"""The values of `async`: the words of DataHub's server."""


class QueueLimits(NamedTuple):
    """The most writes in the queue, and the most seconds that its oldest may wait."""

    writes: int
    seconds: float


class Writes(NamedTuple):
    """The writes of one request."""

    items: Sequence[QueuedWrite]

    @property
    def trace_id(self) -> UUID:
        """The trace of the request."""
        return self.items[0].trace_id

    @property
    def size_bytes(self) -> int:
        """The bytes of all bodies."""
        return sum(len(write.body) for write in self.items)


class Enqueuing(Gatherer[Writes, None]):
    """Puts the writes of requests into the queue, in shared transactions. `on_put` is called whenever some are new."""

    part = "queue"

    def __init__(self, database: Database | str, pool: Pool, limits: QueueLimits, on_put: Callable[[], None]) -> None:
        super().__init__(database, MAX_WAITING_WRITES)
        self._on_put = on_put
        self._pool = pool
        self._limits = limits
        self._state = QueueState(0, 0)
        self._looked_at = -_STATE_SECONDS

    async def put(self, writes: Sequence[QueuedWrite]) -> None:
        """Put the writes of one request into the queue; they are durable when this returns.

        Raises OverloadedError where the queue is full, or its oldest write waits for too long.
        """
        if not writes:
            return
        await self._check_limits()
        await self.gather(Writes(writes))
        self._on_put()

    async def merge(self, connection: Connection, requests: Sequence[Writes]) -> Sequence[None]:
        """Put the writes of requests into the queue, in one transaction."""
        await enqueue(connection, [write for request in requests for write in request.items])
        return [None for _ in requests]

    async def merge_refused(self, connection: Connection, request: Writes, error: Exception) -> None:
        """Raises BadRequestError: the database refuses a text or a size."""
        raise BadRequestError(f"the database refused it: {error}") from error

    async def _check_limits(self) -> None:
        now = time.monotonic()
        if now - self._looked_at > _STATE_SECONDS:
            self._looked_at = now
            self._state = await queue_state(self._pool)
        depth, age_seconds = self._state
        if depth > self._limits.writes or age_seconds > self._limits.seconds:
            raise OverloadedError(
                f"The queue has {depth} writes, and the oldest has waited for {age_seconds:.0f} s: send it again in a"
                " moment, or with async=false."
            )


def is_async(request: Request, *, default: bool) -> bool:
    """True if a request asks to be answered before it is merged (`async=true`). Raises BadRequestError."""
    asked = request.query_params.get("async")
    if asked is None:
        return default
    if asked.lower() not in _ANSWERS:
        raise BadRequestError(f"async: expected true or false, got {shown(asked)}")
    return _ANSWERS[asked.lower()]


def is_logged(request: Request) -> bool:
    """True if the spans of a request are to be logged: it asks for it, and its token has the right to it."""
    is_asked = asks_for_log(request.headers.get("x-enable-trace-log"), request.headers.get("cookie"))
    return is_asked and bool(request.state.grant.may_log_spans)


def queued_write(
    request: Request,
    dialect: str,
    packed: bytes,
    *,
    tenant: str = "",
    urn_key: UUID | None = None,
    aspect: str | None = None,
) -> QueuedWrite:
    """One write of a request, with its packed body."""
    trace, logs = request.state.trace, is_logged(request)
    span_id = trace.span_id if trace.is_sampled or logs else ""
    source = f"POST {request.scope['path']}"
    return QueuedWrite(
        dialect, source, tenant, packed, urn_key, aspect, trace.trace_id, span_id, logs, trace.is_sampled
    )


async def put(request: Request, writes: Sequence[QueuedWrite]) -> None:
    """Put the writes of a request into the queue. Raises OverloadedError."""
    enqueuing: Enqueuing = request.app.state.enqueuing
    await enqueuing.put(writes)
