"""The way in of events, whatever their dialect: the body is received, parsed, gathered with others, and merged."""

from collections.abc import Sequence
from typing import Protocol

from starlette.requests import Request

from headwater.ingest.body import parsed_body, read_body
from headwater.ingest.event_gatherer import EventGatherer, Received
from headwater.model.changes import Changes, Problem
from headwater.store.merge import Delivery

MAX_EVENTS = 10_000
"""How many events one request may bring."""

Items = Sequence[Changes | Problem]


class DocumentParser(Protocol):
    """A dialect's parser of whole documents (`EventDialect.parse_document`)."""

    def __call__(
        self, body: bytes, source: str, position: int, tenant: str = "", *, max_records: int | None, max_names: int
    ) -> list[Changes | Problem]: ...


async def receive_events(request: Request, parse: DocumentParser, tenant: str = "") -> Received:
    """Receive the events of a request: what became of them; they are durable when this returns.

    Raises TooLargeError, BadRequestError where the body is empty or cannot be unpacked, and OverloadedError.
    """
    body = await read_body(request)
    gatherer: EventGatherer = request.app.state.event_gatherer

    def parsed(body: bytes) -> list[Changes | Problem]:
        source, most_names = f"POST {request.url.path}", gatherer.max_event_names
        return parse(body, source, 1, tenant, max_records=MAX_EVENTS, max_names=most_names)

    return await gatherer.gather(Delivery(await parsed_body(body, parsed), request.state.trace.trace_id))
