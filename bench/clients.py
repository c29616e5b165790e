"""Clients that send events over HTTP: how many a second, and what CPU an event takes of the server and of Postgres."""

import math
import statistics
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from cpu import MICRO, cpu_seconds
from load_client import measure, request, send_each
from payloads import JOBS
from servers import Running


class Answered(NamedTuple):
    """The outcome of a round: events a second, the latency of requests, and CPU an event in µs."""

    per_second: float
    p50_millis: float
    p99_millis: float
    server_micros: float
    postgres_micros: float

    @property
    def micros(self) -> float:
        """The CPU an event of server and Postgres together."""
        return self.server_micros + self.postgres_micros


class Sender:
    """Sends new events to one route of a server, each in a request of its own, or in batches."""

    def __init__(self, running: Running, postmaster: int, path: str, events: Iterator[bytes], batch: int = 1) -> None:
        self._running = running
        self._postmaster = postmaster
        self._path = path
        self._events = events
        self._batch = batch
        self._sent = 0

    def send_names(self) -> None:
        """Send the first events, one request after another: they name all jobs and datasets."""
        send_each(self._running.port, (self._next_request() for _ in range(math.ceil(2 * JOBS / self._batch))))

    def measure(self, clients: int, seconds: float) -> Answered:
        """Send from so many clients, each of which waits for its answers."""
        before, sent = self._cpu(), self._sent
        measured = measure(self._running.port, self._next_request, clients, seconds)
        after = self._cpu()
        server, postgres = (MICRO * (b - a) / (self._sent - sent) for a, b in zip(before, after, strict=True))
        return Answered(measured.per_second * self._batch, measured.p50_millis, measured.p99_millis, server, postgres)

    def _cpu(self) -> tuple[float, float]:
        return cpu_seconds(self._running.pid), cpu_seconds(self._postmaster)

    def _next_request(self) -> bytes:
        self._sent += self._batch
        events = list(islice(self._events, self._batch))
        body = events[0] if self._batch == 1 else b"[" + b",".join(events) + b"]"
        return request("localhost", "POST", self._path, body)


def median(rounds: Sequence[Answered]) -> Answered:
    """The medians of several rounds."""
    return Answered(*(statistics.median(column) for column in zip(*rounds, strict=True)))
