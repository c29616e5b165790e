"""The queue of writes that are acknowledged before they are merged (docs/asynchronous-writes.md).

A document of events can be merged in any order, more than once, and by several workers. Proposals are merged once, in
the order of their numbers, in the transaction that takes them out of the queue (`store/proposals.py`).
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from uuid import UUID

from asyncpg import Connection, Record

from headwater import spans
from headwater.store.queries import query

STEP_DOCUMENTS = 1000
STEP_BYTES = 16 * 1024 * 1024
"""The documents of events, and bytes of them, after which a worker claims no more at once."""

MAX_TRIES = 5
"""The most tries of a write that fails by a mistake of the server; then the write goes to quarantine."""

_PIECE = 50

SPAN = "process queued write"
"""The name of the span of merging one queued write."""


class QueuedWrite(NamedTuple):
    """One write: a document of events, or the item of one proposal, and only an item has urn_key and aspect.

    source is the request, as the quarantine names it. span_id is the span of the request, empty if the request has none
    to continue. is_logged: the spans of the write go to the log.
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


def origin_of(row: Record) -> object | None:
    """Return the span of the request of a queued write, which its merge continues."""
    return spans.queued(row["trace_id"], row["span_id"], is_logged=row["is_logged"])


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
    """Documents of events that one worker holds; `done` are the numbers of those that leave the queue."""

    documents: list[Record]
    done: list[int]


@asynccontextmanager
async def claimed_documents(connection: Connection) -> AsyncIterator[Claimed]:
    """Claim the oldest documents that no other worker holds; those in `done` leave the queue at the end of the block.

    The others stay, also where the process is killed meanwhile.
    """
    async with connection.transaction():
        claimed = Claimed(await _claim(connection), [])
        yield claimed
        if claimed.done:
            await connection.execute(query("leave_queue"), claimed.done)


async def _claim(connection: Connection) -> list[Record]:
    """Claim documents piece by piece: those that are too many stay free for other workers."""
    documents: list[Record] = []
    size_bytes = 0
    cursor = await connection.cursor(query("claim_documents"))
    while len(documents) < STEP_DOCUMENTS and size_bytes < STEP_BYTES:
        piece = await cursor.fetch(1 if not documents else min(_PIECE, STEP_DOCUMENTS - len(documents)))
        if not piece:
            break
        documents += piece
        size_bytes += sum(len(document["body"]) for document in piece)
    return documents


async def has_proposals(connection: Connection) -> bool:
    """True if proposals wait in the queue."""
    found: bool = await connection.fetchval(query("has_proposals"))
    return found


async def count_try(connection: Connection, seq: int) -> None:
    """Count a merge of a queued write that failed."""
    await connection.execute(query("count_try"), seq)
