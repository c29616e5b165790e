"""DataHub's filters: results must meet any of `orFilters`, and all conditions in its `and`."""

from collections.abc import Sequence
from enum import Enum

import strawberry

from headwater.lineage.conditions import FIELDS
from headwater.store.search_conditions import FIELDS as ENTITY_FIELDS
from headwater.store.search_conditions import Condition, Conjunctions


@strawberry.enum(description="The comparison of a field with any of the values.")
class FilterOperator(Enum):
    EQUAL = strawberry.enum_value("EQUAL", description="The field equals one of the values.")
    IEQUAL = strawberry.enum_value("IEQUAL", description="The field equals one of the values, in any case.")
    IN = strawberry.enum_value("IN", description="The same as EQUAL.")
    CONTAIN = strawberry.enum_value("CONTAIN", description="The field contains one of the values.")
    START_WITH = strawberry.enum_value("START_WITH", description="The field begins with one of the values.")
    END_WITH = strawberry.enum_value("END_WITH", description="The field ends with one of the values.")
    EXISTS = strawberry.enum_value("EXISTS", description="The field has a value; `values` is ignored.")
    GREATER_THAN = strawberry.enum_value(
        "GREATER_THAN", description="The field is greater than one of the values. For numbers and times."
    )
    GREATER_THAN_OR_EQUAL_TO = strawberry.enum_value(
        "GREATER_THAN_OR_EQUAL_TO",
        description="The field is greater than one of the values, or equal. For numbers and times.",
    )
    LESS_THAN = strawberry.enum_value(
        "LESS_THAN", description="The field is less than one of the values. For numbers and times."
    )
    LESS_THAN_OR_EQUAL_TO = strawberry.enum_value(
        "LESS_THAN_OR_EQUAL_TO",
        description="The field is less than one of the values, or equal. For numbers and times.",
    )


@strawberry.input(
    description=f"A condition on one field. Fields over lineage: {', '.join(FIELDS)}. Fields of entities:"
    f" {', '.join(ENTITY_FIELDS)}; created is in milliseconds."
)
class FacetFilterInput:
    field: str = strawberry.field(description="The name of the field. Unknown names are errors.")
    values: list[str] | None = strawberry.field(
        default=None,
        description="The values; the condition must hold with one of them. Default: none, which only EXISTS allows.",
    )
    condition: FilterOperator | None = strawberry.field(
        default=None, description="The comparison of the field with the values. Default: EQUAL."
    )
    negated: bool | None = strawberry.field(
        default=None, description="True: the condition must not hold. Default: false."
    )


@strawberry.input(description="Conditions that must hold together.")
class AndFilterInput:
    and_: list[FacetFilterInput] | None = strawberry.field(
        default=None, name="and", description="The conditions; all must hold. Default: none, which always holds."
    )


def conjunctions_of(given: Sequence[AndFilterInput]) -> Conjunctions:
    """Make conjunctions of conditions from arguments."""
    return tuple(tuple(_condition(one) for one in conjunction.and_ or ()) for conjunction in given)


def _condition(given: FacetFilterInput) -> Condition:
    return Condition(
        field=given.field,
        operator=str((given.condition or FilterOperator.EQUAL).value),
        values=tuple(given.values or ()),
        is_negated=bool(given.negated),
    )
