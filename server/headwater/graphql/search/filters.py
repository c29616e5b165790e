"""DataHub's filters: any of `orFilters`, each of all in its `and`."""

from collections.abc import Sequence
from enum import Enum

import strawberry

from headwater.lineage.conditions import FIELDS
from headwater.store.search_conditions import FIELDS as ENTITY_FIELDS
from headwater.store.search_conditions import Condition, Conjunctions


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


def conjunctions_of(given: Sequence[AndFilterInput]) -> Conjunctions:
    """The conditions that arguments mean."""
    return tuple(tuple(_condition(one) for one in conjunction.and_ or ()) for conjunction in given)


def _condition(given: FacetFilterInput) -> Condition:
    return Condition(
        field=given.field,
        operator=str((given.condition or FilterOperator.EQUAL).value),
        values=tuple(given.values or ()),
        is_negated=bool(given.negated),
    )
