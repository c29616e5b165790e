"""The floor to compare with: the same statements as the seed's query, and their rows as JSON, without GraphQL."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from headwater.graphql.runs.properties import PROPERTY_FACETS
from headwater.store.pool import read_pool
from headwater.store.reader import Reader


async def runs(request: Request) -> Response:
    """One page of a job's runs, read as Headwater reads it."""
    reader: Reader = request.app.state.reader
    [job] = await reader.entities.by_urn([request.query_params["urn"]])
    assert job is not None
    [page] = await reader.runs.page([job["id"]], "templates", 0, 20)
    total = await reader.runs.count([job["id"]], "templates")
    ids = [row["id"] for row in page]
    wanted: list[tuple[int, tuple[str, ...]]] = [
        *((run_id, PROPERTY_FACETS) for run_id in ids),
        (job["id"], ("jobType",)),
    ]
    facets = await reader.facets.values(wanted, "entities")
    assets = await reader.edges.edges([(run_id, side) for run_id in ids for side in ("INPUT", "OUTPUT")])
    answer = {
        "total": total[0],
        "runs": [dict(row) for row in page],
        "facets": facets,
        "assets": [[dict(row) for row in rows] for rows in assets],
    }
    return Response(orjson.dumps(answer), media_type="application/json")


def serve(database_url: str, port: int) -> None:
    """Serve until ended."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with await read_pool(database_url, 10) as pool:
            app.state.reader = Reader(pool)
            yield

    app = Starlette(routes=[Route("/runs", runs)], lifespan=lifespan)
    uvicorn.run(app, port=port, log_level="warning", access_log=False)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
