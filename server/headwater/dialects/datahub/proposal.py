"""All wire forms of DataHub's writes, parsed into proposals: a proposal changes one aspect of one entity.

First, `items_of_*` split any form into items, one per aspect, in the form of DataHub's file sink. Then `parse_proposal`
parses each item by itself: no bad one fails others. Source: payloads and files of DataHub's SDK, and the schemas
MetadataChangeProposal and MetadataChangeEvent.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from headwater.dialects.datahub.aspects import check_aspect, check_system_metadata
from headwater.dialects.datahub.patch import check_patch
from headwater.dialects.datahub.registry import (
    aspect_of_record,
    is_timeseries,
    key_aspect,
    key_value,
    named_aspect,
    named_type,
    urn_of_key,
)
from headwater.dialects.names import DATAHUB
from headwater.dialects.problems import UnusableError
from headwater.errors import BadRequestError
from headwater.model.json import MAX_DEPTH, is_deeper, repair_json
from headwater.model.times import FIRST_TIME, LAST_TIME
from headwater.texts import json_reason_of, shown
from headwater.urn import check_urn, parse_urn

DIALECT = DATAHUB

ChangeType = Literal["UPSERT", "RESTATE", "CREATE", "CREATE_ENTITY", "DELETE", "PATCH"]

_CHANGE_TYPES: dict[Any, ChangeType] = {
    None: "UPSERT",
    "UPSERT": "UPSERT",
    "UPDATE": "UPSERT",
    "RESTATE": "RESTATE",
    "CREATE": "CREATE",
    "CREATE_ENTITY": "CREATE_ENTITY",
    "DELETE": "DELETE",
    "PATCH": "PATCH",
}
_AVRO_NAMES, _NAMES = "com.linkedin.pegasus2avro.", "com.linkedin."
_DISCRIMINATOR = "fieldDiscriminator"  # the member of a union with aliases, named by Avro


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change of one aspect of one entity.

    value: the aspect; for PATCH the patch, for DELETE None. It is the same for all wire forms: without nulls, and with
    Rest.li's names of records.
    warnings: codes (docs/codes.md).
    """

    kind: str
    urn: str
    aspect: str
    change_type: ChangeType
    value: Any
    system_metadata: dict[str, Any] | None
    headers: dict[str, str]
    warnings: tuple[str, ...]

    def header(self, name: str) -> str | None:
        """Return a header by its name, in any case."""
        return next((text for known, text in self.headers.items() if known.lower() == name.lower()), None)


def items_of_request(body: Any) -> list[Any]:
    """Return the items of a Rest.li request: `proposal`, `proposals`, or, from older clients, `entity` or `entities`.

    Raises UnusableError (proposal.invalid) if it has none of them.
    """
    if isinstance(body, dict):
        if body.get("proposal") is not None:
            return [body["proposal"]]
        if isinstance(body.get("proposals"), list):
            return list(body["proposals"])
        if body.get("entity") is not None:
            return items_of_record(_event(body["entity"], body.get("systemMetadata")))
        if isinstance(body.get("entities"), list):
            stamps = body.get("systemMetadata")
            stamps = stamps if isinstance(stamps, list) else []
            stamps = stamps + [None] * len(body["entities"])
            events = [_event(entity, stamp) for entity, stamp in zip(body["entities"], stamps, strict=False)]
            return [item for event in events for item in items_of_record(event)]
    raise UnusableError("proposal.invalid", "expected an object with proposal, proposals, entity or entities")


def _event(entity: Any, system_metadata: Any) -> dict[str, Any]:
    snapshot = entity.get("value") if isinstance(entity, dict) else entity
    return {"proposedSnapshot": snapshot, "systemMetadata": system_metadata}


