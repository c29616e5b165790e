"""The runs from which `impact.py` and `path_between.py` ask, chosen once by the size of their impact and kept."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from headwater.impact.graph import LineageGraph
from headwater.store.connections import connect

SIZES = (100, 10_000, 500_000)
TRIED_STARTS = 4000
NODES_PER_RUN = 2.5
"""A run and its 1.5 versions."""


@dataclass(frozen=True)
class Start:
    """A run to ask about, and the size of its impact."""

    run_id: int
    runs: int
    nodes: int


async def starts(url: str) -> dict[int, Start]:
    """Return a run for each size with an impact of about as many nodes; choose them unless the history keeps some."""
    connection = await connect(url)
    try:
        if not await connection.fetchval("SELECT to_regclass('public.bench_start') IS NOT NULL"):
            edges = await producers(url)
            chosen = _chosen(LineageGraph(edges[:, 0], edges[:, 1]))
            await connection.execute(
                "CREATE TABLE public.bench_start (size integer, run_id bigint, runs integer, nodes integer)"
            )
            rows = [(size, start.run_id, start.runs, start.nodes) for size, start in chosen.items()]
            await connection.copy_records_to_table("bench_start", records=rows)
        found = await connection.fetch("SELECT size, run_id, runs, nodes FROM bench_start ORDER BY size")
    finally:
        await connection.close()
    return {size: Start(*start) for size, *start in found}


async def producers(url: str) -> npt.NDArray[np.int64]:
    """Return the stored producer of each read: pairs of a run and its reader."""
    connection = await connect(url)
    rows = await connection.fetch("SELECT producer_run_id, run_id FROM bench_producer")
    await connection.close()
    return np.fromiter((part for row in rows for part in row), np.int64).reshape(-1, 2)


async def urns_of(url: str, ids: Sequence[int]) -> list[str]:
    """Return the URNs of entities."""
    connection = await connect(url)
    rows = await connection.fetch("SELECT id, urn FROM entity WHERE id = ANY ($1)", ids)
    await connection.close()
    found = {each["id"]: each["urn"] for each in rows}
    return [found[each] for each in ids]


def _chosen(graph: LineageGraph) -> dict[int, Start]:
    """Choose among the same runs at every call."""
    places = np.random.default_rng(3).choice(len(graph), min(TRIED_STARTS, len(graph)), replace=False)
    runs = np.array([len(graph.walk([place]).order) for place in places])
    nearest = {size: int(np.argmin(np.abs(runs * NODES_PER_RUN - size))) for size in SIZES}
    return {
        size: Start(int(graph.ids[places[index]]), int(runs[index]), round(runs[index] * NODES_PER_RUN))
        for size, index in nearest.items()
    }
