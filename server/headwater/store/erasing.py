"""Erase a text from the log and the quarantine (docs/erasing.md). A rebuild then derives everything else without it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from asyncpg import Connection, Record

from headwater.dialects.erasing import Erased, erase_text, spellings
from headwater.dialects.names import DATAHUB
from headwater.dialects.replay import parse_logged
from headwater.model.bodies import pack_body, unpack_body
from headwater.model.changes import Changes
from headwater.store.queries import query
from headwater.store.retention import alone

_PAGE_EVENTS: Final = 1_000
_MOST_KEPT: Final = 20


@dataclass
class Erasure:
    """The search for a text: the events looked at, those that hold it, and the quarantined records that hold it.

    kept_events, kept: the events that still hold it afterwards, and at most 20 of the strings that do.
    """

    events: int = 0
    found: int = 0
    kept_events: int = 0
    kept: list[str] = field(default_factory=list)
    quarantined: int = 0

    def count(self, erased: Erased) -> None:
        """Count an event that holds the text."""
        self.found += 1
        self.kept_events += bool(erased.kept)
        new = [string for string in erased.kept if string not in self.kept]
        self.kept += new[: _MOST_KEPT - len(self.kept)]


async def find_text(connection: Connection, text: str, replacement: str) -> Erasure:
    """Return the result that `erase` would have. Changes nothing."""
    done = Erasure(quarantined=await connection.fetchval(query("quarantined_with"), spellings(text)))
    async for row, erased in _erased(connection, text, replacement, done):
        del row
        done.count(erased)
    return done


async def erase(connection: Connection, text: str, replacement: str) -> Erasure:
    """Replace a text in the bodies of the log, and drop the quarantined records that hold it.

    The events keep their places and times. Copies of the original events that come again store nothing. Each event is
    committed by itself, and the next call goes on with the rest. Raises MigrationError while a rebuild or a removal of
    runs is going on or unfinished.
    """
    done = Erasure()
    async with alone(connection):
        async for row, erased in _erased(connection, text, replacement, done):
            done.count(erased)
            await _replace(connection, row, erased)
        done.quarantined = len(await connection.fetch(query("erased_from_quarantine"), spellings(text)))
    return done


async def tables_with_text(connection: Connection, text: str) -> dict[str, int]:
    """Return the number of rows that hold a text, by table, without the log and the quarantine."""
    spelled = spellings(text)[0].decode()
    return {row["name"]: row["rows"] for row in await connection.fetch(query("tables_with_text"), spelled)}


async def _erased(
    connection: Connection, text: str, replacement: str, done: Erasure
) -> AsyncIterator[tuple[Record, Erased]]:
    """Yield the events of the log that hold the text, each with its body without it."""
    place, end = 0, await connection.fetchval(query("last_logged"))
    while rows := await connection.fetch(query("log_bodies"), place, _PAGE_EVENTS, end):
        place = rows[-1]["seq"]
        done.events += len(rows)
        for row, erased in zip(rows, await asyncio.to_thread(_erase_all, rows, text, replacement), strict=True):
            if erased is not None:
                yield row, erased


def _erase_all(rows: Sequence[Record], text: str, replacement: str) -> list[Erased | None]:
    return [erase_text(row["dialect"], row["source"], unpack_body(row["body"]), text, replacement) for row in rows]


async def _replace(connection: Connection, row: Record, erased: Erased) -> None:
    await connection.execute(
        query("erase_event"), row["at"], row["content_hash"], _hash(row, erased.body), pack_body(erased.body)
    )


def _hash(row: Record, body: bytes) -> UUID:
    """Return the hash of an event; a proposal, and an event that cannot be read, keep theirs."""
    item = None if row["dialect"] == DATAHUB else parse_logged(row["dialect"], row["source"], body, 1)
    found: UUID = item.event.content_hash if isinstance(item, Changes) else row["content_hash"]
    return found
