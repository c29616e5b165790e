"""Filters in the bodies of OpenAPI v3: `{and: [{criteria: [{field, condition, values, negated}]}]}`.

As DataHub's client documents them: all criteria of a group must hold, for at least one group.
"""

from typing import Any

from headwater.errors import BadRequestError
from headwater.store.search_conditions import Condition, Conjunctions
from headwater.texts import check_storable

_EXPECTED = "expected a filter {and: [{criteria: [{field, condition, values, negated}]}]}"


def filter_of(body: dict[str, Any], name: str) -> Conjunctions:
    """Return a filter of a body; empty if absent. Raises BadRequestError, naming the filter."""
    given = body.get(name)
    if given is None:
        return ()
    groups = given.get("and") if isinstance(given, dict) else None
    if not isinstance(groups, list):
        raise BadRequestError(f"{name}: {_EXPECTED}")
    return tuple(_group(name, group) for group in groups)


def urns_of(body: dict[str, Any], name: str) -> tuple[str, ...] | None:
    """Return the URNs of a filter that has only URNs; None without a filter. Raises BadRequestError."""
    groups = filter_of(body, name)
    if not groups:
        return None
    for group in groups:
        is_by_urn = len(group) == 1 and group[0].field == "urn" and group[0].operator in ("EQUAL", "IN")
        if not is_by_urn or group[0].is_negated:
            raise BadRequestError(f"{name}: expected only URNs, as {{field: urn, condition: EQUAL, values}}")
    return tuple(value for [condition] in groups for value in condition.values)


def _group(name: str, given: Any) -> tuple[Condition, ...]:
    criteria = given.get("criteria") if isinstance(given, dict) else None
    if not isinstance(criteria, list):
        raise BadRequestError(f"{name}: {_EXPECTED}")
    return tuple(_condition(name, criterion) for criterion in criteria)


def _condition(name: str, given: Any) -> Condition:
    found = given if isinstance(given, dict) else {}
    field, operator, values = found.get("field"), found.get("condition") or "EQUAL", found.get("values") or []
    is_negated = found.get("negated") or False
    if not (isinstance(field, str) and isinstance(operator, str) and isinstance(is_negated, bool)):
        raise BadRequestError(f"{name}: {_EXPECTED}")
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise BadRequestError(f"{name}: {field}: expected a list of texts as values")
    for value in values:
        check_storable(name, value)
    return Condition(field, operator, tuple(values), is_negated)
