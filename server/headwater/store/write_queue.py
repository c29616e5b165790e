"""The queue of writes that a server acknowledges before their merge (docs/asynchronous-writes.md).

Workers merge documents of events in any order, side by side, and again if need be. They merge proposals once, in the
order of their numbers, in the transaction that takes them out of the queue (`store/proposals.py`).
"""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import accumulate
from typing import Any, NamedTuple
from uuid import UUID

from asyncpg import Connection, Record

from headwater import spans
from headwater.model.bodies import unpacked_bytes
from headwater.store.queries import query
from headwater.store.queue_claims import Claims, at_once, ended_claims

STEP_WRITES = 1000
STEP_BYTES = 16 * 1024 * 1024
"""The writes, and unpacked bytes of them, after which a worker claims no more at once."""

MAX_TRIES = 5
"""The most tries of a write that fails by a mistake of the server, or ends its worker; then it goes to quarantine."""

SEE_LOG = "the server's log says why, or a worker ended with it"
"""The reason for giving up a write with unknown errors."""

_PIECE = 50

SPAN = "process queued write"
"""The name of the span of merging one queued write."""


class QueuedWrite(NamedTuple):
    """One write: a document of events, or the item of one proposal, and only an item has urn_key and aspect.

    source is the request, as the quarantine names it; body is packed. span_id is the span of the request, empty if the
    request has none to continue. is_logged: the spans of the write go to the log; is_sampled: they may be exported.
    """

    dialect: str
    source: str
    tenant: str
    body: bytes
    urn_key: UUID | None
    aspect: str | None
    trace_id: UUID
    span_id: str
    is_logged: bool
    is_sampled: bool


def origin_of(row: Record) -> object | None:
    """Return the span of the request of a queued write, which its merge continues."""
    is_logged, is_sampled = row["is_logged"], row["is_sampled"]
    return spans.queued(row["trace_id"], row["span_id"], is_logged=is_logged, is_sampled=is_sampled)


def is_given_up(row: Record, ended: Counter[int]) -> bool:
    """True for a queued write after MAX_TRIES, those included in which workers ended."""
    return bool(row["tries"] + ended[row["seq"]] >= MAX_TRIES)


class QueueState(NamedTuple):
    """The depth of the queue in writes, at most, and the age of its oldest write."""

    depth: int
    age_seconds: float


async def enqueue(connection: Connection, writes: Sequence[QueuedWrite]) -> None:
    """Put writes into the queue, in their order; they are durable when this returns."""
    await connection.fetchval(query("enqueue_writes"), *map(list, zip(*writes, strict=True)))


async def queue_state(connection: Any) -> QueueState:
    """The state of the queue, by a connection or a pool."""
    row = await connection.fetchrow(query("queue_state"))
    return QueueState(row["depth"], row["age_seconds"])


class Claimed(NamedTuple):
    """Documents of events that one worker holds, and how many workers have ended with each.

    `done` are the numbers of those that leave the queue.
    """

    documents: list[Record]
    ended: Counter[int]
    done: list[int]


@asynccontextmanager
async def claimed_documents(connection: Connection, claims: Claims) -> AsyncIterator[Claimed]:
    """Claim the oldest documents that no other worker holds; those in `done` leave the queue at the end of the block.

    The others stay, also where the process is killed meanwhile.
    """
    async with connection.transaction():
        claimed = await _claim(connection)
        if not claimed.documents:
            yield claimed
            return
        async with noted(claims, connection, claimed.documents, claimed.ended):
            yield claimed
            await connection.execute(query("leave_queue"), claimed.done)


def noted(
    claims: Claims, connection: Connection, rows: Sequence[Record], ended: Counter[int]
) -> AbstractAsyncContextManager[None]:
    """Note that a transaction merges these writes in the block. Raises DoubtfulError."""
    seqs = [row["seq"] for row in rows]
    return claims.noted(connection, seqs, are_doubtful=any(ended[seq] for seq in seqs))


async def _claim(connection: Connection) -> Claimed:
    """Claim documents piece by piece: those that are too many stay free for other workers."""
    cursor = await connection.cursor(query("claim_documents"))
    documents: list[Record] = await cursor.fetch(1)
    if not documents:
        return Claimed([], Counter(), [])
    ended = await ended_claims(connection)
    most = at_once(STEP_WRITES, ended[documents[0]["seq"]])
    size_bytes = _size_bytes(documents)
    while len(documents) < most and size_bytes < STEP_BYTES:
        piece = await cursor.fetch(min(_PIECE, most - len(documents)))
        if not piece:
            break
        documents += piece
        size_bytes += _size_bytes(piece)
    return Claimed(documents, ended, [])


def _size_bytes(rows: Sequence[Record]) -> int:
    """The unpacked size of queued writes."""
    return sum(unpacked_bytes(row["body"]) for row in rows)


async def oldest_proposals(connection: Connection, last: int | None) -> tuple[list[Record], Counter[int]]:
    """Return the oldest proposals to accept at once, up to a number, and how many workers have ended with each.

    The connection has the slot of merges, so nobody else holds a proposal.
    """
    rows: list[Record] = await connection.fetch(query("oldest_proposals"), last, STEP_WRITES, STEP_BYTES)
    if not rows:
        return [], Counter()
    ended = await ended_claims(connection)
    fitting = sum(size <= STEP_BYTES for size in accumulate(unpacked_bytes(row["body"]) for row in rows))
    return rows[: max(1, min(fitting, at_once(STEP_WRITES, ended[rows[0]["seq"]])))], ended


async def has_proposals(connection: Connection) -> bool:
    """True if proposals wait in the queue."""
    found: bool = await connection.fetchval(query("has_proposals"))
    return found


async def count_try(connection: Connection, seq: int) -> None:
    """Count a merge of a queued write that failed."""
    await connection.execute(query("count_try"), seq)
