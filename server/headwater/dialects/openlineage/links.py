"""References to other runs and jobs: parent, root and dependencies."""

from typing import Any
from uuid import UUID

from headwater.dialects.events.links import RunReference, link_jobs, link_run
from headwater.dialects.events.reading import Reading
from headwater.dialects.openlineage.parts import named, objects, run_id_of
from headwater.dialects.problems import UnusableError
from headwater.model.changes import LinkKind
from headwater.model.remembered_json import remembered_json

_DEPENDENCIES: tuple[tuple[LinkKind, str], ...] = (("UPSTREAM", "upstream"), ("DOWNSTREAM", "downstream"))


def family_of(event: Any) -> str | None:
    """Return the id of the run at the top of an event's family, as far as the event tells it; None without a run.

    Anything may stand in the place of the event.
    """
    run = _member(event, "run")
    facets = _member(run, "facets")
    parent = _member(facets, "parent") or _member(facets, "parentRun")
    ids = (_member(_member(one, "run"), "runId") for one in (_member(parent, "root"), parent))
    found = next((one for one in ids if isinstance(one, str)), None) or _member(run, "runId") or _member(event, "runId")
    return found.lower() if isinstance(found, str) else None


def _member(holder: Any, name: str) -> Any:
    return holder.get(name) if isinstance(holder, dict) else None


def read_links(reading: Reading, job_key: UUID, facets: dict[str, dict[str, Any]]) -> None:
    """Keep the run's parent and root, and the runs and jobs before and after it."""
    parent = facets.get("parent") or facets.get("parentRun")  # the facet's name before 1.0
    if parent:
        link_named_run(reading, "PARENT", parent)
        if parent.get("root") is not None:
            link_named_run(reading, "ROOT", parent["root"])
    if "jobDependencies" in facets:
        for kind, side in _DEPENDENCIES:
            for dependency in objects(reading, facets["jobDependencies"].get(side), "reference.invalid"):
                _read_dependency(reading, job_key, kind, dependency)


def _read_dependency(reading: Reading, job_key: UUID, kind: LinkKind, dependency: dict[str, Any]) -> None:
    """Link the dependency's job, and its run if it names one."""
    try:
        other_key = reading.job(*named(dependency.get("job"), "job", "reference.invalid"), is_stub=True)
    except UnusableError:
        reading.warn("reference.invalid")
        return
    upstream, downstream = (other_key, job_key) if kind == "UPSTREAM" else (job_key, other_key)
    link_jobs(reading, upstream, downstream, "JOB_DEPENDENCIES")
    if dependency.get("run") is not None:
        link_named_run(reading, kind, dependency)


def link_named_run(reading: Reading, kind: LinkKind, reference: Any, *, of_run_key: UUID | None = None) -> None:
    """Link a run to the run named by the objects `job` and `run`; an invalid reference leaves a warning."""
    try:
        if not isinstance(reference, dict):
            raise UnusableError("reference.invalid", "expected an object")
        found = _read_reference(reference)
    except UnusableError:
        reading.warn("reference.invalid")
        return
    link_run(reading, kind, found, of_run_key=of_run_key)


@remembered_json(max_entries=10_000, max_bytes=16 * 1024 * 1024)
def _read_reference(reference: dict[str, Any]) -> RunReference:
    """Read a reference to a run; cached, as many runs share a parent. Raises UnusableError."""
    namespace, name = named(reference.get("job"), "job", "reference.invalid")
    run_id = run_id_of(reference.get("run"), name)
    return RunReference(namespace, name, run_id)
