"""Events for the ingestion benchmark: 7 kB, 3 inputs, 2 outputs, facets as Airflow and Spark send them."""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any
from uuid import UUID

from facets import PRODUCER, RUN_EVENT, facet

JOBS = 200
START = datetime(2026, 3, 1, tzinfo=UTC)
NAMESPACE = "postgres://db:5432"
"""The namespace of all datasets."""

_RUN_ID, _AT = "RUN-ID-OF-THE-EVENT", "TIME-OF-THE-EVENT"


def job_name(job: int) -> str:
    """Return the job's name; a flow has ten jobs."""
    return f"flow{job // 10}.job{job}"


def inputs(job: int) -> list[str]:
    """Return the names of the job's three inputs."""
    return [_table(job + place) for place in range(3)]


def outputs(job: int) -> list[str]:
    """Return the names of the job's two outputs."""
    return [_table(1000 + job + place) for place in range(2)]


def any_job(number: int) -> int:
    """Return the job of a run when runs are spread over all jobs."""
    return number % JOBS


def bodies(first: int = 0, job_of: Callable[[int], int] = any_job) -> Iterator[bytes]:
    """Yield events without end: the START and the COMPLETE of one run after the other.

    A run's number makes its id; job_of gives the job of that number. Jobs three or more apart read and write different
    data.
    """
    number = first
    while True:
        started = START + timedelta(seconds=number % 2_000_000)
        run_id = str(UUID(int=(0x7000 << 64) | (0x8 << 60) | number))
        for word, at in (("START", started), ("COMPLETE", started + timedelta(seconds=90))):
            yield _filled(_template(job_of(number), word), run_id.encode(), at.isoformat().encode())
        number += 1


def starts_first(events: Sequence[bytes], runs: int) -> list[bytes]:
    """Return the events with all STARTs of so many runs before their COMPLETEs, as if the runs took a while."""
    pages = (events[first : first + 2 * runs] for first in range(0, len(events), 2 * runs))
    return [event for page in pages for event in (*page[::2], *page[1::2])]


def _filled(template: Sequence[bytes], run_id: bytes, at: bytes) -> bytes:
    before, between, after = template
    return b"".join((before, at, between, run_id, after))


@cache
def _template(job: int, word: str) -> tuple[bytes, bytes, bytes]:
    text = json.dumps(_event(job, word)).encode()
    before, _, rest = text.partition(_AT.encode())
    between, _, after = rest.partition(_RUN_ID.encode())
    return before, between, after


def _event(job: int, word: str) -> dict[str, Any]:
    return {
        "eventTime": _AT,
        "eventType": word,
        "producer": PRODUCER,
        "schemaURL": RUN_EVENT,
        "run": {
            "runId": _RUN_ID,
            "facets": {
                "parent": facet(
                    "1-2-0/ParentRunFacet",
                    run={"runId": str(UUID(int=job + 1))},
                    job={"namespace": "bench", "name": f"flow{job // 10}"},
                ),
                "nominalTime": facet("1-0-1/NominalTimeRunFacet", nominalStartTime="2026-03-01T00:00:00Z"),
                "processing_engine": facet(
                    "1-1-1/ProcessingEngineRunFacet", name="spark", version="3.5.1", openlineageAdapterVersion="1.54.0"
                ),
                "tags": facet(
                    "1-0-0/TagsRunFacet", tags=[{"key": "team", "value": f"team{job % 20}", "source": "bench"}]
                ),
            },
        },
        "job": {
            "namespace": "bench",
            "name": job_name(job),
            "facets": {
                "jobType": facet(
                    "2-0-4/JobTypeJobFacet", processingType="BATCH", integration="SPARK", jobType="SQL_JOB"
                ),
                "sql": facet(
                    "1-1-0/SQLJobFacet",
                    query=f"INSERT INTO mart_{job} SELECT " + ", ".join(f"a.c{n}" for n in range(60)),
                ),
            },
        },
        "inputs": [_dataset(name) for name in inputs(job)],
        "outputs": [_dataset(name) | {"outputFacets": _written(job)} for name in outputs(job)],
    }


def _table(number: int) -> str:
    return f"shop.public.table{number}"


def _dataset(name: str) -> dict[str, Any]:
    fields = [{"name": f"column_{n}", "type": "decimal(18,2)", "description": f"column {n}"} for n in range(6)]
    facets = {
        "schema": facet("1-2-0/SchemaDatasetFacet", fields=fields),
        "dataSource": facet("1-0-1/DatasourceDatasetFacet", name="warehouse", uri="postgres://db:5432"),
    }
    return {"namespace": NAMESPACE, "name": name, "facets": facets}


def _written(job: int) -> dict[str, Any]:
    return {"outputStatistics": facet("1-0-2/OutputStatisticsOutputDatasetFacet", rowCount=1000 + job, size=9)}
