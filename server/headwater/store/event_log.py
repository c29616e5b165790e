"""Read the log of events again, in the order of acceptance, and parse it with this version's dialects."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from asyncpg import Connection, Record

from headwater.dialects.datahub.proposal import DIALECT as DATAHUB
from headwater.dialects.datahub.proposal import proposal_of
from headwater.dialects.replay import parse_logged
from headwater.model.bodies import unpack_body
from headwater.model.changes import Changes, Problem
from headwater.store.dictionaries import know_dictionaries
from headwater.store.merge import Traced
from headwater.store.proposals import Submission
from headwater.store.queries import query

PAGE_EVENTS = 1_000
PAGE_BYTES = 4 * 1024 * 1024
"""The most events, and stored bytes of them, to read at once."""


class Arrival(NamedTuple):
    """The arrivals of one time, in order: events with their traces, or the proposals of requests."""

    at: datetime
    events: Sequence[Traced]
    submissions: Sequence[Submission]


class Page(NamedTuple):
    """A part of the log: its arrivals, its end, its number of entries, and its unreadable entries.

    A page that is not full is the last, or was so when it was read.
    """

    arrivals: Sequence[Arrival]
    end: int
    size: int
    problems: Sequence[Problem]
    is_full: bool


class LogReader:
    """Reads the log after a place, page by page; the next page is parsed while the caller merges the current one."""

    def __init__(self, connection: Connection, place: int) -> None:
        self._connection = connection
        self._place = place
        self._ahead: asyncio.Task[Page] | None = None

    async def next_page(self) -> Page | None:
        """Return the next page; None at the present end of the log. No request is split between pages."""
        parsing = self._ahead or await self._parse_next()
        self._ahead = None
        if parsing is None:
            return None
        page = await parsing
        self._place = page.end
        self._ahead = await self._parse_next()
        return page

    async def _parse_next(self) -> asyncio.Task[Page] | None:
        until = await self._connection.fetchval(query("logged_until"))
        rows = await self._connection.fetch(query("logged_after"), self._place, PAGE_EVENTS, PAGE_BYTES, until)
        await know_dictionaries(self._connection, [row["body"] for row in rows])
        return asyncio.create_task(asyncio.to_thread(_parsed, rows)) if rows else None


def _parsed(rows: Sequence[Record]) -> Page:
    arrivals: list[Arrival] = []
    problems: list[Problem] = []
    for (at, is_of_datahub), group in groupby(rows, key=lambda row: (row["arrived_at"], row["dialect"] == DATAHUB)):
        if is_of_datahub:
            arrivals.append(Arrival(at, (), _submissions(group)))
            continue
        items = [(_event(row), row["trace_id"]) for row in group]
        arrivals.append(Arrival(at, [(item, trace) for item, trace in items if isinstance(item, Changes)], ()))
        problems += [item for item, _ in items if isinstance(item, Problem)]
    is_full = len(rows) >= PAGE_EVENTS or sum(len(row["body"]) for row in rows) >= PAGE_BYTES
    return Page(arrivals, rows[-1]["seq"], len(rows), problems, is_full)


def _event(row: Record) -> Changes | Problem:
    return parse_logged(row["dialect"], row["source"], unpack_body(row["body"]), row["seq"])


def _submissions(rows: Iterable[Record]) -> list[Submission]:
    """Group proposals into requests: those of one request have one time and one trace."""

    def request(row: Record) -> tuple[datetime, UUID]:
        return row["at"], row["trace_id"]

    return [
        Submission([proposal_of(json.loads(unpack_body(row["body"])), row["warnings"]) for row in group], trace_id, 0)
        for (_, trace_id), group in groupby(rows, key=request)
    ]
