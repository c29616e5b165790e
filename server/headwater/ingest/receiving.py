"""The ingestion path for events of any dialect: receive the body, parse it, gather it with others, and merge them."""

from collections.abc import Sequence
from typing import Protocol

from starlette.requests import Request

from headwater.ingest.body import parsed_body, read_body
from headwater.ingest.enqueueing import is_async, put, queued_write
from headwater.ingest.event_gatherer import EventGatherer, Received
from headwater.model.bodies import pack_body
from headwater.model.changes import Changes, Problem
from headwater.store.merge import Delivery

MAX_EVENTS = 10_000
"""The most events of one request."""

Items = Sequence[Changes | Problem]


class DocumentParser(Protocol):
    """A dialect's parser of whole documents (`EventDialect.parse_document`)."""

    def __call__(
        self, body: bytes, source: str, position: int, tenant: str = "", *, max_records: int | None, max_names: int
    ) -> list[Changes | Problem]: ...


async def queue_events(request: Request, dialect: str, tenant: str = "") -> bool:
    """Put the document of an asynchronous request into the queue: False where the request is not asynchronous.

    Raises TooLargeError, BadRequestError where the body is empty or cannot be unpacked, and OverloadedError.
    """
    if not is_async(request, default=request.app.state.is_async):
        return False
    packed = await parsed_body(await read_body(request), pack_body)
    await put(request, [queued_write(request, dialect, packed, tenant=tenant)])
    return True


async def receive_events(request: Request, parse: DocumentParser, tenant: str = "") -> Received:
    """Receive the events of a request and return their results; they are durable after this.

    Raises TooLargeError, BadRequestError for a body that is empty or cannot be decompressed, and OverloadedError.
    """
    body = await read_body(request)
    gatherer: EventGatherer = request.app.state.event_gatherer

    def parsed(body: bytes) -> list[Changes | Problem]:
        source, most_names = f"POST {request.scope['path']}", gatherer.max_event_names
        return parse(body, source, 1, tenant, max_records=MAX_EVENTS, max_names=most_names)

    return await gatherer.gather(Delivery(await parsed_body(body, parsed), request.state.trace.trace_id))
