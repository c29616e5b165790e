"""Errands: coroutines of resolvers, stepped by the executor without a task for each.

An errand is the current task during a step, as https://docs.python.org/3/library/asyncio-extending.html requires of
other kinds of tasks. A timeout in a resolver therefore ends the resolver, and not the request. A timeout around a load
counts only at the end of the load or of its level.
"""

import asyncio
from asyncio.tasks import _enter_task, _leave_task
from collections.abc import Callable, Coroutine, Generator
from contextvars import copy_context
from types import coroutine
from typing import Any, cast

Finished = Callable[[Any, BaseException | None], None]
"""Takes the result of a coroutine, or the exception that it raised."""


class Errand:
    """A running coroutine and the future that it waits for. None: it waits for the next turn of the loop."""

    __slots__ = (
        "__weakref__",
        "_cancellations",
        "_context",
        "_coroutine",
        "_is_cancelled",
        "_task",
        "finished",
        "on_wait",
        "waits_for",
    )

    def __init__(self, steps: Coroutine[Any, Any, Any], finished: Finished, on_wait: Callable[[], None]) -> None:
        """on_wait: for whoever takes the steps, to call when the coroutine waits."""
        self._coroutine = steps
        self._context = copy_context()
        self._cancellations = 0
        self._is_cancelled = False
        self._task: asyncio.Task[Any] | None = None
        self.finished = finished
        self.on_wait = on_wait
        self.waits_for: asyncio.Future[Any] | None = None

    def step(self, loop: asyncio.AbstractEventLoop, around: "asyncio.Task[Any]") -> bool:
        """Run the coroutine until it waits again. True at its end. around: the task that takes the step."""
        ours = cast("asyncio.Task[Any]", self)
        self.waits_for = None  # its error would lead back here
        _leave_task(loop, around)
        _enter_task(loop, ours)
        try:
            if self._is_cancelled:
                self._is_cancelled = False
                waits_for = self._context.run(self._coroutine.throw, asyncio.CancelledError())
            else:
                waits_for = self._context.run(self._coroutine.send, None)
        except StopIteration as ended:
            self.finished(ended.value, None)
            return True
        except (Exception, asyncio.CancelledError) as error:
            self.finished(None, error)
            return True
        finally:
            _leave_task(loop, ours)
            _enter_task(loop, around)
        if waits_for is not None:
            waits_for._asyncio_future_blocking = False
            if self._is_cancelled:
                waits_for.cancel()
                self._is_cancelled = False
        self.waits_for = waits_for
        return False

    def get_name(self) -> str:
        """The name of the resolver."""
        return repr(self._coroutine)

    def done(self) -> bool:
        """Always False: an ended coroutine is dropped."""
        return False

    def cancel(self, msg: object = None) -> bool:
        """Raise CancelledError in the waiting coroutine, as `asyncio.Task.cancel` does."""
        self._cancellations += 1
        if self._task is not None:
            return self._task.cancel(msg)
        if self.waits_for is None or not self.waits_for.cancel(msg):
            self._is_cancelled = True
        return True

    def cancelling(self) -> int:
        """The number of cancellations, without withdrawn ones."""
        return self._cancellations

    def uncancel(self) -> int:
        """Withdraw a cancellation. Returns the number left."""
        self._cancellations = max(0, self._cancellations - 1)
        return self._cancellations

    def abandon(self, loop: asyncio.AbstractEventLoop) -> "asyncio.Task[Any]":
        """A cancelled task in which the coroutine cleans up: no caller waits for its result."""
        self._cancellations += 1
        task = self._task = loop.create_task(self._rest(), context=self._context)
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        loop.call_soon(task.cancel)
        return task

    async def _rest(self) -> Any:
        return await _continued(self._coroutine, self.waits_for)


@coroutine
def _continued(steps: Coroutine[Any, Any, Any], waits_for: "asyncio.Future[Any] | None") -> Generator[Any, Any, Any]:
    """Run a waiting coroutine to its end, as a task would."""
    while True:
        raised: BaseException | None = None
        try:
            if waits_for is not None:
                waits_for._asyncio_future_blocking = True
            yield waits_for
        except BaseException as error:
            raised = error
        try:
            waits_for = steps.send(None) if raised is None else steps.throw(raised)
        except StopIteration as ended:
            return ended.value
