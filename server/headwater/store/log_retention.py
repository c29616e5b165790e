"""Removal of old months of the log: those with no event of a run that is still in the store (docs/retention.md)."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final, NamedTuple
from uuid import UUID

from asyncpg import Connection, Record

from headwater.dialects.datahub.proposal import DIALECT as DATAHUB
from headwater.dialects.replay import parse_logged
from headwater.model.bodies import unpack_body
from headwater.model.changes import Changes
from headwater.store.queries import query
from headwater.store.retention import alone
from headwater.store.walks import BEFORE_ALL

_PAGE_EVENTS = 1_000
_NO_HASH: Final = UUID(int=0)


class _Month(NamedTuple):
    """The number of events in a month of the log, and the last of them."""

    events: int
    last_seq: int


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
            if found is not None and await connection.fetchval(
                query("drop_log_month"), month, found.last_seq, found.events
            ):
                dropped.append(month)
    return dropped


async def _only_of_removed_runs(connection: Connection, month: date) -> _Month | None:
    """Return the size of a month without events of runs that are there; None for another, or an empty one."""
    place: tuple[datetime, UUID] = (BEFORE_ALL, _NO_HASH)
    events = last_seq = 0
    while rows := await connection.fetch(query("log_of_month"), month, *place, _PAGE_EVENTS):
        if not await _may_go(connection, rows):
            return None
        events += len(rows)
        last_seq = max(last_seq, *(row["seq"] for row in rows))
        place = (rows[-1]["at"], rows[-1]["content_hash"])
    return _Month(events, last_seq) if events else None


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