def items_of_entities(kind: str, body: Any, change_type: ChangeType = "UPSERT") -> list[Any]:
    """Return the items of an OpenAPI request: an array of entities, each with its urn and some aspects by name.

    An entity without an aspect is one item, with its key aspect. Raises UnusableError (proposal.invalid) if the body is
    not an array.
    """
    if not isinstance(body, list):
        raise UnusableError("proposal.invalid", f"expected an array of entities, got {shown(body)}")
    return [item for entity in body for item in _items_of_entity(kind, entity, change_type)]


def _items_of_entity(kind: str, entity: Any, change_type: ChangeType) -> list[Any]:
    if not isinstance(entity, dict):
        return [entity]
    urn = entity.get("urn")
    aspects = [(name, aspect) for name, aspect in entity.items() if name != "urn"]
    if not aspects:
        known = named_type(kind)
        name = key_aspect(known) if known else ""
        return [_item(kind, urn, "UPSERT", name, {"value": _key_or_nothing(urn)})]
    return [_item(kind, urn, change_type, name, aspect) for name, aspect in aspects]


def _key_or_nothing(urn: Any) -> dict[str, object]:
    """Return the key aspect of a URN; empty for an invalid URN, since parsing the item reports it."""
    try:
        return key_value(urn) if isinstance(urn, str) else {}
    except BadRequestError:
        return {}


def _item(kind: str, urn: Any, change_type: ChangeType, name: str, aspect: Any) -> dict[str, Any]:
    members = aspect if isinstance(aspect, dict) else {}
    return {
        "entityType": kind,
        "entityUrn": urn,
        "changeType": change_type,
        "aspectName": name,
        "aspect": {"json": members["value"]} if "value" in members else None,
        "systemMetadata": members.get("systemMetadata"),
        "headers": members.get("headers"),
    }


def items_of_record(record: Any) -> list[Any]:
    """Return the items of a file's record: one for a proposal, one per aspect for an event with a snapshot."""
    if not isinstance(record, dict) or "proposedSnapshot" not in record:
        return [record]
    snapshot = record["proposedSnapshot"]
    if isinstance(snapshot, dict) and len(snapshot) == 1:
        snapshot = next(iter(snapshot.values()))
    if not isinstance(snapshot, dict) or not isinstance(snapshot.get("aspects"), list):
        return [record]  # `parse_proposal` refuses it
    return [
        _item_of_snapshot(snapshot.get("urn"), aspect, record.get("systemMetadata")) for aspect in snapshot["aspects"]
    ]


def _item_of_snapshot(urn: Any, aspect: Any, system_metadata: Any) -> dict[str, Any]:
    """Make an item of a snapshot's aspect: the record's name gives the aspect, the URN gives the entity's type."""
    record, value = next(iter(aspect.items())) if isinstance(aspect, dict) and len(aspect) == 1 else (None, None)
    name = aspect_of_record(record.replace(_AVRO_NAMES, _NAMES, 1)) if record is not None else None
    return {
        "entityUrn": urn,
        "changeType": "UPSERT",
        "aspectName": name or record,
        "aspect": {"json": value},
        "systemMetadata": system_metadata,
    }


def parse_proposal(item: Any) -> Proposal:
    """Parse an item into a proposal.

    Raises UnusableError with the field and the expectation: proposal.invalid, entity_type.unknown, urn.invalid,
    change_type.unknown, aspect.unknown, aspect.invalid, patch.invalid, json.invalid, json.too_deep.
    """
    if is_deeper(item, MAX_DEPTH):
        raise _too_deep()
    if not isinstance(item, dict):
        raise UnusableError("proposal.invalid", f"expected an object, got {shown(item)}")
    if "proposedSnapshot" in item:
        raise UnusableError("proposal.invalid", "proposedSnapshot: expected one snapshot, with its urn and aspects")
    kind, urn = _read_entity(item)
    change_type = _read_change_type(item)
    aspect = _read_aspect_name(item, kind, change_type)
    value, is_repaired = _read_value(item, aspect, change_type)
    system_metadata, is_stamp_repaired = _read_system_metadata(item)
    headers, _ = repair_json(_read_headers(item))
    return Proposal(
        kind=kind,
        urn=urn,
        aspect=aspect,
        change_type=change_type,
        value=value,
        system_metadata=system_metadata,
        headers=headers,
        warnings=("json.repaired",) if is_repaired or is_stamp_repaired else (),
    )


