"""Conditions on the results of a search over lineage: those of searches for entities, on other fields."""

from collections.abc import Callable, Mapping
from typing import Final

from headwater.errors import BadRequestError
from headwater.store.search_conditions import PLATFORM_PREFIX, REMOVED, Condition, Conjunctions
from headwater.texts import shown

DEGREE: Final = "degree"
ENTITY_TYPE: Final = "_entityType"
PLATFORM: Final = "platform"

FIELDS: Final[Mapping[str, str]] = {
    DEGREE: DEGREE,
    ENTITY_TYPE: ENTITY_TYPE,
    "entityType": ENTITY_TYPE,
    PLATFORM: PLATFORM,
    "platform.keyword": PLATFORM,
    "origin": "origin",
    "env": "origin",
    "urn": "urn",
    "name": "name",
    REMOVED: REMOVED,
}
"""The subject of each field of a filter."""

MORE: Final = "3+"
"""The degree of all entities three or more hops away."""

_EXISTS = "EXISTS"
_MATCHES: Mapping[str, Callable[[str, str], bool]] = {
    "EQUAL": str.__eq__,
    "IN": str.__eq__,
    "IEQUAL": lambda found, wanted: found.casefold() == wanted.casefold(),
    "CONTAIN": str.__contains__,
    "START_WITH": str.startswith,
    "END_WITH": str.endswith,
}


def check_conditions(conjunctions: Conjunctions) -> None:
    """Raise BadRequestError for an unknown field, or a comparison of numbers."""
    for condition in (one for conjunction in conjunctions for one in conjunction):
        if condition.field not in FIELDS:
            raise BadRequestError(
                f"orFilters: expected a field among {', '.join(FIELDS)}, got {shown(condition.field)}"
            )
        if condition.operator not in (*_MATCHES, _EXISTS):
            raise BadRequestError(
                f"{condition.field}: {condition.operator} is for numbers, which it is not: expected a condition"
                f" among {', '.join((*_MATCHES, _EXISTS))}"
            )


def hold(conjunctions: Conjunctions, fields: Mapping[str, str | None]) -> bool:
    """Return True if one of some conjunctions holds for these fields, by subject; True without conjunctions."""
    return not conjunctions or any(all(_holds(one, fields) for one in conjunction) for conjunction in conjunctions)


def ask_for_removed(conjunctions: Conjunctions) -> bool:
    """Return True if a condition names the field `removed`."""
    return any(FIELDS[one.field] == REMOVED for conjunction in conjunctions for one in conjunction)


def max_hops(conjunctions: Conjunctions) -> int | None:
    """Return the most hops that the conditions allow; None: any number."""
    limits = [_max_hops(conjunction) for conjunction in conjunctions]
    return None if None in limits else max((limit for limit in limits if limit is not None), default=None)


def degree_word(degree: int) -> str:
    """Return a degree as in filters and facets."""
    return str(degree) if degree <= 2 else MORE


def _holds(condition: Condition, fields: Mapping[str, str | None]) -> bool:
    subject = FIELDS[condition.field]
    found = fields[subject]
    if condition.operator == _EXISTS:
        holds = found is not None
    elif found is None:
        holds = False
    else:
        prefix = PLATFORM_PREFIX if subject == PLATFORM else ""
        matches, own = _MATCHES[condition.operator], found.removeprefix(prefix)
        holds = any(matches(own, value.removeprefix(prefix)) for value in condition.values)
    return holds is not condition.is_negated


def _max_hops(conjunction: tuple[Condition, ...]) -> int | None:
    """Return the most hops that the conditions on the degree allow; None without such conditions."""
    limits = [
        max((int(value) for value in condition.values if value in ("1", "2")), default=0)
        for condition in conjunction
        if FIELDS[condition.field] == DEGREE
        and not condition.is_negated
        and condition.operator in ("EQUAL", "IN")
        and MORE not in condition.values
    ]
    return min(limits, default=None)
