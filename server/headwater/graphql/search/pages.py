"""The shared part of all searches among entities: the types that can be found, and pages."""

import asyncio
from collections.abc import Iterable, Sequence

from asyncpg import Record

from headwater.graphql.context import Context
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.entity_type import EntityType, kind_of
from headwater.store.fetching import EVERYTHING
from headwater.store.search_order import Position
from headwater.store.searches import Search
from headwater.urn import CONTAINER, DATA_FLOW, DATA_JOB, DATA_PROCESS_INSTANCE, DATASET, ML_MODEL, ML_MODEL_GROUP

FINDABLE = frozenset((CONTAINER, DATA_FLOW, DATA_JOB, DATASET, ML_MODEL, ML_MODEL_GROUP, DATA_PROCESS_INSTANCE))
"""The entity types that can be found, as in URNs; entities of other types are never found."""


def kinds_of(types: Iterable[EntityType]) -> tuple[str, ...]:
    """Keep the types that can be found, as in URNs."""
    return tuple(kind for kind in map(kind_of, dict.fromkeys(types)) if kind in FINDABLE)


async def rows_after(
    context: Context, search: Search, count: int, position: Position | None
) -> tuple[Sequence[Record], bool]:
    """The rows of a page after a position, and True if there are more."""
    rows = await context.load(context.reader.searches.pages, EVERYTHING, search, 0, count + 1, position)
    return rows[:count], len(rows) > count


async def found_entities(context: Context, rows: Sequence[Record]) -> list[Entity]:
    """The entities of a search's rows; all of them exist."""
    is_run = [row["kind"] == DATA_PROCESS_INSTANCE for row in rows]
    found = await asyncio.gather(
        *(
            context.run_by_id(row["id"]) if run else context.entity_by_id(row["id"])
            for row, run in zip(rows, is_run, strict=True)
        )
    )
    entities: list[Entity] = []
    for row, run in zip(found, is_run, strict=True):
        assert row is not None
        entities.append(context.to_instance(row) if run else context.to_entity(row))
    return entities
