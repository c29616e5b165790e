"""Reading what ways upstream end in, and what looks wrong on them: every method is one statement."""

from collections.abc import Sequence
from datetime import datetime

from asyncpg import Pool, Record

from headwater.model.questions import PointInTime
from headwater.model.upstream import Upstream
from headwater.store.fetching import fetch
from headwater.store.walks import point_in_time_arguments


class UpstreamReader:
    """What is known of steps upstream at a point in time. Times are UTC."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def roots(self, steps: Upstream, point_in_time: PointInTime) -> list[Record]:
        """What was read of which no version was seen, by asset, and the runs that read nothing, nearest first."""
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
        """Which runs failed, or were skipped, that should have replaced versions by the moments of their last reads."""
        as_of, known_at, *_ = point_in_time_arguments(point_in_time)
        return await fetch(self._pool, "stale_inputs", edge_ids, sinces, as_of, known_at)
