"""Removal of old months of the log: those with no event of a run that is still in the store (docs/retention.md)."""

import asyncio
from collections.abc import Sequence
from datetime import date, datetime
from typing import Final, NamedTuple
from uuid import UUID

from asyncpg import Connection, Record

from headwater.dialects.datahub.proposal import DIALECT as DATAHUB
from headwater.dialects.replay import parse_logged
from headwater.model.bodies import unpack_body
from headwater.model.changes import Changes
from headwater.store.dictionaries import know_dictionaries
from headwater.store.merge import OTHERS_MERGE
from headwater.store.queries import query
from headwater.store.retention import alone
from headwater.store.walks import BEFORE_ALL

_PAGE_EVENTS = 1_000
_NO_HASH: Final = UUID(int=0)
_TRIES: Final = 30
_BREAK_SECONDS: Final = 1.0
"""Tries to get the log for a moment, and the pause between two: merges go on meanwhile."""


class LogMonth(NamedTuple):
    """A month of the log that has ended."""

    first_day: date
    reason: str | None
    """The reason why it stays; None: it was dropped."""


async def drop_old_log(connection: Connection, now: datetime) -> list[LogMonth]:
    """Drop the months of the log that have ended, and whose runs were all removed. Return all that ended with events.

    A month stays with any event of a run that is there, with DataHub's proposals, or with an event that this version
    cannot read. Raises MigrationError while a rebuild, or another removal, is going on or unfinished.
    """
    months = []
    async with alone(connection):
        for row in await connection.fetch(query("old_log_months"), now):
            month: date = row["month"]
            events, reason = await _look_at(connection, month)
            if events and reason is None and not await _drop(connection, month, events):
                reason = "events still arrive or are being read: try again"
            if events:
                months.append(LogMonth(month, reason))
        await connection.execute(query("drop_unused_dictionaries"))
    return months


async def _look_at(connection: Connection, month: date) -> tuple[int, str | None]:
    """Return the number of events read of a month, and the reason why it stays."""
    place: tuple[datetime, UUID] = (BEFORE_ALL, _NO_HASH)
    events, reason = 0, None
    while reason is None and (rows := await connection.fetch(query("log_of_month"), month, *place, _PAGE_EVENTS)):
        reason = await _reason_to_keep(connection, rows)
        events += len(rows)
        place = (rows[-1]["at"], rows[-1]["content_hash"])
    return events, reason


async def _drop(connection: Connection, month: date, events: int) -> bool:
    """Drop a month with so many events; False if it has got more, or is being read all the time."""
    for _ in range(_TRIES):
        try:
            return bool(await connection.fetchval(query("drop_log_month"), month, events))
        except OTHERS_MERGE:
            await asyncio.sleep(_BREAK_SECONDS)
    return False


async def _reason_to_keep(connection: Connection, rows: Sequence[Record]) -> str | None:
    await know_dictionaries(connection, [row["body"] for row in rows])
    run_keys: set[UUID] = set()
    for row in rows:
        if row["dialect"] == DATAHUB:
            return "it has DataHub's proposals"
        item = parse_logged(row["dialect"], row["source"], unpack_body(row["body"]), row["seq"])
        if not isinstance(item, Changes):
            return "it has an event that this version cannot read"
        run_keys.update(run.run_key for run in item.runs)
    removed = {row["run_key"] for row in await connection.fetch(query("removed_runs"), run_keys)}
    return None if run_keys <= removed else "it has events of runs that are in the store"
