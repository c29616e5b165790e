"""Serves statements and their rows as JSON, or an answer made by hand, without GraphQL: the floors of the comparison.

    python bench/bare.py DATABASE_URL PORT FILE

`/runs?urn=` asks as Headwater does for the query of DataHub's documentation: the job with the page, then the assets. `/statements/<question>/<number>` repeats statements from FILE, pickled by `reading.py`. `/by-hand` or `/by-postgres`
before a path answers with the data of Headwater's answer (`by_hand.py`, `by_postgres.py`). The connections come from a
pool of asyncpg's own.
"""

import pickle
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import orjson
import uvicorn
from asyncpg import Connection, Record
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from headwater.garbage import collect_rarely
from headwater.graphql.runs.page import COUNTED_AFTER
from headwater.graphql.runs.properties import PROPERTY_FACETS
from headwater.store.connections import read_settings
from headwater.store.reader import Reader
from headwater.store.run_reader import CountedRuns

import by_postgres
from by_hand import Assets, job_runs, web_page
from statements import Statement, as_json, repeat


async def _no_reset(_: Connection) -> None:
    """Keep the session, as Headwater does: a reset would be a second round trip for each statement."""


async def runs(request: Request) -> Response:
    """Answer with the rows of one page of a job's runs."""
    page, *found = await _page(request)
    # Runs share rows: each becomes a dictionary once.
    shown = {id(row): dict(row) | {"run_ids": None} for of_runs in found for rows in of_runs.values() for row in rows}
    assets = [[shown[id(row)] for row in of_runs.get(run["id"], ())] for run in page.rows for of_runs in found]
    return _json(orjson.dumps({"runs": [dict(row) for row in page.rows], "assets": assets}))


async def runs_by_hand(request: Request) -> Response:
    """Answer with one page of a job's runs."""
    return _json(orjson.dumps({"data": job_runs(*await _page(request))}))


async def _page(request: Request) -> tuple[CountedRuns, Assets, Assets]:
    """Return a page of a job's runs with their inputs and outputs, read as Headwater reads them."""
    reader: Reader = request.app.state.reader
    urn, most = request.query_params["urn"], 20 + COUNTED_AFTER
    [found] = await reader.runs.pages_of_templates([urn], "templates", 0, 20, most, PROPERTY_FACETS, False)
    assert found is not None
    page = found.runs
    ids = tuple(row["id"] for row in page.rows)
    inputs, outputs = await reader.edges.assets([("INPUT", ids), ("OUTPUT", ids)])
    return page, inputs, outputs


async def statements(request: Request) -> Response:
    """Answer with the rows of one question's statements for one set of variables."""
    return _json(as_json(await _repeated(request)))


async def web_page_by_hand(request: Request) -> Response:
    """Answer with the web client's page for one set of variables."""
    return _json(orjson.dumps({"data": web_page(await _repeated(request))}))


async def web_page_by_postgres(request: Request) -> Response:
    """Answer with the web client's page for one set of variables, as Postgres makes it."""
    return _json(await by_postgres.web_page(request.app.state.pool, _statements(request)))


async def _repeated(request: Request) -> list[list[Record]]:
    return await repeat(request.app.state.pool, _statements(request))


def _statements(request: Request) -> Sequence[Statement]:
    recorded, path = request.app.state.statements, request.path_params
    found: Sequence[Statement] = recorded[path["question"]][path["number"]]
    return found


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json")


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

    routes = [
        Route("/runs", runs),
        Route("/by-hand/runs", runs_by_hand),
        Route("/statements/{question}/{number:int}", statements),
        Route("/by-hand/statements/{question}/{number:int}", web_page_by_hand),
        Route("/by-postgres/statements/{question}/{number:int}", web_page_by_postgres),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    uvicorn.run(app, port=port, log_level="warning", access_log=False)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
