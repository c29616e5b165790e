"""What a field costs, where the rule does not say it (docs/limits.md): written beside the field, as its `metadata`."""

from dataclasses import dataclass
from typing import Final

from graphql import GraphQLField
from strawberry.schema.schema_converter import GraphQLCoreConverter

_KEY: Final = "headwater.price"

WALK: Final = 20_000
"""The cost of a walk over runs and writes, which may keep a connection busy for seconds."""

SEARCH: Final = 1_000
"""The cost of a search among all entities, which may read tens of thousands of names."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a field costs by itself; and how long its list is taken to be where no argument says it."""

    cost: int = 1
    length: int | None = None


def price(cost: int = 1, *, length: int | None = None) -> dict[str, Price]:
    """The metadata of a field that costs something else than 1, or has lists of an unusual length."""
    return {_KEY: Price(cost, length)}


def price_of(field: GraphQLField) -> Price:
    """What is written beside a field of the schema; where nothing is, it costs 1."""
    declared = field.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    found: Price = declared.metadata.get(_KEY, _USUAL) if declared else _USUAL
    return found


_USUAL = Price()
