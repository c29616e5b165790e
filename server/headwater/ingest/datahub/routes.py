"""The addresses of DataHub's REST API that Headwater has, and who may call them.

Rest.li names what a POST does in its `action`: some of them read.
"""

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from headwater.errors import BadRequestError
from headwater.guard import OPEN, GuardedRoute, Needs
from headwater.ingest.datahub import reads, writes
from headwater.ingest.datahub.config import config
from headwater.ingest.datahub.errors import Endpoint, answering_errors
from headwater.ingest.datahub.statistics import get_statistics
from headwater.ingest.datahub.write_traces import trace_writes
from headwater.model.access import Scope

_ASPECT_ACTIONS: dict[str, tuple[Endpoint, Scope]] = {
    "ingestProposal": (writes.ingest_proposals, Scope.WRITE),
    "ingestProposalBatch": (writes.ingest_proposals, Scope.WRITE),
    "getTimeseriesAspectValues": (reads.get_timeseries, Scope.READ),
}
_ENTITY_ACTIONS: dict[str, tuple[Endpoint, Scope]] = {
    "ingest": (writes.ingest_snapshots, Scope.WRITE),
    "batchIngest": (writes.ingest_snapshots, Scope.WRITE),
    "delete": (writes.delete_entity, Scope.WRITE),
}
_ANALYTICS_ACTIONS: dict[str, tuple[Endpoint, Scope]] = {"getTimeseriesStats": (get_statistics, Scope.READ)}


def datahub_routes() -> list[GuardedRoute]:
    """Rest.li, OpenAPI, and what the SDK asks of a server. A URN in a path may have slashes of its own."""
    entity, place = "/openapi/v3/entity/{kind}", "/openapi/v3/entity/{kind}/{place:path}"
    return [
        _route("/config", config, "GET", OPEN),
        _route("/aspects", _action(_ASPECT_ACTIONS), "POST", _needs(_ASPECT_ACTIONS)),
        _route("/aspects/{urn:path}", reads.get_aspect, "GET", Scope.READ),
        _route("/entities", _action(_ENTITY_ACTIONS), "POST", _needs(_ENTITY_ACTIONS)),
        _route("/entities/{urn:path}", reads.get_entity, "GET", Scope.READ),
        _route("/entitiesV2/{urn:path}", reads.get_entity_v2, "GET", Scope.READ),
        _route("/analytics", _action(_ANALYTICS_ACTIONS), "POST", _needs(_ANALYTICS_ACTIONS)),
        _route("/relationships", reads.get_relationships, "GET", Scope.READ),
        _route("/openapi/relationships/v1/", reads.get_openapi_relationships, "GET", Scope.READ),
        _route(entity + "/batchGet", reads.get_openapi_entities, "POST", Scope.READ),
        _route(entity, writes.write_entities, "POST", Scope.WRITE),
        _route(entity, writes.write_entities, "PATCH", Scope.WRITE),
        _route(place, reads.get_openapi_entity, "GET", Scope.READ),
        _route(place, writes.write_aspect, "POST", Scope.WRITE),
        _route(place, writes.write_aspect, "PATCH", Scope.WRITE),
        _route(place, writes.delete_at, "DELETE", Scope.WRITE),
        _route("/openapi/v1/trace/write/{trace_id}", trace_writes, "POST", Scope.READ),
    ]


def _route(path: str, endpoint: Endpoint, method: str, needs: Needs) -> GuardedRoute:
    return GuardedRoute(path, answering_errors(endpoint), needs=needs, methods=[method])


def _action(actions: dict[str, tuple[Endpoint, Scope]]) -> Endpoint:
    async def act(request: Request) -> Response:
        action = request.query_params.get("action", "")
        if action not in actions:
            raise BadRequestError(f"action: expected one of {', '.join(actions)}, got {action!r}")
        return await actions[action][0](request)

    return act


def _needs(actions: dict[str, tuple[Endpoint, Scope]]) -> Needs:
    """An action that there is not is for nobody, whatever it would have been."""

    def needed(connection: HTTPConnection) -> Scope:
        action = connection.query_params.get("action", "")
        return actions[action][1] if action in actions else Scope.WRITE

    return needed
