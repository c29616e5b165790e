"""Accepting DataHub proposals: the way into the store of what replaces aspects in the order in which it comes.

The proposals of one transaction take their turn among merges; what they come to is found here, in their order, and
goes to the function `merge_aspects` of `sql/queries/proposals.sql` in one call.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID, uuid4

import zstandard
from asyncpg import Connection

from headwater.dialects.datahub.acceptance import AspectValue, apply
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
from headwater.store.queries import query
from headwater.urn import text_key

Place = tuple[str, str]
"""A URN and the name of an aspect."""


class Submission(NamedTuple):
    """The proposals of one request, which are accepted together or not at all, under its trace."""

    items: Sequence[Proposal]
    trace_id: UUID
    size_bytes: int


Accepted = list[AspectValue | None]
"""For each proposal of a submission the value of its aspect after it; None: it has none."""


@dataclass(slots=True)
class _Draft:
    """The store's values as the proposals of a transaction leave them. Only what they are for is in it."""

    values: dict[Place, AspectValue | None]
    existing: set[str]
    named: list[tuple[EntityFact, UUID]] = field(default_factory=list)
    deleted: set[str] = field(default_factory=set)
    spans: list[tuple[UUID, str, datetime, datetime]] = field(default_factory=list)
    timeseries: dict[tuple[UUID, str, datetime, UUID], tuple[TimeseriesFact, UUID]] = field(default_factory=dict)
    reported: dict[tuple[object, ...], tuple[ReportedEventFact, UUID]] = field(default_factory=dict)
    changed: dict[Place, UUID] = field(default_factory=dict)
    log: list[tuple[object, ...]] = field(default_factory=list)


async def accept(connection: Connection, submissions: Sequence[Submission]) -> list[Accepted | UnusableError]:
    """Accept submissions in one transaction, in their order; they are durable when this returns what became of each.

    One that cannot be applied changes nothing, and its error is what became of it.
    """
    async with connection.transaction():
        await connection.execute(query("lock_merge"))
        draft = await _read(connection, [item for submission in submissions for item in submission.items])
        results = [_try(draft, submission) for submission in submissions]
        await _write(connection, draft)
    return results


async def _read(connection: Connection, proposals: Sequence[Proposal]) -> _Draft:
    places = list({(item.urn, item.aspect): None for item in proposals})
    keys = [text_key(urn) for urn, _ in places]
    rows = await connection.fetch(query("current_aspects"), keys, [aspect for _, aspect in places])
    found = {(row["urn_key"], row["name"]): row for row in rows}
    values: dict[Place, AspectValue | None] = dict.fromkeys(places)
    for key, place in zip(keys, places, strict=True):
        if (row := found.get((key, place[1]))) is not None:
            values[place] = AspectValue(json.loads(row["value"]), json.loads(row["system_metadata"]))
    exist = {row["urn_key"] for row in await connection.fetch(query("existing_entities"), keys)}
    return _Draft(values, {urn for urn, _ in places if text_key(urn) in exist})


def _try(draft: _Draft, submission: Submission) -> Accepted | UnusableError:
    """Apply a submission to the draft, or nothing of it."""
    values, existing = dict(draft.values), set(draft.existing)
    accepted: Accepted = []
    try:
        for item in submission.items:
            accepted.append(_apply(values, existing, item))
    except UnusableError as error:
        return error
    draft.values, draft.existing = values, existing
    for item, value in zip(submission.items, accepted, strict=True):
        _keep(draft, item, value, submission.trace_id)
    return accepted


def _apply(values: dict[Place, AspectValue | None], existing: set[str], item: Proposal) -> AspectValue | None:
    if _deletes_entity(item):
        values |= {place: None for place in values if place[0] == item.urn}
        existing.discard(item.urn)
        return None
    if _deletes_values(item):
        return None
    if is_timeseries(item.aspect):
        value: AspectValue | None = AspectValue(item.value, item.system_metadata or {})
    else:
        place = (item.urn, item.aspect)
        value = values[place] = apply(item, values[place], entity_exists=item.urn in existing)
    if value is not None:
        existing.add(item.urn)
    return value


def _deletes_entity(item: Proposal) -> bool:
    """Without its key aspect an entity is not there."""
    return item.change_type == "DELETE" and item.aspect == key_aspect(item.kind)


