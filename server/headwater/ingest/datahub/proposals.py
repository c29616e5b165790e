"""Writes over HTTP, in each form of DataHub's SDK. The server accepts or refuses a request as a whole."""

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.datahub.proposal import (
    DIALECT,
    ChangeType,
    Proposal,
    deletion,
    item_of,
    items_of_entities,
    items_of_request,
    parse_proposal,
)
from headwater.dialects.datahub.registry import key_aspect, named_aspect
from headwater.dialects.problems import UnusableError
from headwater.errors import BadRequestError, NotFoundError
from headwater.ingest.body import parsed_body, read_body
from headwater.ingest.datahub.arguments import Arguments, read_arguments
from headwater.ingest.datahub.places import openapi_kind, openapi_place
from headwater.ingest.datahub.stored import shown_metadata
from headwater.ingest.enqueueing import is_async, is_logged, put, queued_write
from headwater.ingest.proposal_gatherer import ProposalGatherer
from headwater.model.bodies import pack_body
from headwater.model.json import canonical_json
from headwater.model.times import FIRST_TIME, LAST_TIME
from headwater.store.aspect_reader import AspectReader
from headwater.store.proposals import Accepted, AcceptedAspect, Submission
from headwater.store.write_queue import QueuedWrite
from headwater.texts import json_reason_of
from headwater.urn import parse_urn, text_key

MAX_PROPOSALS = 10_000
"""The most proposals of one request."""

MAX_DELETIONS = 200
MAX_PATCHES = 200
"""The most deletions of one request, and its most patches of one aspect: both block all other merges."""

_VERSION_HEADER = "If-Version-Match"
_REST_LI = {"X-RestLi-Protocol-Version": "2.0.0"}


async def ingest_proposals(request: Request) -> Response:
    """`/aspects?action=ingestProposal` and `ingestProposalBatch`; with `async` in the body they are queued."""
    brought = await read_items(request, items_of_request)
    await (enqueue_items if brought.is_async else accept_items)(request, brought)
    return JSONResponse({"value": "success"}, headers=_REST_LI)


async def ingest_snapshots(request: Request) -> Response:
    """`/entities?action=ingest` and `batchIngest`: DataHub's older events, with several aspects of an entity each."""
    await accept_items(request, await read_items(request, items_of_request))
    return JSONResponse({"value": "success"}, headers=_REST_LI)


async def write_entities(request: Request) -> Response:
    """`POST` and `PATCH /openapi/v3/entity/{kind}`: answers with the values, grouped by URN."""
    kind, change_type = openapi_kind(request), asked_change(request)
    brought = await read_items(request, lambda body: items_of_entities(kind, body, change_type))
    return JSONResponse(await write_items(request, brought), status_of(request, is_async_by_default=True))


async def write_aspect(request: Request) -> Response:
    """`POST` and `PATCH /openapi/v3/entity/{kind}/{urn}/{aspect}`: one aspect, bare or under `value`.

    Answers with the entity and this aspect.
    """
    kind, urn, aspect = openapi_place(request)
    if aspect is None:
        raise NotFoundError(f"there is nothing to write at {request.url.path}: expected /{{urn}}/{{aspect}}")
    change_type = asked_change(request)

    def items(body: Any) -> list[Any]:
        enveloped = body if isinstance(body, dict) and "value" in body else {"value": body}
        return items_of_entities(kind, [{"urn": urn, aspect: enveloped}], change_type)

    [written] = await write_items(request, await read_items(request, items))
    return JSONResponse(written, status_of(request, is_async_by_default=False))


async def delete_at(request: Request) -> Response:
    """`DELETE /openapi/v3/entity/{kind}/{urn}`: deletes the entity; with `/{aspect}` at the end, only this aspect."""
    kind, urn, aspect = openapi_place(request)
    await submit(request, [deletion(kind, urn, aspect or key_aspect(kind))])
    return Response(status_code=200)


