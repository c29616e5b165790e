"""Databand's custom integration API: the bulk endpoint for pipelines' events (docs/databand.md).

Source: IBM's "Custom integration API" and its examples. Databand's clients read only the status, and never resend a
refused request. So the status is 200 for any readable body, and one bad event never rejects the others.
"""

from uuid import UUID

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.databand import DIALECT, has_root_run, parse_document
from headwater.errors import HeadwaterError, NotFoundError
from headwater.guard import GuardedRoute
from headwater.ingest.databand_operations import POST_BULK, BulkSummary, EventWarnings, RejectedEvent
from headwater.ingest.event_gatherer import Received
from headwater.ingest.openlineage_operations import Quarantined, Queued
from headwater.ingest.receiving import queue_events, receive_events
from headwater.ingest.refusals import refused
from headwater.model.access import Scope
from headwater.model.changes import Changes, Problem
from headwater.store.sources import Source
from headwater.urn import run_uuid


def databand_routes() -> list[GuardedRoute]:
    """Return the routes. The path is Databand's; `headwater source create` makes the source in it."""
    path = "/api/v1/tracking/open-lineage/{source}/events/bulk"
    return [GuardedRoute(path, post_bulk, needs=Scope.WRITE, operations=[POST_BULK])]


async def post_bulk(request: Request) -> Response:
    """Accept events: 200 with a result for each. 400 for a body that is not JSON, which goes to quarantine."""
    try:
        source = await _source(request)
        if await queue_events(request, DIALECT, str(source.id)):
            queued: Queued = {"status": "queued", "traceId": request.state.trace.id_digits}
            return JSONResponse(queued, 202)
        received = await receive_events(request, parse_document, str(source.id))
    except HeadwaterError as error:
        return refused(error)
    match received.items:
        case [Problem(code="json.invalid") as unreadable]:
            answer: Quarantined = {"code": unreadable.code, "message": unreadable.message, "quarantined": True}
            return JSONResponse(answer, status_code=400)
    return JSONResponse(_summary(received, request.state.trace.id_digits))


async def _source(request: Request) -> Source:
    """Return the source in the path. Raises NotFoundError and OverloadedError."""
    source_id: UUID | None = run_uuid(request.path_params["source"])
    found: Source | None = await request.app.state.reader.source(source_id) if source_id else None
    if found is None:
        raise NotFoundError("there is no such source, or it is revoked; `headwater source list` prints the sources")
    return found


def _summary(received: Received, trace_id: str) -> BulkSummary:
    items = received.items
    rejected: list[RejectedEvent] = [
        {"index": index, "code": item.code, "message": item.message}
        for index, item in enumerate(items)
        if isinstance(item, Problem)
    ]
    warnings: list[EventWarnings] = [
        {"index": index, "codes": item.event.warnings}
        for index, item in enumerate(items)
        if isinstance(item, Changes) and item.event.warnings
    ]
    if not has_root_run(items):
        warnings.append({"index": None, "codes": ["batch.no_root_run"]})
    return {
        "received": len(items),
        "accepted": len(items) - len(rejected),
        "duplicates": received.merged.known_before,
        "rejected": rejected,
        "warnings": warnings,
        "traceId": trace_id,
    }