def _deletes_values(item: Proposal) -> bool:
    """The values of a timeseries aspect within a span of time."""
    return item.change_type == "DELETE" and is_timeseries(item.aspect)


def _keep(draft: _Draft, item: Proposal, value: AspectValue | None, trace_id: UUID) -> None:
    """Note what an accepted proposal adds to the log and to timeseries, and that it has touched its aspect.

    What its value names is named even if the next one replaces it: so it is, however proposals share transactions.
    """
    if value is not None:
        draft.named += [(fact, trace_id) for fact in related_entities(item.urn, item.aspect, value.value)[1]]
    body = zstandard.compress(canonical_json(item_of(item)), 1)
    draft.log.append((*EventFact(datetime.now(UTC), uuid4(), DIALECT, "", list(item.warnings), body), trace_id))
    draft.changed[item.urn, item.aspect] = trace_id
    if _deletes_entity(item):
        draft.deleted.add(item.urn)
        _forget(draft, item.urn, None, FIRST_TIME, LAST_TIME)
    elif _deletes_values(item):
        since, until = (datetime.fromisoformat(item.value[end]) for end in ("since", "until"))
        draft.spans.append((text_key(item.urn), item.aspect, since, until))
        _forget(draft, item.urn, item.aspect, since, until)
    elif is_timeseries(item.aspect):
        fact = timeseries(item.urn, item.aspect, item.value, item.system_metadata or {})
        draft.timeseries[fact.urn_key, fact.name, fact.at, fact.key] = (fact, trace_id)
        if item.aspect == RUN_EVENT:
            event = reported_event(item.urn, item.value)
            draft.reported[event[:6]] = (event, trace_id)


def _forget(draft: _Draft, urn: str, aspect: str | None, since: datetime, until: datetime) -> None:
    """Leave values over time that came in the same transaction out of it: all of an entity, or of one aspect."""
    key = text_key(urn)

    def is_gone(urn_key: UUID, name: str, at: datetime) -> bool:
        return urn_key == key and aspect in (None, name) and since <= at <= until

    draft.timeseries = {place: kept for place, kept in draft.timeseries.items() if not is_gone(*place[:3])}
    draft.reported = {
        place: kept for place, kept in draft.reported.items() if not is_gone(kept[0].urn_key, RUN_EVENT, kept[0].at)
    }


async def _write(connection: Connection, draft: _Draft) -> None:
    if not draft.changed:
        return
    for urn in draft.deleted:
        await connection.fetchrow(query("delete_entity"), text_key(urn))
    for span in draft.spans:
        await connection.fetchval(query("delete_timeseries"), *span)
    versioned: list[tuple[object, ...]] = []
    related: dict[tuple[object, ...], tuple[RelationshipFact, UUID]] = {}
    entities = draft.named
    for (urn, aspect), trace_id in draft.changed.items():
        if urn in draft.existing:
            entities += [(fact, trace_id) for fact in named_entity(urn, is_stub=False)]
        current = draft.values[urn, aspect]
        if current is None:
            continue
        texts = (canonical_json(part).decode() for part in current)
        versioned.append((*VersionedFact(text_key(urn), aspect, *texts), trace_id))
        facts, _ = related_entities(urn, aspect, current.value)
        related |= {fact[:5]: (fact, trace_id) for fact in facts}
    await connection.fetchval(
        query("merge_aspects"),
        draft.log,
        _each_once(entities),
        versioned,
        [(*fact, trace_id) for fact, trace_id in draft.timeseries.values()],
        [(text_key(urn), aspect) for urn, aspect in draft.changed if not is_timeseries(aspect)],
        [(*fact, trace_id) for fact, trace_id in related.values()],
        [(*fact, trace_id) for fact, trace_id in draft.reported.values()],
    )


def _each_once(entities: Iterable[tuple[EntityFact, UUID]]) -> list[tuple[object, ...]]:
    """Each entity once, by a fact of its own before a reference to it."""
    found: dict[UUID, tuple[EntityFact, UUID]] = {}
    for fact, trace_id in entities:
        known = found.get(fact.urn_key)
        if known is None or (known[0].is_stub and not fact.is_stub):
            found[fact.urn_key] = (fact, trace_id)
    return [(*fact, trace_id) for fact, trace_id in found.values()]
