"""JobEvents: design-time metadata. Their inputs and outputs are declared; no run has read or written them."""

from typing import Any

from headwater.dialects.events.reading import Reading
from headwater.dialects.openlineage.datasets import read_datasets
from headwater.dialects.openlineage.lineage import read_declared_lineage
from headwater.dialects.openlineage.parts import facets_of, named
from headwater.model.changes import Direction, JobEdgeFact

_SIDES: tuple[tuple[str, Direction], ...] = (("inputs", "INPUT"), ("outputs", "OUTPUT"))


def read_job(reading: Reading, event: dict[str, Any]) -> None:
    """Keep the facets of the job and its declared datasets. Raises UnusableError if it has no name."""
    namespace, name = named(event["job"], "job", "job.invalid")
    job_key = reading.job(namespace, name)
    facets, kept = facets_of(reading, event["job"])
    reading.entity_facets(job_key, kept)
    read_declared_lineage(reading, job_key, facets.get("lineage", {}))
    for side, direction in _SIDES:
        for dataset in read_datasets(reading, event, side):
            reading.changes.job_edges.append(JobEdgeFact(job_key, direction, dataset.key, reading.at))
