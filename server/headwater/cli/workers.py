"""The processes of a server with several workers, seen from their parent.

The parent has what is there once: the port, the embedded Postgres, the signals. It replaces a worker that ends.
docs/decisions.md says why uvicorn's supervisor does not do it.
"""

import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import Final

import structlog
from uvicorn.config import STARTUP_FAILURE
from uvicorn.server import HANDLED_SIGNALS

from headwater import metrics
from headwater.app.budget import share_of_worker
from headwater.cli.site import Site
from headwater.cli.worker import READY, run_worker
from headwater.embedded.keeper import Watch
from headwater.errors import HeadwaterError

_TICK_SECONDS: Final = 0.1
_LONGEST_PAUSE_SECONDS: Final = 10
"""The pauses between two attempts to start a worker are 1 s, 3 s, 7 s, and then this."""

_SPAWN = multiprocessing.get_context("spawn")
_log = structlog.get_logger()


class Worker:
    """One process that serves."""

    def __init__(self, site: Site) -> None:
        """Start it."""
        self._pipe, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=run_worker, args=(site, theirs), daemon=True)
        with _interrupts_blocked():
            self.process.start()
        theirs.close()  # the worker sees the end of this process by the end of the pipe
        self.is_ready = False
        self.error: HeadwaterError | None = None
        """The reason why it could not start, where it said one."""
        self._told: str | None = None

    def listen(self) -> None:
        """Note what the worker has said."""
        with suppress(EOFError, OSError):
            while self._pipe.poll():
                self.error = self._pipe.recv()
                self.is_ready = self.error is READY

    def tell(self, trouble: str | None) -> None:
        """Tell the worker of the trouble with Postgres, or that it is over, once."""
        if trouble != self._told:
            self._told = trouble
            with suppress(OSError):  # it has ended
                self._pipe.send(trouble)


class Place:
    """The place of a worker: where one ends the next one is started, after a pause if that one was never ready."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._failures = 0
        self._start()

    def _start(self) -> None:
        self.worker = Worker(self._site)
        self._again_at: float | None = None

    def fill(self) -> None:
        """Start another worker where one is missing and its time has come."""
        if self.worker.process.is_alive():
            return
        if self._again_at is None:
            self._note_end()
            self._again_at = time.monotonic() + min(2**self._failures - 1, _LONGEST_PAUSE_SECONDS)
        if time.monotonic() >= self._again_at:
            self._start()

    def _note_end(self) -> None:
        worker = self.worker
        reason = None if worker.error is None else str(worker.error)
        _log.error("worker.ended", pid=worker.process.pid, exit_code=worker.process.exitcode, reason=reason)
        self._failures = 0 if worker.is_ready else self._failures + 1
        assert worker.process.pid is not None
        metrics.forget_worker(worker.process.pid)


class Workers:
    """All workers of a server; watch: who keeps the embedded Postgres in this process."""

    def __init__(self, site: Site, watch: Watch | None) -> None:
        """Raises SettingsError where the workers cannot share what the settings allow."""
        self._site = site._replace(settings=share_of_worker(site.settings))
        self._watch = watch
        self._places: list[Place] = []

    def run(self, announce: Callable[[], None]) -> None:
        """Serve until interrupted; announce is called once all workers accept connections.

        Raises the error of a worker that cannot start at first, or SystemExit.
        """
        with metrics.shared_by_workers(), _noted_signals() as signals:
            try:
                for _ in range(self._site.settings.workers):
                    self._places.append(Place(self._site))
                while not signals and not self._are_ready():
                    self._look()
                if not signals:
                    announce()
                while not signals:
                    self._look()
                    for place in self._places:
                        place.fill()
            finally:
                self._stop(signals)

    def _are_ready(self) -> bool:
        """True once all are. Raises the error of one that could not start, or SystemExit."""
        workers = [place.worker for place in self._places]
        for worker in workers:
            if not worker.process.is_alive():
                worker.listen()
                if worker.error is not None:
                    raise worker.error
                sys.exit(STARTUP_FAILURE)
        return all(worker.is_ready for worker in workers)

    def _look(self) -> None:
        """Wait a moment, or until a worker ends; then listen to all and tell them of Postgres."""
        self._wait()
        trouble = None if self._watch is None else self._watch.trouble
        for place in self._places:
            place.worker.listen()
            place.worker.tell(trouble)

    def _wait(self) -> None:
        processes = [place.worker.process for place in self._places]
        wait([process.sentinel for process in processes if process.is_alive()], _TICK_SECONDS)

    def _stop(self, signals: list[int]) -> None:
        """End all workers, each when it has answered; a second signal ends them at once."""
        processes = [place.worker.process for place in self._places]
        for process in processes:
            process.terminate()
        while any(process.is_alive() for process in processes):
            self._wait()
            if len(signals) > 1:
                for process in processes:
                    process.kill()


@contextmanager
def _noted_signals() -> Iterator[list[int]]:
    """The signals that came within the block; they have their effect at its end, as after uvicorn's own server."""
    noted: list[int] = []
    before = {one: signal.signal(one, lambda number, _: noted.append(number)) for one in HANDLED_SIGNALS}
    try:
        yield noted
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
    for number in reversed(noted):
        signal.raise_signal(number)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """A process from within the block gets no SIGINT: Ctrl-C reaches all, and the parent says what to do."""
    resource_tracker.ensure_running()  # else it starts with the process, and ends the block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
