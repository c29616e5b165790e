"""Serves the plain ingestion to compare with: one event a request, in a transaction of one statement."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

import asyncpg
import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

SCHEMA = """
CREATE TABLE job (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, namespace text NOT NULL, name text NOT NULL,
    UNIQUE (namespace, name));
CREATE TABLE dataset (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, namespace text NOT NULL, name text NOT NULL,
    UNIQUE (namespace, name));
CREATE TABLE run (id uuid PRIMARY KEY, job_id bigint NOT NULL REFERENCES job, state text NOT NULL, started_at timestamptz,
    ended_at timestamptz, created_at timestamptz NOT NULL);
CREATE INDEX ON run (job_id, created_at DESC, id);
CREATE TABLE run_dataset (run_id uuid NOT NULL REFERENCES run, side text NOT NULL, dataset_id bigint NOT NULL REFERENCES dataset,
    at timestamptz NOT NULL, PRIMARY KEY (run_id, side, dataset_id));
CREATE INDEX ON run_dataset (dataset_id, at, run_id);
CREATE TABLE event (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, run_id uuid NOT NULL REFERENCES run, at timestamptz NOT NULL,
    body json NOT NULL);
"""

# One statement an event. The statement looks up existing rows instead of writing hot rows again. Its foreign keys are
# checked at its end, so a new run may come in the same statement.
STATEMENT = """
WITH new_job AS (
    INSERT INTO job (namespace, name) SELECT $1, $2
    WHERE NOT EXISTS (SELECT FROM job WHERE namespace = $1 AND name = $2) ON CONFLICT DO NOTHING RETURNING id
), the_job AS (
    SELECT id FROM new_job UNION ALL SELECT id FROM job WHERE namespace = $1 AND name = $2 LIMIT 1
), the_run AS (
    INSERT INTO run AS known (id, job_id, state, started_at, ended_at, created_at)
    SELECT $3, id, $4, CASE WHEN $4 = 'START' THEN $5::timestamptz END, CASE WHEN $4 = 'COMPLETE' THEN $5::timestamptz END, $5
    FROM the_job
    ON CONFLICT (id) DO UPDATE SET state = excluded.state,
        started_at = coalesce(known.started_at, excluded.started_at), ended_at = coalesce(excluded.ended_at, known.ended_at)
), named AS (
    SELECT * FROM unnest($6::text[], $7::text[], $8::text[]) AS n (side, namespace, name)
), new_dataset AS (
    INSERT INTO dataset (namespace, name)
    SELECT DISTINCT n.namespace, n.name FROM named n
    WHERE NOT EXISTS (SELECT FROM dataset d WHERE d.namespace = n.namespace AND d.name = n.name)
    ORDER BY 1, 2 ON CONFLICT DO NOTHING RETURNING id, namespace, name
), the_dataset AS (
    SELECT id, namespace, name FROM new_dataset
    UNION SELECT d.id, d.namespace, d.name FROM dataset d JOIN named n USING (namespace, name)
), edges AS (
    INSERT INTO run_dataset (run_id, side, dataset_id, at)
    SELECT $3, n.side, d.id, $5 FROM named n JOIN the_dataset d USING (namespace, name)
    ON CONFLICT DO NOTHING
)
INSERT INTO event (run_id, at, body) VALUES ($3, $5, $9)
"""


async def one_transaction(request: Request) -> Response:
    """Parse an event, and write it in its own transaction."""
    body = await request.body()
    event = orjson.loads(body)
    named = [(side, dataset) for side in ("inputs", "outputs") for dataset in event[side]]
    await request.app.state.pool.execute(
        STATEMENT,
        event["job"]["namespace"],
        event["job"]["name"],
        event["run"]["runId"],
        event["eventType"],
        datetime.fromisoformat(event["eventTime"]),
        [side for side, _ in named],
        [dataset["namespace"] for _, dataset in named],
        [dataset["name"] for _, dataset in named],
        body.decode(),
    )
    return Response(status_code=201)


def serve(database_url: str, port: int) -> None:
    """Serve on an empty database until the process ends."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with asyncpg.create_pool(database_url, min_size=10, max_size=10) as app.state.pool:
            await app.state.pool.execute(SCHEMA)
            yield

    app = Starlette(routes=[Route("/event", one_transaction, methods=["POST"])], lifespan=lifespan)
    uvicorn.run(app, port=port, log_level="warning", access_log=False)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
