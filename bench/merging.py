"""Merges without HTTP: events are parsed beforehand, and merged in steps on one connection."""

from collections.abc import Iterable, Sequence

from asyncpg import Connection

from headwater.dialects.openlineage import parse_document
from headwater.model.changes import Changes, Problem
from headwater.store.merge import Delivery, merge, steps
from headwater.trace import new_trace

SMALL, LARGE = 64, 1000
"""The events of a merge: by a server with 64 clients, and by a batch or a load."""

Step = Sequence[Changes | Problem]
"""The facts of the events of one transaction."""


def read_steps(bodies: Iterable[bytes], events: int = LARGE) -> list[Step]:
    """Return steps of so many events, ready to merge."""
    return list(steps((item for body in bodies for item in parse_document(body, "bench", 1)), events))


async def merge_steps(connection: Connection, steps: Iterable[Step]) -> None:
    """Merge steps one after another, each in a transaction."""
    for step in steps:
        await merge(connection, [Delivery(step, new_trace().trace_id)])
