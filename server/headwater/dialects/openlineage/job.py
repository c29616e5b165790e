"""A JobEvent: design-time metadata. Its inputs and outputs are declared, no run read or wrote them."""

from typing import Any

from headwater.dialects.openlineage.lineage import read_declared_lineage
from headwater.dialects.openlineage.reading import Reading, named, said
from headwater.model.changes import Direction, JobEdgeFact

_SIDES: tuple[tuple[str, Direction], ...] = (("inputs", "INPUT"), ("outputs", "OUTPUT"))


def read_job(reading: Reading, event: dict[str, Any]) -> None:
    """Keep the facets of the job and what it declares. Raises UnusableError where it has no name."""
    namespace, name = named(event["job"], "job", "job.invalid")
    job_key = reading.job(namespace, name)
    facets = reading.facets(event["job"])
    reading.entity_aspects(job_key, reading.keep(facets))
    read_declared_lineage(reading, job_key, said(facets).get("lineage", {}))
    for side, direction in _SIDES:
        for dataset in reading.datasets(event, side):
            reading.changes.job_edges.append(JobEdgeFact(job_key, direction, dataset.key, reading.at))
