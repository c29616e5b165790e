"""Reading how things hang together beside edges: names, jobs, derivations, evidence. One statement a method."""

from collections.abc import Sequence
from typing import Literal

from asyncpg import Pool, Record

from headwater.store.fetching import fetch, grouped, grouped_by_direction
from headwater.urn import text_key

JobSide = Literal["upstreams_of_jobs", "downstreams_of_jobs"]


class LineageReader:
    """What events say of jobs, assets and runs other than what a run read and wrote. Times are UTC."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def other_names(self, ids: Sequence[int]) -> list[list[Record]]:
        """For each entity the other names of the same data, in the order of their URNs."""
        return grouped(await fetch(self._pool, "names_of_entities", ids), "owner_id", ids)

    async def job_links(self, ids: Sequence[int], side: JobSide) -> list[list[Record]]:
        """For each job those before or after it, with who says so, in the order of their URNs."""
        return grouped(await fetch(self._pool, side, ids), "owner_id", ids)

    async def declared_assets(self, keys: Sequence[tuple[int, str]]) -> list[list[Record]]:
        """For each (job, direction) the assets that are declared without a run, in the order of their URNs."""
        jobs, directions = [job for job, _ in keys], [direction for _, direction in keys]
        return grouped_by_direction(
            await fetch(self._pool, "declared_assets_of_jobs", jobs, directions), "job_id", keys
        )

    async def derivations(self, ids: Sequence[int]) -> list[list[Record]]:
        """For each run from which inputs it made its outputs, in the order of the outputs' and inputs' URNs."""
        return grouped(await fetch(self._pool, "derivations_of_runs", ids), "run_id", ids)

    async def roots(self, ids: Sequence[int]) -> list[Record | None]:
        """For each run the run that it names as its root; None where it names none."""
        found = {row["owner_id"]: row for row in await fetch(self._pool, "roots_of_runs", ids)}
        return [found.get(run_id) for run_id in ids]

    async def checksums(self, ids: Sequence[int]) -> list[list[Record]]:
        """For each run the checksums of its evidence, by name."""
        return grouped(await fetch(self._pool, "checksums_of_runs", ids), "run_id", ids)

    async def runs_by_checksum(self, checksum: str, limit: int) -> list[Record]:
        """The newest runs whose evidence has a checksum, ties by URN."""
        return await fetch(self._pool, "runs_by_checksum", text_key(checksum), limit)
