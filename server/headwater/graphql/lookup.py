"""The entities that arguments name by their URNs."""

from typing import Annotated, TypeVar

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context
from headwater.graphql.entities.entity import Entity
from headwater.lineage.points import named
from headwater.texts import shown
from headwater.urn import DATA_PROCESS_INSTANCE, parse_named

Urn = Annotated[str, strawberry.argument(description="The URN, whole.")]

SomeEntity = TypeVar("SomeEntity", bound=Entity)


async def expect_entity(expected: type[SomeEntity], context: Context, urn: str, argument: str = "urn") -> SomeEntity:
    """The entity of a URN, which has to be of this type. Raises BadRequestError, naming the argument."""
    entity = await find_entity(context, urn, argument)
    if not isinstance(entity, expected):
        raise BadRequestError(f"{argument}: expected a {expected.__name__}, got {shown(urn)}")
    return entity


async def find_entity(context: Context, urn: str, argument: str = "urn") -> Entity:
    """The entity of a URN; of one that the store does not know, `exists` is false.

    Raises BadRequestError, naming the argument.
    """
    kind = parse_named(argument, urn).kind
    row = await context.ask(named, urn)
    if row is None:
        return context.to_missing(urn, argument)
    if kind != DATA_PROCESS_INSTANCE:
        return context.to_entity(row)
    context.remember_run(row)
    return context.to_instance(row)
