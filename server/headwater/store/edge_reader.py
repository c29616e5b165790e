"""Reading edges, what a run read and wrote: every method is one statement for all of the keys it is given."""

from collections.abc import Sequence

from asyncpg import Pool, Record

from headwater.store.fetching import fetch, grouped, grouped_by_direction


class EdgeReader:
    """Edges with what the events of their run said of them. Times are UTC."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def edges(self, keys: Sequence[tuple[int, str]]) -> list[list[Record]]:
        """For each (run, direction) its edges with their assets, in the order of the assets' URNs."""
        runs, directions = [run for run, _ in keys], [direction for _, direction in keys]
        return grouped_by_direction(await fetch(self._pool, "edges_of_runs", runs, directions), "run_id", keys)

    async def spans(self, ids: Sequence[int]) -> list[Record | None]:
        """For each edge when it was first and last named, and the attempts and versions that its mentions give.

        None where no event named it.
        """
        found = {row["edge_id"]: row for row in await fetch(self._pool, "spans_of_edges", ids)}
        return [found.get(edge_id) for edge_id in ids]

    async def declared_in(self, ids: Sequence[int]) -> list[list[str]]:
        """For each edge the fields of DataHub's aspects that name it now, sorted."""
        found = {row["edge_id"]: row["fields"] for row in await fetch(self._pool, "declarations_of_edges", ids)}
        return [found.get(edge_id, []) for edge_id in ids]

    async def mentions(self, ids: Sequence[int], limit: int) -> list[list[Record]]:
        """For each edge its newest mentions, newest first."""
        return grouped(await fetch(self._pool, "mentions_of_edges", ids, limit), "edge_id", ids)

    async def custom_properties(self, ids: Sequence[int], without: tuple[str, ...]) -> list[list[Record]]:
        """For each edge the scalar members of its facets other than these, by key (`facet.member`)."""
        return grouped(await fetch(self._pool, "custom_properties_of_edges", ids, without), "edge_id", ids)
