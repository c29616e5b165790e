"""Read registry entries, dpone's and ours, and the registrations that exported events tell of."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from headwater.errors import HeadwaterError
from headwater.model.times import parse_stored_time
from headwater.registry.checksums import known_checksum
from headwater.registry.codes import CONTRADICTS, FROM_EVENT, REGISTRATION_NOT_PASSED, RESULT_NOT_PASSED, RUN_RESULT
from headwater.registry.defaults import DEFAULT_NAMESPACE
from headwater.registry.evidence import Evidence
from headwater.registry.registration import Registration, judged
from headwater.registry.result import seconds_of
from headwater.registry.secrets import without_secrets
from headwater.registry.verdicts import NO_STATUS, denies_success, read_object

_OF_AN_ENTRY = ("run_id", "process", "passed", "recorded_at", "run_result_sha256")


class InvalidEntryError(HeadwaterError):
    """The registry entry cannot be read."""


def is_entry(value: object) -> bool:
    """Return True for a registry entry, told by its keys."""
    return isinstance(value, dict) and all(name in value for name in _OF_AN_ENTRY)


def read_entry_file(content: bytes, namespace: str = DEFAULT_NAMESPACE) -> Registration:
    """Read the file of an entry. Raises InvalidEntryError."""
    found = read_object(content)
    if not is_entry(found):
        raise InvalidEntryError("expected a registry entry: a JSON object with run_id, process, passed and recorded_at")
    assert found is not None
    return read_entry(found, namespace)


def read_entry(entry: Mapping[str, Any], namespace: str = DEFAULT_NAMESPACE) -> Registration:
    """Read an entry. dpone's has no namespace of its own. Raises InvalidEntryError, naming the field."""
    result = Evidence(
        RUN_RESULT,
        _optional(entry, "run_result_path"),
        known_checksum(entry.get("run_result_sha256")),
        _size(entry.get("run_result_size_bytes")),
        None,
        None,
    )
    artifacts = _artifacts(entry.get("artifacts"))
    blockers = judged(_texts(entry.get("blockers")), result, artifacts) or _blockers(entry)
    contract = _object(_object(entry, "facets"), "dpone_data_contract")
    return Registration(
        run_id=_text(entry, "run_id"),
        namespace=_optional(entry, "namespace") or namespace,
        process=_text(entry, "process"),
        manifest=_optional(entry, "manifest"),
        status=without_secrets(_optional(entry, "status") or NO_STATUS),
        blockers=blockers,
        warnings=_texts(entry.get("warnings")),
        recorded_at=_time(entry),
        run_result=result._replace(passed=_result_passed(blockers)),
        artifacts=artifacts,
        duration_seconds=seconds_of(entry.get("duration_seconds")),
        facets={"dpone_data_contract": contract} if contract else {},
        nonce=_optional(entry, "nonce"),
    )


def read_event_facets(
    namespace: str, process: str, run_id: str, native_state: str | None, at: datetime, facets: Mapping[str, Any]
) -> tuple[Registration, str] | None:
    """Read the registration that an exported event tells of, and the checksum of its entry; None if it tells of none.

    An event does not repeat the blockers of its entry.
    """
    run = _object(facets, "dpone_run")
    checksum = known_checksum(run.get("run_registry_entry_sha256"))
    if checksum is None:
        return None
    blockers = _blockers(run)
    contract = _object(facets, "dpone_data_contract")
    contradicts = (CONTRADICTS,) if native_state == "COMPLETE" and blockers else ()
    registration = Registration(
        run_id=_optional(run, "dponeRunId") or run_id,
        namespace=namespace,
        process=process,
        manifest=_optional(run, "manifest"),
        status=without_secrets(_optional(run, "status") or NO_STATUS),
        blockers=blockers,
        warnings=(FROM_EVENT, *contradicts),
        recorded_at=at,
        run_result=Evidence(RUN_RESULT, None, known_checksum(run.get("run_result_sha256")), None, None, None),
        artifacts=_artifacts(_object(facets, "dpone_artifacts").get("artifacts")),
        facets={"dpone_data_contract": contract} if contract else {},
    )
    return registration, checksum


def _blockers(holder: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what `passed` and `status` alone have against a run. dpone calls a run green whose status is an error."""
    if holder.get("passed") is not True:
        return (REGISTRATION_NOT_PASSED,)
    return (RESULT_NOT_PASSED,) if denies_success(holder) else ()


def _result_passed(blockers: tuple[str, ...]) -> bool | None:
    """Return the verdict of a result by the reasons of its registration; None if they leave it open."""
    if any(code.startswith(f"{RUN_RESULT}.") for code in blockers):
        return False
    return None if REGISTRATION_NOT_PASSED in blockers else True


def _artifacts(given: object) -> tuple[Evidence, ...]:
    items = given if isinstance(given, list) else []
    found = {
        one["name"]: Evidence(
            one["name"],
            _optional(one, "path"),
            known_checksum(one.get("sha256")),
            _size(one.get("size_bytes")),
            passed if isinstance(passed := one.get("passed"), bool) else None,
            None if (summary := _optional(one, "summary")) is None else without_secrets(summary),
        )
        for one in items
        if isinstance(one, dict) and _optional(one, "name")
    }
    return tuple(found[name] for name in sorted(found))


def _object(holder: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = holder.get(name)
    return found if isinstance(found, dict) else {}


def _text(entry: Mapping[str, Any], name: str) -> str:
    found = _optional(entry, name)
    if found is None:
        raise InvalidEntryError(f"{name}: expected a text that is not empty")
    return found


def _optional(holder: Mapping[str, Any], name: str) -> str | None:
    value = holder.get(name)
    return value if isinstance(value, str) and value else None


def _texts(value: object) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _size(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63 else None


def _time(entry: Mapping[str, Any]) -> datetime:
    try:
        return parse_stored_time(entry.get("recorded_at"))[0]
    except ValueError as error:
        raise InvalidEntryError(f"recorded_at: {error}") from error
