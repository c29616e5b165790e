"""The OpenLineage events of a run: one at its start, one at its end."""

from datetime import datetime
from typing import Any

from headwater.demo import elements, facets
from headwater.demo.engines import DBT
from headwater.demo.facets import Facet, facet
from headwater.demo.job import Job
from headwater.demo.runs import Run

Event = dict[str, Any]


def run_events(run: Run) -> list[Event]:
    """Return both events of a run that has ended."""
    return [start_event(run), _end_event(run)]


def start_event(run: Run) -> Event:
    """Return the first event, with all facets known before the run."""
    job = run.job
    run_facets = _run_facets(run)
    if run.nominal:
        nominal = facets.stamp(run.nominal)
        run_facets["nominalTime"] = facet(job.engine, "NominalTimeRunFacet", nominalStartTime=nominal)
    if job.job_type != "TASK":
        run_facets["processing_engine"] = facets.processing_engine(job.engine)
    event = _event(run, "START", run.start, run_facets, _start_job_facets(run))
    event["inputs"] = [elements.input_at_start(run, dataset) for dataset in job.inputs]
    event["outputs"] = [elements.output_at_start(run, dataset) for dataset in job.outputs]
    return event


def running_event(run: Run, at: datetime) -> Event:
    """Return a sign of life of a run without an end, with its outputs since the last one."""
    event = _event(run, "RUNNING", at, {}, {"jobType": facets.job_type(run.job)})
    event["inputs"] = [elements.input_at_end(run, dataset) for dataset in run.job.inputs]
    event["outputs"] = [elements.output_at_start(run, dataset) for dataset in run.job.outputs]
    return event


def _end_event(run: Run) -> Event:
    job = run.job
    run_facets = {**_run_facets(run), **run.extras.at_end}
    if run.error:
        run_facets["errorMessage"] = facet(
            job.engine, "ErrorMessageRunFacet", message=run.error, programmingLanguage="python"
        )
    event = _event(run, run.state, run.end, run_facets, {})
    event["inputs"] = [elements.input_at_end(run, dataset) for dataset in job.inputs]
    event["outputs"] = [elements.output_at_end(run, dataset) for dataset in job.outputs]
    return event


def _event(run: Run, kind: str, at: datetime, run_facets: dict[str, Facet], job_facets: dict[str, Facet]) -> Event:
    return {
        "eventTime": facets.stamp(at),
        "producer": run.job.engine.producer,
        "schemaURL": f"{facets.CORE}/RunEvent",
        "eventType": kind,
        "run": {"runId": run.run_id, "facets": run_facets},
        "job": {"namespace": run.job.namespace, "name": run.job.name, "facets": job_facets},
    }


def _run_facets(run: Run) -> dict[str, Facet]:
    engine = run.job.engine
    found: dict[str, Facet] = {}
    if run.family:
        found["parent"] = facets.parent(engine, run.family)
    if engine is DBT:
        found["dbt_run"] = _dbt_run(run)
    return {**found, **run.extras.always}


def _dbt_run(run: Run) -> Facet:
    """Return dbt's facet: all runs of one command share the invocation of the job above the models."""
    family = run.family
    invocation = family.parent if family and family.parent.job.engine is DBT else run.ref
    return facets.custom(DBT, "RunFacet", invocation_id=invocation.run_id, project_name="shop")


def _start_job_facets(run: Run) -> dict[str, Facet]:
    job = run.job
    found = {
        "jobType": facets.job_type(job),
        "ownership": facets.ownership(job),
        "documentation": _documentation(job),
        **run.extras.job_at_start,
    }
    if job.sql:
        found["sql"] = facet(job.engine, "SQLJobFacet", query=job.sql)
    return found


def _documentation(job: Job) -> Facet:
    return facet(job.engine, "DocumentationJobFacet", description=job.description)
