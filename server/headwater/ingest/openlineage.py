"""OpenLineage over HTTP: the clients' paths, and the specification's batch.

Source: OpenLineage.yml, and the reactions of clients to answers (docs/sending.md). Success is 201 without a body or 200
with JSON, never 204 or a redirect. 503 with Retry-After allows a retry.
"""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.openlineage import DIALECT, parse_document
from headwater.errors import HeadwaterError
from headwater.guard import GuardedRoute
from headwater.ingest.openlineage_operations import (
    POST_BATCH,
    POST_LINEAGE,
    BatchSummary,
    FailedEvent,
    Quarantined,
    Queued,
)
from headwater.ingest.receiving import Items, queue_events, receive_events
from headwater.ingest.refusals import refused
from headwater.model.access import Scope
from headwater.model.changes import Problem


def openlineage_routes() -> list[GuardedRoute]:
    """Return the routes: `/api/v1/lineage` is every client's default; some configurations lead to the others."""
    return [
        *(
            GuardedRoute(path, post_lineage, needs=Scope.WRITE, operations=[POST_LINEAGE])
            for path in ("/api/v1/lineage", "/lineage", "/openapi/openlineage/api/v1/lineage")
        ),
        GuardedRoute("/api/v1/lineage/batch", post_batch, needs=Scope.WRITE, operations=[POST_BATCH]),
    ]


async def post_lineage(request: Request) -> Response:
    """One event: 201; 422 with the reason where it went to quarantine; 202 where it is queued. An array is a batch."""
    try:
        if await queue_events(request, DIALECT):
            return JSONResponse(_queued(request), 202)
        items = (await receive_events(request, parse_document)).items
    except HeadwaterError as error:
        return refused(error)
    if len(items) != 1:
        return JSONResponse(_summary(items))
    [item] = items
    if isinstance(item, Problem):
        quarantined: Quarantined = {"code": item.code, "message": item.message, "quarantined": True}
        return JSONResponse(quarantined, status_code=422)
    return Response(status_code=201)


async def post_batch(request: Request) -> Response:
    """Accept an array of events: 200 with the result of each. One bad event never rejects the others."""
    try:
        if await queue_events(request, DIALECT):
            return JSONResponse(_queued(request), 202)
        return JSONResponse(_summary((await receive_events(request, parse_document)).items))
    except HeadwaterError as error:
        return refused(error)


def _queued(request: Request) -> Queued:
    return {"status": "queued", "traceId": request.state.trace.id_digits}


def _summary(items: Items) -> BatchSummary:
    failed: list[FailedEvent] = [
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
