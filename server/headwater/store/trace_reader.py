"""Reading what became of the writes of one trace."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from asyncpg import Connection, Pool, Record

from headwater.dialects.datahub.proposal import DIALECT as DATAHUB
from headwater.store.dictionaries import know_dictionaries
from headwater.store.fetching import fetch
from headwater.store.logged_names import LoggedNames, read_names
from headwater.urn import run_urn, text_key

MAX_TRACED = 10_000
"""The most logged writes of a trace that are read, and refused ones: a trace may be continued for ever."""

Place = tuple[UUID, str]
"""The key of an entity's URN, and the name of an aspect."""


class Refusal(NamedTuple):
    """The reason why a write is in quarantine."""

    code: str
    message: str


class Stored(NamedTuple):
    """The trace of the current value of an aspect, and the time at which that came."""

    trace_id: UUID
    arrived_at: datetime


@dataclass(slots=True)
class TracedWrites:
    """The writes of one trace: proposals by place, events by the entities that they name.

    named_before: of events that an earlier request brought.
    has_queued_events and refused_events are of documents whose entities are not known, since they are not parsed.
    """

    proposals: dict[Place, datetime] = field(default_factory=dict)
    named: dict[UUID, datetime] = field(default_factory=dict)
    named_before: set[UUID] = field(default_factory=set)
    queued: set[Place] = field(default_factory=set)
    refused: dict[Place, list[Refusal]] = field(default_factory=lambda: defaultdict(list))
    stored: dict[Place, Stored] = field(default_factory=dict)
    has_queued_events: bool = False
    refused_events: list[Refusal] = field(default_factory=list)

    @property
    def is_known(self) -> bool:
        """True if the trace has written anything, or has tried to."""
        writes = (self.proposals, self.named, self.named_before, self.queued, self.refused, self.refused_events)
        return any(writes) or self.has_queued_events


class LoggedWrite(NamedTuple):
    """A write in the log, without its body; seq is its number, at the time in the write itself.

    source: the owner in a dialect that has sources, else "".
    warnings: codes (docs/codes.md).
    """

    seq: int
    at: datetime
    dialect: str
    source: str
    warnings: tuple[str, ...]
    arrived_at: datetime


class WriteNames(NamedTuple):
    """The URNs that a write names, runs first, each once; and the aspect that a proposal changes."""

    urns: Sequence[str]
    aspect: str | None


class TraceState(NamedTuple):
    """A trace at one moment: the number of queued writes, the logged writes, and the records in quarantine.

    Both lists: newest first, at most MAX_TRACED. known_before: the number of events that an earlier request brought.
    """

    pending: int
    known_before: int
    logged: Sequence[LoggedWrite]
    quarantined: Sequence[Record]

    @property
    def is_known(self) -> bool:
        """True if the store knows a write of the trace."""
        return bool(self.pending or self.known_before or self.logged or self.quarantined)