async def delete_entity(request: Request) -> Response:
    """`/entities?action=delete`: an entity; with aspectName only this aspect, for a timeseries within a time.

    Answers with the number of deleted aspects and of deleted timeseries values.
    """
    arguments = Arguments(await read_arguments(request, "the body: expected an object with urn", dict))
    urn, name = arguments.text("urn"), arguments.optional_text("aspectName")
    kind = parse_urn(urn).kind
    since, until = arguments.time("startTimeMillis", FIRST_TIME), arguments.time("endTimeMillis", LAST_TIME)
    aspect = key_aspect(kind)
    if name is not None:
        name = aspect = _named(kind, name)
    reader: AspectReader = request.app.state.reader.aspects
    had = await reader.count(urn, name, since, until)
    await submit(request, [deletion(kind, urn, aspect, since, until)])
    return JSONResponse({"value": {"urn": urn, "rows": had.aspects, "timeseriesRows": had.timeseries}})


def _named(kind: str, name: str) -> str:
    aspect = named_aspect(kind, name)
    if aspect is None:
        raise UnusableError("aspect.unknown", f"aspectName: a {kind} cannot have {name!r}")
    return aspect


def asked_change(request: Request) -> ChangeType:
    """Return the change type of an OpenAPI request."""
    if request.method == "PATCH":
        return "PATCH"
    if request.query_params.get("createEntityIfNotExists") == "true":
        return "CREATE_ENTITY"
    return "CREATE" if request.query_params.get("createIfNotExists") == "true" else "UPSERT"


class Brought(NamedTuple):
    """The items of a request, the size of its body, and True if they go to the queue."""

    items: Sequence[Any]
    size_bytes: int
    is_async: bool


async def read_items(request: Request, items_of: Callable[[Any], list[Any]]) -> Brought:
    """The items of a body. Raises BadRequestError, and what items_of raises.

    A request is asynchronous if it says so: `async=true` in the address, or `async` in the body of Rest.li.
    """
    body = await read_body(request)
    try:
        parsed = await parsed_body(body, json.loads)
    except (ValueError, RecursionError) as error:
        raise BadRequestError(f"the body is not JSON: {json_reason_of(error)}") from error
    items = items_of(parsed)
    if len(items) > MAX_PROPOSALS:
        raise BadRequestError(f"the body: expected at most {MAX_PROPOSALS} proposals, got {len(items)}")
    said = str(parsed.get("async")).lower() == "true" if isinstance(parsed, dict) else False
    return Brought(items, len(body), is_async=is_async(request, default=False) or said)


async def write_items(request: Request, brought: Brought) -> list[dict[str, Any]]:
    """Queue the items of a request, or have them accepted; their values, grouped by URN."""
    write = enqueue_items if brought.is_async else accept_items
    return written_entities(request, *await write(request, brought))


async def accept_items(request: Request, brought: Brought) -> tuple[Sequence[Proposal], Accepted]:
    """Accept all items or none. Raises UnusableError, which says which one it was if there are several."""
    proposals = _parsed(brought.items)
    return proposals, await submit(request, proposals, brought.size_bytes)


async def enqueue_items(request: Request, brought: Brought) -> tuple[Sequence[Proposal], Accepted]:
    """Put all items into the queue, or none; each is accepted by itself later. Raises as accept_items does.

    The values are those proposed; a patch has none before it is applied.
    """
    proposals = [_with_telemetry(request, proposal) for proposal in _parsed(brought.items)]
    _refuse_version_header(request)
    await put(request, [_queued(request, proposal) for proposal in proposals])
    return proposals, [_proposed(proposal) for proposal in proposals]


