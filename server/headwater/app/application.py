"""The ASGI application, put together in one place."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import BaseRoute

from headwater.app.answer_headers import AnswerHeaders
from headwater.app.budget import TOKEN_CONNECTIONS
from headwater.app.garbage import collect_rarely
from headwater.app.graphql_endpoint import GraphQLEndpoint, graphql_routes
from headwater.app.health import health_routes
from headwater.app.openapi import openapi_route
from headwater.app.pages import graphiql_page, no_graphiql_page, page_routes
from headwater.app.requests import TracedRequests, no_such_operation
from headwater.app.site_check import SiteCheck
from headwater.embedded.keeper import Watch
from headwater.graphql.documents import LearnedDocuments, load_trusted
from headwater.graphql.room import Room
from headwater.graphql.schema import build_schema
from headwater.guard import Guard, GuardedMount, GuardedRoute, GuardedSocket, guarded
from headwater.ingest.databand import databand_routes
from headwater.ingest.datahub import datahub_routes
from headwater.ingest.event_gatherer import EventGatherer
from headwater.ingest.openlineage import openlineage_routes
from headwater.ingest.proposal_gatherer import ProposalGatherer
from headwater.model.access import Scope
from headwater.model.query_limits import QueryLimits
from headwater.settings import Settings
from headwater.store.database import Database
from headwater.store.heartbeat import heartbeat
from headwater.store.pool import read_pool
from headwater.store.reader import Reader
from headwater.store.run_event_feed import RunEventFeed

_METHODS = ["DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"]
"""The methods of pages on allowed origins."""


def create_app(
    settings: Settings, address: Database | str, default_query: str = "", watch: Watch | None = None
) -> Starlette:
    """The server for a migrated database; GraphiQL opens with default_query; watch: over the embedded Postgres."""
    database = Database.at(address)
    routes: list[GuardedRoute | GuardedSocket | GuardedMount] = [
        *graphql_routes(_graphql(settings), graphiql_page(default_query) if settings.graphiql else no_graphiql_page()),
        *openlineage_routes(),
        *databand_routes(),
        *datahub_routes(),
        *page_routes(),
        openapi_route(),
        *health_routes(),
    ]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with (
            await read_pool(
                database, settings.pool_size, settings.max_statement_seconds, settings.max_pool_wait_seconds
            ) as pool,
            await read_pool(database, TOKEN_CONNECTIONS) as token_pool,
            EventGatherer(
                database,
                settings.max_waiting_events,
                settings.max_merge_seconds,
                max_event_names=settings.max_event_names,
            ) as app.state.event_gatherer,
            ProposalGatherer(
                database, settings.max_waiting_events, settings.max_merge_seconds
            ) as app.state.proposal_gatherer,
        ):
            app.state.reader = reader = Reader(pool, settings.max_event_names)
            app.state.watch = watch
            app.state.guard = Guard(token_pool, settings.secret_token, is_required=settings.is_token_required)
            feed = RunEventFeed(database, reader.run_events, settings.max_waiting_messages)
            async with feed as app.state.run_events, heartbeat(database):
                with collect_rarely():
                    yield

    app = Starlette(
        routes=routes,
        middleware=[Middleware(AnswerHeaders), Middleware(TracedRequests), *_site_checks(settings, routes)],
        exception_handlers={404: no_such_operation, 405: no_such_operation},
        lifespan=lifespan,
    )
    # Who may not read does not learn either which paths there are.
    app.router.default = guarded(app.router.default, Scope.READ)
    return app


def _site_checks(settings: Settings, routes: Sequence[BaseRoute]) -> list[Middleware]:
    """The middleware that refuses foreign pages and answers preflights, which have no token. Routes check tokens."""
    hosts = None if settings.is_token_required else settings.allowed_hosts
    site_check = Middleware(SiteCheck, routes=routes, hosts=hosts, origins=settings.allowed_origins)
    if not settings.allowed_origins:
        return [site_check]
    cors = Middleware(
        CORSMiddleware,
        allow_origins=settings.allowed_origins,
        allow_methods=_METHODS,
        allow_headers=["*"],
        allow_private_network=True,  # a page on the internet may be allowed to ask a server on this machine
        expose_headers=["Retry-After", "traceparent", "WWW-Authenticate"],
    )
    return [site_check, cors]


def _graphql(settings: Settings) -> GraphQLEndpoint:
    """GraphQL as the settings have it. Raises SettingsError where trusted documents cannot be read."""
    trusted = None if settings.trusted_documents is None else load_trusted(settings.trusted_documents)
    limits = QueryLimits(
        settings.max_query_depth, settings.max_query_tokens, settings.max_query_aliases, settings.max_query_cost
    )
    room = Room(settings.max_expensive_queries, settings.max_pool_wait_seconds)
    schema = build_schema(limits, trusted, introspection=settings.introspection, room=room)
    if trusted is not None:
        trusted.check(schema._schema)
    return GraphQLEndpoint(schema, trusted or LearnedDocuments(), settings.max_query_bytes)
