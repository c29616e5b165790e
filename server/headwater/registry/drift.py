"""Drift: files, entries and events that differ from what was registered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from headwater.registry.checksums import known_checksum
from headwater.registry.codes import ARTIFACT, DRIFT_ENTRY, DRIFT_EVENT, MISSING, RUN_RESULT, drift_of
from headwater.registry.registration import Registration

VERIFICATION_SCHEMA: Final = "headwater.run-verification.v1"

REGISTRY_ENTRY: Final = "registry_entry"
"""The subject of the entry's own file."""


class DriftItem(NamedTuple):
    """One difference. expected: the registered value; actual: the value now. None: there is none."""

    code: str
    subject: str
    expected: str | None
    actual: str | None


@dataclass(frozen=True, slots=True)
class Verification:
    """The differences at one moment."""

    checked_at: datetime
    items: tuple[DriftItem, ...]

    @property
    def passed(self) -> bool:
        """True if nothing has drifted."""
        return not self.items

    def entry(self, registration_id: str) -> dict[str, Any]:
        """Return the verification of a registration as JSON."""
        return {
            "schema": VERIFICATION_SCHEMA,
            "registration_id": registration_id,
            "checked_at": self.checked_at.isoformat(),
            "passed": self.passed,
            "items": [item._asdict() for item in self.items],
        }


def drift(registration: Registration, checksum: str | None, observed: Mapping[str, str | None]) -> list[DriftItem]:
    """Compare observed checksums with registered ones, by subject; None: the file is not there.

    Subjects: `run_result`, `artifact.<name>`, `registry_entry`. A registered file that was not observed is missing. A
    file that was already missing at registration has not drifted by that.
    """
    expected = {subject: one.sha256 for subject, one in registration.subjects().items()}
    items = []
    for subject, value in expected.items():
        actual = observed.get(subject)
        if actual != value:
            items.append(DriftItem(drift_of(subject, is_missing=actual is None), subject, value, actual))
    if REGISTRY_ENTRY in observed and observed[REGISTRY_ENTRY] != checksum:
        actual = observed[REGISTRY_ENTRY]
        code = f"{DRIFT_ENTRY}.{MISSING}" if actual is None else DRIFT_ENTRY
        items.append(DriftItem(code, REGISTRY_ENTRY, checksum, actual))
    unknown = sorted(observed.keys() - expected.keys() - {REGISTRY_ENTRY})
    return items + [DriftItem(drift_of(subject), subject, None, observed[subject]) for subject in unknown]


def event_drift(registration: Registration, checksum: str, event: Mapping[str, Any]) -> list[DriftItem]:
    """Compare the facets of an exported event with a registration."""
    run, artifacts = _facet(event, "dpone_run"), _facet(event, "dpone_artifacts").get("artifacts")
    said: dict[str, str | None] = {
        REGISTRY_ENTRY: known_checksum(run.get("run_registry_entry_sha256")),
        RUN_RESULT: known_checksum(run.get("run_result_sha256")),
        "passed": _word(run.get("passed")),
    }
    for one in artifacts if isinstance(artifacts, list) else []:
        if isinstance(one, dict):
            said[f"{ARTIFACT}{one.get('name')}"] = known_checksum(one.get("sha256"))
    known: dict[str, str | None] = {REGISTRY_ENTRY: checksum, "passed": _word(registration.passed)}
    known |= {subject: evidence.sha256 for subject, evidence in registration.subjects().items()}
    subjects: Sequence[str] = sorted(said.keys() | known.keys())
    return [
        DriftItem(DRIFT_EVENT, subject, known.get(subject), said.get(subject))
        for subject in subjects
        if known.get(subject) != said.get(subject)
    ]


def _facet(event: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    run = event.get("run")
    facets = run.get("facets") if isinstance(run, dict) else None
    facet = facets.get(name) if isinstance(facets, dict) else None
    return facet if isinstance(facet, dict) else {}


def _word(value: object) -> str | None:
    return None if value is None else str(value).lower()
