"""Look-ups of entities by the URNs in arguments."""

from collections.abc import Sequence
from typing import Annotated, TypeVar

import strawberry
from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.graphql.context import Context
from headwater.graphql.entities.entity import Entity
from headwater.lineage.points import named
from headwater.texts import shown
from headwater.urn import DATA_PROCESS_INSTANCE, parse_named, parse_urn

Urn = Annotated[str, strawberry.argument(description="The complete URN.")]

SomeEntity = TypeVar("SomeEntity", bound=Entity)


async def expect_entity(expected: type[SomeEntity], context: Context, urn: str, argument: str = "urn") -> SomeEntity:
    """The entity of a URN, which must have this type. Raises BadRequestError, naming the argument."""
    entity = await find_entity(context, urn, argument)
    if not isinstance(entity, expected):
        raise BadRequestError(f"{argument}: expected the URN of a {expected.__name__}, got {shown(urn)}")
    return entity


async def find_entity(context: Context, urn: str, argument: str = "urn") -> Entity:
    """The entity of a URN; `exists` is false if the store does not know it.

    Raises BadRequestError, naming the argument.
    """
    kind = parse_named(argument, urn).kind
    row = await context.ask(named, urn)
    return context.to_missing(urn, argument) if row is None else _to_known(context, kind, row)


async def find_known(context: Context, urns: Sequence[str]) -> list[Entity]:
    """The entities of URNs of the store, in their order; unknown ones are left out."""
    asked = [(parse_urn(urn).kind, context.ask(named, urn)) for urn in urns]
    rows = [(kind, await waiting) for kind, waiting in asked]
    return [_to_known(context, kind, row) for kind, row in rows if row is not None]


def _to_known(context: Context, kind: str, row: Record) -> Entity:
    if kind != DATA_PROCESS_INSTANCE:
        return context.to_entity(row)
    context.remember_run(row)
    return context.to_instance(row)
