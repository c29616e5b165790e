"""Merges the events that requests bring."""

from collections.abc import Sequence
from typing import NamedTuple

from asyncpg import Connection

from headwater.dialects.problems import unmergeable
from headwater.errors import OverloadedError
from headwater.ingest.batches import Batches
from headwater.model.changes import Changes, Problem
from headwater.store.merge import REFUSED, Merged, Write, merge


class Written(NamedTuple):
    """What became of a write, and its items as they ended: one that the database refused is a problem now."""

    merged: Merged
    items: Sequence[Changes | Problem]


class Writer(Batches[Write, Written]):
    """The events of requests, in shared transactions."""

    async def merge(self, connection: Connection, requests: Sequence[Write]) -> Sequence[Written]:
        """Merge writes in one transaction."""
        merged = await merge(connection, requests)
        return [Written(result, write.items) for result, write in zip(merged, requests, strict=True)]

    async def merge_refused(self, connection: Connection, request: Write, error: Exception) -> Written:
        """Merge the items of a write one by one; those that are refused become problems.

        Raises OverloadedError for a replay: what was in quarantine stays there.
        """
        if request.leaving:
            raise OverloadedError from error
        merged, items = Merged(0, 0, 0), []
        for item in request.items:
            try:
                [result] = await merge(connection, [request._replace(items=[item])])
            except REFUSED as refusal:
                assert isinstance(item, Changes)
                item = unmergeable(item, str(refusal))
                [result] = await merge(connection, [request._replace(items=[item])])
            merged = Merged(*map(sum, zip(merged, result, strict=True)))
            items.append(item)
        return Written(merged, items)
