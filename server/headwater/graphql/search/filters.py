"""DataHub's filters: any of `orFilters`, each of all in its `and`; and how they hold for what is found over lineage."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.entities.platforms import PREFIX
from headwater.store.search_conditions import FIELDS as ENTITY_FIELDS
from headwater.texts import shown

DEGREE, ENTITY_TYPE, PLATFORM, REMOVED = "degree", "_entityType", "platform", "removed"
FIELDS = {
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
"""By the field of a filter what it is about."""

MORE = "3+"
"""The degree of all that is three hops away or more."""


@strawberry.enum(description="How a filter compares a field with its values: with any of them.")
class FilterOperator(Enum):
    EQUAL = strawberry.enum_value("EQUAL", description="The field is one of the values.")
    IEQUAL = strawberry.enum_value("IEQUAL", description="The field is one of the values, whatever the case.")
    IN = strawberry.enum_value("IN", description="The same as EQUAL.")
    CONTAIN = strawberry.enum_value("CONTAIN", description="One of the values is in the field.")
    START_WITH = strawberry.enum_value("START_WITH", description="The field begins with one of the values.")
    END_WITH = strawberry.enum_value("END_WITH", description="The field ends with one of the values.")
    EXISTS = strawberry.enum_value("EXISTS", description="The field has a value; `values` does not count.")
    GREATER_THAN = strawberry.enum_value(
        "GREATER_THAN", description="Of numbers and times: the field is greater than one of the values."
    )
    GREATER_THAN_OR_EQUAL_TO = strawberry.enum_value(
        "GREATER_THAN_OR_EQUAL_TO",
        description="Of numbers and times: the field is one of the values, or greater than one.",
    )
    LESS_THAN = strawberry.enum_value(
        "LESS_THAN", description="Of numbers and times: the field is less than one of the values."
    )
    LESS_THAN_OR_EQUAL_TO = strawberry.enum_value(
        "LESS_THAN_OR_EQUAL_TO", description="Of numbers and times: the field is one of the values, or less than one."
    )


_MATCHES: Mapping[FilterOperator, Callable[[str, str], bool]] = {
    FilterOperator.EQUAL: str.__eq__,
    FilterOperator.IN: str.__eq__,
    FilterOperator.IEQUAL: lambda found, wanted: found.casefold() == wanted.casefold(),
    FilterOperator.CONTAIN: str.__contains__,
    FilterOperator.START_WITH: str.startswith,
    FilterOperator.END_WITH: str.endswith,
}


@strawberry.input(
    description="A condition on one field. Searches over lineage have the fields"
    f" {', '.join(FIELDS)}; searches for entities {', '.join(ENTITY_FIELDS)}, of which created is in milliseconds."
)
class FacetFilterInput:
    field: str = strawberry.field(description="The name of the field; another than those that there are is an error.")
    values: list[str] | None = strawberry.field(
        default=None,
        description="The field has to be as `condition` says with one of these. Default: none, which only"
        " EXISTS can do without.",
    )
    condition: FilterOperator | None = strawberry.field(
        default=None, description="How the field is compared with the values. Default: EQUAL."
    )
    negated: bool | None = strawberry.field(
        default=None, description="Whether the condition must not hold. Default: false."
    )


@strawberry.input(description="Conditions that have to hold together.")
class AndFilterInput:
    and_: list[FacetFilterInput] | None = strawberry.field(
        default=None, name="and", description="All of these. Default: none, which always hold."
    )


class Filters:
    """Conditions on the fields of what was found. Raises BadRequestError for a field that there is not."""

    def __init__(self, given: Sequence[AndFilterInput]) -> None:
        self._any = [list(conjunction.and_ or []) for conjunction in given]
        for condition in self._conditions():
            if condition.field not in FIELDS:
                raise BadRequestError(
                    f"orFilters: expected a field among {', '.join(FIELDS)}, got {shown(condition.field)}"
                )
            if condition.condition is not None and condition.condition not in (*_MATCHES, FilterOperator.EXISTS):
                raise BadRequestError(
                    f"{condition.field}: {condition.condition.value} is for numbers, which it is not: expected"
                    " a condition"
                    f" among {', '.join(one.name for one in (*_MATCHES, FilterOperator.EXISTS))}"
                )

    def hold(self, fields: Mapping[str, str | None]) -> bool:
        """Whether they hold for something with these fields, by what they are about."""
        return not self._any or any(all(_holds(one, fields) for one in conjunction) for conjunction in self._any)

    def ask_for_removed(self) -> bool:
        """Whether they say themselves what is to become of removed entities."""
        return any(FIELDS[condition.field] == REMOVED for condition in self._conditions())

    def max_hops(self) -> int | None:
        """How many hops away anything can be that they hold for; None: any number."""
        limits = [_max_hops(conjunction) for conjunction in self._any]
        return None if None in limits else max((limit for limit in limits if limit is not None), default=None)

    def _conditions(self) -> list[FacetFilterInput]:
        return [condition for conjunction in self._any for condition in conjunction]


def degree_word(degree: int) -> str:
    """A degree as filters and facets name it."""
    return str(degree) if degree <= 2 else MORE


def _holds(condition: FacetFilterInput, fields: Mapping[str, str | None]) -> bool:
    about = FIELDS[condition.field]
    found = fields[about]
    operator = condition.condition or FilterOperator.EQUAL
    if operator is FilterOperator.EXISTS:
        holds = found is not None
    elif found is None:
        holds = False
    else:
        wanted = condition.values or []
        if about == PLATFORM:
            found, wanted = found.removeprefix(PREFIX), [value.removeprefix(PREFIX) for value in wanted]
        holds = any(_MATCHES[operator](found, value) for value in wanted)
    return holds is not bool(condition.negated)


def _max_hops(conjunction: Sequence[FacetFilterInput]) -> int | None:
    """How many hops the conditions on the degree allow; None where they do not say."""
    limits = [
        max((int(value) for value in condition.values or () if value in ("1", "2")), default=0)
        for condition in conjunction
        if FIELDS[condition.field] == DEGREE
        and not condition.negated
        and condition.condition in (None, FilterOperator.EQUAL, FilterOperator.IN)
        and MORE not in (condition.values or ())
    ]
    return min(limits, default=None)
