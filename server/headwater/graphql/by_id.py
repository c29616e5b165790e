"""Fields that show the entity or the run of an id: all ids of a level are read at once (`of_many`).

An entity whose URN tells all that the query asks is not read.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
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
"""The fields that the URN of a known entity tells."""


def entities_by(id_of: IdOf, urn_of: UrnOf | None = None) -> Many:
    """The form of a field with the entity of an id; null if there is none. urn_of: None if only the store knows."""

    async def entities(objects: Sequence[Any], info: Info) -> "list[Entity | Exception | None]":
        context = info.context
        told = _told(objects, info, id_of, urn_of, context.to_named)
        return await _shown(context, context.reader.entities.by_id, context.to_entity, [*map(id_of, objects)], told)

    return entities


def runs_by(id_of: IdOf, urn_of: UrnOf | None = None) -> Many:
    """The form of a field with the run of an id; null if there is none. urn_of: None if only the store knows."""

    async def runs(objects: Sequence[Any], info: Info) -> "list[DataProcessInstance | Exception | None]":
        context = info.context
        told = _told(objects, info, id_of, urn_of, context.to_named_instance)
        return await _shown(context, context.reader.runs.by_id, context.to_instance, [*map(id_of, objects)], told)

    return runs


def _told(
    objects: Sequence[Any], info: Info, id_of: IdOf, urn_of: UrnOf | None, show: Callable[[int, str], "Entity | None"]
) -> dict[int, Any]:
    """The entities that their URNs tell, by id; none if the query asks for more."""
    if urn_of is None or not names_below(info) <= _TOLD_BY_URN:
        return {}
    urns = {found: urn_of(one) for one in objects if (found := id_of(one)) is not None}
    told = {found: show(found, urn) for found, urn in urns.items()}
    return {found: one for found, one in told.items() if one is not None}


async def _shown(
    context: Context,
    read: Callable[..., Awaitable[Any]],
    show: Callable[[Record], Any],
    ids: Sequence[int | None],
    told: Mapping[int, Any],
) -> list[Any]:
    """Show each id that is not told. The same ids share an object: most runs of a page have the same job."""
    unread = [one for one in dict.fromkeys(ids) if one is not None and one not in told]
    rows = await context.load_many(read, unread) if unread else []
    found = dict(zip(unread, of_each(lambda row: None if row is None else show(row), rows), strict=True))
    return [None if one is None else told[one] if one in told else found[one] for one in ids]
