"""Read the graphs of jobs and of assets, as projections of the graph of runs: one statement a hop."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain

from asyncpg import Pool, Record

from headwater.model.questions import Direction
from headwater.store.fetching import fetch, grouped

ALWAYS = datetime.min.replace(tzinfo=UTC)
FOREVER = datetime.max.replace(tzinfo=UTC)
"""asyncpg's words for -infinity and infinity."""


@dataclass(frozen=True, slots=True)
class Window:
    """A span of time, both ends included. Times are UTC; None: no limit."""

    since: datetime | None = None
    until: datetime | None = None


class Projections:
    """The entities one hop away. Every method is one statement for all given ids."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def starts(self, entity_ids: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the start of each entity's lineage: an asset's class of names, or a flow and its jobs."""
        rows = await fetch(self._pool, "lineage_starts", entity_ids)
        return [tuple(row["id"] for row in those) for those in grouped(rows, "entity_id", entity_ids)]

    async def next_to_entities(
        self, starts: Sequence[tuple[int, ...]], direction: Direction, window: Window
    ) -> list[list[Record]]:
        """Return the result of `hops_of_entities` for several entities, each given by its starts."""
        rows = await self.hops_of_entities([*{one for those in starts for one in those}], direction, window)
        return [[*chain(*grouped(rows, "from_id", those))] for those in starts]

    async def next_to_runs(self, ids: Sequence[int], direction: Direction, window: Window) -> list[list[Record]]:
        """Return the result of `hops_of_runs` for each run."""
        return grouped(await self.hops_of_runs(ids, direction, window), "from_id", ids)

    async def hops_of_entities(self, ids: Sequence[int], direction: Direction, window: Window) -> list[Record]:
        """Return the entities one hop from jobs, flows and assets: each pair once."""
        return await self._hops("hops_of_entities", ids, direction, window)

    async def hops_of_runs(self, ids: Sequence[int], direction: Direction, window: Window) -> list[Record]:
        """Return the assets that runs read or wrote, and the runs before or after them: each pair once."""
        return await self._hops("hops_of_runs", ids, direction, window)

    async def entities(self, ids: Iterable[int]) -> dict[int, Record]:
        """Return the names of entities, and if they are removed, by id."""
        return {row["id"]: row for row in await fetch(self._pool, "lineage_entities", list(ids))}

    async def entities_of_each(self, keys: Sequence[tuple[int, ...]]) -> list[dict[int, Record]]:
        """Return `entities` for each of several sets of ids."""
        found = await self.entities({one for ids in keys for one in ids})
        return [{one: found[one] for one in ids} for ids in keys]

    async def classes_of_edges(self, ids: Sequence[int]) -> dict[int, int]:
        """Return the class of names of each edge's asset, by edge."""
        return {row["edge_id"]: row["class_id"] for row in await fetch(self._pool, "classes_of_edges", ids)}

    async def _hops(self, name: str, ids: Sequence[int], direction: Direction, window: Window) -> list[Record]:
        arguments = (direction is Direction.DOWNSTREAM, window.since or ALWAYS, window.until or FOREVER)
        return await fetch(self._pool, name, ids, *arguments)
