"""Clients that send HTTP requests: requests a second, and the CPU of a request in the server and in Postgres."""

import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, Self

from cpu import MICRO, cpu_seconds
from load_client import measure, request, send_each
from payloads import JOBS
from servers import Running


class Answered(NamedTuple):
    """The outcome of a round: the figures of `Measured`, and CPU a request in µs."""

    per_second: float
    p50_millis: float
    p99_millis: float
    longest_millis: float
    pause_millis: float
    server_micros: float
    postgres_micros: float

    @property
    def micros(self) -> float:
        """The CPU of the server and of Postgres together."""
        return self.server_micros + self.postgres_micros

    def each_of(self, batch: int) -> Self:
        """Return the rate and the CPU by event, for requests of so many events."""
        return self._replace(
            per_second=self.per_second * batch,
            server_micros=self.server_micros / batch,
            postgres_micros=self.postgres_micros / batch,
        )


class Client:
    """Sends requests to a server."""

    def __init__(
        self,
        running: Running,
        postmaster: int,
        next_request: Callable[[], bytes],
        settle: Callable[[], None] | None = None,
    ) -> None:
        """settle: does the work that the server does later, beside other requests. Only CPU counts it."""
        self._settle = settle
        self._running = running
        self._postmaster = postmaster
        self._next_request = next_request
        self._sent = 0

    def measure(self, clients: int, seconds: float, finish: Callable[[], None] | None = None) -> Answered:
        """Send from so many clients; each waits for its answers.

        finish: waits for the work that the server does after its answers. The rate counts its time, and CPU its CPU.
        """
        before, sent, started = self._cpu(), self._sent, time.perf_counter()
        measured = measure(self._running.port, self._counted_request, clients, seconds)
        if finish is not None:
            finish()
            measured = measured._replace(per_second=(self._sent - sent) / (time.perf_counter() - started))
        if self._settle is not None:
            self._settle()
        after = self._cpu()
        server, postgres = (MICRO * (b - a) / (self._sent - sent) for a, b in zip(before, after, strict=True))
        return Answered(*measured, server, postgres)

    def _cpu(self) -> tuple[float, float]:
        return cpu_seconds(self._running.pid), cpu_seconds(self._postmaster)

    def _counted_request(self) -> bytes:
        self._sent += 1
        return self._next_request()


class Sender:
    """Sends new events to one route of a server, one a request or in batches."""

    def __init__(
        self,
        running: Running,
        postmaster: int,
        path: str,
        events: Iterator[bytes],
        batch: int = 1,
        settle: Callable[[], None] | None = None,
    ) -> None:
        """settle: as in `Client`."""
        self._client = Client(running, postmaster, self._next_request, settle)
        self._port = running.port
        self._path = path
        self._events = events
        self._batch = batch

    def send_names(self) -> None:
        """Send the first events, one request after another: these events name all jobs and datasets."""
        send_each(self._port, (self._next_request() for _ in range(math.ceil(2 * JOBS / self._batch))))

    def measure(self, clients: int, seconds: float, finish: Callable[[], None] | None = None) -> Answered:
        """Send from so many clients; rate and CPU count events, and finish as in `Client`."""
        return self._client.measure(clients, seconds, finish).each_of(self._batch)

    def _next_request(self) -> bytes:
        events = list(islice(self._events, self._batch))
        body = events[0] if self._batch == 1 else b"[" + b",".join(events) + b"]"
        return request("localhost", "POST", self._path, body)


def median(rounds: Sequence[Answered]) -> Answered:
    """Return the medians of several rounds."""
    return Answered(*(statistics.median(column) for column in zip(*rounds, strict=True)))
