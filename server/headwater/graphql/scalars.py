"""Scalars that GraphQL lacks, and times in the API's format."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NewType, cast

import strawberry
from graphql import GraphQLError, IntValueNode, StringValueNode, ValueNode

from headwater.model import times
from headwater.model.times import from_millis as from_millis
from headwater.model.times import parse_time
from headwater.texts import shown

Long = NewType("Long", int)
"""A whole number of up to 64 bits; a number in JSON."""

_LIMIT = 2**63
MAX_LONG = _LIMIT - 1


def _parse_long(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not -_LIMIT <= value < _LIMIT:
        raise GraphQLError(f"Long: expected a whole number of up to 64 bits, got {shown(str(value))}")
    return value


def _parse_long_literal(node: ValueNode, variables: object = None) -> int:
    if not isinstance(node, IntValueNode) or len(node.value) > len(str(_LIMIT)):
        raise GraphQLError("Long: expected a whole number of up to 64 bits", node)
    return _parse_long(int(node.value))


LONG = strawberry.scalar(
    name="Long",
    description="A whole number of up to 64 bits. For times: milliseconds since 1970-01-01T00:00:00Z.",
    serialize=int,
    parse_value=_parse_long,
    parse_literal=_parse_long_literal,
)


def _parse_time(value: object, node: ValueNode | None = None) -> datetime:
    try:
        return parse_time(value)[0]
    except ValueError as error:
        raise GraphQLError(f"DateTime: {error}", node) from None


def _parse_time_literal(node: ValueNode, variables: object = None) -> datetime:
    return _parse_time(node.value if isinstance(node, StringValueNode) else node, node)


DATE_TIME = strawberry.scalar(
    name="DateTime",
    description="A time in ISO 8601, such as 2026-11-21T03:00:00Z. Input without an offset is UTC; answers are UTC.",
    serialize=datetime.isoformat,
    parse_value=_parse_time,
    parse_literal=_parse_time_literal,
)


# The functions themselves: a page calls them for each of its runs.
to_millis = cast("Callable[[datetime], Long]", times.to_millis)
"""A time as whole milliseconds since the epoch, rounded down."""

whole_millis = cast("Callable[[timedelta], Long]", times.whole_millis)
"""A duration in whole milliseconds, rounded down."""

millis_between = cast("Callable[[datetime | None, datetime | None], Long | None]", times.millis_between)
"""Milliseconds from one time to another, each rounded down; None if one of them is not known."""
