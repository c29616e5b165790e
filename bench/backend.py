"""Compares networkx.descendants on a networkx graph and on a LineageGraph in one run: ratios of time and memory.

Every run builds the same graph: 500,001 nodes in 21 layers, the first of one node, and 1.2 M edges, each from a layer
to the next. tracemalloc counts the memory in separate builds, because counting takes time. "At most" is the peak while
the graph is built and queried; it includes the answer, a Python set of 500,000 nodes.
"""

import gc
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np

from headwater.impact.graph import Ids, LineageGraph

LAYERS, WIDTH, EDGES = 20, 25_000, 1_200_000
START = 0
ROUNDS = 5
MEGABYTE = 1_000_000
Build = Callable[[Ids, Ids], Any]


def main() -> None:
    """Print a table and the ratios."""
    if "headwater" not in nx.config.backends:
        sys.exit("networkx does not know the backend: install headwater anew, so that its entry points are there")
    edges = layered()
    builds: dict[str, Build] = {"networkx.DiGraph": native, "LineageGraph": LineageGraph}
    graphs = {name: built(build, edges) for name, build in builds.items()}
    times: dict[str, list[float]] = {name: [] for name in builds}
    reached = 0
    for _ in range(ROUNDS):
        for name, (graph, _) in graphs.items():
            started = time.perf_counter()
            reached = len(nx.descendants(graph, START))
            times[name].append(time.perf_counter() - started)
    seconds = {name: (graphs[name][1], statistics.median(times[name])) for name in builds}
    graphs.clear()
    bytes_ = {name: traced(build, edges) for name, build in builds.items()}

    print(f"{len(edges[0]):,} edges, {reached:,} nodes reached")
    print("| | build s | descendants ms | held MB | at most MB |\n|---|---|---|---|---|")
    for name in builds:
        (build_s, ask_s), (held, most) = seconds[name], bytes_[name]
        print(f"| {name} | {build_s:.2f} | {ask_s * 1000:.0f} | {held / MEGABYTE:.0f} | {most / MEGABYTE:.0f} |")
    ours, theirs = bytes_["LineageGraph"], bytes_["networkx.DiGraph"]
    print(f"descendants {seconds['networkx.DiGraph'][1] / seconds['LineageGraph'][1]:.1f} times as fast (goal: 30)")
    print(f"memory held 1/{theirs[0] / ours[0]:.0f}, at most 1/{theirs[1] / ours[1]:.1f} (goal: 1/10)")


def layered() -> tuple[Ids, Ids]:
    """Return the edges: one to every node from the layer before, and the rest at random."""
    random = np.random.default_rng(5)
    heads = np.arange(LAYERS * WIDTH)
    heads = np.concatenate([heads, random.integers(WIDTH, LAYERS * WIDTH, EDGES - len(heads))])
    before = heads // WIDTH * WIDTH - WIDTH + random.integers(0, WIDTH, len(heads))
    return np.where(before < 0, START, before + 1).astype(np.int64), (heads + 1).astype(np.int64)


def native(sources: Ids, targets: Ids) -> Any:
    """Return the graph as networkx holds it."""
    return nx.DiGraph(zip(sources.tolist(), targets.tolist(), strict=True))


def built(build: Build, edges: tuple[Ids, Ids]) -> tuple[Any, float]:
    """Return a graph, and the seconds to build it."""
    started = time.perf_counter()
    graph = build(*edges)
    return graph, time.perf_counter() - started


def traced(build: Build, edges: tuple[Ids, Ids]) -> tuple[int, int]:
    """Return the bytes of a graph that was built and queried, and the peak until then."""
    gc.collect()
    tracemalloc.start()
    graph = build(*edges)
    nx.descendants(graph, START)
    gc.collect()
    held, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held, most


if __name__ == "__main__":
    main()
