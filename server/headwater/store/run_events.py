"""Run events in the order of acceptance, and subscribers' interests in them."""

import base64
import binascii
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import chain
from typing import Any, NamedTuple

from asyncpg import Connection, Pool, Record

from headwater.errors import BadRequestError
from headwater.store.fetching import fetch
from headwater.texts import shown
from headwater.urn import text_key

PAGE = 1_000
"""The maximum number of events of one read."""


class Trait(Enum):
    """The traits of an event that an interest may ask for."""

    RUN = auto()
    PARENT = auto()
    TEMPLATE = auto()
    FLOW = auto()
    INPUT = auto()
    OUTPUT = auto()
    ASSET = auto()
    STATUS = auto()
    RESULT = auto()


_URNS = (Trait.RUN, Trait.PARENT, Trait.TEMPLATE, Trait.FLOW, Trait.INPUT, Trait.OUTPUT, Trait.ASSET)
_ASSETS = (Trait.INPUT, Trait.OUTPUT, Trait.ASSET)

Key = tuple[Trait, str] | None
"""A trait with its value; None if an interest asks for no rare trait."""

Traits = Mapping[Trait, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Interest:
    """The events with, for each of these traits, one of the values; without traits, all events."""

    traits: Traits

    @property
    def keys(self) -> Collection[Key]:
        """The keys of the events of interest; each has one of them."""
        for trait in _URNS:
            if trait in self.traits:
                return [(trait, value) for value in self.traits[trait]]
        return [None]

    @property
    def assets(self) -> Iterator[str]:
        """The URNs of assets that the interest asks for."""
        return chain.from_iterable(self.traits.get(trait, ()) for trait in _ASSETS)

    def meets(self, traits: Traits) -> bool:
        """Return True if an event with some traits is of interest."""
        return all(not values.isdisjoint(traits[trait]) for trait, values in self.traits.items())


class ReadEvent(NamedTuple):
    """An event as read, before its subscribers are known."""

    row: Record
    traits: Traits

    @property
    def keys(self) -> Iterator[Key]:
        """The keys of the interests in it."""
        yield None
        for trait in _URNS:
            for value in self.traits[trait]:
                yield trait, value


class Page(NamedTuple):
    """Events in order, and the place up to which they are all.

    is_last: there were no more.
    merges_run: merges still ran, whose events come after that place.
    """

    events: list[ReadEvent]
    reached: int
    is_last: bool
    merges_run: bool


class RunEvent(NamedTuple):
    """An event at its place in the order of acceptance, and its run as known when the event was read.

    All events read together have one `shared`, a cache for their subscribers' look-ups.
    """

    place: int
    row: Record
    run: Record
    shared: dict[Any, Any]


class Newest(NamedTuple):
    """The place up to which all events are visible, the last place given, and True if merges run.

    Concurrent merges commit in another order than they number their events. So subscribers get events after those of
    a running merge when it ends (`sql/functions/turns.sql`).
    """

    seen: int
    given: int
    merges_run: bool


class RunEventReader:
    """Reads run events, over a pool or over one connection."""

    def __init__(self, database: Pool | Connection) -> None:
        self._database = database

    async def newest(self) -> Newest:
        """Return the end of the order of acceptance now."""
        [row] = await fetch(self._database, "newest_run_event")
        return Newest(row["seen"], row["given"], row["are_running"])

    async def after(self, place: int, interests: Iterable[Interest], until: int | None = None) -> Page:
        """Return the next events after a place, with the traits that these interests ask for.

        Read up to a place that `newest` gave as seen; None: that of now. Events without a state, and those of unlisted
        runs, are left out.
        """
        newest = await self.newest() if until is None else Newest(until, until, False)
        end = max(place, newest.seen)
        keys = {text_key(urn) for interest in interests for urn in interest.assets}
        rows = await fetch(self._database, "run_events_after", place, end, PAGE, list(keys))
        events = [ReadEvent(row, _traits(row)) for row in rows if row["is_listed"] and row["status"] is not None]
        is_last = len(rows) < PAGE
        return Page(events, end if is_last else rows[-1]["seq"], is_last, newest.merges_run)

    async def with_runs(self, events: Sequence[ReadEvent]) -> list[RunEvent]:
        """Return the events with their runs: one statement, and none for no events."""
        if not events:
            return []
        rows = await fetch(self._database, "runs_by_id", list({event.row["run_id"] for event in events}))
        runs = {row["id"]: row for row in rows}
        shared: dict[Any, Any] = {}
        return [RunEvent(event.row["seq"], event.row, runs[event.row["run_id"]], shared) for event in events]


def to_cursor(place: int) -> str:
    """Encode a place in the order of acceptance for clients."""
    return base64.urlsafe_b64encode(f"run-event:{place}".encode()).decode()


def from_cursor(cursor: str) -> int:
    """Decode the place in a cursor. Raises BadRequestError."""
    try:
        text = base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeError):
        text = ""
    match = re.fullmatch(r"run-event:(\d{1,18})", text, re.ASCII)
    if match is None:
        raise BadRequestError(f"after: expected the cursor of a run event, or runEventCursor, got {shown(cursor)}")
    return int(match[1])


def _traits(row: Record) -> Traits:
    template, kind = row["template_urn"], row["template_kind"]
    inputs, outputs = row["input_urns"] or (), row["output_urns"] or ()
    return {
        Trait.RUN: frozenset([row["urn"]]),
        Trait.PARENT: _those(row["parent_urn"]),
        Trait.TEMPLATE: _those(template),
        Trait.FLOW: _those(row["flow_urn"], row["job_flow_urn"], template if kind == "dataFlow" else None),
        Trait.INPUT: frozenset(inputs),
        Trait.OUTPUT: frozenset(outputs),
        Trait.ASSET: frozenset((*inputs, *outputs)),
        Trait.STATUS: _those(row["status"]),
        Trait.RESULT: _those(row["result"]),
    }


def _those(*values: str | None) -> frozenset[str]:
    return frozenset(value for value in values if value is not None)
