"""Facts for the search of a path: the jobs that can be on it, and the updates of a table from its own content."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from asyncpg import Pool

from headwater.model.questions import PointInTime
from headwater.store.queries import query
from headwater.store.walks import FOREVER, Region, point_in_time_arguments

MOST_LOOKS: Final = 20_000
"""The most index steps for a region; a job takes about six. They cost as much as as many steps of a walk."""


@dataclass(frozen=True, slots=True)
class Gap:
    """The time from one version of data to a later one."""

    class_id: int
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Update:
    """A run that read a version, and wrote the next one (edge, attempt)."""

    run_id: int
    version: tuple[int, int]


class PathReader:
    """Reads what a search from both ends needs beside its walks."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def region_before(self, run_ids: Sequence[int], point_in_time: PointInTime) -> Region | None:
        """Return the region of the runs that may have affected some runs; None if it is too large to tell."""
        arguments = (*point_in_time_arguments(point_in_time), point_in_time.possible)
        row = await self._pool.fetchrow(query("region_before"), run_ids, MOST_LOOKS, *arguments)
        if row["job_ids"] is None:
            return None
        until = FOREVER if row["until"] is None or row["until"].year == FOREVER.year else row["until"]
        return Region(row["job_ids"], row["class_ids"], until)

    async def updates_between(self, gaps: Sequence[Gap], point_in_time: PointInTime) -> tuple[int, list[Update]] | None:
        """Return a gap in which each run certainly read a version and wrote the next one: its index, and its runs."""
        as_of, known_at, _, appends = point_in_time_arguments(point_in_time)
        row = await self._pool.fetchrow(
            query("updates_between"),
            [gap.class_id for gap in gaps],
            [gap.since for gap in gaps],
            [gap.until for gap in gaps],
            as_of,
            known_at,
            appends,
        )
        if row is None:
            return None
        updates = zip(row["run_ids"], row["edge_ids"], row["attempts"], strict=True)
        return row["place"] - 1, [Update(run_id, (edge_id, attempt)) for run_id, edge_id, attempt in updates]
