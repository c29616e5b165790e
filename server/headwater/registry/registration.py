"""A registration: a run's result and artifacts at one moment, and the gate over them.

Its entry is JSON with dpone's keys and more, so one reader takes dpone's registry entries and ours.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from headwater.keys import name_key
from headwater.registry.checksums import sha256
from headwater.registry.codes import ARTIFACT, MISSING, NOT_PASSED, RESULT_NOT_PASSED, of_artifact
from headwater.registry.evidence import Evidence, ReadArtifact
from headwater.registry.result import RunResult
from headwater.urn import RUN_NAMESPACE, job_run_key

SCHEMA: Final = "headwater.run-registration.v1"


@dataclass(frozen=True, slots=True)
class Registration:
    """The evidence of a run. nonce tells two registrations of the same evidence at the same time apart.

    facets: those that artifacts give for export, by name.
    """

    run_id: str
    namespace: str
    process: str
    manifest: str | None
    status: str
    blockers: tuple[str, ...]
    warnings: tuple[str, ...]
    recorded_at: datetime
    run_result: Evidence
    artifacts: tuple[Evidence, ...] = ()
    duration_seconds: float | None = None
    facets: Mapping[str, Any] = field(default_factory=dict)
    nonce: str | None = None

    @property
    def passed(self) -> bool:
        """True if nothing stands in the way."""
        return not self.blockers

    @property
    def run_key(self) -> UUID:
        """The identity of the run: its job, and its id."""
        return job_run_key(self.namespace, self.process, self.run_id)

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The result and the artifacts."""
        return (self.run_result, *self.artifacts)

    def subjects(self) -> dict[str, Evidence]:
        """Return the evidence by its subject: `run_result`, and `artifact.<name>`."""
        return {self.run_result.name: self.run_result, **{f"{ARTIFACT}{one.name}": one for one in self.artifacts}}

    def entry(self) -> dict[str, Any]:
        """Return the registration as JSON."""
        return {
            "schema": SCHEMA,
            "run_id": self.run_id,
            "namespace": self.namespace,
            "process": self.process,
            "manifest": self.manifest,
            "status": self.status,
            "passed": self.passed,
            "blockers": [*self.blockers],
            "warnings": [*self.warnings],
            "recorded_at": self.recorded_at.isoformat(),
            "run_result_path": self.run_result.path,
            "run_result_sha256": self.run_result.sha256,
            "run_result_size_bytes": self.run_result.size_bytes,
            "artifact_count": len(self.artifacts),
            "artifacts": [one._asdict() for one in self.artifacts],
            "duration_seconds": self.duration_seconds,
            "facets": dict(self.facets),
            "nonce": self.nonce,
        }


def register(
    result: RunResult,
    artifacts: Sequence[ReadArtifact],
    required: Sequence[str],
    namespace: str,
    recorded_at: datetime,
    nonce: str,
) -> Registration:
    """Put a result and artifacts through the gate. A required artifact that was not given is missing.

    Expects a result with a run id.
    """
    assert result.run_id is not None
    found = sorted(artifacts, key=lambda one: one.evidence.name)
    names = {one.evidence.name for one in found}
    reasons = [of_artifact(one.evidence.name, one.reason) for one in found if one.reason is not None]
    reasons += [of_artifact(name, MISSING) for name in sorted(set(required) - names)]
    warnings = [of_artifact(one.evidence.name, one.warning) for one in found if one.warning is not None]
    return Registration(
        run_id=result.run_id,
        namespace=namespace,
        process=result.process,
        manifest=result.manifest,
        status=result.status,
        blockers=(*result.blockers, *reasons),
        warnings=(*result.warnings, *warnings),
        recorded_at=recorded_at,
        run_result=result.evidence,
        artifacts=tuple(one.evidence for one in found),
        duration_seconds=result.duration_seconds,
        facets={name: facet for one in found for name, facet in one.facets.items()},
        nonce=nonce,
    )


def judged(blockers: Sequence[str], run_result: Evidence, artifacts: Sequence[Evidence]) -> tuple[str, ...]:
    """Return blockers, and the reasons of red evidence that has none among them: nobody talks a red file green."""
    found = dict.fromkeys(blockers)
    if run_result.passed is False and not any(code.startswith("run_result.") for code in found):
        found[RESULT_NOT_PASSED] = None
    for one in artifacts:
        if one.passed is False and not any(code.startswith(of_artifact(one.name, "")) for code in found):
            found[of_artifact(one.name, MISSING if one.sha256 is None else NOT_PASSED)] = None
    return tuple(found)


def entry_bytes(entry: Mapping[str, Any]) -> bytes:
    """Return an entry as a file's bytes, in dpone's form: sorted keys, an indent of 2, a newline at the end."""
    return (json.dumps(entry, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def entry_checksum(body: bytes) -> str:
    """Return the checksum of an entry's file; white space around the JSON counts as one newline at the end."""
    return sha256(body.strip() + b"\n")


def registration_key(run_key: UUID, checksum: str) -> UUID:
    """Return the id of a registration: its run, and the checksum of its entry."""
    return name_key(RUN_NAMESPACE, "\0".join(("", "", str(run_key), checksum)))
