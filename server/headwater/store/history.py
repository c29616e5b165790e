"""Compare runs with the history of their jobs (docs/anomalies.md). Every method is one statement."""

from collections.abc import Sequence
from datetime import datetime

from asyncpg import Pool, Record

from headwater.model.questions import PointInTime
from headwater.store.fetching import fetch, grouped
from headwater.store.queries import query
from headwater.store.walks import point_in_time_arguments


def history_query(*pairs: str) -> str:
    """Return the SQL that finds the values far from their history, among the pairs of these named fragments."""
    return query("far_from_history").replace("{pairs}", "\nUNION ALL\n".join(map(query, pairs)))


WORK = history_query("pairs_of_work")
"""The duration of successes, and the amounts that they wrote and read."""

ALL = history_query("pairs_of_work", "pairs_of_course")
"""The values of WORK, and those of the course of runs."""


class History:
    """Runs beside the earlier ones of their jobs. Times are UTC, durations milliseconds."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def unusual_work(self, run_ids: Sequence[int], point_in_time: PointInTime) -> list[Record]:
        """Return the successes whose work is far more or less than the history of their job, at a point in time."""
        as_of, known_at, *_ = point_in_time_arguments(point_in_time)
        return list(await self._pool.fetch(WORK, run_ids, as_of, known_at, ["OUTPUT"]))

    async def anomalies(self, run_ids: Sequence[int]) -> list[list[Record]]:
        """Return the values of each run that are far from the history of its job."""
        as_of, known_at, *_ = point_in_time_arguments(PointInTime())
        rows = await self._pool.fetch(ALL, run_ids, as_of, known_at, ["INPUT", "OUTPUT"])
        return grouped(rows, "run_id", run_ids)

    async def newest_runs(
        self, template_ids: Sequence[int], since: datetime, until: datetime, limit: int
    ) -> list[list[Record]]:
        """Return id and status of each job's newest runs that began from since on, before until."""
        rows = await fetch(self._pool, "newest_runs_of_templates", template_ids, since, until, limit)
        return grouped(rows, "owner_id", template_ids)
