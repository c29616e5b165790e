"""OpenLineage over HTTP: the paths that its clients post to, and the specification's batch.

Source: OpenLineage.yml, and how its clients act on an answer (docs/sending.md): success is 201 with no
body or 200 with JSON, never 204 or a redirect; what may be tried again is 503 with Retry-After.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.openlineage import parse_document
from headwater.errors import BadRequestError, HeadwaterError, OverloadedError, TooLargeError
from headwater.guard import GuardedRoute
from headwater.ingest.body import read_body
from headwater.ingest.writer import Writer
from headwater.model.access import Scope
from headwater.model.changes import Changes, Problem
from headwater.store.merge import Write

# The first that fits counts.
_STATUS: dict[type[HeadwaterError], int] = {TooLargeError: 413, BadRequestError: 400, OverloadedError: 503}

MAX_EVENTS = 10_000
"""How many events one request may bring."""

_SMALL_BODY_BYTES = 64 * 1024

Items = Sequence[Changes | Problem]


def openlineage_routes() -> list[GuardedRoute]:
    """`/api/v1/lineage` is every client's default; the others are where some configurations lead."""
    return [
        *(
            GuardedRoute(path, post_lineage, needs=Scope.WRITE, methods=["POST"])
            for path in ("/api/v1/lineage", "/lineage", "/openapi/openlineage/api/v1/lineage")
        ),
        GuardedRoute("/api/v1/lineage/batch", post_batch, needs=Scope.WRITE, methods=["POST"]),
    ]


async def post_lineage(request: Request) -> Response:
    """One event: 201; 422 with the reason where it went to quarantine. An array is answered as a batch is."""
    try:
        items = await _merge(request)
    except HeadwaterError as error:
        return _refused(error)
    if len(items) != 1:
        return JSONResponse(_summary(items))
    [item] = items
    if isinstance(item, Problem):
        return JSONResponse({"code": item.code, "message": item.message, "quarantined": True}, status_code=422)
    return Response(status_code=201)


async def post_batch(request: Request) -> Response:
    """An array of events: 200 with what became of each. One bad event never rejects the others."""
    try:
        return JSONResponse(_summary(await _merge(request)))
    except HeadwaterError as error:
        return _refused(error)


async def _merge(request: Request) -> Items:
    body = await read_body(request)
    parse = partial(parse_document, body, f"POST {request.url.path}", 1, max_records=MAX_EVENTS)
    # Others are answered meanwhile; a thread costs more than it saves where there is little to parse.
    items = parse() if len(body) < _SMALL_BODY_BYTES else await asyncio.to_thread(parse)
    writer: Writer = request.app.state.writer
    return (await writer.write(Write(items, request.state.trace.trace_id))).items


def _summary(items: Items) -> dict[str, Any]:
    failed = [
        {"index": index, "reason": f"{item.code}: {item.message}", "retriable": False}
        for index, item in enumerate(items)
        if isinstance(item, Problem)
    ]
    return {
        "status": "partial_success" if failed else "success",
        "summary": {
            "received": len(items),
            "successful": len(items) - len(failed),
            "failed": len(failed),
            "retriable": 0,
            "non_retriable": len(failed),
        },
        "failed_events": failed,
    }


def _refused(error: HeadwaterError) -> JSONResponse:
    status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 500)
    headers = {"Retry-After": "1"} if status == 503 else None
    return JSONResponse({"message": str(error)}, status_code=status, headers=headers)
