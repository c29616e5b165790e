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


_SENTENCES: Final = {
    RESULT_MISSING: "there is no file with the result: start with the run",
    RESULT_INVALID: "the result is empty or no JSON object: the run may have crashed",
    RESULT_NOT_PASSED: "`passed` is not true, a status is none of `success`, `succeeded`, `completed`, or there are"
    " `errors`",
    RUN_ID_MISSING: "no run id, or one that is not text, so nothing is registered: pass `--run-id`",
    f"{ARTIFACT}<name>.{MISSING}": "no such file, or `--require` names it and nothing is attached",
    f"{ARTIFACT}<name>.{UNPARSED}": "a `.json` file that is not JSON",
    f"{ARTIFACT}<name>.{NOT_PASSED}": "the file says that it failed",
    f"{ARTIFACT}<name>.{OPAQUE}": "the file has no verdict: only its bytes count",
    REGISTRATION_MISSING: "no such registration: register the run, or see its revisions by"
    " `headwater run show --history`",
    REGISTRATION_INVALID: "`--entry` names a file that is no registry entry: register the run again",
    REGISTRATION_NOT_PASSED: "the registration is red: see its own blockers by `headwater run show`",
    PROCESS_MISSING: "the result names no process; the selector stands in, else `unknown`",
    FROM_EVENT: "only an exported event tells of the registration, without its blockers",
    CONTRADICTS: "the exported event says COMPLETE, but its facet has `passed: false`, or a `status` such as `error`",
}
"""The meanings of blockers and warnings, as in docs/codes.md."""


def sentence_of(code: str) -> str | None:
    """Return the meaning of a blocker or a warning; None for a code that is not of the registry."""
    if code.startswith(ARTIFACT):
        code = of_artifact("<name>", code.rpartition(".")[2])
    return _SENTENCES.get(code)


def of_artifact(name: str, end: str) -> str:
    """Return the code of an artifact, such as `artifact.quality.missing`."""
    return f"{ARTIFACT}{name}.{end}"


def drift_of(subject: str, *, is_missing: bool = False) -> str:
    """Return the drift code of a subject: `run_result` or `artifact.<name>`."""
    return f"drift.{subject}.{MISSING}" if is_missing else f"drift.{subject}"
