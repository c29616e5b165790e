"""`/openapi/v3/entity/generic`: entities of several types in one request, each list under the name of its type."""

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.datahub.proposal import items_of_entities
from headwater.dialects.datahub.registry import named_type
from headwater.dialects.problems import UnusableError
from headwater.errors import BadRequestError
from headwater.ingest.datahub.arguments import MAX_COUNT, read_arguments
from headwater.ingest.datahub.openapi_reads import openapi_entities, wanted_entities
from headwater.ingest.datahub.places import require_type
from headwater.ingest.datahub.proposals import asked_change, read_items, status_of, write_items
from headwater.ingest.datahub.stored import Wanted
from headwater.texts import shown
from headwater.urn import parse_urn

_EXPECTED = "expected an object of lists of entities by their type"


async def write_generic(request: Request) -> Response:
    """`POST` and `PATCH /openapi/v3/entity/generic`: all entities or none."""
    change_type = asked_change(request)
    names: list[str] = []

    def items(body: Any) -> list[Any]:
        if not isinstance(body, dict):
            raise UnusableError("proposal.invalid", f"{_EXPECTED}, got {shown(body)}")
        names.extend(body)
        return [item for name, entities in body.items() for item in items_of_entities(name, entities, change_type)]

    entities = await write_items(request, await read_items(request, items))
    return JSONResponse(_by_type(names, entities), status_of(request, is_async_by_default=True))


async def get_generic(request: Request) -> Response:
    """`POST /openapi/v3/entity/generic/batchGet`: the existing entities, each with its requested aspects."""
    body: dict[str, Any] = await read_arguments(request, f"the body: {_EXPECTED}", dict)
    wanted: dict[str, Sequence[str] | None] = {}
    for name, items in body.items():
        wanted.update(_of_type(name, items))
    if len(wanted) > MAX_COUNT:
        raise BadRequestError(f"the body: expected at most {MAX_COUNT} entities, got {len(wanted)}")
    return JSONResponse(_by_type(list(body), await openapi_entities(request, wanted)))


def _of_type(name: str, items: Any) -> Wanted:
    return wanted_entities(require_type(name, "the body"), items, name)


def _by_type(names: list[str], entities: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Group entities by type, under the names in the request."""
    return {name: [one for one in entities if parse_urn(one["urn"]).kind == named_type(name)] for name in names}