def _read_entity(item: dict[str, Any]) -> tuple[str, str]:
    """Return the type and the URN; the item needs only one of them. Raises UnusableError."""
    kind, urn = _field(item, "entityType"), _field(item, "entityUrn")
    try:
        if kind is None and isinstance(urn, str):
            kind = parse_urn(urn).kind
        if kind is not None:
            kind = _named_type(kind)
        if kind is not None and urn is None and _field(item, "entityKeyAspect") is not None:
            urn = urn_of_key(kind, _read_key(item))
        if kind is None or not isinstance(urn, str) or "\0" in urn:
            raise UnusableError("urn.invalid", f"entityUrn: expected a URN, got {shown(urn)}")
        if check_urn(urn).kind != kind:
            raise UnusableError("urn.invalid", f"entityUrn: expected the URN of a {kind}, got {shown(urn)}")
        key_value(urn)
    except BadRequestError as error:
        raise UnusableError("urn.invalid", str(error).replace("urn: ", "entityUrn: ", 1)) from error
    return kind, urn


def _named_type(name: Any) -> str:
    kind = named_type(name) if isinstance(name, str) else None
    if kind is None:
        raise UnusableError("entity_type.unknown", f"entityType: expected a type that DataHub has, got {shown(name)}")
    return kind


def _field(item: dict[str, Any], name: str) -> Any:
    """Return a field of a proposal; Avro wraps nullable values in their type: `{"string": "urn:li:…"}`."""
    value = item.get(name)
    if isinstance(value, dict) and len(value) == 1:
        [(tag, member)] = value.items()
        if tag in ("string", "map") or tag.startswith(_NAMES):
            return member
    return value


def _read_key(item: dict[str, Any]) -> dict[str, Any]:
    key = _read_json(item, "entityKeyAspect")
    if not isinstance(key, dict):
        raise UnusableError("urn.invalid", f"entityKeyAspect: expected an object, got {shown(key)}")
    return key


def _read_change_type(item: dict[str, Any]) -> ChangeType:
    name = _field(item, "changeType")
    if name is not None and not (isinstance(name, str) and name in _CHANGE_TYPES):
        expected = ", ".join(sorted(filter(None, _CHANGE_TYPES)))
        raise UnusableError("change_type.unknown", f"changeType: expected one of {expected}, got {shown(name)}")
    return _CHANGE_TYPES[name]


def _read_aspect_name(item: dict[str, Any], kind: str, change_type: ChangeType) -> str:
    name = _field(item, "aspectName")
    if not isinstance(name, str) or not name:
        raise UnusableError("proposal.invalid", f"aspectName: expected the name of an aspect, got {shown(name)}")
    aspect = named_aspect(kind, name)
    if aspect is None:
        raise UnusableError("aspect.unknown", f"aspectName: expected an aspect of a {kind}, got {shown(name)}")
    if is_timeseries(aspect) and change_type not in ("UPSERT", "RESTATE"):
        message = f"changeType: expected UPSERT for {aspect}, which is a timeseries, got {change_type}"
        raise UnusableError("change_type.unknown", message)
    return aspect


def _read_value(item: dict[str, Any], aspect: str, change_type: ChangeType) -> tuple[Any, bool]:
    """Return the aspect or the patch, and True if it was repaired. Raises UnusableError."""
    if change_type == "DELETE":
        return None, False
    value, is_repaired = repair_json(_plain(_read_json(item, "aspect")))
    if change_type == "PATCH":
        check_patch(aspect, value)
    else:
        check_aspect(aspect, value)
    return value, is_repaired


