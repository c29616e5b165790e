"""The kept graph that a server holds in memory, and walks over it (docs/store-merging.md)."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import structlog
from asyncpg import Connection

from headwater import metrics
from headwater.errors import HeadwaterError
from headwater.impact.kept_graph import KeptGraph
from headwater.impact.kept_walk import KeptWalk, OpenSteps
from headwater.lineage.told_steps import DataOfSteps, with_told_steps
from headwater.model.lineage import NO_STEPS, Longs, Steps
from headwater.store.background import running
from headwater.store.database import UNREACHABLE
from headwater.store.kept_steps import (
    KeptPart,
    KeptState,
    hops_of_steps,
    kept_part,
    kept_since,
    kept_state,
)
from headwater.store.pool import ReadPool

LOOK_SECONDS: Final = 10.0
"""The pause between two looks for new steps."""

FEW_STEPS: Final = 5_000
"""The rule tells the hops of so many new steps, in 50 ms at most."""

_FEW_CHANGES: Final = 1_000
"""So many changes and opened steps are few: some hundred merges."""

_PART_STEPS: Final = 10_000
"""The steps of one statement."""

_JOINED_PARTS: Final = 50
"""The parts of one step of joining: this bounds the memory for them."""

_PAUSES: Final = 20.0
"""The time from taking in steps, or failing to, until the next time, in times of its duration."""

_TOO_LARGE_SECONDS: Final = 3600.0
"""The time from finding too many steps until the next time."""

_MOST_OPEN: Final = 20_000
"""The most open steps of a walk: the rule needs 10 µs for each. A walk with more does without the graph."""

_MOST_TURNS: Final = 50
"""The most questions of a walk for open steps, each of a millisecond and more."""

_FEW_TURNS: Final = 2
"""So many questions for open steps are few; after more, later walks ask for them together."""

_TRUSTED_SECONDS: Final = 1800.0
"""A server gives a graph up after so long without a look: the store tells forgotten steps for an hour."""

_FAILURES: Final = (HeadwaterError, LookupError, MemoryError, *UNREACHABLE)

_log = structlog.get_logger()


@dataclass
class _Held:
    """A graph, and the state of the store that it holds."""

    graph: KeptGraph
    """Not changed: where steps are forgotten, another takes its place."""

    others: OpenSteps
    store: str
    round_number: int
    snapshot: str
    """All steps that merges forgot or changed by then are open in the graph."""

    looked_at: float

    data: DataOfSteps
    """The data of the steps that are in the graph though nobody keeps them."""

    changes: int = 0
    """The number of changes that merges told since, and of steps that they opened."""


@dataclass(frozen=True, slots=True)
class _Begun:
    """A walk over a graph, and the open steps that it met."""

    held: _Held
    walk: KeptWalk
    left: Longs


class HeldGraph:
    """The kept steps of the store in memory, if they are no more than most_steps; kept up beside other work."""

    def __init__(self, pool: ReadPool, most_steps: int) -> None:
        self._pool = pool
        self._most_steps = most_steps
        self._held: _Held | None = None

    @property
    def is_there(self) -> bool:
        """True if steps are in memory."""
        return self._held is not None

    @asynccontextmanager
    async def following(self) -> AsyncIterator[None]:
        """Take in new steps again and again within the block."""
        async with running(*([self._follow()] if self._most_steps else [])):
            yield

    def is_small(self, run_ids: Sequence[int], most: int) -> bool:
        """Return True if all that the graph tells of some runs are no more steps; it may not know the runs."""
        held = self._held
        return held is None or held.graph.ends_within(np.unique(np.array(run_ids, np.int64)), most)

    async def walk(self, starts: Steps, run_ids: Sequence[int], most_steps: int) -> KeptWalk | None:
        """Walk down from some starts, the steps of some runs, for the question that assumes nothing.

        None: there is no graph that tells, or there are more steps, or too many open ones.
        """
        if len(starts) > _MOST_OPEN or (begun := await self._begun(self._pool, starts, run_ids)) is None:
            return None
        most_steps -= len(starts)
        if len(begun.left):
            # Mostly nothing is left; else all further questions read from one snapshot.
            async with self._pool.snapshot() as connection:
                begun = await self._begun(connection, starts, run_ids, before=begun)
                if begun is None or not await _told(connection, begun, most_steps):
                    return None
        return None if len(begun.walk) > most_steps else begun.walk

    async def _begun(
        self, source: Connection | ReadPool, starts: Steps, run_ids: Sequence[int], before: _Begun | None = None
    ) -> _Begun | None:
        """Begin a walk in one snapshot, or return the one begun before if nothing changed; None without a graph."""
        found = await self._current(source, starts if before is None else NO_STEPS)
        if found is None:
            return None
        held, state = found
        if before is not None and (held.graph, held.changes) == (before.held.graph, before.held.changes):
            return before
        walk = KeptWalk(held.graph, held.others, run_ids)
        hops = state.hops if before is None else await hops_of_steps(source, starts)
        return _Begun(held, walk, await asyncio.to_thread(walk.begin, hops))

    async def take_in(self) -> None:
        """Take in all new steps. Raises OverflowError, and holds none, if there are too many."""
        looked_at = time.time()
        found = await self._current(self._pool)
        held, state = (None, await kept_state(self._pool, None)) if found is None else found
        if not state.may_hold:
            return
        graph, after = (KeptGraph.empty(), 0) if held is None else (held.graph, held.round_number)
        kept = [NO_STEPS]
        while after < state.round_number:
            parts: list[KeptPart] = []
            # In short transactions. The next look tells of all that merges forget since the state's snapshot.
            while after < state.round_number and len(parts) < _JOINED_PARTS:
                async with self._pool.snapshot() as connection:
                    parts.append(await kept_part(connection, after, state.round_number, _PART_STEPS))
                after = parts[-1].last_round
            graph = await asyncio.to_thread(graph.joined, [(part.steps, part.hops) for part in parts])
            kept += [part.steps for part in parts if held is not None]
            self._refuse_more(graph)
        graph, data = await with_told_steps(self._pool, graph)
        self._refuse_more(graph)
        if held is not None:
            data = DataOfSteps.joined([held.data.still_told(held.graph, Steps.joined(kept)), data])
        self._hold(_Held(graph, OpenSteps(graph), state.store, after, state.snapshot, looked_at, data))

    def _refuse_more(self, graph: KeptGraph) -> None:
        if len(graph) > self._most_steps:
            self._hold(None)
            raise OverflowError(f"more steps than HEADWATER_MAX_GRAPH_STEPS, {self._most_steps}")

    async def _follow(self) -> None:
        waits_until = 0.0
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            began = time.monotonic()
            try:
                if await self._has_new() and began >= waits_until:
                    await self.take_in()
                    waits_until = began + (time.monotonic() - began) * _PAUSES
            except OverflowError as error:
                _log.warning("kept_graph.too_large", reason=str(error))
                waits_until = began + _TOO_LARGE_SECONDS
            except _FAILURES as error:
                _log.warning("kept_graph.waits", reason=str(error))
                waits_until = began + (time.monotonic() - began) * _PAUSES

    async def _has_new(self) -> bool:
        found = await self._current(self._pool)
        if found is None or found[0].changes >= _FEW_CHANGES:
            return True
        return await kept_since(self._pool, found[0].round_number, FEW_STEPS) == FEW_STEPS

    async def _current(self, source: Connection | ReadPool, starts: Steps = NO_STEPS) -> tuple[_Held, KeptState] | None:
        """Return what is held, without the steps that merges forgot or changed by now, and the state of the store.

        The state has the hops of the starts. None, and no longer held: it is of another store, nobody looked at it for
        long, or the store allows none.
        """
        held = self._held
        if held is None:
            return None
        looked_at = time.time()
        state = await kept_state(source, held.snapshot, starts)
        is_trusted = looked_at - held.looked_at < _TRUSTED_SECONDS
        if not (is_trusted and state.may_hold and state.store == held.store):
            if self._held is held:
                self._hold(None)
            return None
        graph, changed_run_ids = held.graph, state.changed_run_ids
        steps = Steps.joined([state.forgotten, held.data.writers_of(state.changed_class_ids)])
        if len(steps) or len(changed_run_ids):
            graph = await asyncio.to_thread(graph.without, steps, changed_run_ids)
        changes = held.changes + state.changes + held.graph.kept - graph.kept
        current = replace(held, graph=graph, snapshot=state.snapshot, looked_at=looked_at, changes=changes)
        if self._held is held:
            self._hold(current)
        return current, state

    def _hold(self, held: _Held | None) -> None:
        self._held = held
        metrics.KEPT_STEPS_HELD.set(0 if held is None else held.graph.kept)


async def _told(connection: Connection, begun: _Begun, most_steps: int) -> bool:
    """Ask the rule for the hops of all open steps of a walk. False: they are too many, or there are more steps."""
    walk, left, others = begun.walk, begun.left, begun.held.others
    turns = asked = 0
    while len(left):
        told = left if turns else others.with_next(left, _MOST_OPEN // 2)
        turns, asked = turns + 1, asked + len(told)
        if turns > _MOST_TURNS or asked > _MOST_OPEN or len(walk) > most_steps:
            return False
        hops = await hops_of_steps(connection, others.steps(told))
        left = await asyncio.to_thread(walk.go_on, told, hops)
    if turns > _FEW_TURNS:
        walk.remember()
    return True
