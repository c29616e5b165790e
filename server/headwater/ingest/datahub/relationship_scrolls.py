"""Scrolls through the edges of DataHub's graph by OpenAPI v3, each page after the scrollId of the page before.

Edges are in the order of their sources' arrival in the store: a scroll is for reading all of them.
"""

from collections.abc import Sequence
from typing import Any

from asyncpg import Record
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.errors import BadRequestError
from headwater.ingest.datahub.arguments import Arguments, list_argument, page_size, read_arguments
from headwater.ingest.datahub.filters import filter_of, urns_of
from headwater.ingest.datahub.places import openapi_kind, require_kind, require_type
from headwater.ingest.datahub.scroll_operations import MOST_EDGES
from headwater.model.cursors import decode_cursor, encode_cursor
from headwater.store.graph_reader import Edges, GraphPlace
from headwater.store.reader import Reader
from headwater.texts import check_storable, shown

_ORDER = "edges"
_DIRECTIONS = ("INCOMING", "OUTGOING")
_MAX_ID = 2**63 - 1


async def scroll_relationships(request: Request) -> Response:
    """`POST /openapi/v3/relationship/scroll`: edges by their types, and by the types and URNs of their ends.

    Direction INCOMING swaps sources and destinations in the arguments.
    """
    body = await read_arguments(request, "the body: expected an object", dict)
    if filter_of(body, "edgeFilter"):
        raise BadRequestError("edgeFilter: expected none: edges are found by their types and ends")
    sources, destinations = urns_of(body, "sourceFilter"), urns_of(body, "destinationFilter")
    source_kinds, destination_kinds = _kinds(request, "sourceTypes"), _kinds(request, "destinationTypes")
    if _is_incoming(request):
        sources, destinations = destinations, sources
        source_kinds, destination_kinds = destination_kinds, source_kinds
    types = list_argument(request, "relationshipTypes")
    asked = Edges(sources, destinations, None if types is None else tuple(types), source_kinds, destination_kinds)
    return await _page(request, asked)


async def scroll_relationships_of_type(request: Request) -> Response:
    """`GET /openapi/v3/relationship/{type}`: all edges of a type."""
    name = request.path_params["type"]
    check_storable("type", name)
    return await _page(request, Edges(types=(name,)))


async def scroll_relationships_of_entity(request: Request) -> Response:
    """`GET /openapi/v3/relationship/{kind}/{urn}?direction=…`: the edges from an entity, or to it."""
    kind, urn = openapi_kind(request), request.path_params["urn"]
    require_kind(kind, urn)
    check_storable("urn", urn)
    names = [name for name in list_argument(request, "relationshipType[]") or () if name != "*"]
    types = tuple(names) or None
    is_incoming = _is_incoming(request)
    return await _page(request, Edges(None if is_incoming else (urn,), (urn,) if is_incoming else None, types))


async def _page(request: Request, asked: Edges) -> Response:
    arguments = Arguments(dict(request.query_params))
    count = page_size(request, MOST_EDGES)
    after = _place(arguments.optional_text("scrollId"))
    with_removed = request.query_params.get("includeSoftDelete", "false").lower() == "true"
    reader: Reader = request.app.state.reader
    rows = await reader.graph.edges(asked._replace(with_removed=with_removed), after, count + 1)
    answer: dict[str, Any] = {"results": [_edge(row) for row in rows[:count]]}
    if rows[:count] and len(rows) > count:
        last = rows[count - 1]
        answer["scrollId"] = encode_cursor(_ORDER, last["source_id"], last["type"], last["destination_id"])
    return JSONResponse(answer)


def _edge(row: Record) -> dict[str, Any]:
    ends = {end: {"entityType": row[f"{end}_kind"], "urn": row[f"{end}_urn"]} for end in ("source", "destination")}
    return {"relationshipType": row["type"], **ends}


def _place(scroll_id: str | None) -> GraphPlace:
    if scroll_id is None:
        return GraphPlace()
    try:
        place: Sequence[Any] = decode_cursor(scroll_id, _ORDER)
    except BadRequestError:
        place = ()
    match place:
        case [int(source), str(name), int(destination)] if max(abs(source), abs(destination)) <= _MAX_ID:
            check_storable("scrollId", name)
            return GraphPlace(source, name, destination)
    raise BadRequestError(f"scrollId: expected what a page of edges gave, got {shown(scroll_id)}")


def _is_incoming(request: Request) -> bool:
    direction = request.query_params.get("direction", "OUTGOING").upper()
    if direction not in _DIRECTIONS:
        raise BadRequestError(f"direction: expected one of {', '.join(_DIRECTIONS)}, got {shown(direction)}")
    return direction == "INCOMING"


def _kinds(request: Request, name: str) -> tuple[str, ...] | None:
    return tuple(require_type(given, name) for given in list_argument(request, name) or ()) or None
