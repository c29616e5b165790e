"""References between runs, and between jobs."""

from typing import NamedTuple
from uuid import UUID

from headwater.dialects.events.reading import Reading
from headwater.model.changes import JobLinkFact, JobLinkOrigin, LinkKind, RunLinkFact


class RunReference(NamedTuple):
    """A run, by its job and its id."""

    namespace: str
    job: str
    run_id: str


def link_jobs(reading: Reading, upstream_key: UUID, downstream_key: UUID, origin: JobLinkOrigin) -> None:
    """Order one job before another; a link from a job to itself is dropped."""
    if upstream_key != downstream_key:
        reading.changes.job_links.append(JobLinkFact(upstream_key, downstream_key, origin, reading.at))


def link_run(reading: Reading, kind: LinkKind, reference: RunReference, *, of_run_key: UUID | None = None) -> None:
    """Link a run to another; a link to its own id leaves a warning. of_run_key defaults to the event's run."""
    run_key = of_run_key or reading.run_key
    assert run_key is not None
    target_key, target_uuid = reading.run_identity(reference.namespace, reference.job, reference.run_id)
    if kind != "ROOT":  # a run may be its own root
        if target_key == run_key:
            reading.warn("reference.self")
            return
        if run_key == reading.run_key and target_uuid is not None and target_uuid == reading.run_uuid:
            reading.warn("reference.own_id")
    job_key = reading.job(reference.namespace, reference.job, is_stub=True)
    reading.changes.run_links.append(
        RunLinkFact(
            run_key=run_key,
            kind=kind,
            target_key=target_key,
            target_uuid=target_uuid,
            target_native_id=reference.run_id,
            target_job_key=job_key,
            at=reading.at,
            is_terminal=reading.is_terminal,
        )
    )
