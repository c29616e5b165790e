"""What every way in over HTTP shares: the body is read, parsed and merged, or refused with what to do about it."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse

from headwater.errors import BadRequestError, HeadwaterError, NotFoundError, OverloadedError, TooLargeError
from headwater.guard import rest_refusal
from headwater.ingest.body import read_body
from headwater.ingest.writer import Writer, Written
from headwater.model.changes import Changes, Problem
from headwater.store.merge import Write

# The first that fits counts.
_STATUS: dict[type[HeadwaterError], int] = {
    TooLargeError: 413,
    NotFoundError: 404,
    BadRequestError: 400,
    OverloadedError: 503,
}

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


def refused(error: HeadwaterError) -> JSONResponse:
    """The answer to a request of which nothing was kept."""
    status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 500)
    headers = {"Retry-After": "1"} if status == 503 else None
    return JSONResponse(rest_refusal(error, status), status, headers)
