"""Scrolls through entities by OpenAPI v3: pages, each after the scrollId of the page before."""

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.datahub.registry import named_aspect, types
from headwater.errors import BadRequestError
from headwater.ingest.datahub.arguments import Arguments, list_argument, page_size, read_arguments
from headwater.ingest.datahub.filters import filter_of
from headwater.ingest.datahub.openapi_reads import openapi_entities
from headwater.ingest.datahub.places import openapi_kind, require_type
from headwater.ingest.datahub.scroll_operations import MOST_ENTITIES, ORDERS
from headwater.store.fetching import EVERYTHING
from headwater.store.reader import Reader
from headwater.store.search_conditions import REMOVED, check_fields
from headwater.store.search_order import Order
from headwater.store.search_pages import cursor_of, position_of, words_of
from headwater.store.searches import Search
from headwater.texts import shown
from headwater.urn import parse_urn

_DIRECTIONS = ("ASCENDING", "DESCENDING")


async def scroll_kind(request: Request) -> Response:
    """`GET /openapi/v3/entity/{kind}`: all entities of a type, with the requested `aspects`; by default with all."""
    names = [*(list_argument(request, "aspects") or []), *(list_argument(request, "aspectNames") or [])]
    return await _page(request, _search(request, (openapi_kind(request),), {}), names)


async def scroll_entities(request: Request) -> Response:
    """`POST /openapi/v3/entity/scroll`: entities of several types that meet a filter; by default of all types.

    Without `aspects` in the body the page has only URNs; an empty list asks for all aspects.
    """
    body = await read_arguments(request, "the body: expected an object", dict)
    kinds = tuple(require_type(name, "entities") for name in _texts(body, "entities") or types())
    return await _page(request, _search(request, kinds, body), _texts(body, "aspects"))


async def _page(request: Request, search: Search, names: Sequence[str] | None) -> Response:
    """Return a page of entities: only URNs if names is None, all aspects if it is empty."""
    for name in names or ():
        if not any(named_aspect(kind, name) for kind in search.kinds):
            raise BadRequestError(f"aspects: expected aspects that these entities can have, got {shown(name)}")
    arguments = Arguments(dict(request.query_params))
    count = page_size(request, MOST_ENTITIES)
    scroll_id = arguments.optional_text("scrollId")
    position = None if scroll_id is None else position_of("scrollId", scroll_id, search)
    reader: Reader = request.app.state.reader
    [rows] = await reader.searches.pages([EVERYTHING], search, 0, count + 1, position)
    [total] = await reader.searches.totals([EVERYTHING], search)
    found = await reader.entities.by_id([row["id"] for row in rows[:count]])
    urns = [entity["urn"] for entity in found if entity is not None]
    answer: dict[str, Any] = {"entities": await _entities(request, urns, names), "totalCount": total}
    if rows[:count] and len(rows) > count:
        answer["scrollId"] = cursor_of(rows[count - 1], search)
    return JSONResponse(answer)


async def _entities(request: Request, urns: Sequence[str], names: Sequence[str] | None) -> list[dict[str, Any]]:
    if names is None:
        return [{"urn": urn} for urn in urns]
    return await openapi_entities(request, {urn: _possible(urn, names) for urn in urns})


def _possible(urn: str, names: Sequence[str]) -> list[str] | None:
    kind = parse_urn(urn).kind
    return [name for name in names if named_aspect(kind, name)] if names else None


def _search(request: Request, kinds: tuple[str, ...], body: dict[str, Any]) -> Search:
    query = Arguments(dict(request.query_params)).optional_text("query") or "*"
    any_of = filter_of(body, "filter")
    check_fields("filter", any_of)
    says_removed = any(one.field == REMOVED for group in any_of for one in group)
    return Search(
        kinds=kinds,
        words=words_of("query", query),
        any_of=any_of,
        shows_removed=says_removed or request.query_params.get("includeSoftDelete", "false").lower() == "true",
        order=_order(request, body),
    )


def _order(request: Request, body: dict[str, Any]) -> Order | None:
    """Return the order in the query or the body; None for the default order of searches."""
    criteria = Arguments(body).objects("sortCriteria", 1)
    given = list_argument(request, "sortCriteria") or list_argument(request, "sort") or []
    direction = request.query_params.get("sortOrder", "ASCENDING")
    if criteria:
        given, direction = [str(criteria[0].get("field"))], criteria[0].get("order") or direction
    if direction not in _DIRECTIONS:
        raise BadRequestError(f"sortOrder: expected one of {', '.join(_DIRECTIONS)}, got {shown(direction)}")
    if not given:
        return None
    for field in ORDERS:
        if given == [field]:
            return Order(field, direction == "DESCENDING")
    raise BadRequestError(f"sort: expected one of {', '.join(ORDERS)}, got {shown(', '.join(map(str, given)))}")


def _texts(body: dict[str, Any], name: str) -> list[str] | None:
    value = body.get(name)
    if value is not None and not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
        raise BadRequestError(f"{name}: expected a list of texts")
    return value
