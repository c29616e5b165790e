"""Gather the events of requests, and merge them."""

from collections.abc import Sequence
from typing import NamedTuple

from asyncpg import Connection

from headwater.dialects.problems import too_slow, unmergeable
from headwater.errors import OverloadedError
from headwater.ingest.gathering import Gatherer
from headwater.model.changes import MAX_EVENT_NAMES, Changes, Problem
from headwater.model.query_limits import MERGE_SECONDS
from headwater.store.database import Database
from headwater.store.merge import REFUSED, TOO_SLOW, Delivery, Merged, merge
from headwater.store.repeats import note_repeats
from headwater.store.sampling import Sampler


class Received(NamedTuple):
    """The result of a delivery, and its final items: an event that the database refused has become a problem."""

    merged: Merged
    items: Sequence[Changes | Problem]


class EventGatherer(Gatherer[Delivery, Received]):
    """The events of requests, in shared transactions; max_event_names is the limit of one event."""

    part = "events"
    large_items = 500

    def __init__(
        self,
        database: Database | str,
        max_waiting_items: int,
        max_merge_seconds: float = MERGE_SECONDS,
        max_event_names: int = MAX_EVENT_NAMES,
    ) -> None:
        super().__init__(database, max_waiting_items, max_merge_seconds)
        self.max_event_names = max_event_names
        self._sampler = Sampler()

    async def merge(self, connection: Connection, requests: Sequence[Delivery]) -> Sequence[Received]:
        """Merge deliveries in one transaction, then note what earlier requests brought."""
        requests = await self._sampler.sampled(connection, requests)
        merged = await merge(connection, requests)
        await note_repeats(connection, requests, merged)
        return [Received(result, delivery.items) for result, delivery in zip(merged, requests, strict=True)]

    async def merge_refused(self, connection: Connection, request: Delivery, error: Exception) -> Received:
        """Merge the items of a delivery one by one; an item that is refused, or takes too long, becomes a problem.

        Raises OverloadedError for a replay, whose items stay in quarantine.
        """
        if request.leaving:
            raise OverloadedError from error
        if len(request.items) == 1:
            return await self._quarantine(connection, request, error)
        received: list[Received] = []
        for item in request.items:
            one = request._replace(items=[item])
            try:
                received += await self.merge(connection, [one])
            except (*REFUSED, TOO_SLOW) as refusal:
                received.append(await self._quarantine(connection, one, refusal))
        merged = Merged(*map(sum, zip(*(one.merged for one in received), strict=True)))
        return Received(merged, [item for one in received for item in one.items])

    async def _quarantine(self, connection: Connection, request: Delivery, error: Exception) -> Received:
        """Put the only item of a delivery into quarantine, after it failed by itself."""
        [item] = request.items
        assert isinstance(item, Changes)
        problem = (
            too_slow(item, self.max_merge_seconds) if isinstance(error, TOO_SLOW) else unmergeable(item, str(error))
        )
        [received] = await self.merge(connection, [request._replace(items=[problem])])
        return received