class TraceReader:
    """Reads what became of the writes of a trace."""

    def __init__(self, database: Pool | Connection) -> None:
        self._database = database

    async def writes(self, trace_id: UUID, urns: Sequence[str]) -> TracedWrites:
        """The newest MAX_TRACED logged and refused writes of a trace, all that wait, and the aspects of entities.

        One statement, however many entities there are.
        """
        # Thousands of bodies take their time: others are answered meanwhile.
        rows = await self._rows(trace_id, urns, with_bodies=True)
        logged = [row["body"] for row in rows if row["found"] in ("LOGGED", "KNOWN") and row["body"] is not None]
        await know_dictionaries(self._database, logged)
        return await asyncio.to_thread(_traced, rows)

    async def state(self, trace_id: UUID) -> TraceState:
        """The state of a trace, by one statement, which reads no bodies."""
        rows: dict[str, list[Record]] = defaultdict(list)
        for row in await self._rows(trace_id, (), with_bodies=False):
            rows[row["found"]].append(row)
        newest_first = sorted(map(_to_logged, rows["LOGGED"]), reverse=True)
        refused = sorted(rows["REFUSED"], key=lambda row: -row["id"])
        pending = sum(row["total"] for row in rows["QUEUED"])
        return TraceState(pending, len(rows["KNOWN"]), newest_first, refused)

    async def names(self, writes: Sequence[LoggedWrite]) -> list[WriteNames]:
        """The names in each write, in their order, by two statements."""
        numbers = [write.seq for write in writes]
        rows = await fetch(self._database, "bodies_of_writes", [write.at for write in writes], numbers)
        bodies = {row["seq"]: row["body"] for row in rows}
        await know_dictionaries(self._database, bodies.values())
        found = await asyncio.to_thread(
            lambda: [read_names(write.dialect, write.source, bodies[write.seq]) for write in writes]
        )
        keys = [run.run_key for names in found for run in names.runs]
        urns = {row["run_key"]: row["urn"] for row in await fetch(self._database, "urns_by_run_key", keys)}
        return [_to_names(names, urns) for names in found]

    async def _rows(self, trace_id: UUID, urns: Sequence[str], *, with_bodies: bool) -> list[Record]:
        keys = [*map(text_key, urns)]
        return await fetch(self._database, "writes_of_trace", trace_id, MAX_TRACED, keys, with_bodies)


def _traced(rows: Sequence[Record]) -> TracedWrites:
    found = TracedWrites()
    add = {
        "LOGGED": _add_logged,
        "KNOWN": _add_known,
        "QUEUED": _add_queued,
        "REFUSED": _add_refused,
        "STORED": _add_stored,
    }
    for row in rows:
        add[row["found"]](found, row)
    return found


def _to_logged(row: Record) -> LoggedWrite:
    warnings = tuple(row["warnings"] or ())
    return LoggedWrite(row["id"], row["at"], row["dialect"], row["source"], warnings, row["arrived_at"])


def _to_names(names: LoggedNames, urns: Mapping[UUID, str]) -> WriteNames:
    runs = [urns[run.run_key] for run in names.runs if run.run_key in urns]
    return WriteNames([*dict.fromkeys([*runs, *names.urns])], names.aspect)


def _add_logged(found: TracedWrites, row: Record) -> None:
    names, at = read_names(row["dialect"], row["source"], row["body"]), row["arrived_at"]
    if names.aspect is not None:
        found.proposals.setdefault((text_key(names.urns[0]), names.aspect), at)
        return
    for key in _keys_of_event(names):
        found.named.setdefault(key, at)


def _add_known(found: TracedWrites, row: Record) -> None:
    if row["body"] is not None:  # the log has it still
        found.named_before.update(_keys_of_event(read_names(row["dialect"], row["source"], row["body"])))


def _keys_of_event(names: LoggedNames) -> list[UUID]:
    runs = [run_urn(id_) for run in names.runs for id_ in (run.run_key, run.run_uuid) if id_]
    return [*map(text_key, [*names.urns, *runs])]


def _add_queued(found: TracedWrites, row: Record) -> None:
    if row["urn_key"] is None:
        found.has_queued_events = True
    else:
        found.queued.add((row["urn_key"], row["aspect"]))


def _add_refused(found: TracedWrites, row: Record) -> None:
    refusal = Refusal(row["code"], row["message"])
    place = _place_of(row["body"]) if row["dialect"] == DATAHUB else None
    if place is None:
        found.refused_events.append(refusal)
    else:
        found.refused[place].append(refusal)


def _add_stored(found: TracedWrites, row: Record) -> None:
    found.stored.setdefault((row["urn_key"], row["aspect"]), Stored(row["trace_id"], row["arrived_at"]))


def _place_of(item: bytes) -> Place | None:
    """The place of a refused proposal; None where it does not say it in the form of our log."""
    try:
        proposal = json.loads(item)
        return text_key(proposal["entityUrn"]), str(proposal["aspectName"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
