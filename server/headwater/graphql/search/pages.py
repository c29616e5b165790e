"""What all searches among entities share: what can be found, by which words, and its pages."""

import asyncio
from collections.abc import Iterable, Sequence

from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.graphql.context import Context
from headwater.graphql.cursor_paging import decode_cursor, encode_cursor
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.entity_type import EntityType, kind_of
from headwater.store.fetching import EVERYTHING
from headwater.store.search_order import Position
from headwater.store.searches import Search
from headwater.texts import UNSTORABLE, check_storable, shown
from headwater.urn import CONTAINER, DATA_FLOW, DATA_JOB, DATA_PROCESS_INSTANCE, DATASET, ML_MODEL, ML_MODEL_GROUP

FINDABLE = frozenset((CONTAINER, DATA_FLOW, DATA_JOB, DATASET, ML_MODEL, ML_MODEL_GROUP, DATA_PROCESS_INSTANCE))
"""The types of what can be found, as URNs have them; of any other there is nothing."""


def kinds_of(types: Iterable[EntityType]) -> tuple[str, ...]:
    """Those of some types that can be found, as URNs have them."""
    return tuple(kind for kind in map(kind_of, dict.fromkeys(types)) if kind in FINDABLE)


def words_of(argument: str, text: str) -> str | None:
    """What names have to begin with; None where there is no letter or digit, as in `*`. Raises BadRequestError."""
    if not any(map(str.isalnum, text)):
        return None
    check_storable(argument, text)
    return text.strip(" *")


async def rows_after(
    context: Context, search: Search, count: int, position: Position | None
) -> tuple[Sequence[Record], bool]:
    """The rows of a page after a position, and whether there are more."""
    rows = await context.load(context.reader.searches.pages, EVERYTHING, search, 0, count + 1, position)
    return rows[:count], len(rows) > count


async def found_entities(context: Context, rows: Sequence[Record]) -> list[Entity]:
    """The entities of rows of a search, which are there."""
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


def cursor_of(row: Record, search: Search) -> str:
    """The place of a row in the order of a search."""
    return encode_cursor(search.order_name, *row["position"])


def position_of(argument: str, cursor: str, search: Search) -> Position:
    """The place that a cursor stands for. Raises BadRequestError, naming the argument."""
    try:
        position = decode_cursor(cursor, search.order_name)
    except BadRequestError:
        position = [None]
    if not all(isinstance(part, str) and not UNSTORABLE.search(part) for part in position):
        raise BadRequestError(f"{argument}: expected what a page of the same search gave, got {shown(cursor)}")
    return tuple(position)
