"""The price of a field, if the general rule does not fit (docs/limits.md): in the field's `metadata`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from graphql import GraphQLField
from strawberry.schema.schema_converter import GraphQLCoreConverter

_KEY: Final = "headwater.price"

WALK: Final = 20_000
"""The cost of a walk over runs and writes, which may use a connection for seconds."""

SEARCH: Final = 1_000
"""The cost of a search among all entities, which may read tens of thousands of names."""

TRACE: Final = 1_000
"""The cost of a trace, which may have tens of thousands of writes."""

PARSE: Final = 10
"""The cost of an event of the log that is parsed again."""


@dataclass(frozen=True, slots=True)
class Price:
    """The cost of a field.

    cost is the cost of the field itself. length is the length of its list or page without an argument for it. most is
    the number of items that cost something in a longer list. types gives the object types of the first interface at or
    below the field, from the arguments; None means all. Fields below an absent field cost nothing.
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
    """The metadata of a field with another cost than 1 for each item; see Price."""
    return {_KEY: Price(cost, length, most, types)}


def absent() -> dict[str, Price]:
    """The metadata of a field that is always null: the field and everything below it cost nothing."""
    return {_KEY: Price(0, is_absent=True)}


def price_of(field: GraphQLField) -> Price:
    """The price of a field in the schema; without metadata, the field costs 1."""
    declared = field.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    found: Price = declared.metadata.get(_KEY, _USUAL) if declared else _USUAL
    return found


_USUAL = Price()
