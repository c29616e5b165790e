"""Reads of entities by DataHub's OpenAPI v3: versioned aspects, and the newest value of each timeseries."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.errors import BadRequestError, NotFoundError
from headwater.ingest.datahub.arguments import MAX_COUNT, list_argument, read_arguments
from headwater.ingest.datahub.places import openapi_kind, openapi_place, require_kind
from headwater.ingest.datahub.stored import Wanted, metadata_of, stored_entities
from headwater.store.aspect_reader import StoredAspect


async def get_openapi_entity(request: Request) -> Response:
    """`GET /openapi/v3/entity/{kind}/{urn}?aspects=…&systemMetadata=true`: aspects by name.

    With `/{aspect}` at the end: this aspect only; 404 if the entity does not have it.
    """
    _, urn, aspect = openapi_place(request)
    if aspect is None:
        return JSONResponse(await _entity(request, urn, list_argument(request, "aspects")))
    entity = await _entity(request, urn, [aspect])
    if aspect not in entity:
        raise NotFoundError(f"{urn} has no {aspect}")
    return JSONResponse(entity[aspect])


async def get_openapi_entities(request: Request) -> Response:
    """`POST /openapi/v3/entity/{kind}/batchGet`: the existing entities, each with its requested aspects."""
    wanted = await read_arguments(request, "the body: expected a list of objects with urn", list)
    return JSONResponse(await openapi_entities(request, wanted_entities(openapi_kind(request), wanted, "the body")))


def wanted_entities(kind: str, items: Any, argument: str) -> Wanted:
    """Return the entities of a kind in a body's items. Raises BadRequestError, naming the argument."""
    if not isinstance(items, list) or not all(map(_has_urn, items)):
        raise BadRequestError(f"{argument}: expected a list of objects with urn")
    if len(items) > MAX_COUNT:
        raise BadRequestError(f"{argument}: expected at most {MAX_COUNT} entities, got {len(items)}")
    for item in items:
        require_kind(kind, item["urn"])
    return {item["urn"]: [name for name in item if name != "urn"] or None for item in items}


def _has_urn(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("urn"), str)


async def openapi_entities(request: Request, wanted: Wanted) -> list[dict[str, Any]]:
    """Return the existing entities, in the order of wanted."""
    with_metadata = request.query_params.get("systemMetadata") == "true"
    found = await stored_entities(request, wanted, with_timeseries=True)
    return [
        {"urn": urn, **{name: _shown(aspect, with_metadata) for name, aspect in aspects.items()}}
        for urn, aspects in found.items()
    ]


def _shown(aspect: StoredAspect, with_metadata: bool) -> dict[str, Any]:
    return {"value": aspect.value} | ({"systemMetadata": metadata_of(aspect)} if with_metadata else {})


async def _entity(request: Request, urn: str, names: list[str] | None) -> dict[str, Any]:
    found = await openapi_entities(request, {urn: names})
    if not found:
        raise NotFoundError(f"there is no entity {urn}")
    return found[0]
