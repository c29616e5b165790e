"""Proposals over HTTP, in each of the forms that DataHub's SDK sends. A request is accepted whole or refused whole."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.datahub.proposal import (
    ChangeType,
    Proposal,
    deletion,
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
from headwater.ingest.proposal_gatherer import ProposalGatherer
from headwater.model.times import FIRST_TIME, LAST_TIME
from headwater.store.aspect_reader import AspectReader
from headwater.store.proposals import Accepted, Submission
from headwater.urn import parse_urn

MAX_PROPOSALS = 10_000
"""How many proposals one request may bring."""

MAX_DELETIONS = 200
MAX_PATCHES = 200
"""How many entities one request may delete, and how often it may patch one aspect: both hold up all other merges."""

_VERSION_HEADER = "If-Version-Match"
_REST_LI = {"X-RestLi-Protocol-Version": "2.0.0"}


async def ingest_proposals(request: Request) -> Response:
    """`/aspects?action=ingestProposal` and `ingestProposalBatch`; `async` or not, it is durable when this answers."""
    await accept_items(request, *await read_items(request, items_of_request))
    return JSONResponse({"value": "success"}, headers=_REST_LI)


async def ingest_snapshots(request: Request) -> Response:
    """`/entities?action=ingest` and `batchIngest`: DataHub's older events, with several aspects of an entity each."""
    await accept_items(request, *await read_items(request, items_of_request))
    return JSONResponse({"value": "success"}, headers=_REST_LI)


async def write_entities(request: Request) -> Response:
    """`POST` and `PATCH /openapi/v3/entity/{kind}`: the values, grouped by URN."""
    kind, change_type = openapi_kind(request), asked_change(request)
    items, size_bytes = await read_items(request, lambda body: items_of_entities(kind, body, change_type))
    written = written_entities(request, *await accept_items(request, items, size_bytes))
    return JSONResponse(written, status_of(request, is_async_by_default=True))


async def write_aspect(request: Request) -> Response:
    """`POST` and `PATCH /openapi/v3/entity/{kind}/{urn}/{aspect}`: one aspect, bare or under `value`.

    The answer is its entity, with this aspect.
    """
    kind, urn, aspect = openapi_place(request)
    if aspect is None:
        raise NotFoundError(f"there is nothing to write at {request.url.path}: expected /{{urn}}/{{aspect}}")
    change_type = asked_change(request)

    def items(body: Any) -> list[Any]:
        enveloped = body if isinstance(body, dict) and "value" in body else {"value": body}
        return items_of_entities(kind, [{"urn": urn, aspect: enveloped}], change_type)

    [written] = written_entities(request, *await accept_items(request, *await read_items(request, items)))
    return JSONResponse(written, status_of(request, is_async_by_default=False))


async def delete_at(request: Request) -> Response:
    """`DELETE /openapi/v3/entity/{kind}/{urn}` the entity, with `/{aspect}` after it that aspect alone."""
    kind, urn, aspect = openapi_place(request)
    await submit(request, [deletion(kind, urn, aspect or key_aspect(kind))])
    return Response(status_code=200)


async def delete_entity(request: Request) -> Response:
    """`/entities?action=delete`: an entity whole; with aspectName that aspect alone, of a timeseries within a time.

    How many aspects and values over time there were.
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
    """The change that a request of OpenAPI makes to aspects."""
    if request.method == "PATCH":
        return "PATCH"
    if request.query_params.get("createEntityIfNotExists") == "true":
        return "CREATE_ENTITY"
    return "CREATE" if request.query_params.get("createIfNotExists") == "true" else "UPSERT"


async def read_items(request: Request, items_of: Callable[[Any], list[Any]]) -> tuple[list[Any], int]:
    """The items of a body, and its size in bytes. Raises BadRequestError, and what items_of raises."""
    body = await read_body(request)
    try:
        parsed = await parsed_body(body, json.loads)
    except (ValueError, RecursionError) as error:
        raise BadRequestError(f"the body is not JSON: {error}") from error
    items = items_of(parsed)
    if len(items) > MAX_PROPOSALS:
        raise BadRequestError(f"the body: expected at most {MAX_PROPOSALS} proposals, got {len(items)}")
    return items, len(body)


async def accept_items(request: Request, items: Sequence[Any], size_bytes: int) -> tuple[Sequence[Proposal], Accepted]:
    """All items or none. Raises UnusableError, which says which one it was if there are several."""
    proposals = []
    for place, item in enumerate(items):
        try:
            proposals.append(parse_proposal(item))
        except UnusableError as error:
            raise error if len(items) == 1 else UnusableError(error.code, f"[{place}]: {error}") from error
    _check_effort(proposals)
    return proposals, await submit(request, proposals, size_bytes)


def _check_effort(proposals: Sequence[Proposal]) -> None:
    """Raises BadRequestError where a request asks for more than one should."""
    deletions = sum(proposal.change_type == "DELETE" for proposal in proposals)
    patches = Counter((item.urn, item.aspect) for item in proposals if item.change_type == "PATCH")
    if deletions > MAX_DELETIONS:
        raise BadRequestError(f"the body: expected at most {MAX_DELETIONS} deletions, got {deletions}")
    if patches and max(patches.values()) > MAX_PATCHES:
        raise BadRequestError(f"the body: expected at most {MAX_PATCHES} patches of one aspect")


async def submit(request: Request, proposals: Sequence[Proposal], size_bytes: int = 0) -> Accepted:
    """Have proposals accepted, all or none.

    Raises UnusableError, OverloadedError where too much waits, and BadRequestError for a condition in the wrong place.
    """
    if _VERSION_HEADER in request.headers:
        # DataHub does not look at it there, and the update of another writer would be lost.
        raise BadRequestError(f"{_VERSION_HEADER}: expected in `headers`, beside the value, not as a header of HTTP")
    gatherer: ProposalGatherer = request.app.state.proposal_gatherer
    became = await gatherer.gather(Submission(proposals, request.state.trace.trace_id, size_bytes))
    if isinstance(became, UnusableError):
        raise became
    return became


def written_entities(request: Request, proposals: Sequence[Proposal], accepted: Accepted) -> list[dict[str, Any]]:
    """The values of the aspects, grouped by URN (the SDK keeps one entry of each)."""
    with_metadata = request.query_params.get("systemMetadata") == "true"
    entities: dict[str, dict[str, Any]] = {}
    for proposal, value in zip(proposals, accepted, strict=True):
        entity = entities.setdefault(proposal.urn, {"urn": proposal.urn})
        if value is not None:
            entity[proposal.aspect] = {"value": value.value}
            if with_metadata:
                entity[proposal.aspect]["systemMetadata"] = shown_metadata(
                    value.system_metadata, value.version, request.state.trace.trace_id.hex
                )
    return list(entities.values())


def status_of(request: Request, *, is_async_by_default: bool) -> int:
    """As DataHub, 202 where `async` is true; Headwater has applied everything all the same."""
    is_async = request.query_params.get("async", str(is_async_by_default)).lower() != "false"
    return 202 if is_async else 200
