"""OpenLineage's facets: their envelope, and the standard facets of the shop's events."""

from datetime import datetime
from typing import Any

from headwater.demo.engines import Engine
from headwater.demo.job import Job
from headwater.demo.runs import Family, Ref

Facet = dict[str, Any]

SPEC = "https://openlineage.io/spec"
CORE = f"{SPEC}/2-0-2/OpenLineage.json#/$defs"

_VERSIONS = {
    "ColumnLineageDatasetFacet": "1-2-0",
    "DataQualityAssertionsDatasetFacet": "1-1-0",
    "DataQualityMetricsInputDatasetFacet": "1-0-3",
    "DatasetVersionDatasetFacet": "1-0-1",
    "DatasourceDatasetFacet": "1-0-1",
    "DocumentationJobFacet": "1-1-0",
    "ErrorMessageRunFacet": "1-0-1",
    "JobTypeJobFacet": "2-0-4",
    "LifecycleStateChangeDatasetFacet": "1-0-1",
    "NominalTimeRunFacet": "1-0-1",
    "OutputStatisticsOutputDatasetFacet": "1-0-2",
    "OwnershipJobFacet": "1-0-1",
    "ParentRunFacet": "1-2-0",
    "ProcessingEngineRunFacet": "1-1-1",
    "SQLJobFacet": "1-1-0",
    "SchemaDatasetFacet": "1-2-0",
}


def facet(engine: Engine, kind: str, **content: Any) -> Facet:
    """Return a standard facet, by the name of its definition in the specification."""
    url = f"{SPEC}/facets/{_VERSIONS[kind]}/{kind}.json#/$defs/{kind}"
    return {"_producer": engine.producer, "_schemaURL": url, **content}


def custom(engine: Engine, kind: str, **content: Any) -> Facet:
    """Return a facet of the integration's own; `kind` is RunFacet or JobFacet."""
    return {"_producer": engine.producer, "_schemaURL": f"{CORE}/{kind}", **content}


def stamp(moment: datetime) -> str:
    """Return a time as text: UTC and milliseconds, so of one length and sortable."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def job_type(job: Job) -> Facet:
    """Return the kind of a job; for a streaming job, with its emission pattern."""
    streaming = job.engine.processing == "STREAMING"
    pattern = {"eventTrigger": "PERIODIC", "eventContentMode": "ACCUMULATIVE"}
    return facet(
        job.engine,
        "JobTypeJobFacet",
        processingType=job.engine.processing,
        integration=job.engine.integration,
        jobType=job.job_type,
        **({"emissionPattern": pattern} if streaming else {}),
    )


def ownership(job: Job) -> Facet:
    """Return the team that maintains the job."""
    owner = {"name": job.owner, "type": "MAINTAINER"}
    return facet(job.engine, "OwnershipJobFacet", owners=[owner])


def parent(engine: Engine, family: Family) -> Facet:
    """Return the parent run and the root run."""
    return facet(engine, "ParentRunFacet", **_named(family.parent), root=_named(family.root))


def processing_engine(engine: Engine) -> Facet:
    """Return the system that runs the job."""
    return facet(
        engine,
        "ProcessingEngineRunFacet",
        name=engine.name,
        version=engine.version,
        openlineageAdapterVersion="1.54.0",
    )


def _named(ref: Ref) -> dict[str, Any]:
    return {
        "run": {"runId": ref.run_id},
        "job": {"namespace": ref.job.namespace, "name": ref.job.name},
    }
