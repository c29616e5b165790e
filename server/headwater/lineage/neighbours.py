"""`lineage`: the entities one hop upstream or downstream of an entity (docs/datahub.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from asyncpg import Record

from headwater.model.questions import Direction
from headwater.store.projections import Window
from headwater.store.reader import Reader
from headwater.urn import DATA_PROCESS_INSTANCE


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An entity one hop away. Times and actors are None if only runs show the hop."""

    id: int
    kind: str
    urn: str
    is_removed: bool
    type: str
    """DataHub's name of the relationship, such as "Consumes"."""

    created_at: datetime | None
    created_actor: str | None
    updated_at: datetime | None
    updated_actor: str | None
    is_manual: bool | None


async def neighbours(
    reader: Reader, owners: Sequence[tuple[int, str]], direction: Direction, window: Window
) -> list[list[Neighbour]]:
    """Return the entities one hop away from each entity, given by id and kind, by URN."""
    of_runs = [owner_id for owner_id, kind in owners if kind == DATA_PROCESS_INSTANCE]
    of_entities = [owner_id for owner_id, kind in owners if kind != DATA_PROCESS_INSTANCE]
    hops = await _hops_of_runs(reader, of_runs, direction, window)
    hops |= await _hops_of_entities(reader, of_entities, direction, window)
    known = await reader.projections.entities({row["other_id"] for rows in hops.values() for row in rows})
    return [_sorted(hops[owner_id], known) for owner_id, _ in owners]


async def _hops_of_runs(
    reader: Reader, ids: Sequence[int], direction: Direction, window: Window
) -> dict[int, list[Record]]:
    if not ids:
        return {}
    return dict(zip(ids, await reader.projections.next_to_runs(ids, direction, window), strict=True))


async def _hops_of_entities(
    reader: Reader, ids: Sequence[int], direction: Direction, window: Window
) -> dict[int, list[Record]]:
    if not ids:
        return {}
    starts = await reader.projections.starts(ids)
    found = await reader.projections.next_to_entities(starts, direction, window)
    return {
        owner_id: [row for row in rows if row["other_id"] not in own]
        for owner_id, own, rows in zip(ids, starts, found, strict=True)
    }


def _sorted(rows: Sequence[Record], known: dict[int, Record]) -> list[Neighbour]:
    once = {row["other_id"]: row for row in reversed(rows)}  # for a flow and its jobs the one with the least URN
    return sorted((_neighbour(row, known[row["other_id"]]) for row in once.values()), key=lambda one: one.urn)


def _neighbour(row: Record, entity: Record) -> Neighbour:
    return Neighbour(
        id=row["other_id"],
        kind=row["kind"],
        urn=entity["urn"],
        is_removed=entity["is_removed"],
        type=row["type"],
        created_at=row.get("created_at"),
        created_actor=row.get("created_actor"),
        updated_at=row.get("updated_at"),
        updated_actor=row.get("updated_actor"),
        is_manual=row.get("is_manual"),
    )
