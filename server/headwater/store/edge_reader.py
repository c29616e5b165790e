"""Read edges, the inputs and outputs of runs. Every method is one statement for all given keys."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from asyncpg import Pool, Record

from headwater.store.fetching import fetch, grouped, grouped_by_direction


class EdgeReader:
    """Edges, with the statements of their runs' events about them. Times are UTC."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def edges(self, keys: Sequence[tuple[int, str]]) -> list[list[Record]]:
        """Return the edges of each (run, direction) with their assets, in the order of the assets' URNs."""
        runs, directions = [run for run, _ in keys], [direction for _, direction in keys]
        return grouped_by_direction(await fetch(self._pool, "edges_of_runs", runs, directions), "run_id", keys)

    async def assets(self, sides: Sequence[tuple[str, tuple[int, ...]]]) -> list[Mapping[int, list[Record]]]:
        """Return the assets of each (direction, runs) by run, in the order of their URNs.

        Runs without assets have no list; other runs of the same call may have one. Runs that share an asset share its
        row, so a page of a job's runs has few.
        """
        runs = dict.fromkeys(run_id for _, ids in sides for run_id in ids)
        found: Mapping[str, Mapping[int, list[Record]]] = {direction: defaultdict(list) for direction, _ in sides}
        for row in await fetch(self._pool, "assets_of_runs", [*runs], [*found]):
            of_runs = found[row["direction"]]
            for run_id in row["run_ids"]:
                of_runs[run_id].append(row)
        return [found[direction] for direction, _ in sides]

    async def spans(self, ids: Sequence[int]) -> list[Record | None]:
        """Return the times of each edge's first and last mention, and the attempts and versions in its mentions.

        None for an edge that no event named.
        """
        found = {row["edge_id"]: row for row in await fetch(self._pool, "spans_of_edges", ids)}
        return [found.get(edge_id) for edge_id in ids]

    async def declared_in(self, ids: Sequence[int]) -> list[list[str]]:
        """Return the fields of DataHub's aspects that name each edge now, sorted."""
        found = {row["edge_id"]: row["fields"] for row in await fetch(self._pool, "declarations_of_edges", ids)}
        return [found.get(edge_id, []) for edge_id in ids]

    async def mentions(self, ids: Sequence[int], limit: int) -> list[list[Record]]:
        """Return the newest mentions of each edge, newest first."""
        return grouped(await fetch(self._pool, "mentions_of_edges", ids, limit), "edge_id", ids)

    async def custom_properties(self, ids: Sequence[int], without: tuple[str, ...]) -> list[list[Record]]:
        """Return the scalar members of each edge's facets, without some facets, by key (`facet.member`)."""
        return grouped(await fetch(self._pool, "custom_properties_of_edges", ids, without), "edge_id", ids)
