"""Walks over runs and writes: one statement a walk, with steps and hops as packed columns."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from asyncpg import Pool, Record

from headwater import metrics
from headwater.model.lineage import NEVER, Hops, Longs, to_micros
from headwater.model.questions import Direction, PointInTime
from headwater.model.upstream import Upstream
from headwater.store.fetching import fetch, grouped
from headwater.store.packed_hops import rows_of, unpack
from headwater.store.queries import query
from headwater.store.walk_order import WriteKey, ends_of_edges, in_order, newest_first, places_of_runs, places_of_writes
from headwater.threads import in_thread

FOREVER = datetime.max.replace(tzinfo=UTC)
BEFORE_ALL = datetime.min.replace(tzinfo=UTC)
"""asyncpg's words for infinity and -infinity."""

OUT_OF_TIME = metrics.IMPACT_WALKS.labels("out_of_time")
_COMPLETE = metrics.IMPACT_WALKS.labels("complete")
_TRUNCATED = metrics.IMPACT_WALKS.labels("truncated")


@dataclass(frozen=True, slots=True)
class StartStep:
    """The start of a walk: a run, or one version of it. Only its reads that began after `after` count.

    With the run NOBODY: the implicit version of the data `output_id`, as if written at `after`.
    until: the end of the version, for a start upstream.
    """

    run_id: int
    attempt: int = 0
    output_id: int = 0
    after: datetime = BEFORE_ALL
    until: datetime = FOREVER
    is_open: bool = False
    """True for an open write: its sources are only possible."""


@dataclass(frozen=True, slots=True)
class Region:
    """The runs to which a walk leads: runs of some jobs that began to read by a moment."""

    job_ids: Sequence[int]
    """Jobs and flows; a run in place of a job stands for itself."""

    class_ids: Sequence[int]
    """The data that they read."""

    until: datetime


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a walk: steps, seconds, runs away from the start (None: any number), and the region (None: all)."""

    steps: int
    seconds: float
    depth: int | None = None
    region: Region | None = None


def walk_query(
    direction: Direction,
    *,
    is_evaluated: bool,
    has_region: bool = False,
    by_remains: bool = False,
) -> str:
    """Return the SQL of a walk: by the materialised answers, or by the rule at a point in time.

    by_remains: a version that an unknown write covered leads to the remains of its data, and these to later reads.
    """
    side = "down" if direction is Direction.DOWNSTREAM else "up"
    hops = query(f"hops_{side}_{'evaluated' if is_evaluated else 'materialised'}")
    has_other = f"\n{query('hops_down_has_other')}\n"
    hops = hops.replace("{has_other}", has_other)
    hops = hops.replace("{remains}", f"\n{query(f'hops_{side}_of_remains')}" if by_remains else "")
    if has_region:
        first = 15 if is_evaluated else 10
        region = query("hops_of_region")
        for place, name in enumerate(("{jobs}", "{data}", "{until}"), first):
            region = region.replace(name, f"${place}")
        hops = region.replace("{hops}", f"\n{hops}\n")
    if side == "down" and not has_region:
        by_rule, holds = "k.run_id IS NULL", f" {query('kept_holds_at')}" if is_evaluated else ""
        kept = query("kept_step_of_walk").replace("{holds}", holds)
        parts = {"{kept}": kept, "{kept_rows}": query("kept_rows_of_walk"), "{expands}": f"{by_rule} OR {has_other}"}
    else:
        by_rule, parts = "true", {"{kept}": "", "{kept_rows}": "", "{expands}": "true"}
    unsettled = query("unsettled_rows_of_walk") if is_evaluated else ""
    parts |= {"{hops}": hops.replace("{by_rule}", by_rule), "{unsettled}": unsettled}
    start, most_steps, near = (
        [query(f"{name}_by_remains") for name in ("start", "most_steps", "near")] if by_remains else ["0", "$6", ""]
    )
    parts |= {"{start}": start, "{most_steps}": most_steps, "{near}": near, "{by_remains}": str(by_remains).lower()}
    walk = query("walk")
    for name, text in parts.items():
        walk = walk.replace(name, text)
    return walk


def walk_arguments(
    starts: Sequence[StartStep], point_in_time: PointInTime, limits: Limits, *, containment: bool
) -> list[Any]:
    """Return the arguments of a walk's SQL."""
    columns = (
        [start.run_id for start in starts],
        [start.attempt for start in starts],
        [0] * len(starts),
        [start.output_id for start in starts],
        [start.after for start in starts],
    )
    # One step more than allowed, to show that there are more.
    bounds = (limits.steps + 1, timedelta(seconds=limits.seconds), containment, limits.depth)
    region = limits.region
    of_region = [] if region is None else [region.job_ids, region.class_ids, region.until]
    if point_in_time.assumes_nothing:
        return [*columns, *bounds, *of_region]
    return [*columns, *bounds, *point_in_time_arguments(point_in_time), point_in_time.possible, *of_region]


