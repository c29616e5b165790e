"""A history for the benchmarks: layered jobs over hub datasets, merged as every other event is."""

import asyncio
import json
import random
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

from headwater.dialects.openlineage import parse_document
from headwater.model.changes import Changes
from headwater.store.merge import Delivery, merge
from headwater.store.pool import connect_to_merge
from headwater.trace import new_trace

from facets import PRODUCER, RUN_EVENT, facet

JOBS = 1000
DATASETS = 5000
START = datetime(2026, 1, 1, tzinfo=UTC)


def job_name(number: int) -> str:
    """Return the job's name; a flow has ten jobs."""
    return f"flow{number // 10}.job{number}"


def events(runs: int, seed: int = 1, first: int = 0) -> Iterator[bytes]:
    """Yield a START and a COMPLETE for each run: 2 or 3 inputs, 1 or 2 outputs, a parent for nine in ten.

    first: the number of the first run, for a history that continues another one.
    """
    chance = random.Random(seed)
    reads = [chance.sample(range(DATASETS), chance.choice((2, 3))) for _ in range(JOBS)]
    writes = [chance.sample(range(DATASETS), chance.choice((1, 2))) for _ in range(JOBS)]
    for number in range(first, first + runs):
        job = number % JOBS
        started = START + timedelta(minutes=number // 7)
        for word, at in (("START", started), ("COMPLETE", started + timedelta(seconds=40))):
            yield json.dumps(
                {
                    "eventType": word,
                    "eventTime": at.isoformat(),
                    "producer": PRODUCER,
                    "schemaURL": RUN_EVENT,
                    "run": {
                        "runId": str(UUID(int=number)),
                        "facets": {
                            "nominalTime": facet("1-0-1/NominalTimeRunFacet", nominalStartTime=started.isoformat()),
                            "processing_engine": facet(
                                "1-1-1/ProcessingEngineRunFacet", name="Airflow", version="3.3.2"
                            ),
                            "tags": facet("1-0-0/TagsRunFacet", tags=[{"key": "team", "value": f"team{job % 20}"}]),
                        },
                    },
                    "job": {"namespace": "bench", "name": job_name(job)},
                    "inputs": [{"namespace": "postgres://db:5432", "name": f"d.s.t{d}"} for d in reads[job]],
                    "outputs": [{"namespace": "postgres://db:5432", "name": f"d.s.t{d}"} for d in writes[job]],
                }
            ).encode()


def fill(database_url: str, runs: int, step_events: int = 4000, first: int = 0) -> None:
    """Merge the history into a migrated, empty database, then have Postgres analyze it."""

    async def work() -> None:
        connection = await connect_to_merge(database_url)
        step: list[Changes] = []
        started, merged = time.monotonic(), 0
        for event in events(runs, first=first):
            [item] = parse_document(event, "bench", 1)
            assert isinstance(item, Changes)
            step.append(item)
            if len(step) == step_events:
                merged += sum(done.new for done in await merge(connection, [Delivery(step, new_trace().trace_id)]))
                step = []
                rate = merged / (time.monotonic() - started)
                print(f"\r{merged:,} events, {rate:,.0f} a second", end="", file=sys.stderr, flush=True)
        await merge(connection, [Delivery(step, new_trace().trace_id)])
        await connection.execute("VACUUM (ANALYZE)")
        await connection.close()
        print(file=sys.stderr)

    asyncio.run(work())
