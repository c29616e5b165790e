"""A history for the benchmarks: jobs over datasets, merged as every other event is."""

import asyncio
import json
import random
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from headwater.dialects.openlineage import parse_document
from headwater.model.changes import Changes
from headwater.store.connections import connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.trace import new_trace

from facets import PRODUCER, RUN_EVENT, facet

JOBS = 1000
DATASETS = 5000
START = datetime(2026, 1, 1, tzinfo=UTC)


def job_name(number: int) -> str:
    """Return the job's name; a flow has ten jobs."""
    return f"flow{number // 10}.job{number}"


class Uses(NamedTuple):
    """The datasets that each job reads and writes, by number."""

    reads: list[list[int]]
    writes: list[list[int]]


def any_uses(seed: int = 1) -> Uses:
    """Return 2 or 3 inputs and 1 or 2 outputs of each job, any of the datasets."""
    chance = random.Random(seed)
    reads = [chance.sample(range(DATASETS), chance.choice((2, 3))) for _ in range(JOBS)]
    writes = [chance.sample(range(DATASETS), chance.choice((1, 2))) for _ in range(JOBS)]
    return Uses(reads, writes)


def events(runs: int, uses: Uses | None = None) -> Iterator[bytes]:
    """Yield a START and a COMPLETE for each run. The jobs take turns, seven a minute."""
    reads, writes = uses or any_uses()
    for number in range(runs):
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


def fill(database_url: str, runs: int, uses: Uses | None = None, step_events: int = 4000) -> None:
    """Merge the history into a migrated, empty database, then have Postgres analyze it."""

    async def work() -> None:
        connection = await connect_to_merge(database_url)
        step: list[Changes] = []
        started, merged = time.monotonic(), 0
        for event in events(runs, uses):
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
