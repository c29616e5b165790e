"""Possible hops in place of steps that stand for the remains of data (docs/point-in-time-rule.md).

An unknown write may leave older versions. So a read after n unknown writes possibly saw n versions: with as many reads,
n times n hops. A walk meets the remains of the data instead, once at each unknown write (`sql/functions/remains.sql`).
Then a read gets a hop from one of the versions that may remain: the newest of those nearest to the start. Upstream a
version gets hops from at most three reads: the first of those nearest to the start, the first of all, and the last.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import scipy

from headwater.impact.affected import paths
from headwater.impact.graph import Adjacency
from headwater.model.lineage import INDIRECT_COLUMN, NEVER, REMAINS, Hops, Ints, Longs
from headwater.model.questions import Direction

Mask = npt.NDArray[np.bool_]

_NONE = -1


def bounded(hops: Hops, direction: Direction, depth: int | None) -> Hops:
    """Return the hops of a walk by remains, with a depth only from steps within it."""
    are_remains = hops.steps.run_ids == REMAINS
    hops = hops if direction is Direction.UPSTREAM else _with_told(hops, are_remains)
    if depth is None:
        return hops
    levels = _levels(hops, hops.to_steps >= 0, are_remains)
    return hops.picked(np.flatnonzero(levels[hops.from_steps] <= depth))


def without_remains(hops: Hops, direction: Direction, tolerance_micros: int) -> Hops:
    """Return the hops of a walk without steps of remains, in the same order.

    All runs have the same distance and time as by all possible hops. Takes `bounded` hops, also if they are narrowed to
    columns since: then each step of remains has one column.
    """
    are_remains = hops.steps.run_ids == REMAINS
    is_upstream = direction is Direction.UPSTREAM
    if not are_remains.any():
        return hops
    of_remains, to_remains = _ends(hops, are_remains)
    # The hops from remains, upstream those to them, count as by a write: so `paths` minds the time of remains.
    chosen, of_steps = (to_remains, hops.to_steps) if is_upstream else (of_remains, hops.from_steps)
    written = _as_writes(hops, chosen, of_steps)
    entries: list[Longs] = []
    out = np.zeros(len(hops), bool)
    # Columns that direct uses alone reach have paths of these.
    for without in [0, INDIRECT_COLUMN] if (hops.flags & INDIRECT_COLUMN).any() else [0]:
        in_time = paths(written, tolerance_micros, certain=False, upstream=is_upstream, without=without).valid
        used = in_time & (hops.to_steps >= 0)
        entries += _all_entries(hops, used, to_remains, are_remains, is_upstream)
        out |= used & of_remains & ~to_remains
    others = np.flatnonzero(~of_remains & ~to_remains)
    found = _joined(hops, others, entries, np.flatnonzero(out), is_upstream)
    return _sorted(found.of_steps(np.flatnonzero(~are_remains)))


def _all_entries(hops: Hops, used: Mask, to_remains: Mask, are_remains: Mask, is_upstream: bool) -> list[Longs]:
    """Return the hops that count as those by which runs lead to each step of remains, of the used ones."""
    into = np.flatnonzero(used & to_remains)
    nearest = into[_are_nearest(hops, used, into, are_remains)]
    by_time = [(nearest, -hops.moments)]
    if is_upstream:
        by_time = [(nearest, hops.sinces), (into, hops.sinces), (into, -hops.sinces)]
    return [_entries(hops, some, are_remains, times, is_upstream) for some, times in by_time]


def _ends(hops: Hops, are_remains: Mask) -> tuple[Mask, Mask]:
    """Return two masks of hops: those from remains, and those to remains."""
    return are_remains[hops.from_steps], np.append(are_remains, False)[hops.to_steps]


def _with_told(hops: Hops, are_remains: Mask) -> Hops:
    """Return the hops, with each one from remains that names its version as hops from the steps that made it.

    The reader, or a relative, wrote the data before: so it may have seen other versions than most readers.
    """
    of_remains, to_remains = _ends(hops, are_remains)
    made, named = np.flatnonzero(to_remains & ~of_remains), np.flatnonzero(of_remains & (hops.edge_ids != 0))
    if not len(named):
        return hops
    made = made[np.argsort(hops.writes[made], kind="stable")]
    first, last = (np.searchsorted(hops.writes[made], hops.writes[named], side) for side in ("left", "right"))
    number = last - first
    of_named = np.repeat(np.arange(len(named)), number)
    place = np.arange(len(of_named)) - np.repeat(np.cumsum(number) - number, number)
    makers = hops.from_steps[made[first[of_named] + place]]
    others = np.flatnonzero(~of_remains | (hops.edge_ids == 0))
    found = hops.picked(np.concatenate([others, named[of_named]]))
    return replace(found, from_steps=np.concatenate([hops.from_steps[others], makers]))


def _as_writes(hops: Hops, chosen: Mask, of_steps: Ints) -> Hops:
    """Return the hops with the chosen ones as if by a write of a step of remains."""
    numbers = of_steps.astype(np.int64) + 1
    return replace(
        hops,
        edge_ids=np.where(chosen, -numbers, hops.edge_ids),
        writes=np.where(chosen, hops.writes.max(initial=0) + numbers, hops.writes),
        written_untils=np.where(chosen, NEVER, hops.written_untils),
    )


def _are_nearest(hops: Hops, used: Mask, into: Longs, are_remains: Mask) -> Mask:
    """Return, for hops to remains, True if they come from as near to the start as any."""
    levels = _levels(hops, used, are_remains)
    return np.asarray(levels[hops.from_steps[into]] == levels[hops.to_steps[into]], bool)


def _levels(hops: Hops, used: Mask, are_remains: Mask) -> npt.NDArray[np.float64]:
    """Return the number of runs from the starts to each step by some hops; remains count as no distance."""
    graph = Adjacency.of_edges(len(are_remains), hops.from_steps[used], hops.to_steps[used])
    lengths = np.where(are_remains[graph.neighbours], 0.0, 1.0)
    matrix = scipy.sparse.csr_array((lengths, graph.neighbours, graph.offsets), shape=(len(are_remains),) * 2)
    starts = np.flatnonzero(hops.are_starts)
    return np.asarray(scipy.sparse.csgraph.dijkstra(matrix, indices=starts, min_only=True), float)


def _entries(hops: Hops, into: Longs, are_remains: Mask, times: Longs, is_upstream: bool) -> Longs:
    """Return, for each step of remains, the hop of least time by which a run leads there; _NONE for other steps.

    Remains lead to later ones, upstream to earlier ones, and pass their hop on.
    """
    moments = hops.steps.output_ids[hops.to_steps[into]]
    into = into[np.argsort(-moments if is_upstream else moments, kind="stable")]
    ranks = np.empty(len(hops), np.int64)
    ranks[np.lexsort((hops.from_steps, hops.writes, times))] = np.arange(len(hops))
    places = ranks.tolist()
    best: dict[int, int] = {}
    steps = (hops.from_steps[into].tolist(), hops.to_steps[into].tolist(), are_remains[hops.from_steps[into]].tolist())
    for hop, source, target, is_passed_on in zip(into.tolist(), *steps, strict=True):
        entry = best.get(source, _NONE) if is_passed_on else hop
        if entry != _NONE and (target not in best or places[entry] < places[best[target]]):
            best[target] = entry
    found = np.full(len(are_remains), _NONE, np.int64)
    found[list(best)] = list(best.values())
    return found


def _joined(hops: Hops, others: Longs, entries: Sequence[Longs], out: Longs, is_upstream: bool) -> Hops:
    """Return some hops as they are, and pairs of a hop to remains and one from remains as one hop each."""
    pairs = [(entered[hops.from_steps[out]], out) for entered in entries]
    pairs = [(entry[entry != _NONE], end[entry != _NONE]) for entry, end in pairs]
    first, last = (np.concatenate([others, *rows]) for rows in zip(*pairs, strict=True))
    written, read = (hops.picked(rows) for rows in ((last, first) if is_upstream else (first, last)))
    return replace(
        written,
        from_steps=hops.from_steps[first],
        to_steps=hops.to_steps[last],
        flags=written.flags | read.flags,
        sinces=read.sinces,
        untils=read.untils,
    )


def _sorted(hops: Hops) -> Hops:
    """Return the hops in the order of a walk (`store/walk_order.py`), each once."""
    columns = (hops.flags, hops.untils, hops.sinces, hops.writes, hops.to_steps, hops.from_steps)
    order = np.lexsort(columns)
    is_new = np.ones(len(order), bool)
    is_new[1:] = np.any([column[order[1:]] != column[order[:-1]] for column in columns], axis=0)
    return hops.picked(order[is_new])
