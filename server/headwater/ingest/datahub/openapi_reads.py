"""Entities as DataHub's OpenAPI v3 reads them: versioned aspects, and the newest value of each timeseries."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.datahub.registry import aspects_of, is_timeseries
from headwater.errors import BadRequestError, NotFoundError
from headwater.ingest.datahub.arguments import MAX_COUNT, list_argument, read_arguments
from headwater.ingest.datahub.places import openapi_kind, openapi_place, require_kind
from headwater.ingest.datahub.stored import checked_names, metadata_of, reader_of, with_key
from headwater.model.json import is_storable
from headwater.store.aspect_reader import StoredAspect
from headwater.urn import parse_urn

Wanted = Mapping[str, list[str] | None]
"""The aspects that are asked for, by URN of the entity; None: all."""


async def get_openapi_entity(request: Request) -> Response:
    """`GET /openapi/v3/entity/{kind}/{urn}?aspects=…&systemMetadata=true`: its aspects, each under its name.

    With `/{aspect}` after it that one alone; 404 where the entity does not have it.
    """
    _, urn, aspect = openapi_place(request)
    if aspect is None:
        return JSONResponse(await _entity(request, urn, list_argument(request, "aspects")))
    entity = await _entity(request, urn, [aspect])
    if aspect not in entity:
        raise NotFoundError(f"{urn} has no {aspect}")
    return JSONResponse(entity[aspect])


async def get_openapi_entities(request: Request) -> Response:
    """`POST /openapi/v3/entity/{kind}/batchGet`: those of some entities that exist, each with the aspects asked for."""
    wanted = await read_arguments(request, "the body: expected a list of objects with urn", list)
    return JSONResponse(await openapi_entities(request, wanted_entities(openapi_kind(request), wanted, "the body")))


def wanted_entities(kind: str, items: Any, argument: str) -> Wanted:
    """The entities of a kind that items of a body ask for. Raises BadRequestError, naming the argument."""
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
    """The entities that exist among some, in their order; at most three statements."""
    names = {urn: checked_names(urn, given) for urn, given in wanted.items()}
    reader = reader_of(request)
    urns = [urn for urn in names if is_storable(urn.encode())]
    existing = await reader.existing(urns)
    urns = [urn for urn in urns if urn in existing]
    versioned = await reader.aspects_of(urns, _all_of(names[urn] for urn in urns))
    timeseries = {name for urn in urns for name in _asked(urn, names[urn]) if is_timeseries(name)}
    newest = await reader.newest_values(urns, sorted(timeseries)) if timeseries else {}
    with_metadata = request.query_params.get("systemMetadata") == "true"
    return [_shown(urn, names[urn], versioned.get(urn, {}) | newest.get(urn, {}), with_metadata) for urn in urns]


def _asked(urn: str, names: list[str] | None) -> Sequence[str]:
    return aspects_of(parse_urn(urn).kind) if names is None else names


def _all_of(names: Iterable[list[str] | None]) -> list[str] | None:
    """The names of all lists; None where one asks for all there are."""
    found: set[str] = set()
    for some in names:
        if some is None:
            return None
        found.update(some)
    return sorted(found)


def _shown(urn: str, names: list[str] | None, found: dict[str, StoredAspect], with_metadata: bool) -> dict[str, Any]:
    aspects = with_key(urn, found)
    return {
        "urn": urn,
        **{
            name: {"value": aspect.value} | ({"systemMetadata": metadata_of(aspect)} if with_metadata else {})
            for name, aspect in sorted(aspects.items())
            if names is None or name in names
        },
    }


async def _entity(request: Request, urn: str, names: list[str] | None) -> dict[str, Any]:
    found = await openapi_entities(request, {urn: names})
    if not found:
        raise NotFoundError(f"there is no {urn}")
    return found[0]