def _read_json(item: dict[str, Any], name: str) -> Any:
    """Return an aspect's value from `{"json": …}` or `{"value": "<JSON>"}`. Raises UnusableError."""
    holder = _field(item, name)
    if isinstance(holder, dict) and holder.get("json") is not None:
        return holder["json"]
    text = holder.get("value") if isinstance(holder, dict) else None
    if not isinstance(text, str):
        raise UnusableError("proposal.invalid", f"{name}: expected an object with json, or with value as a JSON text")
    try:
        value = json.loads(text)
    except RecursionError as error:
        raise _too_deep() from error
    except ValueError as error:
        raise UnusableError("json.invalid", f"{name}.value: not JSON: {json_reason_of(error)}") from error
    if is_deeper(value, MAX_DEPTH):
        raise _too_deep()
    return value


def _read_object(item: dict[str, Any], name: str) -> dict[str, Any] | None:
    found = _field(item, name)
    if found is not None and not isinstance(found, dict):
        raise UnusableError("proposal.invalid", f"{name}: expected an object, got {shown(found)}")
    return found


def _read_system_metadata(item: dict[str, Any]) -> tuple[dict[str, Any] | None, bool]:
    """Return the system metadata, and True if they were repaired. Raises UnusableError."""
    found, is_repaired = repair_json(_plain(_read_object(item, "systemMetadata")))
    if found is not None:
        check_system_metadata(found)
    return found, is_repaired


def _read_headers(item: dict[str, Any]) -> dict[str, str]:
    headers: dict[str, Any] = _plain(_read_object(item, "headers")) or {}
    for name, text in headers.items():
        if not isinstance(text, str):
            raise UnusableError("proposal.invalid", f"headers.{name}: expected a text, got {shown(text)}")
    return headers


def _too_deep() -> UnusableError:
    return UnusableError("json.too_deep", f"the JSON is nested deeper than {MAX_DEPTH} levels")


def _plain(value: Any) -> Any:
    """Convert an Avro value to Rest.li's form, as DataHub's SDK does: no nulls, other names of records in unions."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        [(name, item)] = value.items()
        if name.startswith(_AVRO_NAMES):
            return {name.replace(_AVRO_NAMES, _NAMES, 1): _plain(item)}
    plain = {name: _plain(item) for name, item in value.items() if item is not None}
    tag = plain.get(_DISCRIMINATOR)
    if isinstance(tag, str) and plain.keys() == {_DISCRIMINATOR, tag}:
        return {tag: plain[tag]}
    return plain


def deletion(kind: str, urn: str, aspect: str, since: datetime = FIRST_TIME, until: datetime = LAST_TIME) -> Proposal:
    """Return the proposal to delete an aspect; for a timeseries, its values from since to until, both included."""
    span = {"since": since.isoformat(), "until": until.isoformat()} if is_timeseries(aspect) else None
    return Proposal(kind, urn, aspect, "DELETE", span, None, {}, ())


def item_of(proposal: Proposal) -> dict[str, Any]:
    """Return the item of a proposal, as the log stores it; `parse_proposal` parses it back."""
    item = {
        "entityType": proposal.kind,
        "entityUrn": proposal.urn,
        "changeType": proposal.change_type,
        "aspectName": proposal.aspect,
        "aspect": None if proposal.value is None else {"json": proposal.value},
        "systemMetadata": proposal.system_metadata,
        "headers": proposal.headers,
    }
    return {name: value for name, value in item.items() if value}


def proposal_of(item: dict[str, Any], warnings: Sequence[str]) -> Proposal:
    """Return the proposal of a stored item, without checking it again."""
    return Proposal(
        item["entityType"],
        item["entityUrn"],
        item["aspectName"],
        item["changeType"],
        item.get("aspect", {}).get("json"),
        item.get("systemMetadata"),
        item.get("headers", {}),
        tuple(warnings),
    )
