"""The quarantine: refused payloads are inspected, replayed after a fix, or dropped."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from asyncpg import Connection, Pool, Record

from headwater.dialects.replay import parse_again
from headwater.errors import BadRequestError
from headwater.model.changes import MAX_EVENT_NAMES, Changes, Problem
from headwater.store.merge import Delivery, Merged, merge, steps
from headwater.store.queries import query

STEP_RECORDS = 500
STEP_BYTES = 16 * 1024 * 1024
"""The most records, and bytes of them (or one record), that a step of a replay holds in memory and merges."""

MOST_SHOWN_BYTES: Final = 4 * 1024 * 1024
LARGE_BYTES: Final = 1024 * 1024
"""The payloads in one answer, and one that no page shows. A few packed bytes can be a payload of 64 MB."""

MergeItems = Callable[[Sequence[Changes | Problem], Sequence[int]], Awaitable[Merged]]
"""Merges items, and in the same transaction removes the records with these ids from quarantine."""


class Found(NamedTuple):
    """A record in quarantine: its id, and the size of its payload."""

    id: int
    size_bytes: int


class Quarantine:
    """The quarantine of a database. Reads use the database itself; changes need a MergeItems."""

    def __init__(self, database: Pool | Connection, max_event_names: int = MAX_EVENT_NAMES) -> None:
        self._database = database
        self._max_event_names = max_event_names

    async def page(self, code: str | None, start: int, count: int) -> list[Record]:
        """Return records without their payloads, newest first, of one code or of all."""
        return await self._fetch("quarantine_page", code, start, count)

    async def totals(self, code: str | None) -> dict[str, int]:
        """Return the number of records of each code, the greatest first; of one code or of all."""
        return {row["code"]: row["total"] for row in await self._fetch("count_quarantine_page", code)}

    async def record(self, record_id: int) -> Record:
        """Return one record with its payload. Raises BadRequestError for an unknown id."""
        await self.find([record_id])
        return (await self._fetch("quarantined_by_id", [record_id]))[0]

    async def payloads(self, ids: Sequence[int]) -> list[bytes | None]:
        """Return the payload of each record, in their order.

        None if the record has left, its payload has over LARGE_BYTES, or the newest have MOST_SHOWN_BYTES together.
        """
        rows = await self._fetch("quarantined_payloads", ids, MOST_SHOWN_BYTES, LARGE_BYTES)
        found = {row["id"]: row["payload"] for row in rows}
        return [found.get(record_id) for record_id in ids]

    async def sizes(self, ids: Sequence[int]) -> list[int | None]:
        """Return the size of each payload in bytes, in the order of the ids; None if the record has left."""
        found = {row["id"]: row["bytes"] for row in await self._fetch("quarantined_sizes", ids)}
        return [found.get(record_id) for record_id in ids]

    async def find(self, ids: Sequence[int]) -> list[Found]:
        """Return the records with these ids. Raises BadRequestError, naming unknown ids."""
        found = [Found(*row) for row in await self._fetch("quarantined_sizes", ids)]
        if missing := sorted(set(ids) - {record.id for record in found}):
            raise BadRequestError(f"ids: the quarantine has no record {', '.join(map(str, missing))}")
        return found

    async def find_of_code(self, code: str | None) -> list[Found]:
        """Return the records of one code, or all."""
        return [Found(*row) for row in await self._fetch("quarantined_sizes_of_code", code)]

    async def replay(self, merge_items: MergeItems, records: Sequence[Found]) -> AsyncGenerator[Merged, None]:
        """Parse records again and merge them, in batches of one transaction each; yields the result of each step.

        A record that parses leaves; one that still fails stays, with its current reason.
        """
        for step in steps(records, STEP_RECORDS, STEP_BYTES):
            yield await self._replay_step(merge_items, [record.id for record in step])

    async def _replay_step(self, merge_items: MergeItems, ids: Sequence[int]) -> Merged:
        items: list[Changes | Problem] = []
        leaving: list[int] = []
        for row in await self._fetch("quarantined_by_id", ids):
            kept = Problem(*(row[name] for name in Problem._fields))
            again = parse_again(kept, self._max_event_names)
            items += again
            if kept.key not in {item.key for item in again if isinstance(item, Problem)}:
                leaving.append(row["id"])
        return await merge_items(items, leaving)

    async def _fetch(self, name: str, *arguments: object) -> list[Record]:
        return list(await self._database.fetch(query(name), *arguments))


def merging(connection: Connection, trace_id: UUID) -> MergeItems:
    """Return a MergeItems over a connection that merges (`store.connections.connect_to_merge`)."""

    async def merge_items(items: Sequence[Changes | Problem], leaving: Sequence[int]) -> Merged:
        [merged] = await merge(connection, [Delivery(items, trace_id, leaving)])
        return merged

    return merge_items


async def drop(merge_items: MergeItems, records: Sequence[Found]) -> int:
    """Delete records for good. Return their number."""
    await merge_items([], [record.id for record in records])
    return len(records)
