"""Erase a text from the log and the quarantine (docs/erasing.md). A rebuild then derives everything else without it."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from asyncpg import Connection, Record

from headwater.dialects.erased_words import Words
from headwater.dialects.erasing import Erased, erase_text
from headwater.dialects.names import DATAHUB
from headwater.dialects.replay import parse_logged
from headwater.errors import MigrationError
from headwater.model.bodies import dictionary_of, is_learned, pack_body, unpack_body
from headwater.model.changes import Changes
from headwater.store.dictionaries import know_dictionaries
from headwater.store.queries import query
from headwater.store.retention import alone

_PAGE_EVENTS: Final = 1_000
_PAGE_ROWS: Final = 100
_MOST_STRINGS: Final = 20


@dataclass
class Erasure:
    """The search for a text: the events looked at, and those that hold it.

    kept_events: the events that still hold it afterwards.
    changed, kept: at most 20 of the strings that change, and of those that still hold it.
    quarantined, queued: the quarantined records, and the writes in the queue, that hold it.
    """

    events: int = 0
    found: int = 0
    changed: list[str] = field(default_factory=list)
    kept_events: int = 0
    kept: list[str] = field(default_factory=list)
    quarantined: int = 0
    queued: int = 0

    def count(self, erased: Erased) -> None:
        """Count an event that holds the text."""
        self.found += 1
        self.kept_events += bool(erased.kept)
        _add_new(self.changed, erased.changed)
        _add_new(self.kept, erased.kept)


def _add_new(strings: list[str], found: Sequence[str]) -> None:
    strings += [string for string in found if string not in strings][: _MOST_STRINGS - len(strings)]


async def find_text(connection: Connection, text: str, replacement: str) -> Erasure:
    """Return the result that `erase` would have. Changes nothing."""
    search = _Search(connection, Words(text), replacement)
    async for page in search.events():
        for _, erased in page:
            if erased is not None:
                search.done.count(erased)
    search.done.quarantined = len(await search.quarantined())
    search.done.queued = await search.queued()
    return search.done


async def erase(connection: Connection, text: str, replacement: str) -> Erasure:
    """Replace a text in the bodies of the log, and drop the quarantined records that hold it.

    The events keep their places and times. Copies of the original events that come again store nothing. Each event is
    committed by itself, and the next call goes on with the rest. Merges wait during the last look, at what arrived
    meanwhile. Raises MigrationError while the queue holds the text, or a rebuild or a removal of runs is going on or
    unfinished.
    """
    search = _Search(connection, Words(text), replacement)
    async with alone(connection), _learning_held(connection):
        await search.require_no_queued()
        while await search.erase_events() > _PAGE_EVENTS:
            pass  # as many may have arrived meanwhile, and merges shall wait only for a few
        async with _merges_held(connection):
            await search.erase_events()
            # They have parts of bodies, so these may hold the text, too.
            await connection.execute(query("drop_dictionaries"))
            ids = await search.quarantined()
            await connection.execute(query("drop_quarantined"), ids)
            search.done.quarantined = len(ids)
    return search.done


async def tables_with_text(connection: Connection, text: str) -> dict[str, int]:
    """Return the number of rows that hold a text, by table, without the log and the quarantine."""
    words, found = Words(text), Counter[str]()
    async with connection.transaction(readonly=True):
        async for row in connection.cursor(query("tables_with_text"), words.certain):
            found[row["name"]] += words.are_anywhere_in(row["value"].encode())
    if queued := await _Search(connection, words, "").queued():
        found["queued_write"] = queued
    return {name: rows for name, rows in sorted(found.items()) if rows}


def _merges_held(connection: Connection) -> AbstractAsyncContextManager[None]:
    return _held(connection, "hold_merges", "release_merges")


def _learning_held(connection: Connection) -> AbstractAsyncContextManager[None]:
    return _held(connection, "hold_learning", "release_learning")


@asynccontextmanager
async def _held(connection: Connection, hold: str, release: str) -> AsyncIterator[None]:
    await connection.execute(query(hold))
    try:
        yield
    finally:
        await connection.execute(query(release))


class _Search:
    """The search for a text in the log, from its start on, in the quarantine and in the queue."""

    def __init__(self, connection: Connection, words: Words, replacement: str) -> None:
        self.done = Erasure()
        self._connection = connection
        self._words = words
        self._replacement = replacement
        self._place = 0

    async def events(self) -> AsyncIterator[list[tuple[Record, Erased | None]]]:
        """Yield the next events of the log in pages, each with its body without the text; None: it has no such text.

        Ends at the place up to which all events are visible; the next call goes on there.
        """
        end = await self._connection.fetchval(query("logged_until"))
        while rows := await self._connection.fetch(query("log_bodies"), self._place, _PAGE_EVENTS, end):
            await know_dictionaries(self._connection, [row["body"] for row in rows])
            self.done.events += len(rows)
            yield [*zip(rows, await asyncio.to_thread(self._erase_all, rows), strict=True)]
            self._place = rows[-1]["seq"]

    async def erase_events(self) -> int:
        """Erase the text from the next events of the log, and pack all of them without learned dictionaries.

        Returns their number.
        """
        before = self.done.events
        async for page in self.events():
            for row, erased in page:
                if erased is not None:
                    self.done.count(erased)
                    await _replace(self._connection, row, erased)
            await _pack_anew(self._connection, [row for row, erased in page if erased is None])
        return self.done.events - before

    async def quarantined(self) -> list[int]:
        """Return the ids of the quarantined records that hold the text."""
        return [row["id"] async for row in self._rows("quarantined_texts") if self._is_in(row, row["payload"])]

    async def queued(self) -> int:
        """Count the writes in the queue that hold the text."""
        return sum([self._is_in(row, unpack_body(row["body"])) async for row in self._rows("queued_bodies")])

    async def require_no_queued(self) -> None:
        """Raise MigrationError if a write in the queue holds the text."""
        if queued := await self.queued():
            raise MigrationError(f"{queued:,} writes in the queue hold the text: wait until they are merged")

    def _erase_all(self, rows: Sequence[Record]) -> list[Erased | None]:
        return [
            erase_text(row["dialect"], row["source"], unpack_body(row["body"]), self._words, self._replacement)
            for row in rows
        ]

    async def _rows(self, name: str) -> AsyncIterator[Record]:
        place = 0
        while rows := await self._connection.fetch(query(name), place, _PAGE_ROWS):
            for row in rows:
                yield row
            place = rows[-1]["id"]

    def _is_in(self, row: Record, body: bytes) -> bool:
        return self._words.are_in(row["texts"]) or self._words.are_anywhere_in(body)


async def _replace(connection: Connection, row: Record, erased: Erased) -> None:
    await connection.execute(
        query("erase_event"), row["at"], row["content_hash"], _hash(row, erased.body), pack_body(erased.body)
    )


async def _pack_anew(connection: Connection, rows: Sequence[Record]) -> None:
    """Pack the bodies of events by the program's dictionary if a learned one packed them."""
    learned = [row for row in rows if is_learned(dictionary_of(row["body"]))]
    if learned:
        bodies = await asyncio.to_thread(lambda: [pack_body(unpack_body(row["body"])) for row in learned])
        places = [row["at"] for row in learned], [row["content_hash"] for row in learned]
        await connection.execute(query("pack_anew"), *places, bodies)


def _hash(row: Record, body: bytes) -> UUID:
    """Return the hash of an event; a proposal, and an event that cannot be read, keep theirs."""
    item = None if row["dialect"] == DATAHUB else parse_logged(row["dialect"], row["source"], body, 1)
    found: UUID = item.event.content_hash if isinstance(item, Changes) else row["content_hash"]
    return found
