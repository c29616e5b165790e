"""The codes of the registry: reasons, warnings and drift (docs/codes.md). Codes never change."""

from typing import Final

RESULT_MISSING: Final = "run_result.missing"
RESULT_INVALID: Final = "run_result.invalid_json"
RESULT_NOT_PASSED: Final = "run_result.not_passed"
RUN_ID_MISSING: Final = "run_result.run_id_missing"

REGISTRATION_MISSING: Final = "run_registry.missing"
REGISTRATION_INVALID: Final = "run_registry.invalid_json"
REGISTRATION_NOT_PASSED: Final = "run_registry.not_passed"

MISSING: Final = "missing"
UNPARSED: Final = "unparsed"
NOT_PASSED: Final = "not_passed"
OPAQUE: Final = "opaque"
"""The ends of the codes of an artifact."""

PROCESS_MISSING: Final = "run_result.process_missing"
CONTRADICTS: Final = "event_type.contradicts_facet"
FROM_EVENT: Final = "run_registry.from_event"
"""Warnings."""

DRIFT_RESULT: Final = "drift.run_result"
DRIFT_ENTRY: Final = "drift.registry_entry"
DRIFT_EVENT: Final = "drift.event"

RUN_RESULT: Final = "run_result"
"""The name of the run's result among its evidence."""

ARTIFACT: Final = "artifact."
"""The beginning of an artifact's name as a subject."""


def of_artifact(name: str, end: str) -> str:
    """Return the code of an artifact, such as `artifact.quality.missing`."""
    return f"{ARTIFACT}{name}.{end}"


def drift_of(subject: str, *, is_missing: bool = False) -> str:
    """Return the drift code of a subject: `run_result` or `artifact.<name>`."""
    return f"drift.{subject}.{MISSING}" if is_missing else f"drift.{subject}"
