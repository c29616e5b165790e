"""Figures of runs, by the queries `run_stats_*` of `sql/queries/run_stats.sql`, each for one kind of owner."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from asyncpg import Pool, Record

from headwater.model.run_lists import RunOwner
from headwater.model.run_stats import HISTORY, MAX_MISSING, MIN_HISTORY, MIN_INTERVAL, MIN_REGULAR, Schedule
from headwater.store.fetching import grouped
from headwater.store.queries import query

StatsUnit = Literal["hour", "day", "week", "month"]

Buckets = Mapping[datetime | None, Record]
"""Rows by the start of their time; None: of the whole window."""

_OWNED: dict[RunOwner, str] = {
    "templates": "run_list_of_template",
    "flows": "run_list_of_flow",
    "children": "run_list_of_parent",
}

_REMOVED: dict[RunOwner, str] = {
    "templates": "run_stats_removed_of_template",
    "flows": "run_stats_removed_of_flow",
}


def stats_query(name: Literal["figures", "written", "hung", "schedule"], of: RunOwner) -> str:
    """Return the SQL of a query, for owners of a kind: all runs, jobs, flows, or parent runs."""
    owned = query(_OWNED[of]) if of in _OWNED else "true"
    parts = {
        "owned": owned,
        "removed": _removed(of),
        "within": query("run_stats_removed_within"),
        "hung": query("watched_runs").rstrip(";"),
        "scheduled": query("run_stats_scheduled"),
    }
    sql = query(f"run_stats_{name}")
    for placeholder, part in parts.items():
        sql = sql.replace(f"{{{placeholder}}}", f"\n{part}\n")
    return sql


def _removed(of: RunOwner) -> str:
    """The condition on figures of removed runs. The children of a parent go with it: none of these are removed."""
    if of in _REMOVED:
        return query(_REMOVED[of])
    return "false" if of == "children" else "true"


class RunStatsReader:
    """Figures of runs, for many owners in one statement."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def figures(
        self, owner_ids: Sequence[int], of: RunOwner, since: datetime, until: datetime, unit: StatsUnit | None
    ) -> list[Buckets]:
        """Return the figures of each owner's runs in a window, and of each unit of time with runs."""
        return await self._buckets("figures", owner_ids, of, since, until, unit)

    async def written(
        self, owner_ids: Sequence[int], of: RunOwner, since: datetime, until: datetime, unit: StatsUnit | None
    ) -> list[Buckets]:
        """Return the amounts that each owner's runs in a window wrote, and those in each unit of time."""
        return await self._buckets("written", owner_ids, of, since, until, unit)

    async def _buckets(
        self, name: Literal["figures", "written"], owner_ids: Sequence[int], of: RunOwner, *window: object
    ) -> list[Buckets]:
        rows = await self._pool.fetch(stats_query(name, of), owner_ids, *window)
        return [
            {None if row["is_all"] else row["bucket"]: row for row in owned}
            for owned in grouped(rows, "owner_id", owner_ids)
        ]

    async def hung(self, owner_ids: Sequence[int], of: RunOwner, now: datetime) -> list[Sequence[datetime]]:
        """Return the creation times of each owner's runs that hang now, the earliest first."""
        rows = await self._pool.fetch(stats_query("hung", of), None, now, owner_ids)
        found = {row["owner_id"]: row["created"] for row in rows}
        return [found[owner_id] for owner_id in owner_ids]

    async def schedules(
        self, owner_ids: Sequence[int], of: RunOwner, since: datetime, until: datetime, now: datetime
    ) -> list[Schedule | None]:
        """Return each owner's usual interval, and its missing runs in a window; None if nothing is usual."""
        limits = (HISTORY, MIN_HISTORY, MIN_REGULAR, MIN_INTERVAL, MAX_MISSING)
        rows = await self._pool.fetch(stats_query("schedule", of), owner_ids, since, until, now, *limits)
        found = {row["owner_id"]: Schedule(row["usual_interval"], row["missing"]) for row in rows}
        return [found.get(owner_id) for owner_id in owner_ids]
