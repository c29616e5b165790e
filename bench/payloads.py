"""Events for the ingestion benchmark: 7 kB, 3 inputs, 2 outputs, facets as Airflow and Spark send them."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from facets import PRODUCER, RUN_EVENT, facet

JOBS = 200
START = datetime(2026, 3, 1, tzinfo=UTC)
_RUN_ID, _AT = "RUN-ID-OF-THE-EVENT", "TIME-OF-THE-EVENT"


def bodies(first: int = 0) -> Iterator[bytes]:
    """Events without end, each once: the START and the COMPLETE of one run after the other."""
    templates = [(_template(job, "START"), _template(job, "COMPLETE")) for job in range(JOBS)]
    number = first
    while True:
        started = START + timedelta(seconds=number % 2_000_000)
        run_id = str(UUID(int=(0x7000 << 64) | (0x8 << 60) | number))
        for template, at in zip(templates[number % JOBS], (started, started + timedelta(seconds=90)), strict=True):
            yield _filled(template, run_id.encode(), at.isoformat().encode())
        number += 1


def _filled(template: Sequence[bytes], run_id: bytes, at: bytes) -> bytes:
    before, between, after = template
    return b"".join((before, at, between, run_id, after))


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
            "name": f"flow{job // 10}.job{job}",
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
        "inputs": [_dataset(job + place) for place in (0, 1, 2)],
        "outputs": [_dataset(1000 + job + place) | {"outputFacets": _written(job)} for place in (0, 1)],
    }


def _dataset(number: int) -> dict[str, Any]:
    fields = [{"name": f"column_{n}", "type": "decimal(18,2)", "description": f"column {n}"} for n in range(6)]
    facets = {
        "schema": facet("1-2-0/SchemaDatasetFacet", fields=fields),
        "dataSource": facet("1-0-1/DatasourceDatasetFacet", name="warehouse", uri="postgres://db:5432"),
    }
    return {"namespace": "postgres://db:5432", "name": f"shop.public.table{number}", "facets": facets}


def _written(job: int) -> dict[str, Any]:
    return {"outputStatistics": facet("1-0-2/OutputStatisticsOutputDatasetFacet", rowCount=1000 + job, size=9)}