def _with_telemetry(request: Request, proposal: Proposal) -> Proposal:
    """A proposal with the properties that DataHub gives to one in its queue; those that it came with stay."""
    metadata = proposal.system_metadata or {}
    given = metadata.get("properties")
    properties = {
        "telemetryTraceId": request.state.trace.id_digits,
        "telemetryQueueSpanId": request.state.trace.span_id,
        "telemetryLog": "true" if is_logged(request) else "false",
        "telemetryEnqueuedAt": str(time.time_ns() // 1_000_000),
    } | (given if isinstance(given, dict) else {})
    return replace(proposal, system_metadata={**metadata, "properties": properties})


def _queued(request: Request, proposal: Proposal) -> QueuedWrite:
    packed = pack_body(canonical_json(item_of(proposal)))
    return queued_write(request, DIALECT, packed, urn_key=text_key(proposal.urn), aspect=proposal.aspect)


def _proposed(proposal: Proposal) -> AcceptedAspect | None:
    """The value of a proposal that is not applied yet."""
    if proposal.change_type in ("DELETE", "PATCH"):
        return None
    return AcceptedAspect(proposal.value, proposal.system_metadata or {}, 0)


def _parsed(items: Sequence[Any]) -> list[Proposal]:
    """The proposals of items. Raises UnusableError, and BadRequestError for more than one request should ask for."""
    proposals = []
    for place, item in enumerate(items):
        try:
            proposals.append(parse_proposal(item))
        except UnusableError as error:
            raise error if len(items) == 1 else UnusableError(error.code, f"[{place}]: {error}") from error
    _check_effort(proposals)
    return proposals


def _check_effort(proposals: Sequence[Proposal]) -> None:
    """Raise BadRequestError if a request exceeds MAX_DELETIONS or MAX_PATCHES."""
    deletions = sum(proposal.change_type == "DELETE" for proposal in proposals)
    patches = Counter((item.urn, item.aspect) for item in proposals if item.change_type == "PATCH")
    if deletions > MAX_DELETIONS:
        raise BadRequestError(f"the body: expected at most {MAX_DELETIONS} deletions, got {deletions}")
    if patches and max(patches.values()) > MAX_PATCHES:
        raise BadRequestError(f"the body: expected at most {MAX_PATCHES} patches of one aspect")


async def submit(request: Request, proposals: Sequence[Proposal], size_bytes: int = 0) -> Accepted:
    """Accept proposals, all or none.

    Raises UnusableError, OverloadedError if too many proposals wait, and BadRequestError for a condition in the wrong
    place.
    """
    _refuse_version_header(request)
    gatherer: ProposalGatherer = request.app.state.proposal_gatherer
    became = await gatherer.gather(Submission(proposals, request.state.trace.trace_id, size_bytes))
    if isinstance(became, UnusableError):
        raise became
    return became


def _refuse_version_header(request: Request) -> None:
    if _VERSION_HEADER in request.headers:
        # DataHub does not look at it there, and the update of another writer would be lost.
        raise BadRequestError(f"{_VERSION_HEADER}: expected in `headers`, beside the value, not as a header of HTTP")


def written_entities(request: Request, proposals: Sequence[Proposal], accepted: Accepted) -> list[dict[str, Any]]:
    """Return the values of the aspects, grouped by URN (the SDK keeps one entry of each)."""
    with_metadata = request.query_params.get("systemMetadata") == "true"
    entities: dict[str, dict[str, Any]] = {}
    for proposal, value in zip(proposals, accepted, strict=True):
        entity = entities.setdefault(proposal.urn, {"urn": proposal.urn})
        if value is not None:
            entity[proposal.aspect] = {"value": value.value}
            if with_metadata:
                entity[proposal.aspect]["systemMetadata"] = shown_metadata(
                    value.system_metadata, value.version, request.state.trace.id_digits
                )
    return list(entities.values())


def status_of(request: Request, *, is_async_by_default: bool) -> int:
    """As DataHub, 202 where `async` is true, or true by DataHub's default: then the write is applied all the same."""
    return 202 if is_async(request, default=is_async_by_default) else 200