def point_in_time_arguments(point_in_time: PointInTime) -> tuple[datetime, datetime, timedelta, bool]:
    """Return the point in time as arguments of queries, without `possible`."""
    return (
        point_in_time.as_of or FOREVER,
        point_in_time.known_at or FOREVER,
        point_in_time.tolerance,
        point_in_time.appends,
    )


class Walks:
    """Walks over the resolved graph of runs and the writes that they saw."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def walk(
        self,
        starts: Sequence[StartStep],
        direction: Direction,
        point_in_time: PointInTime,
        limits: Limits,
        *,
        containment: bool = False,
        by_remains: bool = False,
    ) -> Hops:
        """Return all steps reachable from some, with the hops between them; beyond the depth, only the nearest."""
        is_evaluated, has_region = not point_in_time.assumes_nothing, limits.region is not None
        sql = walk_query(direction, is_evaluated=is_evaluated, has_region=has_region, by_remains=by_remains)
        arguments = walk_arguments(starts, point_in_time, limits, containment=containment)
        row = await self._pool.fetchrow(sql, *arguments)
        assert row is not None
        # The driver's infinity has no zone.
        untils = np.array([NEVER if s.until.year == FOREVER.year else to_micros(s.until) for s in starts], np.int64)
        are_repeated = by_remains and limits.depth is not None
        hops = await in_thread(rows_of(row), partial(unpack, row, untils, limits.steps, are_repeated=are_repeated))
        outcome = OUT_OF_TIME if row["is_late"] else _TRUNCATED if hops.is_truncated else _COMPLETE
        outcome.inc()
        return await in_order(self._pool, hops, direction)

    async def visible(self, class_ids: Sequence[int], at: datetime, point_in_time: PointInTime) -> list[list[Record]]:
        """Return the versions of each class that are visible at a time, newest first."""
        as_of, known_at, _, appends = point_in_time_arguments(point_in_time)
        rows = await self._pool.fetch(query("visible_versions"), class_ids, at, as_of, known_at, appends)
        return grouped(rows, "shown_by", class_ids)

    async def shows_implicit(self, class_id: int, at: datetime, point_in_time: PointInTime) -> bool:
        """Return True if data show at a time their content from before the first known write."""
        as_of, known_at, _, appends = point_in_time_arguments(point_in_time)
        found: bool = await self._pool.fetchval(query("shows_implicit_version"), class_id, at, as_of, known_at, appends)
        return found

    async def versions_of_run(self, run_id: int, class_id: int, point_in_time: PointInTime) -> list[Record]:
        """Return the versions that a run made of data, newest first."""
        as_of, known_at, _, appends = point_in_time_arguments(point_in_time)
        return list(await self._pool.fetch(query("versions_of_run"), run_id, class_id, as_of, known_at, appends))

    async def makers(self, keys: Sequence[tuple[int, int]], point_in_time: PointInTime) -> list[Record]:
        """Return the runs that made versions, by (edge, attempt), with those whose write is the same."""
        edge_ids, attempts = [edge_id for edge_id, _ in keys], [attempt for _, attempt in keys]
        as_of, known_at, _, appends = point_in_time_arguments(point_in_time)
        return list(await self._pool.fetch(query("makers_of_versions"), edge_ids, attempts, as_of, known_at, appends))

    async def versions_by_key(self, keys: Sequence[tuple[int, int]], point_in_time: PointInTime) -> list[Record | None]:
        """Return the version of each (edge, attempt), with the times and the id known at a point in time."""
        edge_ids, attempts = [edge_id for edge_id, _ in keys], [attempt for _, attempt in keys]
        as_of, known_at, _, appends = point_in_time_arguments(point_in_time)
        rows = await self._pool.fetch(query("versions_by_key"), edge_ids, attempts, as_of, known_at, appends)
        found = {(row["edge_id"], row["attempt"]): row for row in rows}
        return [found.get(key) for key in keys]

    async def newest_first(self, groups: Sequence[Collection[WriteKey]]) -> list[list[WriteKey]]:
        """Return each group of versions, newest first, ties by URN."""
        return await newest_first(self._pool, groups)

    async def places_of_runs(self, run_ids: Longs) -> Longs:
        """Return the rank of each run among them, by URN."""
        return await places_of_runs(self._pool, run_ids)

    async def places_of_versions(self, edge_ids: Longs) -> Longs:
        """Return the rank of each version's edge among them, by the URNs of run and asset."""
        return await places_of_writes(self._pool, edge_ids)

    async def possible_destroyers(
        self, keys: Sequence[tuple[int, int]], at: datetime, point_in_time: PointInTime, limit: int
    ) -> list[list[Record]]:
        """Return the newest open writes up to a time that may have destroyed each version since, newest first."""
        edge_ids, attempts = [edge_id for edge_id, _ in keys], [attempt for _, attempt in keys]
        as_of, known_at, _, appends = point_in_time_arguments(point_in_time)
        arguments = (edge_ids, attempts, at, as_of, known_at, appends, limit)
        rows = await self._pool.fetch(query("possible_destroyers"), *arguments)
        found: dict[tuple[int, int], list[Record]] = {key: [] for key in keys}
        for row in rows:
            found[row["version_edge_id"], row["version_attempt"]].append(row)
        return [found[key] for key in keys]

    async def reads_of_runs(self, run_ids: Sequence[int], point_in_time: PointInTime) -> list[list[Record]]:
        """Return the reads of each run, with the versions that each read saw."""
        arguments = (*point_in_time_arguments(point_in_time), point_in_time.possible)
        return grouped(await self._pool.fetch(query("reads_of_runs"), run_ids, *arguments), "run_id", run_ids)

    async def states(self, run_ids: Sequence[int], point_in_time: PointInTime) -> list[Record | None]:
        """Return the state of each run as known at a point in time; None if none of its events was known."""
        as_of, known_at, *_ = point_in_time_arguments(point_in_time)
        rows = await self._pool.fetch(query("states_at_point_in_time"), run_ids, as_of, known_at)
        found = {row["run_id"]: row for row in rows}
        return [found.get(run_id) for run_id in run_ids]

    async def outputs(self, run_ids: Sequence[int], point_in_time: PointInTime) -> list[list[Record]]:
        """Return the outputs of each run as known at a point in time, with `statistics` as JSON, by URN."""
        as_of, known_at, *_ = point_in_time_arguments(point_in_time)
        return grouped(await fetch(self._pool, "outputs_at_point_in_time", run_ids, as_of, known_at), "run_id", run_ids)

    async def runs_to_start_from(self, entity_id: int) -> list[int]:
        """Return the runs of a job or a flow."""
        return [row["id"] for row in await self._pool.fetch(query("runs_to_start_from"), entity_id)]

    async def runs_within(self, run_ids: Sequence[int]) -> list[int]:
        """Return these runs and all that they contain."""
        return [row["id"] for row in await self._pool.fetch(query("runs_within"), run_ids)]

    async def runs_directly_within(self, run_ids: Sequence[int], point_in_time: PointInTime, most: int) -> list[int]:
        """Return the runs directly within these, without these and later ones; at most `most`."""
        as_of, known_at, *_ = point_in_time_arguments(point_in_time)
        rows = await self._pool.fetch(query("runs_directly_within"), run_ids, most, as_of, known_at)
        return [row["id"] for row in rows]

    async def runs_known_by(self, run_ids: Sequence[int], point_in_time: PointInTime) -> set[int]:
        """Return those of some runs that may have been known at a point in time; no other run has an effect there."""
        as_of, known_at, *_ = point_in_time_arguments(point_in_time)
        return {row["id"] for row in await self._pool.fetch(query("runs_known_by"), run_ids, as_of, known_at)}

    async def stale_starts(self, run_ids: Sequence[int], point_in_time: PointInTime) -> list[StartStep]:
        """Return the starts of a walk to readers of old data, which failed runs among these should have replaced."""
        arguments = (*point_in_time_arguments(point_in_time), point_in_time.possible)
        rows = await self._pool.fetch(query("stale_starts"), run_ids, *arguments)
        return [StartStep(row["run_id"], row["attempt"], row["output_id"], row["after"]) for row in rows]

    async def unwritten_outputs(
        self, run_ids: Sequence[int], failed_ids: Sequence[int], point_in_time: PointInTime
    ) -> list[str]:
        """Return the URNs of the data that failed runs should have written, and none of run_ids wrote.

        Data that the failed runs name count only if somebody has ever written them.
        """
        arguments = (*point_in_time_arguments(point_in_time), point_in_time.possible)
        rows = await self._pool.fetch(query("unwritten_outputs"), run_ids, *arguments, failed_ids)
        return [row["urn"] for row in rows]

    async def jobs_at_risk(
        self,
        edge_ids: Sequence[int],
        attempts: Sequence[int],
        at: datetime,
        point_in_time: PointInTime,
        implicit: StartStep | None = None,
    ) -> list[Record]:
        """The jobs that read some versions next, or an implicit one, whose edge is None; by URN."""
        feed = (None, None) if implicit is None else (implicit.output_id, implicit.after)
        arguments = (*point_in_time_arguments(point_in_time), point_in_time.possible, *feed)
        return list(await self._pool.fetch(query("jobs_at_risk"), edge_ids, attempts, at, *arguments))

    async def assumed_replaced(
        self,
        versions: Sequence[tuple[int, int]],
        run_ids: Sequence[int],
        direction: Direction,
        point_in_time: PointInTime,
        implicit: StartStep | None,
    ) -> list[int]:
        """Return the data, by URN, for which the assumption matters that unknown writes replace.

        Takes the versions of an answer (edge, attempt), and the runs that are certain in it or its start.
        """
        feed = (None, None) if implicit is None else (implicit.output_id, implicit.after)
        arguments = (
            [edge_id for edge_id, _ in versions],
            [attempt for _, attempt in versions],
            run_ids,
            direction is Direction.UPSTREAM,
        )
        rows = await self._pool.fetch(
            query("assumed_replaced"), *arguments, *point_in_time_arguments(point_in_time), *feed
        )
        return [row["id"] for row in rows]

    async def roots(self, steps: Upstream, point_in_time: PointInTime) -> list[Record]:
        """Return the reads without a visible version, by asset, and the runs that read nothing, nearest first."""
        as_of, known_at, *_ = point_in_time_arguments(point_in_time)
        return await fetch(
            self._pool,
            "roots_of_steps",
            steps.run_ids.tolist(),
            steps.attempts.tolist(),
            steps.output_ids.tolist(),
            (steps.readers + 1).tolist(),
            steps.edge_ids.tolist(),
            as_of,
            known_at,
        )

    async def stale_inputs(
        self, edge_ids: Sequence[int], sinces: Sequence[datetime], point_in_time: PointInTime
    ) -> list[Record]:
        """Return the failed or skipped runs that should have replaced versions before their last reads."""
        as_of, known_at, *_ = point_in_time_arguments(point_in_time)
        return await fetch(self._pool, "stale_inputs", edge_ids, sinces, as_of, known_at)

    async def runs_to_draw(self, run_ids: Sequence[int], point_in_time: PointInTime) -> dict[int, Record]:
        """Return, by id, the URN, the job, the state and the times of runs as known at a point in time."""
        arguments = (*point_in_time_arguments(point_in_time), point_in_time.possible)
        return {row["id"]: row for row in await self._pool.fetch(query("runs_to_draw"), run_ids, *arguments)}

    async def templates_of_runs(self, run_ids: Longs) -> Longs:
        """Return the job of each run; 0 for a run without a job."""
        packed = await self._pool.fetchval(query("templates_of_runs"), run_ids.tolist())
        return np.frombuffer(packed, ">i8").astype(np.int64)

    async def results_of_runs(self, run_ids: Longs) -> list[str]:
        """Return the latest result of each run; empty for a run without one."""
        rows = await self._pool.fetch(query("results_of_runs"), run_ids.tolist())
        return [row["result"] for row in rows]

    async def durations_of_runs(self, run_ids: Longs, point_in_time: PointInTime) -> npt.NDArray[np.float64]:
        """Return the duration of each run in milliseconds; 0 if it is unknown, or the run has not ended."""
        as_of, known_at, *_ = point_in_time_arguments(point_in_time)
        packed = await self._pool.fetchval(query("durations_of_runs"), run_ids.tolist(), as_of, known_at)
        return np.frombuffer(packed, ">f8").astype(np.float64)

    async def classes_of_versions(self, edge_ids: Longs) -> Longs:
        """Return the class of names of each version's edge."""
        packed = await self._pool.fetchval(query("classes_of_versions"), edge_ids.tolist())
        return np.frombuffer(packed, ">i8").astype(np.int64)

    async def writers_of_versions(self, edge_ids: Longs) -> Longs:
        """Return the run of each version's edge."""
        return (await ends_of_edges(self._pool, edge_ids))[0]

    async def classes_of_assets(self, asset_ids: Sequence[int]) -> list[int]:
        """Return the class of names of each asset, in the given order: its reads and writes are stored by class."""
        found = dict(await self._pool.fetch(query("classes_of_assets"), asset_ids))
        return [found[asset_id] for asset_id in asset_ids]
