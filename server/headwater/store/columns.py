"""Read the facets by which runs told columns. Every method is one statement for all given keys."""

from collections.abc import Collection, Sequence

from asyncpg import Pool, Record

from headwater.model.questions import Direction, PointInTime
from headwater.store.fetching import fetch
from headwater.store.projections import ALWAYS, FOREVER, Window
from headwater.store.walks import point_in_time_arguments
from headwater.urn import text_key

MAX_RUNS = 1000
"""The newest runs of data among which jobs are looked for."""


class ColumnReader:
    """The facets by which runs told columns, at a point in time."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def facets_of_runs(self, run_ids: Sequence[int], point_in_time: PointInTime) -> list[Record]:
        """Return the facets by which runs told columns: run, direction, data, name, content key."""
        return await fetch(self._pool, "column_facets_of_runs", run_ids, *point_in_time_arguments(point_in_time)[:2])

    async def derived(self, run_ids: Sequence[int], point_in_time: PointInTime) -> list[Record]:
        """Return what runs made from what: run, output and input."""
        return await fetch(self._pool, "derived_classes", run_ids, *point_in_time_arguments(point_in_time)[:2])

    async def ruled_pairs(
        self, run_ids: Sequence[int], point_in_time: PointInTime
    ) -> dict[int, set[tuple[int | None, int | None]]]:
        """Return, for runs whose `lineage` facets rule out all else, their outputs with inputs."""
        found: dict[int, set[tuple[int | None, int | None]]] = {}
        for row in await fetch(self._pool, "ruled_pairs", run_ids, *point_in_time_arguments(point_in_time)[:2]):
            found.setdefault(row["run_id"], set()).add((row["output_id"], row["input_id"]))
        return found

    async def telling_runs(self, class_ids: Sequence[int], direction: Direction, window: Window) -> list[Record]:
        """Return, for data, the newest success of each job that read them; upstream, that wrote them."""
        side = "INPUT" if direction is Direction.DOWNSTREAM else "OUTPUT"
        times = (window.since or ALWAYS, window.until or FOREVER)
        return await fetch(self._pool, "telling_runs", class_ids, side, *times, MAX_RUNS)

    async def vias(self, ids: Sequence[int]) -> dict[tuple[int, int], str]:
        """Return the queries between assets, by their ids upstream and downstream."""
        rows = await fetch(self._pool, "vias_of_pairs", ids)
        return {(row["upstream_id"], row["downstream_id"]): row["via"] for row in rows}

    async def data_by_urn(self, urns: Collection[str]) -> dict[str, int]:
        """Return the data of each known URN."""
        rows = await fetch(self._pool, "data_by_urn", [text_key(urn) for urn in urns])
        return {row["urn"]: row["class_id"] for row in rows}
