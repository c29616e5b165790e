"""What DataHub's SDK reads back: aspects, values over time, relationships.

An entity that other facts only point at does not exist, as in DataHub; one that does has its key aspect, whether a
proposal gave it or not.
"""

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from asyncpg import Record
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.datahub.registry import has_aspect, is_timeseries, key_aspect, key_value, record_of
from headwater.errors import BadRequestError, NotFoundError
from headwater.ingest.datahub.arguments import Arguments, read_arguments
from headwater.ingest.datahub.places import openapi_place, require_kind
from headwater.ingest.datahub.shapes import (
    AspectAnswer,
    AspectEnvelope,
    EntityAnswer,
    EntityV2Answer,
    OpenApiRelationships,
    Page,
    RestLiRelationships,
    SystemMetadata,
    TimeseriesValue,
    TimeseriesValues,
)
from headwater.model.json import is_storable
from headwater.model.times import FIRST_TIME, LAST_TIME
from headwater.store.aspect_reader import AspectReader, StoredAspect
from headwater.store.graph_reader import GraphDirection, Related
from headwater.store.reader import Reader
from headwater.texts import check_storable
from headwater.urn import parse_urn

MAX_COUNT = 10_000
"""How many relationships or values one answer has at most."""

DIRECTIONS = ("INCOMING", "OUTGOING")

_UNKNOWN_ACTOR = "urn:li:corpuser:unknown"
_REST_LI_LIST = re.compile(r"List\((.*)\)")


async def get_aspect(request: Request) -> Response:
    """`GET /aspects/{urn}?aspect=…&version=0`: the value under the name of its record; 404 where there is none."""
    aspect = request.query_params.get("aspect", "")
    record = record_of(aspect)
    urn = request.path_params["urn"]
    found = (await _aspects(request, urn, [aspect])).get(aspect)
    if found is None or request.query_params.get("version", "0") != "0":
        raise NotFoundError(f"{urn} has no {aspect} of that version")
    answer: AspectAnswer = {"version": 0, "aspect": {record: found.value}, "systemMetadata": _metadata(found)}
    return JSONResponse(answer)


async def get_entity(request: Request) -> Response:
    """`GET /entities/{urn}`: the values of its aspects, by name (the shape that DataHub's documentation shows)."""
    urn = request.path_params["urn"]
    found = await _aspects(request, urn)
    answer: EntityAnswer = {"urn": urn, "aspects": {name: aspect.value for name, aspect in found.items()}}
    return JSONResponse(answer)


async def get_entity_v2(request: Request) -> Response:
    """`GET /entitiesV2/{urn}?aspects=List(…)`: its aspects with all that is known of them."""
    urn = request.path_params["urn"]
    found = await _aspects(request, urn, _names(request, "aspects"))
    aspects = {name: _enveloped(name, aspect) for name, aspect in found.items()}
    answer: EntityV2Answer = {"urn": urn, "entityName": parse_urn(urn).kind, "aspects": aspects}
    return JSONResponse(answer)


async def get_openapi_entity(request: Request) -> Response:
    """`GET /openapi/v3/entity/{kind}/{urn}?aspects=…&systemMetadata=true`: its aspects, each under its name.

    With `/{aspect}` after it that one alone; 404 where the entity does not have it.
    """
    kind, urn, aspect = openapi_place(request)
    if aspect is None:
        return JSONResponse(await _openapi_entity(request, kind, urn, _names(request, "aspects")))
    entity = await _openapi_entity(request, kind, urn, [aspect])
    if aspect not in entity:
        raise NotFoundError(f"{urn} has no {aspect}")
    return JSONResponse(entity[aspect])


async def get_openapi_entities(request: Request) -> Response:
    """`POST /openapi/v3/entity/{kind}/batchGet`: those of some entities that exist, each with the aspects asked for."""
    kind = request.path_params["kind"]
    wanted = await read_arguments(request, "the body: expected a list of objects with urn", list)
    if len(wanted) > MAX_COUNT:
        raise BadRequestError(f"the body: expected at most {MAX_COUNT} entities, got {len(wanted)}")
    entities = []
    for item in wanted:
        if not isinstance(item, dict) or not isinstance(item.get("urn"), str):
            raise BadRequestError("the body: expected a list of objects with urn")
        try:
            names = [name for name in item if name != "urn"] or None
            entities.append(await _openapi_entity(request, kind, item["urn"], names))
        except NotFoundError:
            continue
    return JSONResponse(entities)


async def get_timeseries(request: Request) -> Response:
    """`POST /aspects?action=getTimeseriesAspectValues`: the newest values, newest first, as JSON texts."""
    body = Arguments(await read_arguments(request, "the body: expected an object", dict))
    urn, aspect = body.text("urn"), body.text("aspect")
    if not is_timeseries(aspect):
        raise BadRequestError(f"aspect: expected a timeseries aspect, got {aspect!r}")
    limit = min(body.number("limit", MAX_COUNT), MAX_COUNT)
    since, until = body.time("startTimeMillis", FIRST_TIME), body.time("endTimeMillis", LAST_TIME)
    values = await _reader(request).timeseries(urn, aspect, since, until, body.filter("filter"), limit)
    shown: list[TimeseriesValue] = [
        {"aspect": {"value": json.dumps(value), "contentType": "application/json"}, "systemMetadata": metadata}
        for value, metadata in values
    ]
    found: TimeseriesValues = {"entityName": parse_urn(urn).kind, "aspectName": aspect, "limit": limit, "values": shown}
    return JSONResponse({"value": found})


