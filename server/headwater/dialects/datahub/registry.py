"""DataHub's entity types, with their key aspects and other aspects.

The facts are in `registry.json`; `make registry` writes it from the schemas of DataHub's SDK. Names are those of the
wire: "dataProcessInstance", "mlModel", "corpuser" (though its key is corpUserKey). `named_type` and `named_aspect`
ignore case, as DataHub does; all other functions need the exact name.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from headwater.errors import BadRequestError, InvalidUrnError
from headwater.urn import check_urn, escape_reserved, parse_urn_as_written


@dataclass(frozen=True, slots=True)
class _KeyField:
    name: str
    is_urn: bool


@dataclass(frozen=True, slots=True)
class _Entity:
    key_aspect: str
    key_fields: tuple[_KeyField, ...]
    aspects: tuple[str, ...]


def _read_entity(facts: dict[str, Any]) -> _Entity:
    fields = tuple(_KeyField(field["name"], field["isUrn"]) for field in facts["keyFields"])
    return _Entity(facts["keyAspect"], fields, tuple(facts["aspects"]))


_FACTS = json.loads(files(__package__).joinpath("registry.json").read_text(encoding="utf-8"))
_ENTITIES = {kind: _read_entity(facts) for kind, facts in _FACTS["entities"].items()}
_TIMESERIES = frozenset(_FACTS["timeseries"])
_RECORDS: dict[str, str] = _FACTS["records"]
_RECORD_OF = {aspect: record for record, aspect in _RECORDS.items()}
_TYPES_BY_LOWER = {kind.lower(): kind for kind in _ENTITIES}
_ASPECTS_BY_LOWER = {
    kind: {name.lower(): name for name in (*entity.aspects, entity.key_aspect)} for kind, entity in _ENTITIES.items()
}


def types() -> tuple[str, ...]:
    """Return all entity types."""
    return tuple(_ENTITIES)


def named_type(name: str) -> str | None:
    """Return the entity type of a name, in any case; None for an unknown one."""
    return _TYPES_BY_LOWER.get(name.lower())


def named_aspect(kind: str, name: str) -> str | None:
    """Return the aspect of a type by its name, in any case; None for an aspect that the type does not have."""
    return _ASPECTS_BY_LOWER.get(kind, {}).get(name.lower())


def is_aspect(name: str) -> bool:
    """Return True if any type has an aspect of this name, in any case."""
    return any(name.lower() in aspects for aspects in _ASPECTS_BY_LOWER.values())


def is_entity_type(kind: str) -> bool:
    """Return True for a known entity type."""
    return kind in _ENTITIES


def key_aspect(kind: str) -> str:
    """Return the name of a type's key aspect. Raises BadRequestError for an unknown type."""
    return _entity(kind).key_aspect


def is_timeseries(aspect: str) -> bool:
    """Return True for a timeseries aspect: new values are added and never replace older ones."""
    return aspect in _TIMESERIES


def aspect_of_record(record: str) -> str | None:
    """Return the aspect of a record, such as status for com.linkedin.common.Status; None for any other record."""
    return _RECORDS.get(record)


def record_of(aspect: str) -> str:
    """Return the record of an aspect, such as com.linkedin.common.Status. Raises BadRequestError for an unknown one."""
    if aspect not in _RECORD_OF:
        raise BadRequestError(f"aspect: expected an aspect that DataHub has, such as status, got {aspect!r}")
    return _RECORD_OF[aspect]


def aspects_of(kind: str) -> tuple[str, ...]:
    """Return a type's aspects without its key aspect, sorted. Raises BadRequestError for an unknown type."""
    return _entity(kind).aspects


def key_value(urn: str) -> dict[str, object]:
    """Return the key aspect of a URN: its parts in order, with their escapes, as in DataHub.

    Raises BadRequestError for an unknown type; InvalidUrnError for an invalid URN or a wrong number of parts.
    """
    written = parse_urn_as_written(urn)
    names = [field.name for field in _entity(written.kind).key_fields]
    if len(written.parts) != len(names):
        expected = f"{len(names)} part{'s' if len(names) > 1 else ''} ({', '.join(names)})"
        raise InvalidUrnError(f"urn: expected {expected} for a {written.kind}, got {len(written.parts)}")
    return dict(zip(names, written.parts, strict=True))


def urn_of_key(kind: str, key: Mapping[str, object]) -> str:
    """Return the URN of a key aspect; reserved characters of texts are escaped.

    Raises BadRequestError for an unknown type, and for a field that is missing or not a text; InvalidUrnError for a
    field that should be a URN and is not.
    """
    parts = [_urn_part(field, key.get(field.name)) for field in _entity(kind).key_fields]
    return f"urn:li:{kind}:{parts[0]}" if len(parts) == 1 else f"urn:li:{kind}:({','.join(parts)})"


def _urn_part(field: _KeyField, value: object) -> str:
    if not isinstance(value, str) or not value:
        raise BadRequestError(f"entityKeyAspect.{field.name}: expected a text")
    if not field.is_urn:
        return escape_reserved(value)
    check_urn(value)
    return value


def _entity(kind: str) -> _Entity:
    if kind not in _ENTITIES:
        raise BadRequestError(f"entityType: expected a type that DataHub has, such as dataset or dataJob, got {kind!r}")
    return _ENTITIES[kind]
