"""The addresses of DataHub's REST API in Headwater, and their scopes.

In Rest.li, a POST's `action` tells its purpose: some actions only read.
"""

from collections.abc import Sequence
from dataclasses import replace

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Match, compile_path
from starlette.types import Scope as HttpScope

from headwater.errors import BadRequestError
from headwater.guard import OPEN, GuardedRoute, Needs
from headwater.ingest.datahub import (
    entity_scrolls,
    generic,
    openapi_operations,
    openapi_reads,
    operations,
    proposals,
    reads,
    references,
    relationship_scrolls,
    scroll_operations,
)
from headwater.ingest.datahub.config import config
from headwater.ingest.datahub.errors import Endpoint, answering_errors
from headwater.ingest.datahub.statistics import get_statistics
from headwater.ingest.datahub.write_traces import trace_writes
from headwater.model.access import Scope
from headwater.operations import Operation, Parameter

_ASPECT_ACTIONS: dict[str, tuple[Endpoint, Scope]] = {
    "ingestProposal": (proposals.ingest_proposals, Scope.WRITE),
    "ingestProposalBatch": (proposals.ingest_proposals, Scope.WRITE),
    "getTimeseriesAspectValues": (reads.get_timeseries, Scope.READ),
}
_ENTITY_ACTIONS: dict[str, tuple[Endpoint, Scope]] = {
    "ingest": (proposals.ingest_snapshots, Scope.WRITE),
    "batchIngest": (proposals.ingest_snapshots, Scope.WRITE),
    "delete": (proposals.delete_entity, Scope.WRITE),
    "deleteReferences": (references.delete_references, Scope.WRITE),
}
_ANALYTICS_ACTIONS: dict[str, tuple[Endpoint, Scope]] = {"getTimeseriesStats": (get_statistics, Scope.READ)}

_READ_OR_WRITE = frozenset({Scope.READ, Scope.WRITE})
"""A writer may ask for the result of its writes too: DataHub's SDK does in its mode ASYNC_WAIT."""


def datahub_routes() -> list[GuardedRoute]:
    """Return the routes of Rest.li, OpenAPI, and the SDK's other requests. A URN in a path may contain slashes."""
    entity, place = "/openapi/v3/entity/{kind}", "/openapi/v3/entity/{kind}/{place:path}"
    read, write = Scope.READ, Scope.WRITE
    return [
        _route("/config", config, OPEN, operations.GET_CONFIG),
        _action_route("/aspects", _ASPECT_ACTIONS, operations.POST_ASPECTS),
        _route("/aspects/{urn:path}", reads.get_aspect, read, operations.GET_ASPECT),
        _action_route("/entities", _ENTITY_ACTIONS, operations.POST_ENTITIES),
        _route("/entities/{urn:path}", reads.get_entity, read, operations.GET_ENTITY),
        _route("/entitiesV2/{urn:path}", reads.get_entity_v2, read, operations.GET_ENTITY_V2),
        _action_route("/analytics", _ANALYTICS_ACTIONS, operations.POST_ANALYTICS),
        _route("/relationships", reads.get_relationships, read, operations.GET_RELATIONSHIPS),
        _route(
            "/openapi/relationships/v1/", reads.get_openapi_relationships, read, operations.GET_OPENAPI_RELATIONSHIPS
        ),
        *_scroll_routes(),
        *_generic_routes(),
        _route(entity + "/batchGet", openapi_reads.get_openapi_entities, read, openapi_operations.POST_BATCH_GET),
        _route(entity, entity_scrolls.scroll_kind, read, scroll_operations.GET_KIND),
        _route(entity, proposals.write_entities, write, openapi_operations.POST_ENTITY),
        _route(entity, proposals.write_entities, write, openapi_operations.PATCH_ENTITY),
        _route(place, openapi_reads.get_openapi_entity, read, *openapi_operations.GET_AT),
        _route(place, proposals.write_aspect, write, openapi_operations.POST_AT),
        _route(place, proposals.write_aspect, write, openapi_operations.PATCH_AT),
        _route(place, proposals.delete_at, write, *openapi_operations.DELETE_AT),
        _route("/openapi/v1/trace/write/{trace_id}", trace_writes, _READ_OR_WRITE, operations.POST_TRACE),
    ]


def _scroll_routes() -> list[GuardedRoute]:
    """Return the scroll routes; they precede the entity routes, since `scroll` is not a type."""
    edges, read = "/openapi/v3/relationship", Scope.READ
    return [
        _route("/openapi/v3/entity/scroll", entity_scrolls.scroll_entities, read, scroll_operations.POST_SCROLL),
        _route(
            edges + "/scroll",
            relationship_scrolls.scroll_relationships,
            read,
            scroll_operations.POST_RELATIONSHIP_SCROLL,
        ),
        _route(
            edges + "/{type}",
            relationship_scrolls.scroll_relationships_of_type,
            read,
            scroll_operations.GET_RELATIONSHIPS_OF_TYPE,
        ),
        _route(
            edges + "/{kind}/{urn:path}",
            relationship_scrolls.scroll_relationships_of_entity,
            read,
            scroll_operations.GET_RELATIONSHIPS_OF_ENTITY,
        ),
    ]


def _generic_routes() -> list[GuardedRoute]:
    """Return the generic routes; they precede the entity routes, since `generic` is not a type."""
    path = "/openapi/v3/entity/generic"
    return [
        _route(path, generic.write_generic, Scope.WRITE, openapi_operations.POST_GENERIC),
        _route(path, generic.write_generic, Scope.WRITE, openapi_operations.PATCH_GENERIC),
        _route(path + "/batchGet", generic.get_generic, Scope.READ, openapi_operations.POST_GENERIC_BATCH_GET),
    ]


class _Route(GuardedRoute):
    """A route with or without a slash at the end: some of DataHub's commands send one to Rest.li.

    An escaped slash, `%2F`, is part of the URN before it.
    """

    def __init__(self, path: str, endpoint: Endpoint, *, needs: Needs, operations: Sequence[Operation]) -> None:
        super().__init__(path, endpoint, needs=needs, operations=operations)
        self.path_regex, _, _ = compile_path(path.removesuffix("/"))

    def matches(self, scope: HttpScope) -> tuple[Match, HttpScope]:
        """Match an address with this route."""
        if scope["type"] == "http" and scope.get("raw_path", scope["path"].encode()).endswith(b"/"):
            scope = {**scope, "path": scope["path"].removesuffix("/")}
        return super().matches(scope)


def _route(path: str, endpoint: Endpoint, needs: Needs, *described: Operation) -> GuardedRoute:
    return _Route(path, answering_errors(endpoint), needs=needs, operations=described)


def _action_route(path: str, actions: dict[str, tuple[Endpoint, Scope]], operation: Operation) -> GuardedRoute:
    action = Parameter("action", "What is to be done.", is_required=True, choices=actions)
    described = replace(operation, parameters=[action, *operation.parameters])
    return _route(path, _action(actions), _needs(actions), described)


def _action(actions: dict[str, tuple[Endpoint, Scope]]) -> Endpoint:
    async def act(request: Request) -> Response:
        action = request.query_params.get("action", "")
        if action not in actions:
            raise BadRequestError(f"action: expected one of {', '.join(actions)}, got {action!r}")
        return await actions[action][0](request)

    return act


def _needs(actions: dict[str, tuple[Endpoint, Scope]]) -> Needs:
    """Return the scope of the action; for an unknown action WRITE, and the error lists the actions."""

    def needed(connection: HTTPConnection) -> Scope:
        action = connection.query_params.get("action", "")
        return actions[action][1] if action in actions else Scope.WRITE

    return needed
