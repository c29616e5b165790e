"""Entities as DataHub's OpenAPI v3 reads them: versioned aspects, and the newest value of each timeseries."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.datahub.registry import aspects_of, is_timeseries
from headwater.errors import BadRequestError, NotFoundError
from headwater.ingest.datahub.arguments import MAX_COUNT, list_argument, read_arguments
from headwater.ingest.datahub.places import openapi_kind, openapi_place, require_kind
from headwater.ingest.datahub.stored import checked_names, metadata_of, reader_of, stored_aspects
from headwater.store.aspect_reader import StoredAspect
from headwater.urn import parse_urn


async def get_openapi_entity(request: Request) -> Response:
    """`GET /openapi/v3/entity/{kind}/{urn}?aspects=…&systemMetadata=true`: its aspects, each under its name.

    With `/{aspect}` after it that one alone; 404 where the entity does not have it.
    """
    _, urn, aspect = openapi_place(request)
    if aspect is None:
        return JSONResponse(await openapi_entity(request, urn, list_argument(request, "aspects")))
    entity = await openapi_entity(request, urn, [aspect])
    if aspect not in entity:
        raise NotFoundError(f"{urn} has no {aspect}")
    return JSONResponse(entity[aspect])


async def get_openapi_entities(request: Request) -> Response:
    """`POST /openapi/v3/entity/{kind}/batchGet`: those of some entities that exist, each with the aspects asked for."""
    wanted = await read_arguments(request, "the body: expected a list of objects with urn", list)
    return JSONResponse(await openapi_entities(request, openapi_kind(request), wanted, "the body"))


async def openapi_entities(request: Request, kind: str, wanted: list[Any], argument: str) -> list[dict[str, Any]]:
    """Those of some entities of a kind that exist. Raises BadRequestError, naming the argument."""
    if len(wanted) > MAX_COUNT:
        raise BadRequestError(f"{argument}: expected at most {MAX_COUNT} entities, got {len(wanted)}")
    entities = []
    for item in wanted:
        if not isinstance(item, dict) or not isinstance(item.get("urn"), str):
            raise BadRequestError(f"{argument}: expected a list of objects with urn")
        require_kind(kind, item["urn"])
        try:
            names = [name for name in item if name != "urn"] or None
            entities.append(await openapi_entity(request, item["urn"], names))
        except NotFoundError:
            continue
    return entities


async def openapi_entity(request: Request, urn: str, names: list[str] | None) -> dict[str, Any]:
    """An entity with the aspects that are asked for, or all. Raises NotFoundError where it does not exist."""
    versioned = await stored_aspects(request, urn, names)
    found = versioned | await _newest_values(request, urn, names)
    with_metadata = request.query_params.get("systemMetadata") == "true"
    return {
        "urn": urn,
        **{
            name: {"value": aspect.value} | ({"systemMetadata": metadata_of(aspect)} if with_metadata else {})
            for name, aspect in sorted(found.items())
        },
    }


async def _newest_values(request: Request, urn: str, names: list[str] | None) -> dict[str, StoredAspect]:
    wanted = checked_names(urn, names)
    asked = [name for name in aspects_of(parse_urn(urn).kind) if is_timeseries(name) and name in (wanted or [name])]
    return await reader_of(request).newest_values(urn, asked) if asked else {}
