"""Reading: every method is one statement for all of the keys it is given."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from asyncpg import Pool, Record

from headwater.model.changes import MAX_EVENT_NAMES
from headwater.store.aspect_reader import AspectReader
from headwater.store.edge_reader import EdgeReader
from headwater.store.facet_reader import FacetReader
from headwater.store.fetching import fetch, grouped
from headwater.store.graph_reader import GraphReader
from headwater.store.history import History
from headwater.store.lineage_reader import LineageReader
from headwater.store.pipelines import Pipelines
from headwater.store.projections import Projections
from headwater.store.quality import Quality
from headwater.store.quarantine import Quarantine
from headwater.store.queries import query
from headwater.store.run_events import RunEventReader
from headwater.store.run_lists import RunLists
from headwater.store.run_stats import RunStatsReader
from headwater.store.searches import Searches
from headwater.store.sources import Source, find_source
from headwater.store.upstream_reader import UpstreamReader
from headwater.store.walks import Walks
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


class Reader:
    """The queries of the API. Ids are the store's numbers, times are UTC."""

    def __init__(self, pool: Pool, max_event_names: int = MAX_EVENT_NAMES) -> None:
        self._pool = pool
        self.facets = FacetReader(pool)
        self.edges = EdgeReader(pool)
        self.aspects = AspectReader(pool)
        self.graph = GraphReader(pool)
        self.lineage = LineageReader(pool)
        self.quarantine = Quarantine(pool, max_event_names)
        self.walks = Walks(pool)
        self.upstream = UpstreamReader(pool)
        self.history = History(pool)
        self.pipelines = Pipelines(pool)
        self.quality = Quality(pool)
        self.projections = Projections(pool)
        self.run_events = RunEventReader(pool)
        self.run_lists = RunLists(pool)
        self.run_stats = RunStatsReader(pool)
        self.searches = Searches(pool)

    async def ping(self) -> None:
        """Raises what the driver raises where the database does not answer."""
        await self._fetchval("ping")

    async def source(self, source_id: UUID) -> Source | None:
        """The source with an id; None where there is none, or it is revoked."""
        return await find_source(self._pool, source_id)

    async def entities_by_urn(self, urns: Sequence[str]) -> list[Record | None]:
        """The entity of each URN, in their order."""
        keys = [text_key(urn) for urn in urns]
        found = {row["urn"]: row for row in await self._fetch("entities_by_urn", keys)}
        return [found.get(urn) for urn in urns]

    async def entities_by_id(self, ids: Sequence[int]) -> list[Record | None]:
        """The entity of each id, in their order."""
        found = {row["id"]: row for row in await self._fetch("entities_by_id", ids)}
        return [found.get(entity_id) for entity_id in ids]

    async def runs_by_id(self, ids: Sequence[int]) -> list[Record | None]:
        """The run of each id, in their order."""
        found = {row["id"]: row for row in await self._fetch("runs_by_id", ids)}
        return [found.get(run_id) for run_id in ids]

    async def run_id_by_key(self, run_key: UUID) -> int | None:
        """The run of an OpenLineage identity (`urn.job_run_key`)."""
        return await self._fetchval("run_id_by_key", run_key)

    async def run_ids_by_native_id(self, native_ids: Sequence[str]) -> list[int | None]:
        """The run with each native id (a UUID in lower case); of several jobs' the one that began first."""
        keys = [text_key(native_id) for native_id in native_ids]
        found = {row["native_key"]: row["id"] for row in await self._fetch("runs_by_native_id", keys)}
        return [found.get(key) for key in keys]

    async def runs(self, ids: Sequence[int], of: RunsOf, start: int, count: int, *direction: str) -> list[list[Record]]:
        """For each owner a page of its runs, newest first. Assets take a direction: INPUT or OUTPUT."""
        rows = await self._fetch(_PAGES[of], ids, start, count, *direction)
        return grouped(rows, "owner_id", ids)

    async def count_runs(self, ids: Sequence[int], of: RunsOf, *direction: str) -> list[int]:
        """For each owner how many runs there are on all pages."""
        rows = await self._fetch(f"count_{_PAGES[of]}", ids, *direction)
        totals = {row["owner_id"]: row["total"] for row in rows}
        return [totals.get(owner_id, 0) for owner_id in ids]

    async def ancestors(self, ids: Sequence[int]) -> list[list[Record]]:
        """For each run its parent, that one's parent, and so on."""
        return grouped(await self._fetch("ancestors_of_runs", ids), "owner_id", ids)

    async def watched_runs(self, ids: Sequence[int], now: datetime) -> list[Record | None]:
        """For each run how long its job usually takes, and whether it hangs; None where nothing is usual."""
        found = {row["id"]: row for row in await self._fetch("watched_runs", ids, now)}
        return [found.get(run_id) for run_id in ids]

    async def hung_runs(self, moments: Sequence[datetime]) -> list[list[int]]:
        """For each moment the runs that hang at it, newest first, ties by URN; a statement each."""
        return [[row["id"] for row in await self._fetch("watched_runs", None, now)] for now in moments]

    async def warnings(self, ids: Sequence[int]) -> list[list[str]]:
        """For each run the warning codes of its events (`docs/codes.md`), sorted."""
        found = {row["run_id"]: row["codes"] for row in await self._fetch("warnings_of_runs", ids)}
        return [found.get(run_id, []) for run_id in ids]

    async def events(self, ids: Sequence[int], since: datetime, until: datetime, limit: int) -> list[list[Record]]:
        """For each run its newest state events from since to until, both included."""
        return grouped(await self._fetch("events_of_runs", ids, since, until, limit), "run_id", ids)

    async def _fetch(self, name: str, *arguments: object) -> list[Record]:
        return await fetch(self._pool, name, *arguments)

    async def _fetchval(self, name: str, *arguments: object) -> int | None:
        value: int | None = await self._pool.fetchval(query(name), *arguments)
        return value
