"""The result of a run, as `dpone run --format json` writes it."""

from typing import Any, NamedTuple

from headwater.registry.checksums import sha256
from headwater.registry.codes import (
    PROCESS_MISSING,
    RESULT_INVALID,
    RESULT_MISSING,
    RESULT_NOT_PASSED,
    RUN_ID_MISSING,
    RUN_RESULT,
)
from headwater.registry.evidence import Evidence
from headwater.registry.secrets import without_secrets
from headwater.registry.verdicts import nested, read_object, result_passed, status_of

UNKNOWN_PROCESS = "unknown"


class RunResult(NamedTuple):
    """The contents of a result. run_id None: nothing names the run, so the result cannot be registered."""

    run_id: str | None
    process: str
    manifest: str | None
    status: str
    duration_seconds: float | None
    evidence: Evidence
    blockers: tuple[str, ...]
    warnings: tuple[str, ...]


def read_result(path: str, content: bytes | None, run_id: str | None = None) -> RunResult:
    """Read a result from its bytes; None: there is no file. run_id stands in for the result's own.

    A process without a name has that of the selector: dpone leaves it out if a run fails before it begins.
    """
    found = None if content is None else read_object(content)
    result = found or {}
    run_id = run_id or _text(result.get("run_id"))
    process = _text(result.get("process")) or _text(result.get("selector"))
    blockers = [*_reasons(content, found), *([] if run_id else [RUN_ID_MISSING])]
    return RunResult(
        run_id=run_id,
        process=process or UNKNOWN_PROCESS,
        manifest=_text(result.get("manifest")),
        status=_status(found),
        duration_seconds=seconds_of(nested(result).get("duration_seconds")),
        evidence=_evidence(path, content, passed=not _reasons(content, found)),
        blockers=tuple(blockers),
        warnings=() if _text(result.get("process")) else (PROCESS_MISSING,),
    )


def _reasons(content: bytes | None, found: dict[str, Any] | None) -> list[str]:
    if content is None:
        return [RESULT_MISSING]
    if found is None:
        return [RESULT_INVALID]
    return [] if result_passed(found) else [RESULT_NOT_PASSED]


def _evidence(path: str, content: bytes | None, *, passed: bool) -> Evidence:
    if content is None:
        return Evidence(RUN_RESULT, path, None, None, False, None)
    return Evidence(RUN_RESULT, path, sha256(content), len(content), passed, None)


def _status(result: dict[str, Any] | None) -> str:
    if result is None:
        return "missing"
    status = status_of(nested(result)) or status_of(result)
    return without_secrets(status) if status else "success" if result_passed(result) else "failed"


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def seconds_of(value: object) -> float | None:
    """Return a duration in seconds; None for what is no number, or no duration."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value < 1e9 else None  # type: ignore[arg-type,operator]
