"""Execution of a plan: a level at a time, all objects of a level together."""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Any

from graphql import ExecutionResult

from headwater.execution.alone import Alone
from headwater.execution.completion import AT_ONCE, Completion, Work
from headwater.execution.errands import Errand
from headwater.execution.loading import Loading
from headwater.execution.plan import Plan, Selection
from headwater.execution.request import Request
from headwater.execution.resolution import Resolution

_TURN_SECONDS = 0.0005
"""The time after which other tasks may run."""

_PAUSE_SECONDS = 0.002
"""The longest time that others then have: they must not stop a long query."""

_IDLE_SECONDS = 0.00005
"""The event loop had nothing to do if it came back sooner: an empty round takes a microsecond."""

_IDLE_ROUNDS = 2
"""Others wait after so many empty rounds: what a round reads from the network runs in the next one."""

_SMALL = 500
"""So many fields, resolved or waiting in lists of over AT_ONCE, stop for others only while loaders begin early.

A page of runs has so many.

The clock then does not decide what is loaded together.
"""

_LARGE = 2000
"""An answer with so many resolved fields is large.

Postgres takes long for it, too: beside another, small requests would find all cores busy.
"""

_MANY = 40
"""The least number of other values for which loaders begin early. Fewer take less time than the start of the tasks."""

_GRACE_SECONDS = 1.0
"""The time that loaded values wait for the other loads of their level. They do not wait again for such a late load."""


