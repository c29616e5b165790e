"""dpone's own facets: a run's evidence, and a mark that the event's time is the time of the export.

Source: dpone 0.88 (`dpone_run`, `dpone_artifacts`, `dpone_airflowCorrelation`).
"""

from collections.abc import Iterator
from typing import Any

from headwater.dialects.events.reading import Reading
from headwater.dialects.openlineage.parts import Facets, check_run
from headwater.model.changes import ChecksumFact
from headwater.registry.verdicts import denies_success
from headwater.urn import job_run_key

_FACETS = frozenset({"dpone_run", "dpone_artifacts", "dpone_airflowCorrelation"})
_PLACEHOLDERS = {"0" * 64, "unknown"}
_CORRELATED = ("workloadPackSha256", "runtimeEvidenceSha256")


def is_export(facets: Facets) -> bool:
    """Return True for an exported event whose eventTime is not the end of the run.

    dpone's never is; this server's own says so in its facet (docs/evidence.md).
    """
    return "dpone_run" in facets and facets["dpone_run"].get("isTimeKnown") is not True


def native_run_id(namespace: str, job_name: str, run_id: str, facets: Facets) -> str:
    """Return the id of the run of an exported event: the one in its facet, if the event's own id is the hash of that.

    The specification wants a UUID, so an export of any other id sends its hash, and both are the same run. Raises
    UnusableError for dpone's placeholder.
    """
    native = facets.get("dpone_run", {}).get("dponeRunId")
    if not isinstance(native, str) or not native or run_id != str(job_run_key(namespace, job_name, native)):
        return run_id
    check_run(job_name, native)
    return native


def read_evidence(reading: Reading, native_state: str | None, facets: Facets) -> None:
    """Keep the run's checksums, and warn if the event type contradicts the facet."""
    assert reading.run_key is not None
    if _FACETS.isdisjoint(facets):
        return
    run = facets.get("dpone_run", {})
    if native_state == "COMPLETE" and (run.get("passed") is False or denies_success(run)):
        reading.warn("event_type.contradicts_facet")
    for name, checksum in _checksums(facets):
        if isinstance(checksum, str) and checksum and checksum not in _PLACEHOLDERS:
            reading.changes.checksums.append(ChecksumFact(reading.run_key, name, checksum))


def _checksums(facets: Facets) -> Iterator[tuple[str, Any]]:
    run = facets.get("dpone_run", {})
    yield "run_result", run.get("run_result_sha256")
    yield "run_registry_entry", run.get("run_registry_entry_sha256")
    artifacts = facets.get("dpone_artifacts", {}).get("artifacts")
    for artifact in artifacts if isinstance(artifacts, list) else []:
        if isinstance(artifact, dict) and isinstance(artifact.get("name"), str):
            yield f"artifact.{artifact['name']}", artifact.get("sha256")
    correlated = facets.get("dpone_airflowCorrelation", {}).get("artifacts")
    if isinstance(correlated, dict):
        for name in _CORRELATED:
            yield name.removesuffix("Sha256"), correlated.get(name)
