"""Facts that follow from an aspect's value: entities, relationships and run events."""

from datetime import UTC, datetime, timedelta
from typing import Any

from headwater.dialects.datahub.graph import Related, relationships
from headwater.dialects.datahub.proposal import DIALECT
from headwater.model.changes import EntityFact, RelationshipFact, ReportedEventFact, TimeseriesFact
from headwater.model.json import canonical_json, content_key
from headwater.urn import DATA_FLOW, DATA_JOB, openlineage_name, parse_urn, text_key

RUN_EVENT = "dataProcessInstanceRunEvent"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_WHOLE_TABLE = {"type": "FULL_TABLE", "partition": "FULL_TABLE_SNAPSHOT"}
"""The partition of a timeseries value that names none (TimeseriesAspectBase.pdl)."""


def named_entity(urn: str, *, is_stub: bool) -> list[EntityFact]:
    """Return the entity of a URN; for a job also its flow, as a stub. Raises BadRequestError for an invalid URN."""
    parsed = parse_urn(urn)
    namespace, name = openlineage_name(urn) or (None, None)
    flow_urn = parsed.parts[0] if parsed.kind == DATA_JOB else ""
    is_of_flow = flow_urn.startswith(f"urn:li:{DATA_FLOW}:")
    entity = EntityFact(
        text_key(urn), parsed.kind, urn, namespace, name, text_key(flow_urn) if is_of_flow else None, is_stub
    )
    return [*(named_entity(flow_urn, is_stub=True) if is_of_flow else []), entity]


def related_entities(urn: str, aspect: str, value: dict[str, Any]) -> tuple[list[RelationshipFact], list[EntityFact]]:
    """Return the relationships of an aspect's value, and the entities at their other ends."""
    found = relationships(aspect, value)
    facts = [
        RelationshipFact(
            text_key(urn), aspect, related.type, related.origin, text_key(related.destination_urn), _details(related)
        )
        for related in found
    ]
    return facts, [entity for related in found for entity in named_entity(related.destination_urn, is_stub=True)]


def _details(related: Related) -> str:
    """Return an edge's details as JSON text, without empty ones."""
    said = {
        "created": _stamp(related.created_at_millis, related.created_actor),
        "lastModified": _stamp(related.updated_at_millis, related.updated_actor),
        "properties": related.properties,
        "via": related.via,
    }
    return canonical_json({name: value for name, value in said.items() if value}).decode()


def _stamp(time: int | None, actor: str | None) -> dict[str, Any]:
    return {} if time is None else {"time": time, "actor": actor}


def timeseries(urn: str, aspect: str, value: dict[str, Any], system_metadata: dict[str, Any]) -> TimeseriesFact:
    """Return a value of a timeseries aspect.

    DataHub tells values apart by time, granularity, message and partition. Run events also differ by state: a start and
    an end in one millisecond are two events.
    """
    parts = [value.get("eventGranularity"), value.get("messageId"), value.get("partitionSpec") or _WHOLE_TABLE]
    if aspect == RUN_EVENT:
        parts += [value["status"], value.get("attempt"), value.get("result")]
    return TimeseriesFact(
        text_key(urn),
        aspect,
        _time(value["timestampMillis"]),
        content_key(canonical_json(parts)),
        canonical_json(value).decode(),
        canonical_json(system_metadata).decode(),
    )


def reported_event(urn: str, value: dict[str, Any]) -> ReportedEventFact:
    """Return the state change in a dataProcessInstanceRunEvent."""
    result = value.get("result") if value["status"] == "COMPLETE" else None
    state = (
        value["status"],
        result["type"] if result else None,
        result["nativeResultType"] if result else None,
        _whole(value.get("attempt")),
    )
    at = _time(value["timestampMillis"])
    # Fields beside the state can be replaced, so they must not decide between states.
    content_hash = content_key(canonical_json([at.isoformat(), *state]), DIALECT)
    return ReportedEventFact(text_key(urn), at, *state, _whole(value.get("durationMillis")), content_hash)


def _whole(number: int | float | None) -> int | None:
    """Return a whole number; some JSON writers send 2 as 2.0."""
    return None if number is None else int(number)


def _time(millis: int | float) -> datetime:
    return _EPOCH + timedelta(milliseconds=int(millis))