async def get_relationships(request: Request) -> Response:
    """`GET /relationships?urn=…&direction=…&types=…` (Rest.li): by default 100 a page."""
    page, found = await _relationships(request, "types", 100)
    answer: RestLiRelationships = {
        **page,
        "relationships": [{"type": row["type"], "entity": row["urn"]} for row in found],
    }
    return JSONResponse(answer)


async def get_openapi_relationships(request: Request) -> Response:
    """`GET /openapi/relationships/v1/?urn=…&direction=…&relationshipTypes=…`: by default 200 a page."""
    page, found = await _relationships(request, "relationshipTypes", 200)
    answer: OpenApiRelationships = {
        **page,
        "entities": [{"relationshipType": row["type"], "urn": row["urn"]} for row in found],
    }
    return JSONResponse(answer)


async def _relationships(request: Request, types: str, default_count: int) -> tuple[Page, Sequence[Record]]:
    arguments = Arguments(dict(request.query_params))
    urn = arguments.text("urn")
    parse_urn(urn)
    direction: GraphDirection = "INCOMING" if arguments.word("direction", DIRECTIONS) == "INCOMING" else "OUTGOING"
    start, count = arguments.number("start", 0), min(arguments.number("count", default_count), MAX_COUNT)
    names = _names(request, types)
    which = Related(direction, None if names is None else tuple(names))
    reader: Reader = request.app.state.reader
    [entity] = await reader.entities_by_urn([urn])
    if entity is None:
        return {"start": start, "count": 0, "total": 0}, []
    [found] = await reader.graph.relationships([entity["id"]], which, start, count)
    [total] = await reader.graph.count_relationships([entity["id"]], which)
    return {"start": start, "count": len(found), "total": total}, found


async def _openapi_entity(request: Request, kind: str, urn: str, names: list[str] | None) -> dict[str, Any]:
    require_kind(kind, urn)
    found = await _aspects(request, urn, names)
    with_metadata = request.query_params.get("systemMetadata") == "true"
    return {
        "urn": urn,
        **{
            name: {"value": aspect.value} | ({"systemMetadata": _metadata(aspect)} if with_metadata else {})
            for name, aspect in found.items()
        },
    }


async def _aspects(request: Request, urn: str, names: list[str] | None = None) -> dict[str, StoredAspect]:
    """The aspects of an entity, its key among them. Raises NotFoundError where it does not exist."""
    kind = parse_urn(urn).kind
    key_name = key_aspect(kind)
    for name in names or ():
        if not has_aspect(kind, name):
            raise BadRequestError(f"aspect: expected one that a {kind} can have, got {name!r}")
    if not is_storable(urn.encode()) or not await _reader(request).exists(urn):
        raise NotFoundError(f"there is no {urn}")
    found = await _reader(request).aspects(urn, names)
    if names is None or key_name in names:
        first = min((aspect.created_at for aspect in found.values()), default=datetime.fromtimestamp(0, UTC))
        found.setdefault(key_name, StoredAspect(key_value(urn), {}, 1, first, first, ""))
    return dict(sorted(found.items()))


def _enveloped(name: str, aspect: StoredAspect) -> AspectEnvelope:
    return {
        "name": name,
        "type": "VERSIONED",
        "version": 0,
        "value": aspect.value,
        "created": {"time": _millis(aspect.arrived_at), "actor": _UNKNOWN_ACTOR},
        "systemMetadata": _metadata(aspect),
    }


def _metadata(aspect: StoredAspect) -> SystemMetadata:
    """What came with the value, and what the store knows of it."""
    properties = aspect.system_metadata.get("properties")
    properties = dict(properties) if isinstance(properties, dict) else {}  # older versions kept whatever came
    if aspect.trace_id:
        properties.setdefault("telemetryTraceId", aspect.trace_id)
    return {
        **aspect.system_metadata,  # type: ignore[typeddict-item]  # which has what it came with
        "version": str(aspect.version),
        "aspectCreated": {"time": _millis(aspect.created_at), "actor": _UNKNOWN_ACTOR},
        "aspectModified": {"time": _millis(aspect.arrived_at), "actor": _UNKNOWN_ACTOR},
        "properties": properties,
    }


def _millis(time: datetime) -> int:
    return int(time.timestamp() * 1000)


def _names(request: Request, parameter: str) -> list[str] | None:
    """A list parameter: repeated, separated by commas, or in Rest.li's way `List(a,b)`; None where it is not there.

    Raises BadRequestError for what cannot be a name.
    """
    names: list[str] = []
    for text in request.query_params.getlist(parameter):
        match = _REST_LI_LIST.fullmatch(text)
        names += (match[1] if match else text).split(",")
    for name in names:
        check_storable(parameter, name)
    return [name for name in names if name] or None


def _reader(request: Request) -> AspectReader:
    reader: AspectReader = request.app.state.reader.aspects
    return reader
