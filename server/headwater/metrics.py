"""The instruments of a process, which `/metrics` reads (app/metrics_endpoint.py, docs/operating.md).

Every layer may count here: besides errors, this module imports only prometheus-client. Code on a hot path keeps the
child of its labels, so counting costs it no look-up.

Several workers share the values by files in the folder PROMETHEUS_MULTIPROC_DIR, so that each answers for all of them
(cli/workers.py). prometheus-client reads this variable at its import.
"""

import os
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    start_http_server,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from headwater.errors import SettingsError

_SHARED_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable with the folder by which workers share their values."""

LOOPBACK: Final = "127.0.0.1"
OTHER: Final = "other"
NONE: Final = "none"

MAX_OPERATION_NAMES: Final = 100
"""The names of GraphQL operations that have series of their own."""

_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_METHODS: Final = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})

disable_created_metrics()  # type: ignore[no-untyped-call]
_REGISTRY: Final = CollectorRegistry()


def _counter(name: str, text: str, *labels: str) -> Counter:
    return Counter(f"headwater_{name}", text, labels, registry=_REGISTRY)


def _gauge(name: str, text: str, *labels: str) -> Gauge:
    """A gauge whose value is the sum over all workers that live."""
    return Gauge(f"headwater_{name}", text, labels, registry=_REGISTRY, multiprocess_mode="livesum")


def _histogram(name: str, text: str, *labels: str) -> Histogram:
    return Histogram(f"headwater_{name}_seconds", text, labels, registry=_REGISTRY, buckets=_BUCKETS)


_HTTP_REQUESTS = _counter("http_requests", "HTTP requests.", "route", "method", "status")
_HTTP_SECONDS = _histogram("http_request_duration", "Time until the answer was sent.", "route", "method", "status")

_GRAPHQL_REQUESTS = _counter("graphql_requests", "GraphQL queries and mutations.", "operation", "outcome")
_GRAPHQL_SECONDS = _histogram("graphql_request_duration", "Time to execute an operation.", "operation")
GRAPHQL_WITHOUT_PLAN = _counter("graphql_without_plan", "Operations that graphql-core executed.", "reason")

MERGE_EVENTS = _counter("merge_events", "Events that were merged.", "outcome")
MERGE_PROPOSALS = _counter("merge_proposals", "DataHub's proposals that were merged.", "outcome")
MERGE_SECONDS = _histogram("merge_duration", "Time of a merge, with its waits, also of one that failed.", "part")
MERGE_WAIT_SECONDS = _counter("merge_wait_seconds", "Time that merges waited for other merges.", "part")
MERGE_RETRIES = _counter("merge_retries", "Requests merged again alone, after their batch failed.", "part")
MERGE_FAILURES = _counter("merge_failures", "Merges of which nothing was kept.", "part", "reason")

INGEST_WAITING_ITEMS = _gauge("ingest_waiting_items", "Events and proposals that wait to be merged.", "part")
INGEST_WAITING_BYTES = _gauge("ingest_waiting_bytes", "Their size.", "part")
INGEST_OVERLOADS = _counter("ingest_overloads", "Requests refused because too much waits.", "part")
QUARANTINED = _counter("quarantined", "Records put into quarantine, also those that were there.", "code")

SUBSCRIPTIONS_OPEN = _gauge("subscriptions_open", "Subscriptions to run events.")
IMPACT_WALKS = _counter("impact_walks", "Walks over the graph of runs.", "outcome")
KEPT_STEPS = _counter("kept_steps", "Steps of walks looked at, to keep their hops.")
KEPT_STEPS_HELD = _gauge("kept_steps_held", "Steps whose hops are in memory.")

POOL_IN_USE = _gauge("pool_connections_in_use", "Connections to Postgres with a statement.", "pool")
POOL_IDLE = _gauge("pool_connections_idle", "Open connections to Postgres without one.", "pool")
POOL_MAX = _gauge("pool_connections_max", "Connections that the pool may have.", "pool")
POOL_WAITS = _counter("pool_waits", "Statements that waited for a connection.", "pool")


class BoundedNames:
    """The first distinct names, each as itself; every later name as OTHER."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: set[str] = set()

    def bound(self, name: str) -> str:
        """The name, or OTHER."""
        if name in self._known:
            return name
        if len(self._known) == self._most:
            return OTHER
        self._known.add(name)
        return name


_OPERATION_NAMES = BoundedNames(MAX_OPERATION_NAMES)


def count_http_request(route: str, method: str, status: int, seconds: float) -> None:
    """Count a request by the template of its route (NONE: no route) and the class of its status."""
    requests, duration = _http_series(route, method if method in _METHODS else OTHER, status // 100)
    requests.inc()
    duration.observe(seconds)


def count_graphql_request(operation: str | None, seconds: float, *, has_errors: bool) -> None:
    """Count an operation by its name; None: it has no name, or was refused before its name was known."""
    name = NONE if operation is None else _OPERATION_NAMES.bound(operation)
    requests, duration = _graphql_series(name, "errors" if has_errors else "ok")
    requests.inc()
    duration.observe(seconds)


@contextmanager
def counted_seconds(counter: Counter) -> Iterator[None]:
    """Add the seconds of the block to a counter, also if the block fails."""
    started = time.perf_counter()
    try:
        yield
    finally:
        counter.inc(time.perf_counter() - started)


def merge_wait_seconds() -> float:
    """The seconds that merges of this process have waited for other merges."""
    [family] = MERGE_WAIT_SECONDS.collect()
    return sum(sample.value for sample in family.samples)


def serve_on_loopback(port: int) -> None:
    """Answer scrapes of this machine on a port, in a thread of its own.

    Raises SettingsError if another program has the port.
    """
    try:
        start_http_server(port, LOOPBACK, _REGISTRY)
    except OSError as error:
        raise SettingsError(f"--metrics-port {port}: {error.strerror}") from error


@contextmanager
def shared_by_workers() -> Iterator[None]:
    """Have the processes that are started within the block share their values, by files."""
    with tempfile.TemporaryDirectory(prefix="headwater-metrics-") as folder:
        os.environ[_SHARED_FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[_SHARED_FOLDER]


def forget_worker(pid: int) -> None:
    """Leave out the gauges of a worker that has ended. Its counters stay."""
    mark_process_dead(pid, os.environ[_SHARED_FOLDER])  # type: ignore[no-untyped-call]


def is_shared() -> bool:
    """True in a worker: its values are shared with other workers."""
    return _SHARED_FOLDER in os.environ


def collected() -> Iterable[Metric]:
    """The values of all instruments; of all workers, if there are several."""
    return MultiProcessCollector(None).collect() if is_shared() else _REGISTRY.collect()  # type: ignore[no-untyped-call]


@cache
def _http_series(route: str, method: str, status_class: int) -> tuple[Counter, Histogram]:
    labels = (route, method, f"{status_class}xx")
    return _HTTP_REQUESTS.labels(*labels), _HTTP_SECONDS.labels(*labels)


@cache
def _graphql_series(operation: str, outcome: str) -> tuple[Counter, Histogram]:
    return _GRAPHQL_REQUESTS.labels(operation, outcome), _GRAPHQL_SECONDS.labels(operation)
