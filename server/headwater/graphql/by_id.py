"""Fields that show the entity or the run of an id: all ids of a level are read at once (`of_many`)."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from asyncpg import Record

from headwater.execution.fields import Many, of_each
from headwater.graphql.context import Context, Info

if TYPE_CHECKING:
    from headwater.graphql.entities.entity import Entity
    from headwater.graphql.runs.instance import DataProcessInstance

IdOf = Callable[[Any], int | None]
"""Returns the id of which an object shows the entity; None if it shows none."""


def entities_by(id_of: IdOf) -> Many:
    """The form of a field with the entity of an id; null if there is none."""

    async def entities(objects: Sequence[Any], info: Info) -> "list[Entity | Exception | None]":
        context = info.context
        return await _shown(context, context.reader.entities.by_id, context.to_entity, [*map(id_of, objects)])

    return entities


def runs_by(id_of: IdOf) -> Many:
    """The form of a field with the run of an id; null if there is none."""

    async def runs(objects: Sequence[Any], info: Info) -> "list[DataProcessInstance | Exception | None]":
        context = info.context
        return await _shown(context, context.reader.runs.by_id, context.to_instance, [*map(id_of, objects)])

    return runs


async def _shown(
    context: Context, read: Callable[..., Awaitable[Any]], show: Callable[[Record], Any], ids: Sequence[int | None]
) -> list[Any]:
    """Show each id. The same ids share an object: most runs of a page have the same job."""
    known = [*dict.fromkeys(one for one in ids if one is not None)]
    rows = await context.load_many(read, known)
    found = dict(zip(known, of_each(lambda row: None if row is None else show(row), rows), strict=True))
    return [None if one is None else found[one] for one in ids]
