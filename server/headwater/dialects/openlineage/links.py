"""References to other runs and jobs: parent, root, and what a run depends on."""

from typing import Any
from uuid import UUID

from headwater.dialects.openlineage.reading import Reading, named, objects, run_id_of
from headwater.dialects.problems import UnusableError
from headwater.model.changes import JobLinkFact, JobLinkOrigin, LinkKind, RunLinkFact
from headwater.model.json import canonical_json, content_key

_DEPENDENCIES: tuple[tuple[LinkKind, str], ...] = (("UPSTREAM", "upstream"), ("DOWNSTREAM", "downstream"))


def read_links(reading: Reading, job_key: UUID, facets: dict[str, dict[str, Any]]) -> None:
    """Keep what the facets of a run say of its parent and root, and of the runs and jobs before and after it."""
    parent = facets.get("parent") or facets.get("parentRun")  # the name of the facet before 1.0
    if parent:
        link_run(reading, "PARENT", parent)
        if parent.get("root") is not None:
            link_run(reading, "ROOT", parent["root"])
    for kind, side in _DEPENDENCIES:
        for dependency in objects(reading, facets.get("jobDependencies", {}).get(side), "reference.invalid"):
            _read_dependency(reading, job_key, kind, dependency)


def _read_dependency(reading: Reading, job_key: UUID, kind: LinkKind, dependency: dict[str, Any]) -> None:
    """A dependency names a job, and may name one of its runs."""
    try:
        other_key = reading.job(*named(dependency.get("job"), "job", "reference.invalid"), is_stub=True)
    except UnusableError:
        reading.warn("reference.invalid")
        return
    upstream, downstream = (other_key, job_key) if kind == "UPSTREAM" else (job_key, other_key)
    link_jobs(reading, upstream, downstream, "JOB_DEPENDENCIES")
    if dependency.get("run") is not None:
        link_run(reading, kind, dependency)


def link_jobs(reading: Reading, upstream_key: UUID, downstream_key: UUID, origin: JobLinkOrigin) -> None:
    """One job comes before another; a job before itself says nothing."""
    if upstream_key != downstream_key:
        reading.changes.job_links.append(JobLinkFact(upstream_key, downstream_key, origin, reading.at))


def link_run(reading: Reading, kind: LinkKind, reference: Any, *, of_run_key: UUID | None = None) -> None:
    """A run refers to another by id and job; a reference that cannot be read leaves a warning.

    The run is the event's, unless it is said to be another.
    """
    run_key = of_run_key or reading.run_key
    assert run_key is not None
    try:
        if not isinstance(reference, dict):
            raise UnusableError("reference.invalid", "expected an object")
        namespace, name = named(reference.get("job"), "job", "reference.invalid")
        run_id = run_id_of(reference.get("run"), name)
    except UnusableError:
        reading.warn("reference.invalid")
        return
    target_key, target_uuid = reading.run_identity(namespace, name, run_id)
    if target_key == run_key and kind != "ROOT":
        reading.warn("reference.self")
        return
    job_key = reading.job(namespace, name, is_stub=True)
    reading.changes.run_links.append(
        RunLinkFact(
            run_key=run_key,
            kind=kind,
            target_key=target_key,
            target_uuid=target_uuid,
            target_native_id=run_id,
            target_namespace=namespace,
            target_name=name,
            target_job_key=job_key,
            at=reading.at,
            is_terminal=reading.is_terminal,
            content_key=content_key(canonical_json(reference)),
        )
    )
