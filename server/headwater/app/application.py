"""The ASGI application, put together in one place."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from asyncpg import Pool
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import RedirectResponse
from starlette.routing import Route

from headwater.app.auth import BearerToken
from headwater.app.graphiql import graphiql_mount
from headwater.app.graphql_endpoint import GraphQLEndpoint
from headwater.app.health import health, ready
from headwater.app.requests import TracedRequests
from headwater.graphql.schema import build_schema
from headwater.ingest.openlineage import openlineage_routes
from headwater.ingest.writer import Writer
from headwater.settings import Settings
from headwater.store.pool import read_pool
from headwater.store.reader import Reader


def create_app(settings: Settings, database_url: str, default_query: str = "") -> Starlette:
    """The server for a migrated database; default_query is what GraphiQL opens with."""
    endpoint = GraphQLEndpoint(build_schema(), default_query)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        pool: Pool = await read_pool(database_url, settings.pool_size)
        app.state.reader = Reader(pool)
        async with Writer(database_url, settings.max_waiting_events) as app.state.writer:
            yield
        await pool.close()

    return Starlette(
        routes=[
            Route("/", RedirectResponse("/graphql"), methods=["GET"]),
            Route("/graphql", endpoint),
            graphiql_mount(),
            *openlineage_routes(),
            Route("/health", health, methods=["GET"]),
            Route("/ready", ready, methods=["GET"]),
        ],
        middleware=[
            Middleware(TracedRequests),
            Middleware(BearerToken, token=settings.token),
        ],
        lifespan=lifespan,
    )