class Execution:
    """The execution of a plan for one request."""

    def __init__(self, plan: Plan, request: Request) -> None:
        self._request = request
        self._completion = Completion(plan, request)
        self._resolution = Resolution(self._completion)
        self._loaders = request.context_value.loaders
        self._ready = self._completion.ready
        self._loading: list[Errand] = []
        self._waiting: set[Errand] = set()
        self._late: set[object] = set()
        """Loads that others have waited for in vain."""
        self._grace_ends: float | None = None
        """The end of the wait of loaded values; None if they do not wait."""
        self._woken: asyncio.Future[None] | None = None
        self._resolved = 0
        self._turn_ends = 0.0
        self._alone = Alone(request.context_value.alone)

    async def done(self) -> ExecutionResult:
        """The answer. Abandoned coroutines clean up first, even if the request is cancelled."""
        loop = asyncio.get_running_loop()
        task = asyncio.current_task(loop)
        assert task is not None
        answer = self._completion.answer
        try:
            while True:
                await self._alone.take()
                await self._advance(loop, task)
                if answer.data is None:
                    await self._abandon(loop)
                if not self._loading and not self._waiting:
                    return ExecutionResult(answer.data, answer.errors or None)
                self._alone.lend(loop, is_large=self._resolved >= _LARGE)
                await self._load(loop, task)
                await self._wait(loop)
        except BaseException:
            await self._abandon(loop)
            raise
        finally:
            self._alone.give_back()
            self._loaders.hear(None)
            self._loaders.begin()
            self._request.release()

    async def _advance(self, loop: asyncio.AbstractEventLoop, task: "asyncio.Task[Any]") -> None:
        """Do all work that needs no waiting, while loaders collect keys."""
        self._loaders.hold()
        self._turn_ends = monotonic() + _TURN_SECONDS
        while self._ready or self._completion.has_work:
            while self._completion.parts:
                self._completion.complete_part(self._completion.parts.popleft())
                if self._is_long(AT_ONCE):
                    await self._breathe()
            while self._ready:
                self._step(self._ready.popleft(), loop, task)
                if self._is_long(1):
                    await self._breathe()
            if level := self._completion.take_waiting():
                await self._do(level)
            elif not (self._ready or self._completion.parts):
                if self._can_load_early:
                    await self._load_early()
                await self._do(self._completion.take_others())

    async def _do(self, work: Work) -> None:
        """Resolve steps, and fill flat ones."""
        for of, nodes in work:
            for begin in range(0, len(nodes), AT_ONCE):
                some = nodes[begin : begin + AT_ONCE]
                if isinstance(of, Selection):
                    self._completion.fill(of, some)
                    fields = 0
                else:
                    self._resolution.resolve(of, some)
                    fields = len(some)
                if self._is_long(fields):
                    await self._breathe()

    @property
    def _can_load_early(self) -> bool:
        """True if loaders should load while other values follow.

        Few values are not worth it. With too many, the request would keep all cores from others.
        """
        if self._waiting or not self._loaders.have_keys:
            return False
        others = self._completion.count_others
        return others >= _MANY and self._resolved + others <= _SMALL

    async def _load_early(self) -> None:
        """Let loaders load. If a client gives its request up, only the time limit of a statement ends these loads."""
        self._loaders.begin()
        self._loaders.hold()
        await asyncio.sleep(0)  # the tasks of the loads begin
        await asyncio.sleep(0)  # the event loop sends the statements
        self._turn_ends = monotonic() + _TURN_SECONDS

    async def _load(self, loop: asyncio.AbstractEventLoop, task: "asyncio.Task[Any]") -> None:
        """Let each loader load the keys requested so far."""
        if not self._waiting and all(map(_is_done, self._loading)):
            return  # early loads: to begin again later would send the keys of the next level one by one
        # The waiting may hold what a load needs, and tasks that resolvers just made request more keys.
        if self._waiting or not self._loaders.is_one or any(map(_is_done, self._loading)):
            loop.call_soon(self._loaders.begin)
            return
        cancellations = task.cancelling()
        with suppress(asyncio.CancelledError):  # a load that was cancelled fails the fields that wait for it
            await self._loaders.load_one()
        if task.cancelling() > cancellations:
            raise asyncio.CancelledError

    def _is_long(self, fields: int) -> bool:
        """True if others should run after so many fields of objects more."""
        self._resolved += fields
        found = self._resolved + AT_ONCE * len(self._completion.parts)
        return found > _SMALL and monotonic() > self._turn_ends

    async def _breathe(self) -> None:
        """Let other tasks run until they wait, too: a small request of ten steps then waits once."""
        now = monotonic()
        pause_ends, idle_rounds = now + _PAUSE_SECONDS, 0
        while idle_rounds < _IDLE_ROUNDS and now < pause_ends:
            began = now
            await asyncio.sleep(0)
            now = monotonic()
            idle_rounds = idle_rounds + 1 if now - began < _IDLE_SECONDS else 0
        self._turn_ends = now + _TURN_SECONDS

    def _step(self, errand: Errand, loop: asyncio.AbstractEventLoop, task: "asyncio.Task[Any]") -> None:
        if errand.step(loop, task):
            return
        errand.on_wait()
        waits_for = errand.waits_for
        if isinstance(waits_for, Loading):
            self._loading.append(errand)
            return
        self._waiting.add(errand)
        if waits_for is None:
            loop.call_soon(self._is_ready, errand)
        else:
            waits_for.add_done_callback(lambda _: self._is_ready(errand))

    def _is_ready(self, errand: Errand) -> None:
        if errand in self._waiting:
            self._waiting.remove(errand)
            self._ready.append(errand)
            self._wake()

    def _wake(self) -> None:
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)

    async def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wait for all loads of this level, or for a coroutine that waits for something else.

        Loaded values wait for the rest of their level, so that the next level is loaded at once. They do not wait for
        long, since their coroutines may hold a resource that the rest needs. For such a rest no others wait again.
        """
        self._loaders.hear(self._wake)
        while not self._ready:
            late = [errand for errand in self._loading if not _is_done(errand)]
            if len(late) < len(self._loading):
                ends = self._grace_ends = self._grace_ends or loop.time() + _GRACE_SECONDS
                if self._late.issuperset(errand.waits_for for errand in late) or loop.time() >= ends:
                    self._late.update(errand.waits_for for errand in late)
                    self._ready.extend(errand for errand in self._loading if _is_done(errand))
                    self._loading, self._grace_ends = late, None
                    return
            self._woken = loop.create_future()
            timer = None if self._grace_ends is None else loop.call_at(self._grace_ends, self._wake)
            await self._woken
            if timer is not None:
                timer.cancel()
            self._woken = None

    async def _abandon(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let all unfinished coroutines clean up. Others need not wait for that."""
        self._alone.give_back()
        left = [errand.abandon(loop) for errand in (*self._ready, *self._loading, *self._waiting)]
        # Coroutines may load while they clean up. Batches for which no coroutine waits any more are not loaded.
        loop.call_soon(self._loaders.begin)
        self._completion.stop()
        self._loading, self._waiting = [], set()
        await asyncio.gather(*left, return_exceptions=True)


def _is_done(errand: Errand) -> bool:
    return errand.waits_for is None or errand.waits_for.done()
