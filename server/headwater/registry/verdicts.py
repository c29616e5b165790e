"""Verdicts: the success of a run by the JSON of its result and its artifacts.

dpone 0.88 reads only the outermost `passed`, and three words of `status`. Here every status counts.
"""

import json
from collections.abc import Mapping
from typing import Any

_GREEN = frozenset({"success", "succeeded", "completed"})
"""The words of a result's status that mean success."""

NO_STATUS = "unknown"
"""Stands in entries and events for the status of a result that has none."""

_RED = frozenset(
    {
        *("failed", "failure", "fail", "error", "errored", "red", "blocked", "aborted", "cancelled", "canceled"),
        *("timeout", "timed_out", "regression", "rollback_required", "not_passed"),
    }
)
"""The words of an artifact's status that mean failure."""

_FOUND = ("blockers", "violations", "findings", "errors")
_CHECKED = ("checks", "results", "items")


def read_object(content: bytes) -> dict[str, Any] | None:
    """Return the JSON object in a file's bytes; None if they are anything else."""
    value = read_value(content)
    return value if isinstance(value, dict) else None


def read_value(content: bytes) -> Any:
    """Return the JSON value in a file's bytes; None if they are not JSON in UTF-8."""
    try:
        return json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None


def result_passed(result: Mapping[str, Any]) -> bool:
    """Return True if a result says that it passed, and nothing in it says otherwise."""
    if "passed" in result and result["passed"] is not True:
        return False
    statuses = [status for holder in (result, nested(result)) if (status := status_of(holder)) is not None]
    if not statuses and "passed" not in result:
        return False
    return all(status.lower() in _GREEN for status in statuses) and not any(
        holder.get("errors") for holder in (result, nested(result))
    )


def denies_success(holder: Mapping[str, Any]) -> bool:
    """Return True if the status in an entry, or in the facet of an event, does not mean success."""
    status = holder.get("status")
    return isinstance(status, str) and status not in ("", NO_STATUS) and status.lower() not in _GREEN


def artifact_passed(artifact: Mapping[str, Any]) -> bool | None:
    """Return the verdict of an artifact; None if it says nothing about success."""
    statuses = [status for holder in (artifact, nested(artifact)) if (status := status_of(holder)) is not None]
    if artifact.get("passed", True) is not True or any(status.lower() in _RED for status in statuses):
        return False
    if "passed" in artifact:
        return True
    checks = [one for name in _CHECKED for one in _objects(artifact.get(name))]
    if any(artifact.get(name) for name in _FOUND) or any(artifact_passed(one) is False for one in checks):
        return False
    return True if statuses or any(name in artifact for name in (*_FOUND, *_CHECKED)) else None


def nested(holder: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the object under `result`; an empty one without it."""
    found = holder.get("result")
    return found if isinstance(found, dict) else {}


def status_of(holder: Mapping[str, Any]) -> str | None:
    """Return the status of an object; None without one. Anything but text is shown as JSON."""
    status = holder.get("status")
    return status if isinstance(status, str | None) else json.dumps(status)


def summary_of(artifact: Mapping[str, Any]) -> str | None:
    """Return a short text about an artifact, in dpone's words; None if there is nothing to say."""
    if (status := status_of(artifact)) is not None:
        return f"status={status}"
    for name in (*_FOUND, *_CHECKED):
        if isinstance(artifact.get(name), list):
            return f"{name}={len(artifact[name])}"
    return None


def _objects(value: object) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
