"""The entities that arguments name by their URNs."""

from typing import Annotated, TypeVar

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context
from headwater.graphql.entities.entity import Entity
from headwater.graphql.mapper import missing_entity
from headwater.texts import shown
from headwater.urn import DATA_PROCESS_INSTANCE, parse_named, run_uuid

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
    parsed = parse_named(argument, urn)
    row = await context.entity_by_urn(urn)
    if parsed.kind != DATA_PROCESS_INSTANCE:
        return missing_entity(urn, argument) if row is None else context.to_entity(row)
    run_id = row["id"] if row else await _by_bare_uuid(context, parsed.parts[0])
    run = None if run_id is None else await context.run_by_id(run_id)
    return missing_entity(urn, argument) if run is None else context.to_instance(run)


async def _by_bare_uuid(context: Context, text: str) -> int | None:
    """The run that the bare UUID in a URN stands for where no run has it as its URN."""
    uuid = run_uuid(text)
    return None if uuid is None else await context.run_id_by_native_id(str(uuid))
