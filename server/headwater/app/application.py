"""The ASGI application, composed in one place."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from headwater import spans
from headwater.app.answer_headers import AnswerHeaders
from headwater.app.budget import TOKEN_CONNECTIONS
from headwater.app.gauges import Gauges, noted
from headwater.app.graphql_endpoint import GraphQLEndpoint, graphql_routes
from headwater.app.health import health_routes
from headwater.app.metrics_endpoint import StoredFigures, metrics_route
from headwater.app.openapi import openapi_route
from headwater.app.pages import explorer_documents, graphiql_page, no_graphiql_page, page_routes
from headwater.app.requests import TracedRequests
from headwater.app.site_check import SiteCheck
from headwater.embedded.keeper import Watch
from headwater.garbage import collect_rarely
from headwater.graphql.documents import LearnedDocuments, load_trusted
from headwater.graphql.room import Room
from headwater.graphql.schema import build_schema
from headwater.guard import Guard, GuardedMount, GuardedRoute, GuardedSocket, guarded, no_such_operation
from headwater.ingest.databand import databand_routes
from headwater.ingest.datahub import datahub_routes
from headwater.ingest.enqueueing import Enqueuing, QueueLimits
from headwater.ingest.event_gatherer import EventGatherer
from headwater.ingest.openlineage import openlineage_routes
from headwater.ingest.proposal_gatherer import ProposalGatherer
from headwater.ingest.queue_worker import QueueWorker
from headwater.lineage.held_graph import HeldGraph
from headwater.model import access
from headwater.settings import Settings
from headwater.store.database import Database
from headwater.store.heartbeat import heartbeat
from headwater.store.keeping import keeping_steps
from headwater.store.pool import read_pool
from headwater.store.reader import Reader
from headwater.store.replica import Replica
from headwater.store.retention_schedule import removing_runs
from headwater.store.run_event_feed import RunEventFeed

_METHODS = ["DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"]
"""The methods of pages on allowed origins."""


def create_app(
    settings: Settings, address: Database | str, default_query: str = "", watch: Watch | None = None
) -> Starlette:
    """Return the server for a migrated database. default_query: for GraphiQL; watch: of the embedded Postgres."""
    database = Database.at(address)
    routes: list[GuardedRoute | GuardedSocket | GuardedMount] = [
        *graphql_routes(_graphql(settings), graphiql_page(default_query) if settings.graphiql else no_graphiql_page()),
        *openlineage_routes(),
        *databand_routes(),
        *datahub_routes(),
        *page_routes(),
        openapi_route(),
        *health_routes(),
        metrics_route(),
    ]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with (
            await read_pool(
                database, settings.pool_size, settings.max_statement_seconds, settings.max_pool_wait_seconds
            ) as pool,
            await read_pool(database, TOKEN_CONNECTIONS, name="tokens") as token_pool,
            EventGatherer(database, *settings.event_limits) as events,
            ProposalGatherer(database, settings.max_waiting_events, settings.max_merge_seconds) as proposal_gatherer,
            _replica(settings, database) as replica,
        ):
            app.state.replica = replica
            worker = QueueWorker(database, events)
            limits = QueueLimits(settings.max_queued_writes, settings.max_queued_seconds)
            app.state.enqueuing = enqueuing = Enqueuing(database, pool, limits, worker.wake)
            app.state.is_async = settings.async_
            app.state.reader = reader = Reader(pool, settings.max_event_names)
            app.state.held_graph = held_graph = HeldGraph(pool, settings.max_graph_steps)
            app.state.event_gatherer = events
            app.state.proposal_gatherer = proposal_gatherer
            app.state.watch = watch
            app.state.guard = Guard(token_pool, settings.secret_token, is_required=settings.is_token_required)
            feed = RunEventFeed(database, reader.run_events, settings.max_waiting_messages)
            app.state.stored_figures = StoredFigures(reader, replica)
            app.state.gauges = gauges = Gauges(
                {"queries": pool, "tokens": token_pool}, [events, proposal_gatherer, enqueuing], feed
            )
            async with (
                feed as app.state.run_events,
                heartbeat(database),
                removing_runs(database, settings.retention_hours),
                keeping_steps(database, pool),
                held_graph.following(),
                noted(gauges),
                enqueuing,
                worker if settings.drains_queue else nullcontext(),
            ):
                with collect_rarely():
                    yield
        if (tracer := spans.active_tracer()) is not None:
            await asyncio.to_thread(tracer.close)

    app = _Server(
        routes=routes,
        middleware=[
            *_server_spans(),
            Middleware(AnswerHeaders),
            Middleware(TracedRequests),
            *_site_checks(settings, routes),
        ],
        lifespan=lifespan,
    )
    # Without the right to read, unknown paths look like known ones.
    app.router.default = guarded(_unknown, access.Scope.READ)
    return app


class _Server(Starlette):
    """Starlette without its own handling of exceptions: routes answer refusals, `TracedRequests` logs the rest."""

    def build_middleware_stack(self) -> ASGIApp:
        """Return the application with its middleware."""
        app: ASGIApp = self.router
        for make, args, kwargs in reversed(self.user_middleware):
            app = make(app, *args, **kwargs)
        return app


async def _unknown(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request for an unknown address."""
    answer = WebSocketClose() if scope["type"] == "websocket" else no_such_operation(404)
    await answer(scope, receive, send)


@asynccontextmanager
async def _replica(settings: Settings, primary: Database) -> AsyncIterator[Replica | None]:
    """Yield the replica of the settings; None without one."""
    if settings.read_database_url is None:
        yield None
        return
    database = Database(settings.read_database_url.get_secret_value())
    limits = (settings.pool_size, settings.max_statement_seconds, settings.max_pool_wait_seconds)
    async with (
        await read_pool(database, *limits, name="replica", opens_at_once=False) as pool,
        Replica(primary, database, pool, settings.max_event_names) as replica,
    ):
        yield replica


def _server_spans() -> list[Middleware]:
    """Return the middleware that makes a span for each request; none if tracing is off."""
    tracer = spans.active_tracer()
    return [] if tracer is None else [Middleware(tracer.server)]


def _site_checks(settings: Settings, routes: Sequence[BaseRoute]) -> list[Middleware]:
    """Return the middleware that refuses foreign pages and answers preflights, which have no token."""
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
    """Return the GraphQL endpoint of some settings. Raises SettingsError if trusted documents cannot be read."""
    own = explorer_documents()
    trusted = None if settings.trusted_documents is None else load_trusted(settings.trusted_documents)
    only = None if trusted is None else trusted.joined(own)
    room = Room(settings.max_expensive_queries, settings.max_pool_wait_seconds)
    schema = build_schema(settings.query_limits, only, introspection=settings.introspection, room=room)
    if trusted is not None:
        trusted.check(schema._schema)
    return GraphQLEndpoint(schema, only or LearnedDocuments(own), settings.max_query_bytes)
