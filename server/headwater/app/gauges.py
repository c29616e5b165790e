"""The gauges of a process: read from its parts at each scrape, and now and then for the scrapes of other workers."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from headwater import metrics
from headwater.ingest.gathering import Gatherer
from headwater.store.background import running
from headwater.store.pool import ReadPool
from headwater.store.run_event_feed import RunEventFeed

_NOTE_SECONDS: Final = 5
"""The age that a gauge of another worker may have."""


class Gauges:
    """Sets the gauges from the pools by their names, the gatherers, and the feed."""

    def __init__(
        self, pools: Mapping[str, ReadPool], gatherers: Sequence[Gatherer[Any, Any]], feed: RunEventFeed
    ) -> None:
        self._pools = pools
        self._gatherers = gatherers
        self._feed = feed

    def note(self) -> None:
        """Set all gauges to the values of this moment."""
        for name, pool in self._pools.items():
            metrics.POOL_IN_USE.labels(name).set(pool.in_use)
            metrics.POOL_IDLE.labels(name).set(pool.get_size() - pool.in_use)
            metrics.POOL_MAX.labels(name).set(pool.get_max_size())
        for gatherer in self._gatherers:
            metrics.INGEST_WAITING_ITEMS.labels(gatherer.part).set(gatherer.waiting_items)
            metrics.INGEST_WAITING_BYTES.labels(gatherer.part).set(gatherer.waiting_bytes)
        metrics.SUBSCRIPTIONS_OPEN.set(self._feed.followers)


@asynccontextmanager
async def noted(gauges: Gauges) -> AsyncIterator[None]:
    """Note the gauges every few seconds within the block, if other workers answer for this one."""
    if not metrics.is_shared():
        yield
        return
    async with running(_note(gauges)):
        yield


async def _note(gauges: Gauges) -> None:
    while True:
        gauges.note()
        await asyncio.sleep(_NOTE_SECONDS)
