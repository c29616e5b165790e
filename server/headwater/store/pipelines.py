"""Read the contents of runs, and their order (docs/failed-pipeline.md). Every method is one statement."""

from collections.abc import Sequence

from asyncpg import Pool, Record

from headwater.store.fetching import fetch, grouped

Group = tuple[tuple[int, ...], tuple[int, ...]]
"""Runs that may come before, and runs that may depend on them."""


class Pipelines:
    """The runs within runs. Times are UTC."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def members(self, ids: Sequence[int], limit: int) -> list[list[Record]]:
        """Return all members of each run, up to a limit, in order of start, ties by URN."""
        return grouped(await fetch(self._pool, "members_of_runs", ids, limit), "owner_id", ids)

    async def attempts(self, ids: Sequence[int]) -> list[list[Record]]:
        """Return the attempts of each run, in order."""
        return grouped(await fetch(self._pool, "attempts_of_runs", ids), "run_id", ids)

    async def dependencies(self, groups: Sequence[Group]) -> list[list[Record]]:
        """Return, for each group, the second runs that depend on first runs, and the reasons."""
        firsts = [(number, run_id) for number, (runs, _) in enumerate(groups) for run_id in runs]
        seconds = [(number, run_id) for number, (_, runs) in enumerate(groups) for run_id in runs]
        rows = await fetch(
            self._pool,
            "dependencies_of_runs",
            [number for number, _ in firsts],
            [run_id for _, run_id in firsts],
            [number for number, _ in seconds],
            [run_id for _, run_id in seconds],
        )
        return grouped(rows, "number", range(len(groups)))
