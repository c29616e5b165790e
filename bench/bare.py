"""Serves statements and their rows as JSON, without GraphQL: the floor of the comparison.

    python bench/bare.py DATABASE_URL PORT FILE

`/runs?urn=` asks as Headwater does for the query of DataHub's documentation: the job's URN, then the page, then the
assets. `/statements/<question>/<number>` repeats statements from FILE, pickled by `reading.py`. The connections come from
a pool of asyncpg's own.
"""

import pickle
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import orjson
import uvicorn
from asyncpg import Connection
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from headwater.garbage import collect_rarely
from headwater.graphql.runs.page import COUNTED_AFTER
from headwater.graphql.runs.properties import PROPERTY_FACETS
from headwater.store.connections import read_settings
from headwater.store.reader import Reader

from statements import as_json, repeat


async def _no_reset(_: Connection) -> None:
    """Keep the session, as Headwater does: a reset would be a second round trip for each statement."""


async def runs(request: Request) -> Response:
    """Answer with one page of a job's runs, read as Headwater reads it."""
    reader: Reader = request.app.state.reader
    [job] = await reader.entities.by_urn([request.query_params["urn"]])
    assert job is not None
    [page] = await reader.runs.page([job["id"]], "templates", 0, 20, 20 + COUNTED_AFTER, PROPERTY_FACETS, False)
    ids = [row["id"] for row in page.rows]
    found = await reader.edges.assets([("INPUT", tuple(ids)), ("OUTPUT", tuple(ids))])
    # Runs share rows: each becomes a dictionary once.
    shown = {id(row): dict(row) | {"run_ids": None} for of_runs in found for rows in of_runs.values() for row in rows}
    assets = [[shown[id(row)] for row in of_runs.get(run_id, ())] for run_id in ids for of_runs in found]
    answer = {"runs": [dict(row) for row in page.rows], "assets": assets}
    return Response(orjson.dumps(answer), media_type="application/json")


async def statements(request: Request) -> Response:
    """Answer with the rows of one question's statements for one set of variables."""
    state, path = request.app.state, request.path_params
    rows = await repeat(state.pool, state.statements[path["question"]][path["number"]])
    return Response(as_json(rows), media_type="application/json")


def serve(database_url: str, port: int, recorded: Path) -> None:
    """Serve until the process ends."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with asyncpg.create_pool(
            database_url,
            min_size=1,
            max_size=10,
            max_cached_statement_lifetime=0,
            reset=_no_reset,
            server_settings=read_settings(),
        ) as pool:
            app.state.pool, app.state.reader = pool, Reader(pool)
            app.state.statements = pickle.loads(recorded.read_bytes())  # Our own file.
            with collect_rarely():
                yield

    routes = [Route("/runs", runs), Route("/statements/{question}/{number:int}", statements)]
    app = Starlette(routes=routes, lifespan=lifespan)
    uvicorn.run(app, port=port, log_level="warning", access_log=False)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
