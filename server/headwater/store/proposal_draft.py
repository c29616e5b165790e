"""Apply the proposals of one transaction in memory, in order, before anything is written."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, Self
from uuid import UUID, uuid4

from headwater.dialects.datahub.acceptance import AspectValue, apply
from headwater.dialects.datahub.conditions import check_conditions
from headwater.dialects.datahub.projection import (
    RUN_EVENT,
    named_entity,
    related_entities,
    reported_event,
    timeseries,
)
from headwater.dialects.datahub.proposal import DIALECT, Proposal, item_of
from headwater.dialects.datahub.registry import is_timeseries, key_aspect
from headwater.dialects.problems import UnusableError
from headwater.model.bodies import pack_body
from headwater.model.changes import (
    EntityFact,
    EventFact,
    RelationshipFact,
    ReportedEventFact,
    TimeseriesFact,
    VersionedFact,
)
from headwater.model.json import canonical_json
from headwater.model.times import FIRST_TIME, LAST_TIME
from headwater.store.merge import each_once
from headwater.urn import text_key

Place = tuple[str, str]
"""A URN and the name of an aspect."""

Row = tuple[object, ...]
"""A fact with its trace."""


class Submission(NamedTuple):
    """The proposals of one request, accepted together or not at all, under its trace."""

    items: Sequence[Proposal]
    trace_id: UUID
    size_bytes: int


class AcceptedAspect(NamedTuple):
    """The value of an aspect after a proposal; version counts its values, and is 1 for each value of a timeseries."""

    value: dict[str, Any]
    system_metadata: dict[str, Any]
    version: int


Accepted = list[AcceptedAspect | None]
"""The aspect after each proposal of a submission; None: no value."""


class Kept(NamedTuple):
    """The value of a place, the number of its values so far, and the arrival time of this one."""

    value: AspectValue | None
    version: int
    arrived_at: datetime | None = None

    def after(self, value: AspectValue | None) -> Self:
        """Return the place with another value; an equal value is no new version, and a deletion restarts the count."""
        if value is None:
            return self._replace(value=None, version=0, arrived_at=None)
        if self.value is not None and self.value.value == value.value:
            return self._replace(value=value)
        return self._replace(value=value, version=self.version + 1, arrived_at=datetime.now(UTC))


NOTHING = Kept(None, 0)


@dataclass(slots=True)
class Draft:
    """The store after the proposals of a transaction, limited to the places that they change.

    is_logged: the log has them, since they were accepted before; their conditions held then.
    """

    stored: Mapping[Place, Kept]
    existing: set[str]
    is_logged: bool = False
    places: dict[Place, Kept] = field(init=False)
    changed: dict[Place, UUID] = field(default_factory=dict)
    deleted: set[str] = field(default_factory=set)
    spans: list[tuple[UUID, str, datetime, datetime]] = field(default_factory=list)
    log: list[Row] = field(default_factory=list)
    _logged_at: datetime = FIRST_TIME
    _places_of: dict[str, list[Place]] = field(init=False)
    _versions: dict[Place, int | None] = field(default_factory=dict)
    _named: list[tuple[EntityFact, UUID]] = field(default_factory=list)
    _timeseries: dict[Row, tuple[TimeseriesFact, UUID]] = field(default_factory=dict)
    _reported: dict[Row, tuple[ReportedEventFact, UUID]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.places = dict(self.stored)
        self._places_of = defaultdict(list)
        for place in self.places:
            self._places_of[place[0]].append(place)

    def accept(self, submission: Submission) -> Accepted | UnusableError:
        """Apply a submission, or nothing of it."""
        places: dict[Place, Kept] = {}
        existing: dict[str, bool] = {}
        accepted: Accepted = []
        try:
            for item in submission.items:
                accepted.append(self._apply(places, existing, item))
        except UnusableError as error:
            return error
        self.places |= places
        for urn, is_there in existing.items():
            (self.existing.add if is_there else self.existing.discard)(urn)
        for item, value in zip(submission.items, accepted, strict=True):
            self._keep(item, value, submission.trace_id)
        if not self.is_logged:
            self._log(submission)
        return accepted

    def _apply(self, places: dict[Place, Kept], existing: dict[str, bool], item: Proposal) -> AcceptedAspect | None:
        """Return the effect of an item; places and existing are the changes of its submission so far."""
        place = (item.urn, item.aspect)
        current = places.get(place, self.places[place])
        if not is_timeseries(item.aspect) and not self.is_logged:
            check_conditions(item, current.version, current.arrived_at)
        if _deletes_entity(item):
            places |= dict.fromkeys(self._places_of[item.urn], NOTHING)
            existing[item.urn] = False
            return None
        if _deletes_values(item):
            return None
        if is_timeseries(item.aspect):
            existing[item.urn] = True
            return AcceptedAspect(item.value, item.system_metadata or {}, 1)
        # An entity exists if it did before the submission, which may bring several of its aspects.
        value = apply(item, current.value, entity_exists=item.urn in self.existing)
        places[place] = kept = current.after(value)
        if value is None:
            return None
        existing[item.urn] = True
        return AcceptedAspect(*value, kept.version)

    def _keep(self, item: Proposal, value: AcceptedAspect | None, trace_id: UUID) -> None:
        """Record the effects of an accepted proposal on timeseries, and that it has touched its aspect.

        Its entity and the entities in its value are named even if the next proposal replaces or deletes it. So the
        result does not depend on the proposals' grouping into transactions.
        """
        if value is not None:
            names = [*named_entity(item.urn, is_stub=False), *related_entities(item.urn, item.aspect, value.value)[1]]
            self._named += [(fact, trace_id) for fact in names]
        if _deletes_entity(item):
            self.deleted.add(item.urn)
            self.changed |= dict.fromkeys(self._places_of[item.urn], trace_id)
            self._versions |= dict.fromkeys(self._places_of[item.urn])
            self._forget(item.urn, None, FIRST_TIME, LAST_TIME)
        elif _deletes_values(item):
            since, until = (datetime.fromisoformat(item.value[end]) for end in ("since", "until"))
            self.spans.append((text_key(item.urn), item.aspect, since, until))
            self._forget(item.urn, item.aspect, since, until)
        elif is_timeseries(item.aspect):
            fact = timeseries(item.urn, item.aspect, item.value, item.system_metadata or {})
            self._timeseries[fact.urn_key, fact.name, fact.at, fact.key] = (fact, trace_id)
            if item.aspect == RUN_EVENT:
                event = reported_event(item.urn, item.value)
                self._reported[event[:6]] = (event, trace_id)
        else:
            # The trace of the write that gave the value: the same value again is no new version.
            place, version = (item.urn, item.aspect), None if value is None else value.version
            if self._versions.get(place, -1) != version or place not in self.changed:
                self.changed[place] = trace_id
            self._versions[place] = version

    def _log(self, submission: Submission) -> None:
        """Log the items under one time, unique to their submission: it marks them as one request."""
        self._logged_at = max(datetime.now(UTC), self._logged_at + timedelta(microseconds=1))
        for item in submission.items:
            body = pack_body(canonical_json(item_of(item)))
            fact = EventFact(self._logged_at, uuid4(), DIALECT, "", list(item.warnings), body)
            self.log.append((*fact, submission.trace_id))

    def _forget(self, urn: str, aspect: str | None, since: datetime, until: datetime) -> None:
        """Drop timeseries values of the same transaction: all of an entity, or of one aspect."""
        key = text_key(urn)

        def is_gone(fact: TimeseriesFact | ReportedEventFact) -> bool:
            name = fact.name if isinstance(fact, TimeseriesFact) else RUN_EVENT
            return fact.urn_key == key and aspect in (None, name) and since <= fact.at <= until

        self._timeseries = {place: kept for place, kept in self._timeseries.items() if not is_gone(kept[0])}
        self._reported = {place: kept for place, kept in self._reported.items() if not is_gone(kept[0])}

    def facts(self) -> list[list[Row]]:
        """Return the rows to write, in the order of the parameters of `apply_aspects`."""
        versioned: list[Row] = []
        gone: list[Row] = []
        begun: list[Row] = []
        ended: list[Row] = []
        for (urn, aspect), trace_id in self.changed.items():
            kept, stored = self.places[urn, aspect], self.stored[urn, aspect]
            before = {} if urn in self.deleted else _related(urn, aspect, stored.value)
            after = _related(urn, aspect, kept.value)
            begun += [(*related, trace_id) for key, related in after.items() if before.get(key) != related]
            ended += [(*related, trace_id) for key, related in before.items() if key not in after]
            if kept.value is None:
                gone.append((text_key(urn), aspect))
            else:
                value, system_metadata = (canonical_json(part).decode() for part in kept.value)
                fact = VersionedFact(text_key(urn), aspect, value, system_metadata, kept.version)
                versioned.append((*fact, trace_id))
        # An entity that was deleted in the end stays as a stub.
        named = [(fact._replace(is_stub=fact.is_stub or fact.urn not in self.existing), by) for fact, by in self._named]
        return [
            each_once(named),
            versioned,
            [(*fact, trace_id) for fact, trace_id in self._timeseries.values()],
            gone,
            begun,
            ended,
            [(*fact, trace_id) for fact, trace_id in self._reported.values()],
        ]


def _related(urn: str, aspect: str, value: AspectValue | None) -> dict[Row, RelationshipFact]:
    """Return the relationships of a value, keyed without their details."""
    return {} if value is None else {fact[:5]: fact for fact in related_entities(urn, aspect, value.value)[0]}


def _deletes_entity(item: Proposal) -> bool:
    """Return True for the deletion of a key aspect: without it an entity does not exist."""
    return item.change_type == "DELETE" and item.aspect == key_aspect(item.kind)


def _deletes_values(item: Proposal) -> bool:
    """Return True for the deletion of a timeseries aspect's values within a span of time."""
    return item.change_type == "DELETE" and is_timeseries(item.aspect)
