"""DataHub's entity types, their key aspects, and which aspects they can have.

The facts are in `registry.json`, which `make registry` writes from the schemas of DataHub's SDK. Names are those of
the wire: "dataProcessInstance", "mlModel", "corpuser" (though its key is corpUserKey). `named_type` and `named_aspect`
find them in any case, as DataHub does; all else matches them exactly.
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
    """All entity types."""
    return tuple(_ENTITIES)


def named_type(name: str) -> str | None:
    """The entity type of this name, whatever the name's case; None where DataHub has none."""
    return _TYPES_BY_LOWER.get(name.lower())


def named_aspect(kind: str, name: str) -> str | None:
    """The aspect of a type by its name, whatever the name's case; None where entities of the type cannot have it."""
    return _ASPECTS_BY_LOWER.get(kind, {}).get(name.lower())


def is_aspect(name: str) -> bool:
    """True if entities of any type can have an aspect of this name, whatever the name's case."""
    return any(name.lower() in aspects for aspects in _ASPECTS_BY_LOWER.values())


def is_entity_type(kind: str) -> bool:
    """Whether DataHub has entities of this type."""
    return kind in _ENTITIES


def key_aspect(kind: str) -> str:
    """The name of a type's key aspect. Raises BadRequestError for an unknown type."""
    return _entity(kind).key_aspect


def is_timeseries(aspect: str) -> bool:
    """Whether an aspect has many values over time, which are added to and never replaced."""
    return aspect in _TIMESERIES


def aspect_of_record(record: str) -> str | None:
    """The name of the aspect that a record is, such as status for com.linkedin.common.Status; None for any other."""
    return _RECORDS.get(record)


def record_of(aspect: str) -> str:
    """The record that an aspect is, such as com.linkedin.common.Status. Raises BadRequestError for no aspect."""
    if aspect not in _RECORD_OF:
        raise BadRequestError(f"aspect: expected an aspect that DataHub has, such as status, got {aspect!r}")
    return _RECORD_OF[aspect]


def aspects_of(kind: str) -> tuple[str, ...]:
    """The aspects that a type can have beside its key aspect, sorted. Raises BadRequestError for an unknown type."""
    return _entity(kind).aspects


def key_value(urn: str) -> dict[str, object]:
    """The key aspect of a URN, its parts by their position, as they are written in it (DataHub keeps them escaped).

    Raises BadRequestError for an unknown type; InvalidUrnError for a URN that does not parse or has other parts.
    """
    written = parse_urn_as_written(urn)
    names = [field.name for field in _entity(written.kind).key_fields]
    if len(written.parts) != len(names):
        expected = f"{len(names)} part{'s' if len(names) > 1 else ''} ({', '.join(names)})"
        raise InvalidUrnError(f"urn: expected {expected} for a {written.kind}, got {len(written.parts)}")
    return dict(zip(names, written.parts, strict=True))


def urn_of_key(kind: str, key: Mapping[str, object]) -> str:
    """The URN of a key aspect; what is reserved in its texts is escaped.

    Raises BadRequestError for an unknown type or a field that is missing or no text; InvalidUrnError for a field that
    should be a URN and is none.
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
