"""Notes of what requests brought again, so that their traces are not empty (docs/asynchronous-writes.md)."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from asyncpg import Connection

from headwater.model.changes import Changes, Problem
from headwater.store.merge import Delivery, Merged
from headwater.store.queries import query


async def note_repeats(connection: Connection, deliveries: Sequence[Delivery], results: Sequence[Merged]) -> None:
    """Note the events and refused records of merged deliveries that earlier requests brought.

    Deliveries of new events alone, as most are, cost nothing.
    """
    noted = [
        (delivery.trace_id, *_key(item))
        for delivery, result in zip(deliveries, results, strict=True)
        if result.known_before or result.problems
        for item in delivery.items
    ]
    if noted:
        await connection.execute(query("note_repeats"), *_columns(noted))


def _key(item: Changes | Problem) -> tuple[UUID, datetime | None]:
    return (item.key, None) if isinstance(item, Problem) else (item.event.content_hash, item.event.at)


def _columns(rows: Iterable[Sequence[object]]) -> list[list[object]]:
    return [[*column] for column in zip(*rows, strict=True)]
