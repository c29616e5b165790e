"""The order of a walk's steps and hops: by time, then by URN. The store's own numbers depend on arrival."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from asyncpg import Pool

from headwater.model.lineage import Hops, Longs
from headwater.model.questions import Direction
from headwater.store.queries import query
from headwater.threads import in_thread

Mask = npt.NDArray[np.bool_]


async def in_order(pool: Pool, hops: Hops, direction: Direction) -> Hops:
    """Return the same hops with steps, writes and hops in order. Only ties in time are looked up by URN."""

    def look() -> tuple[Longs, Mask, "_Writes", Mask]:
        times, writes = hops.first_times(direction), _Writes.of(hops)
        return times, _ties(times), writes, _ties(writes.moments)

    times, is_tied, writes, is_write_tied = await in_thread(len(hops), look)
    steps, columns = hops.steps, (hops.steps.run_ids, hops.steps.input_ids, hops.steps.output_ids)
    # Mostly one run made writes of one moment: then the assets tell their order.
    by_several = writes.writer_ids[is_write_tied & _differ_in_ties(writes.moments, writes.writer_ids)]
    tied = [*(column[is_tied] for column in columns), by_several, writes.asset_ids[is_write_tied]]
    urns = await _Urns.of(pool, tied)

    def sort() -> Hops:
        runs, inputs, outputs = map(urns, columns)
        step_order = np.lexsort((outputs, inputs, steps.attempts, runs, times))
        by_urn = (urns(writes.asset_ids), urns(writes.writer_ids))
        write_order = np.lexsort((writes.attempts, *by_urn, writes.moments))
        return _renumbered(hops, step_order, writes.of_hops, write_order)

    return await in_thread(len(hops), sort)


async def places_of_runs(pool: Pool, run_ids: Longs) -> Longs:
    """Return the rank of each run among them, by URN."""
    return (await _Urns.of(pool, [run_ids]))(run_ids)


async def places_of_writes(pool: Pool, edge_ids: Longs) -> Longs:
    """Return the rank of each edge among them, by the URNs of run and asset."""
    run_ids, asset_ids = await ends_of_edges(pool, edge_ids)
    urns = await _Urns.of(pool, [run_ids, asset_ids])
    return np.unique(np.stack([urns(run_ids), urns(asset_ids)], axis=1), axis=0, return_inverse=True)[1].reshape(-1)


WriteKey = tuple[int, int, int]
"""A write by its moment, edge and attempt."""


async def newest_first(pool: Pool, groups: Sequence[Collection[WriteKey]]) -> list[list[WriteKey]]:
    """Return each group of writes, newest first, ties by the URNs of run and asset, then the later attempt."""
    edge_ids = np.array([key[1] for group in groups for key in group], np.int64)
    run_ids, asset_ids = await ends_of_edges(pool, edge_ids)
    urns = await _Urns.of(pool, [run_ids, asset_ids])
    names = zip(urns(run_ids).tolist(), urns(asset_ids).tolist(), strict=True)
    ranked = dict(zip(edge_ids.tolist(), names, strict=True))
    return [sorted(group, key=lambda key: (-key[0], ranked[key[1]], -key[2])) for group in groups]


class _Writes:
    """The writes among hops, each (edge, attempt) once."""

    def __init__(self, hops: Hops, chosen: Longs, of_hops: Longs) -> None:
        self.attempts = hops.attempts[chosen]
        self.writer_ids = hops.writer_ids[chosen]
        self.asset_ids = hops.asset_ids[chosen]
        self.moments = hops.moments[chosen]
        self.of_hops = of_hops
        """The number of each hop's write; -1 for a hop without a write."""

    @classmethod
    def of(cls, hops: Hops) -> "_Writes":
        written = np.flatnonzero(hops.edge_ids != 0)
        attempts = hops.attempts[written].astype(np.int64)
        keys = hops.edge_ids[written] * (attempts.max(initial=0) + 1) + attempts
        found, numbers = np.unique(keys, return_inverse=True)
        of_hops = np.full(len(hops), -1, np.int64)
        of_hops[written] = numbers
        chosen = np.empty(len(found), np.int64)  # any hop of each write
        chosen[numbers] = written
        return cls(hops, chosen, of_hops)


class _Urns:
    """The ranks of entities by their URNs; 0 for entities that were not looked up."""

    def __init__(self, ids: Longs, places: Longs) -> None:
        self._ids = ids
        self._places = places

    @classmethod
    async def of(cls, pool: Pool, parts: Sequence[Longs]) -> "_Urns":
        ids = np.unique(np.concatenate(parts))
        ids = ids[ids != 0]
        if not len(ids):
            return cls(ids, ids)
        packed = await pool.fetchval(query("places_of_entities"), ids.tolist())
        return cls(ids, np.frombuffer(packed, ">i8").astype(np.int64))

    def __call__(self, ids: Longs) -> Longs:
        if not len(self._ids):
            return np.zeros(len(ids), np.int64)
        found = np.searchsorted(self._ids, ids).clip(max=len(self._ids) - 1)
        return np.where(self._ids[found] == ids, self._places[found], 0)


def _ties(times: Longs) -> Mask:
    """Return True for each time that occurs more than once."""
    order = np.argsort(times)
    is_same = times[order[1:]] == times[order[:-1]]
    are_tied = np.zeros(len(times), bool)
    are_tied[order[1:][is_same]] = are_tied[order[:-1][is_same]] = True
    return are_tied


def _differ_in_ties(times: Longs, values: Longs) -> Mask:
    """Return True for each time with several values."""
    order = np.lexsort((values, times))
    differ = (times[order[1:]] == times[order[:-1]]) & (values[order[1:]] != values[order[:-1]])
    return np.isin(times, times[order[1:]][differ])


async def ends_of_edges(pool: Pool, edge_ids: Longs) -> tuple[Longs, Longs]:
    """Return the run and the asset of each edge."""
    if not len(edge_ids):
        return edge_ids, edge_ids
    row = await pool.fetchrow(query("ends_of_edges"), edge_ids.tolist())
    run_ids, asset_ids = (np.frombuffer(packed, ">i8").astype(np.int64) for packed in row)
    return run_ids, asset_ids


def _renumbered(hops: Hops, step_order: Longs, writes: Longs, write_order: Longs) -> Hops:
    """Renumber steps and writes by their new ranks, and sort hops by these."""
    steps = hops.steps
    step_places = np.append(_places(step_order), -1).astype(np.int32)  # -1, nobody, is still -1
    write_places = np.append(_places(write_order) + 1, 0)[writes]
    from_steps, to_steps = step_places[hops.from_steps], step_places[hops.to_steps]
    order = np.lexsort((hops.flags, hops.untils, hops.sinces, write_places, to_steps, from_steps))
    return replace(
        hops,
        steps=steps.picked(step_order),
        are_starts=hops.are_starts[step_order],
        start_untils=hops.start_untils[step_order],
        from_steps=from_steps,
        to_steps=to_steps,
        writes=write_places,
    ).picked(order)


def _places(order: Longs) -> Longs:
    """Return the rank of each index in an order."""
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    return places
