"""OpenLineage over HTTP: the paths that its clients post to, and the specification's batch.

Source: OpenLineage.yml, and how its clients act on an answer (docs/sending.md): success is 201 with no
body or 200 with JSON, never 204 or a redirect; what may be tried again is 503 with Retry-After.
"""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.openlineage import parse_document
from headwater.errors import HeadwaterError
from headwater.guard import GuardedRoute
from headwater.ingest.openlineage_operations import POST_BATCH, POST_LINEAGE, BatchSummary, FailedEvent, Quarantined
from headwater.ingest.receiving import Items, receive_events
from headwater.ingest.refusals import refused
from headwater.model.access import Scope
from headwater.model.changes import Problem


def openlineage_routes() -> list[GuardedRoute]:
    """`/api/v1/lineage` is every client's default; the others are where some configurations lead."""
    return [
        *(
            GuardedRoute(path, post_lineage, needs=Scope.WRITE, operations=[POST_LINEAGE])
            for path in ("/api/v1/lineage", "/lineage", "/openapi/openlineage/api/v1/lineage")
        ),
        GuardedRoute("/api/v1/lineage/batch", post_batch, needs=Scope.WRITE, operations=[POST_BATCH]),
    ]


async def post_lineage(request: Request) -> Response:
    """One event: 201; 422 with the reason where it went to quarantine. An array is answered as a batch is."""
    try:
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
    """An array of events: 200 with what became of each. One bad event never rejects the others."""
    try:
        return JSONResponse(_summary((await receive_events(request, parse_document)).items))
    except HeadwaterError as error:
        return refused(error)


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
