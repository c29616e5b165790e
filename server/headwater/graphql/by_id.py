"""Fields that show the entity or the run of an id: all ids of a level are read at once (`of_many`).

An entity whose URN tells all that the query asks is not read.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from asyncpg import Record

from headwater.execution.fields import Many, of_each
from headwater.execution.selections import names_below
from headwater.graphql.context import Context, Info

if TYPE_CHECKING:
    from headwater.graphql.entities.entity import Entity
    from headwater.graphql.runs.instance import DataProcessInstance

IdOf = Callable[[Any], int | None]
"""Returns the id of which an object shows the entity; None if it shows none."""

UrnOf = Callable[[Any], str]
"""Returns the URN of the same entity."""

_TOLD_BY_URN: Final = frozenset(("__typename", "urn", "type", "exists", "orchestrator", "flowId", "cluster", "jobId"))
"""The fields of a known entity that its URN tells."""


def entities_by(id_of: IdOf, urn_of: UrnOf | None = None) -> Many:
    """The form of a field with the entity of an id; null if there is none. urn_of: None if only the store knows."""

    async def entities(objects: Sequence[Any], info: Info) -> "list[Entity | Exception | None]":
        context = info.context
        return _told(objects, info, id_of, urn_of) or await _shown(
            context, context.reader.entities.by_id, context.to_entity, [*map(id_of, objects)]
        )

    return entities


def runs_by(id_of: IdOf, urn_of: UrnOf | None = None) -> Many:
    """The form of a field with the run of an id; null if there is none. urn_of: None if only the store knows."""

    async def runs(objects: Sequence[Any], info: Info) -> "list[DataProcessInstance | Exception | None]":
        context = info.context
        return _told(objects, info, id_of, urn_of) or await _shown(
            context, context.reader.runs.by_id, context.to_instance, [*map(id_of, objects)]
        )

    return runs


def _told(objects: Sequence[Any], info: Info, id_of: IdOf, urn_of: UrnOf | None) -> list[Any]:
    """Show each object's entity by its URN alone; nothing if the query asks for more, or a URN does not tell it."""
    if urn_of is None or not names_below(info) <= _TOLD_BY_URN:
        return []
    made: dict[int, Any] = {}
    for one in objects:
        found = id_of(one)
        if found is not None and found not in made:
            made[found] = info.context.to_named(found, urn_of(one))
            if made[found] is None:
                return []
    return [None if (found := id_of(one)) is None else made[found] for one in objects]


async def _shown(
    context: Context, read: Callable[..., Awaitable[Any]], show: Callable[[Record], Any], ids: Sequence[int | None]
) -> list[Any]:
    """Show each id. The same ids share an object: most runs of a page have the same job."""
    known = [*dict.fromkeys(one for one in ids if one is not None)]
    rows = await context.load_many(read, known)
    found = dict(zip(known, of_each(lambda row: None if row is None else show(row), rows), strict=True))
    return [None if one is None else found[one] for one in ids]
