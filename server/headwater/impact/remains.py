"""Possible hops in place of steps that stand for the remains of data (docs/point-in-time-rule.md).

An unknown write may leave older versions. So a read after n unknown writes possibly saw n versions: with as many reads,
n times n hops. A walk meets the remains of the data instead, once at each unknown write (`sql/functions/remains.sql`).
Then a read gets a hop from one of the versions that may remain: the newest of those nearest to the start. Upstream a
version gets a hop from one of the reads: the first of those nearest to the start.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import scipy

from headwater.impact.affected import paths
from headwater.impact.graph import Adjacency
from headwater.model.lineage import NEVER, REMAINS, Hops, Longs
from headwater.model.questions import Direction

Mask = npt.NDArray[np.bool_]

_NONE = -1


def without_remains(hops: Hops, direction: Direction, tolerance_micros: int) -> Hops:
    """Return the hops of a walk without steps of remains, in the same order.

    All runs have the same distance and time as by all possible hops.
    """
    are_remains = hops.steps.run_ids == REMAINS
    if not are_remains.any():
        return hops
    is_upstream = direction is Direction.UPSTREAM
    hops = _with_told(hops, are_remains)
    of_remains, to_remains = _ends(hops, are_remains)
    at = (to_remains, hops.to_steps) if is_upstream else (of_remains, hops.from_steps)
    numbers = np.where(*at, _NONE)
    in_time = paths(_as_writes(hops, numbers), tolerance_micros, certain=False, upstream=is_upstream).valid
    used = in_time & (hops.to_steps >= 0)
    levels = _levels(hops, used, are_remains)
    entries = _entries(hops, np.flatnonzero(used & to_remains), are_remains, levels, is_upstream)
    exits = np.flatnonzero(used & of_remains & ~to_remains)
    others = np.flatnonzero(~of_remains & ~to_remains)
    return _sorted(_only_runs(_joined(hops, others, entries[hops.from_steps[exits]], exits, is_upstream), are_remains))


def _ends(hops: Hops, are_remains: Mask) -> tuple[Mask, Mask]:
    """Return two masks of hops: those from remains, and those to remains."""
    return are_remains[hops.from_steps], np.append(are_remains, False)[hops.to_steps]


def _with_told(hops: Hops, are_remains: Mask) -> Hops:
    """Return the hops, with each one from remains that names its version as hops from the steps that made it.

    The reader, or a relative, wrote the data before: so it may have seen other versions than most readers.
    """
    of_remains, to_remains = _ends(hops, are_remains)
    made = np.flatnonzero(to_remains & ~of_remains & (hops.edge_ids != 0))
    told = np.flatnonzero(of_remains & (hops.edge_ids != 0))
    if not len(made) or not len(told):
        return hops
    made = made[np.argsort(hops.writes[made], kind="stable")]
    first, last = (np.searchsorted(hops.writes[made], hops.writes[told], side) for side in ("left", "right"))
    number = last - first
    of_told = np.repeat(np.arange(len(told)), number)
    place = np.arange(len(of_told)) - np.repeat(np.cumsum(number) - number, number)
    makers = hops.from_steps[made[first[of_told] + place]]
    others = np.flatnonzero(~of_remains | (hops.edge_ids == 0))
    found = hops.picked(np.concatenate([others, told[of_told]]))
    return replace(found, from_steps=np.concatenate([hops.from_steps[others], makers]))


def _as_writes(hops: Hops, numbers: Longs) -> Hops:
    """Return the hops with those of a number as hops by a write of that number, so that their order in time counts."""
    is_write = numbers != _NONE
    return replace(
        hops,
        edge_ids=np.where(is_write, -numbers - 1, hops.edge_ids),
        writes=np.where(is_write, hops.writes.max(initial=0) + numbers + 1, hops.writes),
        written_untils=np.where(is_write, NEVER, hops.written_untils),
    )


def _levels(hops: Hops, used: Mask, are_remains: Mask) -> npt.NDArray[np.float64]:
    """Return the number of runs to each step, its own included; remains do not count."""
    graph = Adjacency.of_edges(len(are_remains), hops.from_steps[used], hops.to_steps[used])
    lengths = np.where(are_remains[graph.neighbours], 0.0, 1.0)
    matrix = scipy.sparse.csr_array((lengths, graph.neighbours, graph.offsets), shape=(len(are_remains),) * 2)
    found: npt.NDArray[np.float64] = scipy.sparse.csgraph.dijkstra(
        matrix, indices=np.flatnonzero(hops.are_starts), min_only=True
    )
    return found


def _entries(
    hops: Hops, to_remains: Longs, are_remains: Mask, levels: npt.NDArray[np.float64], is_upstream: bool
) -> Longs:
    """Return, for each step of remains, the hop by which runs nearest to the start lead there: by the newest version.

    Upstream: by the first read. _NONE for other steps.
    """
    found = np.full(len(are_remains), _NONE, np.int64)
    best: dict[int, tuple[int, int, int]] = {}
    near = to_remains[levels[hops.from_steps[to_remains]] == levels[hops.to_steps[to_remains]]]
    moments = hops.steps.output_ids[hops.to_steps[near]]  # remains lead to later ones, upstream to earlier ones
    near = near[np.argsort(-moments if is_upstream else moments, kind="stable")]
    sources, targets = hops.from_steps[near].tolist(), hops.to_steps[near].tolist()
    for hop, source, target in zip(near.tolist(), sources, targets, strict=True):
        entry = int(found[source]) if are_remains[source] else hop
        time = int(hops.sinces[entry]) if is_upstream else -int(hops.moments[entry])
        key = (time, int(hops.writes[entry]), int(hops.from_steps[entry]))
        if target not in best or key < best[target]:
            best[target], found[target] = key, entry
    return found


def _joined(hops: Hops, others: Longs, entries: Longs, exits: Longs, is_upstream: bool) -> Hops:
    """Return some hops as they are, and each pair of a hop to remains and one from remains as a hop."""
    into, out = np.concatenate([others, entries]), np.concatenate([others, exits])
    written, read = (hops.picked(rows) for rows in ((out, into) if is_upstream else (into, out)))
    return replace(
        written,
        from_steps=hops.from_steps[into],
        to_steps=hops.to_steps[out],
        flags=written.flags | read.flags,
        sinces=read.sinces,
        untils=read.untils,
    )


def _only_runs(hops: Hops, are_remains: Mask) -> Hops:
    """Return the hops without the steps of remains, to which none leads."""
    runs = np.flatnonzero(~are_remains)
    places = np.append(np.cumsum(~are_remains) - 1, _NONE).astype(np.int32)
    return replace(
        hops,
        steps=hops.steps.picked(runs),
        are_starts=hops.are_starts[runs],
        start_untils=hops.start_untils[runs],
        from_steps=places[hops.from_steps],
        to_steps=places[hops.to_steps],
    )


def _sorted(hops: Hops) -> Hops:
    """Return the hops in the order of a walk (`store/walk_order.py`), each once."""
    columns = (hops.flags, hops.untils, hops.sinces, hops.writes, hops.to_steps, hops.from_steps)
    order = np.lexsort(columns)
    is_new = np.ones(len(order), bool)
    is_new[1:] = np.any([column[order[1:]] != column[order[:-1]] for column in columns], axis=0)
    return hops.picked(order[is_new])
