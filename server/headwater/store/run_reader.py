"""Reading runs: every method is one statement for all of the keys it is given."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from asyncpg import Pool, Record

from headwater.store.fetching import fetch, grouped
from headwater.store.queries import query
from headwater.texts import storable
from headwater.urn import text_key

RunsOf = Literal["templates", "flows", "assets", "children", "upstreams", "downstreams"]
"""Whose runs: of a job, a flow or an asset, or those related to a run."""

_PAGES: dict[RunsOf, str] = {
    "templates": "runs_of_templates",
    "flows": "runs_of_flows",
    "assets": "runs_of_assets",
    "children": "children_of_runs",
    "upstreams": "upstreams_of_runs",
    "downstreams": "downstreams_of_runs",
}


class RunReader:
    """Runs, those around them, and what their events say of them. Times are UTC."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def by_id(self, ids: Sequence[int]) -> list[Record | None]:
        """The run of each id, in their order."""
        found = {row["id"]: row for row in await fetch(self._pool, "runs_by_id", ids)}
        return [found.get(run_id) for run_id in ids]

    async def id_by_key(self, run_key: UUID) -> int | None:
        """The run of an OpenLineage identity (`urn.job_run_key`)."""
        run_id: int | None = await self._pool.fetchval(query("run_id_by_key"), run_key)
        return run_id

    async def ids_by_native_id(self, native_ids: Sequence[str]) -> list[int | None]:
        """The run with each native id (a UUID in lower case); of several jobs' the one that began first."""
        rows = await fetch(self._pool, "runs_by_native_id", [storable(native_id) for native_id in native_ids])
        found = {row["native_id"]: row["id"] for row in rows}
        return [found.get(native_id) for native_id in native_ids]

    async def page(self, ids: Sequence[int], of: RunsOf, start: int, count: int, *direction: str) -> list[list[Record]]:
        """For each owner a page of its runs, newest first. Assets take a direction: INPUT or OUTPUT."""
        rows = await fetch(self._pool, _PAGES[of], ids, start, count, *direction)
        return grouped(rows, "owner_id", ids)

    async def count(self, ids: Sequence[int], of: RunsOf, *direction: str) -> list[int]:
        """For each owner how many runs there are on all pages."""
        rows = await fetch(self._pool, f"count_{_PAGES[of]}", ids, *direction)
        totals = {row["owner_id"]: row["total"] for row in rows}
        return [totals.get(owner_id, 0) for owner_id in ids]

    async def ancestors(self, ids: Sequence[int]) -> list[list[Record]]:
        """For each run its parent, that one's parent, and so on."""
        return grouped(await fetch(self._pool, "ancestors_of_runs", ids), "owner_id", ids)

    async def roots(self, ids: Sequence[int]) -> list[Record | None]:
        """For each run the run that it names as its root; None where it names none."""
        found = {row["owner_id"]: row for row in await fetch(self._pool, "roots_of_runs", ids)}
        return [found.get(run_id) for run_id in ids]

    async def watched(self, ids: Sequence[int], now: datetime) -> list[Record | None]:
        """For each run how long its job usually takes, and whether it hangs; None where nothing is usual."""
        found = {row["id"]: row for row in await fetch(self._pool, "watched_runs", ids, now)}
        return [found.get(run_id) for run_id in ids]

    async def hung(self, moments: Sequence[datetime]) -> list[list[int]]:
        """For each moment the runs that hang at it, newest first, ties by URN; a statement each."""
        return [[row["id"] for row in await fetch(self._pool, "watched_runs", None, now)] for now in moments]

    async def warnings(self, ids: Sequence[int]) -> list[list[str]]:
        """For each run the warning codes of its events (`docs/codes.md`), sorted."""
        found = {row["run_id"]: row["codes"] for row in await fetch(self._pool, "warnings_of_runs", ids)}
        return [found.get(run_id, []) for run_id in ids]

    async def events(self, ids: Sequence[int], since: datetime, until: datetime, limit: int) -> list[list[Record]]:
        """For each run its newest state events from since to until, both included."""
        return grouped(await fetch(self._pool, "events_of_runs", ids, since, until, limit), "run_id", ids)

    async def derivations(self, ids: Sequence[int]) -> list[list[Record]]:
        """For each run from which inputs it made its outputs, in the order of the outputs' and inputs' URNs."""
        return grouped(await fetch(self._pool, "derivations_of_runs", ids), "run_id", ids)

    async def checksums(self, ids: Sequence[int]) -> list[list[Record]]:
        """For each run the checksums of its evidence, by name."""
        return grouped(await fetch(self._pool, "checksums_of_runs", ids), "run_id", ids)

    async def by_checksum(self, checksum: str, limit: int) -> list[Record]:
        """The newest runs whose evidence has a checksum, ties by URN."""
        return await fetch(self._pool, "runs_by_checksum", text_key(checksum), limit)
