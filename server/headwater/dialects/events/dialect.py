"""Parse the bytes of an event into changes, or into a problem for the quarantine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from headwater.dialects.documents import Record, each_record, read_record
from headwater.dialects.events.reading import Reading
from headwater.dialects.problems import UnusableError, problem
from headwater.model.changes import MAX_EVENT_NAMES, Changes, EventFact, Problem, RunWarningFact
from headwater.model.json import (
    MAX_DEPTH,
    canonical_json,
    content_key,
    exact_json,
    is_deeper,
    is_finite,
    is_storable,
    plain_json,
    repair_json,
)
from headwater.texts import shown

Event = dict[str, Any]


def as_it_is(event: Event) -> tuple[Event, Sequence[str]]:
    """Return the event unchanged: the normalising of a dialect that needs none."""
    return event, ()


def never(_: Event) -> bool:
    """Return False: in this dialect an event holds several runs, so none ends its run."""
    return False


@dataclass(frozen=True, slots=True)
class EventDialect:
    """A dialect, by its name and its functions. Each function may raise UnusableError.

    read: reads the rest of an event.
    time: returns the time of an event, and True if it has no zone.
    is_terminal: returns True if an event ends its run.
    normalise: repairs an event and returns the codes of its warnings.
    """

    name: str
    read: Callable[[Reading, Event], None]
    time: Callable[[Event], tuple[datetime, bool]]
    is_terminal: Callable[[Event], bool] = never
    normalise: Callable[[Event], tuple[Event, Sequence[str]]] = as_it_is

    def parse_document(
        self,
        body: bytes,
        source: str,
        position: int,
        tenant: str = "",
        *,
        max_records: int | None = None,
        max_names: int = MAX_EVENT_NAMES,
    ) -> list[Changes | Problem]:
        """Parse a document: a single event, an array, or `{"events": [...]}`.

        source and position locate the document, for the quarantine; the source of an array's item is source#1,
        source#2, …. tenant is part of an event's identity: the same event of two tenants is two events. Raises
        TooLargeError for more than max_records.
        """

        def parse(place: str, record: Record) -> Changes | Problem:
            return self.parse_record(record, place, position, tenant, max_names=max_names)

        return each_record(body, source, parse, max_records)

    def parse_again(self, kept: Problem, max_names: int = MAX_EVENT_NAMES) -> list[Changes | Problem]:
        """Parse a quarantined payload again: a whole document if it was not JSON, else one record."""
        source, position, tenant = kept.source, kept.position, kept.tenant
        if kept.code.startswith("json."):
            return self.parse_document(kept.payload, source, position, tenant, max_names=max_names)
        return [self.parse_record(read_record(kept.payload), source, position, tenant, max_names=max_names)]

    def parse_record(
        self, record: Record, source: str, position: int, tenant: str = "", *, max_names: int = MAX_EVENT_NAMES
    ) -> Changes | Problem:
        """Parse one event into changes, or into a problem."""
        try:
            return self._parse_event(record, tenant, max_names)
        except UnusableError as error:
            return problem(self.name, source, position, error, record.body, tenant)

    def _parse_event(self, record: Record, tenant: str, max_names: int) -> Changes:
        if record.error is not None:
            raise record.error
        canonical = _canonical(record)
        content_hash = content_key(canonical, self.name, tenant)
        is_storable_as_it_is = record.is_plain and is_storable(canonical)
        event, is_repaired = (record.value, False) if is_storable_as_it_is else repair_json(record.value)
        if not isinstance(event, dict):
            raise UnusableError("event.not_object", f"expected an object, got {shown(event)}")
        event, codes = self.normalise(event)
        at, has_no_zone = self.time(event)
        reading = Reading(
            at=at,
            is_terminal=self.is_terminal(event),
            content_hash=content_hash,
            changes=Changes(EventFact(at, content_hash, self.name, tenant, [], record.body)),
            warnings=set(codes),
        )
        if is_repaired:
            reading.warn("json.repaired")
        if has_no_zone:
            reading.warn("time.no_zone")
        self.read(reading, event)
        if (names := reading.changes.names) > max_names:
            said = f"the event gives {names} names: expected at most {max_names} (HEADWATER_MAX_EVENT_NAMES)"
            raise UnusableError("event.too_wide", said)
        _keep_warnings(reading)
        return reading.changes


def _keep_warnings(reading: Reading) -> None:
    codes = sorted(reading.warnings)
    reading.changes.event.warnings.extend(codes)
    if reading.run_key is not None:
        reading.changes.run_warnings += [RunWarningFact(reading.run_key, code) for code in codes]


def _canonical(record: Record) -> bytes:
    """Return a value's canonical form, independent of its spelling. Raises UnusableError if it is too deep."""
    try:
        if record.is_plain:
            return plain_json(record.value)
    except ValueError:  # only depth is left to refuse
        pass
    if is_deeper(record.value, MAX_DEPTH):
        raise UnusableError("json.too_deep", f"the JSON is nested deeper than {MAX_DEPTH} levels")
    return canonical_json(record.value) if is_finite(record.value) else exact_json(record.value)
