"""Read runs. Every method is one statement for all given keys."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple
from uuid import UUID

from asyncpg import Pool, Record

from headwater.store.fetching import fetch, grouped
from headwater.store.queries import query
from headwater.texts import storable
from headwater.urn import text_key

RunsOf = Literal["assets", "children", "upstreams", "downstreams"]
"""The owner of runs, an asset or a run, and the way to its runs."""

_PAGES: dict[RunsOf, str] = {
    "assets": "runs_of_assets",
    "children": "children_of_runs",
    "upstreams": "upstreams_of_runs",
    "downstreams": "downstreams_of_runs",
}

RunsOfTemplate = Literal["templates", "flows"]
"""All runs of a job or a flow, or the runs of a flow as a whole."""

_PAGES_OF_TEMPLATES: dict[RunsOfTemplate, str] = {"templates": "runs_of_templates", "flows": "runs_of_flows"}

_TEMPLATE = [(name, f"owner_{name}") for name in ("id", "kind", "urn", "namespace", "name", "is_stub", "flow_id")]
"""The columns of an entity, with their names in a page of its runs."""


_NEWEST_STATE = [
    (name, f"event_{name}") for name in ("at", "status", "result", "native_state", "attempt", "duration_millis")
]
"""The members of a state event, with their columns in a page with newest states."""


class CountedRuns(NamedTuple):
    """rows: a page of an owner's runs, newest first. total: the number of all, as far as counted."""

    rows: list[Record]
    total: int


class TemplateRuns(NamedTuple):
    """The entity of a job or flow, and a page of its runs."""

    template: Mapping[str, Any]
    runs: CountedRuns


class RunReader:
    """Runs, their relatives, and the contents of their events. Times are UTC."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def by_urn(self, urns: Sequence[str]) -> list[Record | None]:
        """Return the run of each URN, in their order."""
        found = {row["urn"]: row for row in await fetch(self._pool, "runs_by_urn", [text_key(urn) for urn in urns])}
        return [found.get(urn) for urn in urns]

    async def by_id(self, ids: Sequence[int]) -> list[Record | None]:
        """Return the run of each id, in their order."""
        found = {row["id"]: row for row in await fetch(self._pool, "runs_by_id", ids)}
        return [found.get(run_id) for run_id in ids]

    async def id_by_key(self, run_key: UUID) -> int | None:
        """Return the run of an OpenLineage identity (`urn.job_run_key`)."""
        run_id: int | None = await self._pool.fetchval(query("run_id_by_key"), run_key)
        return run_id

    async def ids_by_native_id(self, native_ids: Sequence[str]) -> list[int | None]:
        """Return the run with each native id (UUIDs in lower case); of runs of several jobs, the first to begin."""
        rows = await fetch(self._pool, "runs_by_native_id", [storable(native_id) for native_id in native_ids])
        found = {row["native_id"]: row["id"] for row in rows}
        return [found.get(native_id) for native_id in native_ids]

    async def pages(
        self,
        ids: Sequence[int],
        of: RunsOf,
        start: int,
        count: int,
        most: int,
        facets: tuple[str, ...] | None,
        with_state: bool,
        *direction: str,
    ) -> list[CountedRuns]:
        """Return a page of each owner's runs, newest first. Assets take a direction: INPUT or OUTPUT.

        most: the number of runs at which counting stops; 0 counts none.
        facets: unless None, adds the sources of properties as JSON: the aspect with them, the run's own facets of these
        names, and with any of these its job's jobType.
        with_state: adds the newest state event, in the columns that begin with `event_` (`newest_state`).
        """
        rows = await fetch(self._pool, _PAGES[of], ids, start, count, most, facets, with_state, *direction)
        return [*map(_counted, grouped(rows, "owner_id", ids))]

    async def pages_of_templates(
        self,
        urns: Sequence[str],
        of: RunsOfTemplate,
        start: int,
        count: int,
        most: int,
        facets: tuple[str, ...] | None,
        with_state: bool,
    ) -> list[TemplateRuns | None]:
        """Return the job or flow of each URN with a page of its runs, as `pages` does; None for an unknown URN."""
        keys = [*map(text_key, urns)]
        rows = await fetch(self._pool, _PAGES_OF_TEMPLATES[of], keys, start, count, most, facets, with_state)
        return [
            TemplateRuns({name: of_owner[0][column] for name, column in _TEMPLATE}, _counted(of_owner))
            if of_owner
            else None
            for of_owner in grouped(rows, "owner_urn", urns)
        ]

    async def ancestors(self, ids: Sequence[int]) -> list[list[Record]]:
        """Return each run's parent, that run's parent, and so on."""
        return grouped(await fetch(self._pool, "ancestors_of_runs", ids), "owner_id", ids)

    async def roots(self, ids: Sequence[int]) -> list[Record | None]:
        """Return the run that each run names as its root; None if it names none."""
        found = {row["owner_id"]: row for row in await fetch(self._pool, "roots_of_runs", ids)}
        return [found.get(run_id) for run_id in ids]

    async def watched(self, ids: Sequence[int], now: datetime) -> list[Record | None]:
        """Return the usual duration of each run's job, and True if the run hangs; None if nothing is usual."""
        found = {row["id"]: row for row in await fetch(self._pool, "watched_runs", ids, now)}
        return [found.get(run_id) for run_id in ids]

    async def hung(self, moments: Sequence[datetime]) -> list[list[int]]:
        """Return the runs that hang at each time, newest first, ties by URN; a statement each."""
        return [[row["id"] for row in await fetch(self._pool, "watched_runs", None, now)] for now in moments]

    async def warnings(self, ids: Sequence[int]) -> list[list[str]]:
        """Return the warning codes of each run's events (`docs/codes.md`), sorted."""
        found = {row["run_id"]: row["codes"] for row in await fetch(self._pool, "warnings_of_runs", ids)}
        return [found.get(run_id, []) for run_id in ids]

    async def events(self, ids: Sequence[int], since: datetime, until: datetime, limit: int) -> list[list[Record]]:
        """Return the newest state events of each run from since to until, both included."""
        return grouped(await fetch(self._pool, "events_of_runs", ids, since, until, limit), "run_id", ids)

    @staticmethod
    def newest_state(row: Record) -> list[dict[str, Any]]:
        """Return the newest state event in a row of a page with states, as `events` gives it with a limit of 1."""
        return [] if row["event_at"] is None else [{name: row[column] for name, column in _NEWEST_STATE}]

    async def derivations(self, ids: Sequence[int]) -> list[list[Record]]:
        """Return the inputs that each run used for its outputs, in the order of the outputs' and inputs' URNs."""
        return grouped(await fetch(self._pool, "derivations_of_runs", ids), "run_id", ids)

    async def checksums(self, ids: Sequence[int]) -> list[list[Record]]:
        """Return the checksums of each run's evidence, by name."""
        return grouped(await fetch(self._pool, "checksums_of_runs", ids), "run_id", ids)

    async def by_checksum(self, checksum: str, limit: int) -> list[Record]:
        """Return the newest runs whose evidence has a checksum, ties by URN."""
        return await fetch(self._pool, "runs_by_checksum", text_key(checksum), limit)


def _counted(rows: list[Record]) -> CountedRuns:
    """A page of one owner's runs. An owner without runs on the page has one row, with its total alone."""
    return CountedRuns([row for row in rows if row["urn"] is not None], rows[0]["total"])
