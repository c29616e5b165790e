"""Rest.li reads of DataHub's SDK: aspects, timeseries values, relationships."""

import json
from collections.abc import Sequence

from asyncpg import Record
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.datahub.registry import is_timeseries, key_aspect, record_of
from headwater.errors import BadRequestError, NotFoundError
from headwater.ingest.datahub.arguments import MAX_COUNT, Arguments, list_argument, read_arguments
from headwater.ingest.datahub.places import require_aspect
from headwater.ingest.datahub.shapes import (
    AspectAnswer,
    AspectEnvelope,
    EntityAnswer,
    EntityV2Answer,
    OpenApiRelationships,
    Page,
    RestLiRelationships,
    TimeseriesValue,
    TimeseriesValues,
)
from headwater.ingest.datahub.stored import (
    UNKNOWN_ACTOR,
    metadata_of,
    millis,
    reader_of,
    stored_aspects,
    stored_entities,
    with_key,
)
from headwater.model.times import FIRST_TIME, LAST_TIME
from headwater.store.aspect_reader import StoredAspect
from headwater.store.graph_reader import GraphDirection, Related, RelatedPage, RelatedPages
from headwater.store.reader import Reader
from headwater.urn import parse_urn

DIRECTIONS = ("INCOMING", "OUTGOING")


async def get_aspect(request: Request) -> Response:
    """`GET /aspects/{urn}?aspect=…&version=0`: the value under the name of its record; 404 if there is none."""
    urn = request.path_params["urn"]
    aspect = require_aspect(parse_urn(urn).kind, request.query_params.get("aspect", ""))
    record = record_of(aspect)
    found = (await stored_aspects(request, urn, [aspect])).get(aspect)
    if found is None or request.query_params.get("version", "0") != "0":
        raise NotFoundError(f"{urn} has no {aspect} of that version")
    answer: AspectAnswer = {"version": 0, "aspect": {record: found.value}, "systemMetadata": metadata_of(found)}
    return JSONResponse(answer)


async def get_entity(request: Request) -> Response:
    """`GET /entities/{urn}`: the values of its aspects, by name, in the shape of DataHub's documentation."""
    urn = request.path_params["urn"]
    found = await stored_aspects(request, urn)
    answer: EntityAnswer = {"urn": urn, "aspects": {name: aspect.value for name, aspect in found.items()}}
    return JSONResponse(answer)


async def get_entity_v2(request: Request) -> Response:
    """`GET /entitiesV2/{urn}?aspects=List(…)`: its aspects with their metadata, and always its key.

    As in DataHub, the status does not depend on the entity's existence: an unwritten entity has only its key.
    """
    urn = request.path_params["urn"]
    names = list_argument(request, "aspects")
    wanted = None if names is None else [*names, key_aspect(parse_urn(urn).kind)]
    found = (await stored_entities(request, {urn: wanted})).get(urn) or with_key(urn, {})
    aspects = {name: _enveloped(name, aspect) for name, aspect in found.items()}
    answer: EntityV2Answer = {"urn": urn, "entityName": parse_urn(urn).kind, "aspects": aspects}
    return JSONResponse(answer)


async def get_timeseries(request: Request) -> Response:
    """`POST /aspects?action=getTimeseriesAspectValues`: the newest values, newest first, as JSON texts."""
    body = Arguments(await read_arguments(request, "the body: expected an object", dict))
    urn = body.text("urn")
    aspect = require_aspect(parse_urn(urn).kind, body.text("aspect"))
    if not is_timeseries(aspect):
        raise BadRequestError(f"aspect: expected a timeseries aspect, got {aspect!r}")
    limit = min(body.number("limit", MAX_COUNT), MAX_COUNT)
    since, until = body.time("startTimeMillis", FIRST_TIME), body.time("endTimeMillis", LAST_TIME)
    values = await reader_of(request).timeseries(urn, aspect, since, until, body.filter("filter"), limit)
    shown: list[TimeseriesValue] = [
        {"aspect": {"value": json.dumps(value), "contentType": "application/json"}, "systemMetadata": metadata}
        for value, metadata in values
    ]
    found: TimeseriesValues = {"entityName": parse_urn(urn).kind, "aspectName": aspect, "limit": limit, "values": shown}
    return JSONResponse({"value": found})


async def get_relationships(request: Request) -> Response:
    """`GET /relationships?urn=…&direction=…&types=…` (Rest.li): 100 a page by default."""
    page, found = await _relationships(request, "types", 100)
    answer: RestLiRelationships = {
        **page,
        "relationships": [{"type": row["type"], "entity": row["urn"]} for row in found],
    }
    return JSONResponse(answer)


async def get_openapi_relationships(request: Request) -> Response:
    """`GET /openapi/relationships/v1/?urn=…&direction=…&relationshipTypes=…`: 200 a page by default."""
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
    names = list_argument(request, types)
    which = Related(direction, None if names is None else tuple(sorted(set(names))))
    reader: Reader = request.app.state.reader
    [entity] = await reader.entities.by_urn([urn])
    if entity is None:
        return {"start": start, "count": 0, "total": 0}, []
    asked = RelatedPages((entity["id"],), RelatedPage(which, start, count), with_rows=True, with_total=True)
    [pages] = await reader.graph.relationships([asked], direction)
    page = pages[entity["id"]]
    assert page.total is not None
    return {"start": start, "count": len(page.rows), "total": page.total}, page.rows


def _enveloped(name: str, aspect: StoredAspect) -> AspectEnvelope:
    return {
        "name": name,
        "type": "VERSIONED",
        "version": 0,
        "value": aspect.value,
        "created": {"time": millis(aspect.arrived_at), "actor": UNKNOWN_ACTOR},
        "systemMetadata": metadata_of(aspect),
    }
