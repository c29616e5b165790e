"""What the ways in of events share: the body is read, parsed and merged."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from starlette.requests import Request

from headwater.ingest.body import read_body
from headwater.ingest.writer import Writer, Written
from headwater.model.changes import Changes, Problem
from headwater.store.merge import Write

MAX_EVENTS = 10_000
"""How many events one request may bring."""

_SMALL_BODY_BYTES = 64 * 1024

Items = Sequence[Changes | Problem]


class DocumentParser(Protocol):
    """A dialect's parser of whole documents (`EventDialect.parse_document`)."""

    def __call__(
        self, body: bytes, source: str, position: int, tenant: str = "", *, max_records: int | None = None
    ) -> list[Changes | Problem]: ...


async def merge_body(request: Request, parse: DocumentParser, tenant: str = "") -> Written:
    """Merge the events of a request's body, and say what became of them; they are durable then.

    Raises TooLargeError, BadRequestError where the body cannot be unpacked, and OverloadedError.
    """
    body = await read_body(request)

    def parsed() -> list[Changes | Problem]:
        return parse(body, f"POST {request.url.path}", 1, tenant, max_records=MAX_EVENTS)

    # Others are answered meanwhile; a thread costs more than it saves where there is little to parse.
    items = parsed() if len(body) < _SMALL_BODY_BYTES else await asyncio.to_thread(parsed)
    writer: Writer = request.app.state.writer
    return await writer.write(Write(items, request.state.trace.trace_id))
