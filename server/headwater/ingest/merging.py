"""What the ways in of events share: the body is read, parsed and merged."""

from collections.abc import Sequence
from typing import Protocol

from starlette.requests import Request

from headwater.ingest.body import parsed_body, read_body
from headwater.ingest.writer import Writer, Written
from headwater.model.changes import Changes, Problem
from headwater.store.merge import Write

MAX_EVENTS = 10_000
"""How many events one request may bring."""

Items = Sequence[Changes | Problem]


class DocumentParser(Protocol):
    """A dialect's parser of whole documents (`EventDialect.parse_document`)."""

    def __call__(
        self, body: bytes, source: str, position: int, tenant: str = "", *, max_records: int | None, max_names: int
    ) -> list[Changes | Problem]: ...


async def merge_body(request: Request, parse: DocumentParser, tenant: str = "") -> Written:
    """Merge the events of a request's body, and say what became of them; they are durable then.

    Raises TooLargeError, BadRequestError where the body is empty or cannot be unpacked, and OverloadedError.
    """
    body = await read_body(request)
    writer: Writer = request.app.state.writer

    def parsed(body: bytes) -> list[Changes | Problem]:
        source, most_names = f"POST {request.url.path}", writer.max_event_names
        return parse(body, source, 1, tenant, max_records=MAX_EVENTS, max_names=most_names)

    return await writer.write(Write(await parsed_body(body, parsed), request.state.trace.trace_id))
