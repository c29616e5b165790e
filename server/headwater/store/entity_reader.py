"""Read jobs, flows and assets. Every method is one statement for all given keys."""

from collections.abc import Sequence
from typing import Literal

from asyncpg import Pool, Record

from headwater.store.fetching import fetch, grouped, grouped_by_direction
from headwater.urn import text_key

JobSide = Literal["upstreams_of_jobs", "downstreams_of_jobs"]


class EntityReader:
    """Entities, their other names, and the declarations of jobs."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def by_urn(self, urns: Sequence[str]) -> list[Record | None]:
        """Return the entity of each URN, in their order."""
        keys = [text_key(urn) for urn in urns]
        found = {row["urn"]: row for row in await fetch(self._pool, "entities_by_urn", keys)}
        return [found.get(urn) for urn in urns]

    async def by_id(self, ids: Sequence[int]) -> list[Record | None]:
        """Return the entity of each id, in their order."""
        found = {row["id"]: row for row in await fetch(self._pool, "entities_by_id", ids)}
        return [found.get(entity_id) for entity_id in ids]

    async def other_names(self, ids: Sequence[int]) -> list[list[Record]]:
        """Return the other names of each entity's data, in the order of their URNs."""
        return grouped(await fetch(self._pool, "names_of_entities", ids), "owner_id", ids)

    async def job_links(self, ids: Sequence[int], side: JobSide) -> list[list[Record]]:
        """Return the jobs before or after each job, with the origins of the link, in the order of their URNs."""
        return grouped(await fetch(self._pool, side, ids), "owner_id", ids)

    async def declared_assets(self, keys: Sequence[tuple[int, str]]) -> list[list[Record]]:
        """Return the assets that each (job, direction) declares without a run, in the order of their URNs."""
        jobs, directions = [job for job, _ in keys], [direction for _, direction in keys]
        return grouped_by_direction(
            await fetch(self._pool, "declared_assets_of_jobs", jobs, directions), "job_id", keys
        )
