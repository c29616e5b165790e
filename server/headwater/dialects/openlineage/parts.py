"""Parts that all events share: facets, names, run ids, and lists of objects."""

from collections.abc import Iterator
from typing import Any

from headwater.dialects.events.kept_facets import NOTHING, Kept
from headwater.dialects.events.reading import Reading
from headwater.dialects.problems import UnusableError
from headwater.urn import run_uuid

Facets = dict[str, dict[str, Any]]

PRODUCER = "urn:headwater"
"""The producer of facets of ours; without a version, so that an event that comes again is the same event."""


def facets_of(reading: Reading, holder: dict[str, Any], key: str = "facets") -> tuple[Facets, Kept]:
    """Return the facets with content of a part of the event, and all its facets to store.

    A null or empty facet has no content. A deleted facet has none either, but is stored.
    """
    given = holder.get(key)
    if given is None:
        return {}, NOTHING
    if not isinstance(given, dict):
        reading.warn("facets.not_object")
        return {}, NOTHING
    kept = reading.keep(given)
    if not kept.unsaid:
        return given, kept
    return {name: value for name, value in given.items() if name not in kept.unsaid}, kept


def named(value: Any, field_name: str, code: str) -> tuple[str, str]:
    """Return the namespace and name of a job or dataset. Raises UnusableError, naming the field."""
    if not isinstance(value, dict):
        raise UnusableError(code, f"{field_name}: expected an object with namespace and name")
    namespace, name = value.get("namespace"), value.get("name")
    if isinstance(namespace, str) and isinstance(name, str) and namespace and name:
        return namespace, name
    part = "name" if isinstance(namespace, str) and namespace else "namespace"
    raise UnusableError(code, f"{field_name}.{part}: expected a text that is not empty")


def run_id_of(run: object, job_name: str) -> str:
    """Return a run's id; a UUID in lower case, so that both spellings are one run. Raises UnusableError."""
    run_id = run.get("runId") if isinstance(run, dict) else None
    if not isinstance(run_id, str) or not run_id:
        raise UnusableError("run_id.invalid", "run.runId: expected a text that is not empty")
    check_run(job_name, run_id)
    return str(run_uuid(run_id) or run_id)


def check_run(job_name: str, run_id: str) -> None:
    """Check that a run is not dpone's placeholder. Raises UnusableError."""
    if (job_name, run_id) == ("unknown", "unknown_run"):
        raise UnusableError("run.placeholder", "run unknown_run of job unknown stands for a run that was not read")


def objects(reading: Reading, value: Any, warning: str) -> Iterator[dict[str, Any]]:
    """Return the objects in a list; any other value leaves a warning. Null is an empty list."""
    if not isinstance(value, list | None):
        reading.warn(warning)
        return
    for item in value or []:
        if isinstance(item, dict):
            yield item
        else:
            reading.warn(warning)
