"""A registration as an OpenLineage event, in the shape of dpone's export."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

import headwater
from headwater.errors import BadRequestError
from headwater.registry.codes import REGISTRATION_INVALID, REGISTRATION_MISSING, REGISTRATION_NOT_PASSED
from headwater.registry.defaults import AUTO
from headwater.registry.registration import Registration
from headwater.registry.result import UNKNOWN_PROCESS
from headwater.urn import job_run_key, run_uuid

_CORE: Final = "https://openlineage.io/spec/2-0-2/OpenLineage.json"
_NO_CHECKSUM: Final = "0" * 64

UNKNOWN_RUN: Final = "unknown_run"
"""dpone's name of a run that nothing names."""


class Dataset(NamedTuple):
    """A dataset by its OpenLineage names."""

    namespace: str
    name: str


class RunTimes(NamedTuple):
    """The start and the end of a run, as the store knows them; None: unknown."""

    started_at: datetime | None = None
    ended_at: datetime | None = None


NO_TIMES: Final = RunTimes()


@dataclass(frozen=True, slots=True)
class Exported:
    """An event for a registration, or for one that cannot be read."""

    event: dict[str, Any]
    event_type: str
    blockers: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """True if the registration is green."""
        return not self.blockers


def read_dataset(option: str, text: str) -> Dataset:
    """Read `namespace=name`, split at the first `=`. Raises BadRequestError, naming the option."""
    namespace, sign, name = text.partition("=")
    if not (namespace.strip() and sign and name.strip()):
        raise BadRequestError(f"{option}: expected NAMESPACE=NAME, such as postgres=public.orders, got {text!r}")
    return Dataset(namespace, name)


def event_run_id(namespace: str, process: str, run_id: str) -> str:
    """Return the id of a run in events: its own if that is a UUID, else the hash that names the run in URNs."""
    return str(run_uuid(run_id) or job_run_key(namespace, process, run_id))


def export(
    registration: Registration,
    checksum: str,
    inputs: Sequence[Dataset],
    outputs: Sequence[Dataset],
    event_type: str,
    exported_at: datetime,
    times: RunTimes = NO_TIMES,
) -> Exported:
    """Make the event of a registration. Raises BadRequestError for an event type that contradicts the gate."""
    word = _agreed(event_type, passed=registration.passed)
    at, is_known = _time(registration, times, word)
    run = {
        "status": registration.status,
        "passed": registration.passed,
        "manifest": registration.manifest,
        "dponeRunId": registration.run_id,
        "run_result_sha256": registration.run_result.sha256 or _NO_CHECKSUM,
        "run_registry_entry_sha256": checksum,
        "recordedAt": registration.recorded_at.isoformat(),
        "exportedAt": exported_at.isoformat(),
        "isTimeKnown": is_known,
    }
    artifacts = [one._asdict() | {"sha256": one.sha256 or _NO_CHECKSUM} for one in registration.artifacts]
    facets: dict[str, dict[str, Any]] = {
        "dpone_run": run,
        "dpone_artifacts": {"artifacts": artifacts},
        **registration.facets,
    }
    job = (registration.namespace, registration.process)
    event = _event(word, at, event_run_id(*job, registration.run_id), job, facets, inputs, outputs)
    return Exported(event, word, () if registration.passed else (REGISTRATION_NOT_PASSED,))


def export_nothing(
    reason: str,
    run_id: str,
    namespace: str,
    inputs: Sequence[Dataset],
    outputs: Sequence[Dataset],
    event_type: str,
    exported_at: datetime,
    checksum: str | None = None,
) -> Exported:
    """Make the event of a run without a registration, or with one that cannot be read: a failure of an unknown job.

    checksum: of the entry's file, if there is one. Raises BadRequestError for another event type.
    """
    assert reason in (REGISTRATION_MISSING, REGISTRATION_INVALID)
    word = _agreed(event_type, passed=False)
    run = {
        "status": UNKNOWN_PROCESS,
        "passed": False,
        "dponeRunId": run_id,
        "run_result_sha256": _NO_CHECKSUM,
        "run_registry_entry_sha256": checksum or _NO_CHECKSUM,
        "exportedAt": exported_at.isoformat(),
        "isTimeKnown": False,
    }
    job = (namespace, UNKNOWN_PROCESS)
    facets: dict[str, dict[str, Any]] = {"dpone_run": run, "dpone_artifacts": {"artifacts": []}}
    event = _event(word, exported_at, event_run_id(*job, run_id), job, facets, inputs, outputs)
    return Exported(event, word, (reason,))


def _agreed(event_type: str, *, passed: bool) -> str:
    """Return the event type; START agrees with any outcome. Raises BadRequestError."""
    outcome = "COMPLETE" if passed else "FAIL"
    if event_type not in (AUTO, "START", outcome):
        expected = f"{AUTO}, START or {outcome}"
        raise BadRequestError(
            f"eventType: expected {expected}, got {event_type}: the registration is {'green' if passed else 'red'}"
        )
    return outcome if event_type == AUTO else event_type


def _time(registration: Registration, times: RunTimes, word: str) -> tuple[datetime, bool]:
    """Return the time of the event, and True if it is that of the run; else it is that of the registration."""
    if word != "START":
        return times.ended_at or registration.recorded_at, times.ended_at is not None
    if times.started_at is None and times.ended_at is not None and registration.duration_seconds is not None:
        return times.ended_at - timedelta(seconds=registration.duration_seconds), True
    return times.started_at or registration.recorded_at, times.started_at is not None


def _event(
    event_type: str,
    at: datetime,
    run_id: str,
    job: tuple[str, str],
    facets: dict[str, dict[str, Any]],
    inputs: Sequence[Dataset],
    outputs: Sequence[Dataset],
) -> dict[str, Any]:
    producer = f"urn:headwater:{headwater.__version__}"
    owned = {"_producer": producer, "_schemaURL": f"{_CORE}#/$defs/RunFacet"}
    return {
        "eventType": event_type,
        "eventTime": at.isoformat(),
        "producer": producer,
        "schemaURL": f"{_CORE}#/$defs/RunEvent",
        "run": {"runId": run_id, "facets": {name: {**facet, **owned} for name, facet in facets.items()}},
        "job": {"namespace": job[0], "name": job[1]},
        "inputs": [one._asdict() for one in dict.fromkeys(inputs)],
        "outputs": [one._asdict() for one in dict.fromkeys(outputs)],
    }
