"""The relationships that an aspect makes between its entity and others.

The fields of each relationship are in `relationships.json`; `make registry` writes that file from the "Relationship"
annotations of DataHub's schemas.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, NamedTuple

from headwater.dialects.datahub.registry import aspects_of, key_aspect, types
from headwater.errors import BadRequestError
from headwater.model.loose_json import member, whole_number
from headwater.urn import check_urn

_EACH = "*"
_Path = tuple[str, ...]


class Related(NamedTuple):
    """A relationship from the entity that has the aspect.

    origin: the field with the destination, such as "inputs" or "inputEdges"; dots separate nested fields.
    is_upstream: True if data flows from the destination to the entity; for lineage only.
    via: the URN of the query that made the relationship. Times are in milliseconds since 1970, as in the aspect.
    """

    type: str
    destination_urn: str
    origin: str
    is_lineage: bool
    is_upstream: bool
    created_at_millis: int | None
    created_actor: str | None
    updated_at_millis: int | None
    updated_actor: str | None
    properties: dict[str, Any] | None
    via: str | None


@dataclass(frozen=True, slots=True)
class _Rule:
    """A field of an aspect with destinations, and the paths of their details."""

    type: str
    path: _Path
    origin: str
    is_lineage: bool
    is_upstream: bool
    details: dict[str, _Path]


def _read_rule(facts: dict[str, Any]) -> _Rule:
    path = tuple(facts["path"].split("/"))
    fields = path[: path.index(_EACH)] if _EACH in path else path
    names = ("createdOn", "createdActor", "updatedOn", "updatedActor", "properties", "via")
    details = {name: tuple(facts[name].split("/")) for name in names if name in facts}
    return _Rule(facts["type"], path, ".".join(fields), facts["isLineage"], facts["isUpstream"], details)


_FACTS = json.loads(files(__package__).joinpath("relationships.json").read_text(encoding="utf-8"))
_RULES: dict[str, list[_Rule]] = {aspect: [_read_rule(rule) for rule in rules] for aspect, rules in _FACTS.items()}


class Ends(NamedTuple):
    """The kinds of entities at both ends of a relationship, by DataHub's schemas."""

    sources: frozenset[str]
    destinations: frozenset[str]


_MORE_DESTINATIONS = {"ChildOf": {"container"}}
"""Destinations that DataHub's SDK writes but its schemas do not name: an experiment contains runs."""


def _read_ends() -> dict[str, Ends]:
    sources: dict[str, set[str]] = defaultdict(set)
    destinations: dict[str, set[str]] = defaultdict(set)
    for kind in types():
        for aspect in (key_aspect(kind), *aspects_of(kind)):
            for rule in _FACTS.get(aspect, []):
                sources[rule["type"]].add(kind)
                destinations[rule["type"]].update(rule["entityTypes"], _MORE_DESTINATIONS.get(rule["type"], ()))
    return {name: Ends(frozenset(sources[name]), frozenset(destinations[name])) for name in sources}


ENDS = _read_ends()
"""The ends of each relationship, by its name."""


def relationships(aspect: str, value: dict[str, Any]) -> list[Related]:
    """Return the relationships in the value of an aspect or a key aspect, in the order of the fields.

    A destination that is not a URN is left out. A destination that a field repeats is returned once, in its first
    place.
    """
    found: dict[tuple[str, str, str], Related] = {}
    for rule in _RULES.get(aspect, []):
        for places, destination in _matches(value, rule.path):
            urn = _urn(destination)
            if urn is not None:
                found.setdefault((rule.type, urn, rule.origin), _related(rule, urn, value, places))
    return list(found.values())


def _related(rule: _Rule, urn: str, value: dict[str, Any], places: tuple[int, ...]) -> Related:
    details = {name: _at(value, path, places) for name, path in rule.details.items()}
    properties = details.get("properties")
    return Related(
        rule.type,
        urn,
        rule.origin,
        rule.is_lineage,
        rule.is_upstream,
        whole_number(details.get("createdOn")),
        _urn(details.get("createdActor")),
        whole_number(details.get("updatedOn")),
        _urn(details.get("updatedActor")),
        properties if isinstance(properties, dict) else None,
        _urn(details.get("via")),
    )


def _matches(value: Any, path: _Path) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Yield each value at a path, after its indexes in the arrays on the way."""
    if not path:
        yield (), value
    elif path[0] == _EACH:
        for place, item in enumerate(value if isinstance(value, list) else ()):
            for places, found in _matches(item, path[1:]):
                yield (place, *places), found
    elif isinstance(value, dict):
        yield from _matches(value.get(path[0]), path[1:])


def _at(value: Any, path: _Path, places: tuple[int, ...]) -> Any:
    """Return the value at a path, with the array indexes of one match."""
    remaining = iter(places)
    for name in path:
        value = value[next(remaining)] if name == _EACH else member(value, name)
    return value


def _urn(value: Any) -> str | None:
    """Return a field's URN, unwrapped from a union."""
    if isinstance(value, dict) and value.keys() == {"string"}:
        value = value["string"]
    if not isinstance(value, str):
        return None
    try:
        check_urn(value)
    except BadRequestError:
        return None
    return value
