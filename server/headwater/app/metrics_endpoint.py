"""`/metrics`: the instruments of the server in Prometheus' text format, and what the database tells at each scrape."""

import asyncio
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from headwater import metrics
from headwater.app.gauges import Gauges
from headwater.errors import OverloadedError
from headwater.guard import GuardedRoute
from headwater.model.access import Scope
from headwater.operations import Answer, Operation
from headwater.store.reader import Reader
from headwater.store.replica import Replica
from headwater.store.sizes import Sizes
from headwater.store.write_queue import QueueState

_TIMEOUT_SECONDS: Final = 2.0
"""The time that a scrape gives the database."""

_KEEP_SECONDS: Final = 60.0
_MOST_TABLES: Final = 10

GET_METRICS: Final = Operation(
    "GET",
    "Server",
    "Counts, durations and sizes for Prometheus",
    {
        200: Answer(
            "Prometheus' text format 0.0.4. Without the database: all that the process knows.", str, "text/plain"
        )
    },
)


def metrics_route() -> GuardedRoute:
    """`/metrics`, for tokens with a scope of their own: names of operations and tables tell something of the data."""
    return GuardedRoute("/metrics", _metrics, needs=Scope.METRICS, operations=[GET_METRICS])


async def _metrics(request: Request) -> Response:
    stored: StoredFigures = request.app.state.stored_figures
    gauges: Gauges = request.app.state.gauges
    figures = await stored.read()
    gauges.note()
    # Thousands of lines take milliseconds: other requests have the event loop meanwhile.
    text = await asyncio.to_thread(generate_latest, _Scrape(figures))
    return Response(text, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})


class StoredFigures:
    """The figures of the database: at most four statements a scrape; the sizes are kept for a minute."""

    def __init__(self, reader: Reader, replica: Replica | None = None) -> None:
        """Without a replica there are no figures of one."""
        self._reader = reader
        self._replica = replica
        self._sizes: Sizes | None = None
        self._sized_at = 0.0

    async def read(self) -> list[Metric]:
        """The figures now, without those that the database does not tell in time."""
        figures: list[Metric] = []
        try:
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                figures += _of_queue(await self._reader.queue_state())
                figures.append(_of_merges(await self._reader.arrivals.oldest_merge_seconds()))
                totals = await self._reader.quarantine.totals(None)
                figures.append(
                    _labelled("headwater_quarantine_records", "Records that are in quarantine.", "code", totals)
                )
                figures += _of_sizes(await self._kept_sizes())
        except (OverloadedError, TimeoutError):
            pass
        # The first statement is a look-up: a slow count of a large quarantine is no outage.
        return [_up(int(bool(figures))), *figures, *_of_replica(self._replica)]

    async def _kept_sizes(self) -> Sizes:
        if self._sizes is None or time.monotonic() - self._sized_at > _KEEP_SECONDS:
            self._sizes = await self._reader.sizes(_MOST_TABLES)
            self._sized_at = time.monotonic()
        return self._sizes


def _of_replica(replica: Replica | None) -> list[Metric]:
    if replica is None:
        return []
    is_up, lag_seconds = replica.reader is not None, replica.lag_seconds
    figures: list[Metric] = [GaugeMetricFamily("headwater_replica_up", "1: the replica answers queries.", int(is_up))]
    if lag_seconds is not None:
        figures.append(GaugeMetricFamily("headwater_replica_lag_seconds", "Lag of the replica, at most.", lag_seconds))
    return figures


def _of_queue(queue: QueueState) -> list[Metric]:
    return [
        GaugeMetricFamily("headwater_queue_depth_requests", "Writes in the queue, at most.", queue.depth),
        GaugeMetricFamily("headwater_queue_age_seconds", "Age of the oldest queued write.", queue.age_seconds),
    ]


def _of_merges(oldest_seconds: float) -> Metric:
    return GaugeMetricFamily("headwater_oldest_merge_seconds", "Age of the oldest running merge.", oldest_seconds)


def _of_sizes(sizes: Sizes) -> list[Metric]:
    return [
        GaugeMetricFamily("headwater_database_size_bytes", "Size of the database.", sizes.database),
        _labelled("headwater_table_size_bytes", "Size with indexes and partitions.", "table", sizes.tables),
    ]


class _Scrape(Collector):
    """All metrics of one answer."""

    def __init__(self, figures: Iterable[Metric]) -> None:
        self._figures = figures

    def collect(self) -> Iterator[Metric]:
        """The instruments, then the figures."""
        yield from metrics.collected()
        yield from self._figures


def _up(value: int) -> Metric:
    return GaugeMetricFamily("headwater_database_up", "1: the database has answered this scrape. 0: it has not.", value)


def _labelled(name: str, text: str, label: str, values: Mapping[str, int]) -> Metric:
    family = GaugeMetricFamily(name, text, labels=[label])
    for value, number in values.items():
        family.add_metric([value], number)
    return family
