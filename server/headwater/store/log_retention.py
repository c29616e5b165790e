"""Removal of old months of the log: those with no event of a run that is still in the store (docs/retention.md)."""

import asyncio
from collections.abc import Sequence
from datetime import date, datetime
from typing import Final
from uuid import UUID

from asyncpg import Connection, Record

from headwater.dialects.datahub.proposal import DIALECT as DATAHUB
from headwater.dialects.replay import parse_logged
from headwater.model.bodies import unpack_body
from headwater.model.changes import Changes
from headwater.store.merge import OTHERS_MERGE
from headwater.store.queries import query
from headwater.store.retention import alone
from headwater.store.walks import BEFORE_ALL

_PAGE_EVENTS = 1_000
_NO_HASH: Final = UUID(int=0)
_TRIES: Final = 30
_BREAK_SECONDS: Final = 1.0
"""Tries to get the log for a moment, and the pause between two: merges go on meanwhile."""


async def drop_old_log(connection: Connection, now: datetime) -> list[date]:
    """Drop the months of the log that have ended, and whose runs were all removed; return their first days.

    A month stays with any event of a run that is there, with DataHub's proposals, with evidence, or with an event that
    this version cannot read. Raises MigrationError while a rebuild, or another removal, is going on or unfinished.
    """
    dropped = []
    async with alone(connection):
        for row in await connection.fetch(query("old_log_months"), now):
            month: date = row["month"]
            found = await _only_of_removed_runs(connection, month)
            if found and await _drop(connection, month, found):
                dropped.append(month)
    return dropped


async def _drop(connection: Connection, month: date, events: int) -> bool:
    """Drop a month with so many events; False if it has got more, or is being read all the time."""
    for _ in range(_TRIES):
        try:
            return bool(await connection.fetchval(query("drop_log_month"), month, events))
        except OTHERS_MERGE:
            await asyncio.sleep(_BREAK_SECONDS)
    return False


async def _only_of_removed_runs(connection: Connection, month: date) -> int:
    """Return the number of events of a month without events of runs that are there; 0 for another."""
    place: tuple[datetime, UUID] = (BEFORE_ALL, _NO_HASH)
    events = 0
    while rows := await connection.fetch(query("log_of_month"), month, *place, _PAGE_EVENTS):
        if not await _may_go(connection, rows):
            return 0
        events += len(rows)
        place = (rows[-1]["at"], rows[-1]["content_hash"])
    return events


async def _may_go(connection: Connection, rows: Sequence[Record]) -> bool:
    run_keys: set[UUID] = set()
    for row in rows:
        if row["dialect"] == DATAHUB:
            return False
        item = parse_logged(row["dialect"], row["source"], unpack_body(row["body"]), row["seq"])
        if not isinstance(item, Changes) or item.registrations or item.verifications:
            return False
        run_keys.update(run.run_key for run in item.runs)
    removed = {row["run_key"] for row in await connection.fetch(query("removed_runs"), run_keys)}
    return run_keys <= removed
