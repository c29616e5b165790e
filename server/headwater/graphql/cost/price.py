"""What a field costs, where the rule does not say it (docs/limits.md): written beside the field, as its `metadata`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from graphql import GraphQLField
from strawberry.schema.schema_converter import GraphQLCoreConverter

_KEY: Final = "headwater.price"

WALK: Final = 20_000
"""The cost of a walk over runs and writes, which may keep a connection busy for seconds."""

SEARCH: Final = 1_000
"""The cost of a search among all entities, which may read tens of thousands of names."""


@dataclass(frozen=True, slots=True)
class Price:
    """The cost of a field.

    cost is that of the field itself. length is the length of its list or page where no argument says it; of a longer
    one only most items cost something. types names, from the arguments, the object types that the first interface at
    or below the field stands for; None stands for all. Nothing below an absent field costs anything.
    """

    cost: int = 1
    length: int | None = None
    most: int | None = None
    types: Callable[[Mapping[str, Any]], frozenset[str] | None] | None = None
    is_absent: bool = False


def price(
    cost: int = 1,
    *,
    length: int | None = None,
    most: int | None = None,
    types: Callable[[Mapping[str, Any]], frozenset[str] | None] | None = None,
) -> dict[str, Price]:
    """The metadata of a field that costs something else than 1 for each item; see Price."""
    return {_KEY: Price(cost, length, most, types)}


def absent() -> dict[str, Price]:
    """The metadata of a field that is null in every answer: it costs nothing, nor does anything below it."""
    return {_KEY: Price(0, is_absent=True)}


def price_of(field: GraphQLField) -> Price:
    """What is written beside a field of the schema; where nothing is, it costs 1."""
    declared = field.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    found: Price = declared.metadata.get(_KEY, _USUAL) if declared else _USUAL
    return found


_USUAL = Price()
