"""The inputs of the run registry, and checks of their values."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final

import strawberry
from strawberry.scalars import JSON

from headwater.errors import BadRequestError
from headwater.graphql.lists import check_length
from headwater.graphql.scalars import Long
from headwater.model.json import is_deeper, repair_json
from headwater.registry import evidence
from headwater.registry.checksums import is_sha256
from headwater.registry.codes import ARTIFACT, RUN_RESULT
from headwater.registry.defaults import AUTO, DEFAULT_NAMESPACE, EVENT_TYPES
from headwater.registry.drift import REGISTRY_ENTRY
from headwater.registry.evidence import is_artifact_name
from headwater.registry.registration import Registration, judged
from headwater.registry.result import seconds_of
from headwater.registry.secrets import without_secrets
from headwater.texts import check_storable, shown

MAX_FILES: Final = 1000
_MAX_TEXT: Final = 2000
_MAX_DEPTH: Final = 32
_CODE: Final = re.compile(r"(run_result|artifact)\.[\w.-]{1,150}", re.ASCII)


@strawberry.input(description="A file that a run left behind, as the caller read it.")
class EvidenceInput:
    name: str = strawberry.field(
        description="`run_result`, or the name of the artifact: letters, digits, `_`, `.` and `-`."
    )
    path: str | None = strawberry.field(default=None, description="The path of the file. Default: not reported.")
    sha256: str | None = strawberry.field(
        default=None, description="The SHA-256 of the file's bytes, in lower case. Default: there is no file."
    )
    size_bytes: Long | None = strawberry.field(default=None, description="The size in bytes. Default: unknown.")
    passed: bool | None = strawberry.field(default=None, description="The verdict in the file. Default: none.")
    summary: str | None = strawberry.field(default=None, description="A few words from the file. Default: none.")


@strawberry.input(description="The evidence of a run.")
class RegisterRunInput:
    run_id: str = strawberry.field(description="The run's id in the producer's system.")
    process: str = strawberry.field(description="The name of the job.")
    status: str = strawberry.field(description="The status in the result, in the producer's words.")
    run_result: EvidenceInput = strawberry.field(description="The result of the run.")
    artifacts: list[EvidenceInput] = strawberry.field(
        default_factory=list, description="Other files, each name once. Default: none; at most 1000."
    )
    blockers: list[str] = strawberry.field(
        default_factory=list,
        description="Reasons against the run, as in docs/codes.md. Red evidence adds its own. Default: none.",
    )
    warnings: list[str] = strawberry.field(
        default_factory=list, description="Codes of doubts that do not block. Default: none."
    )
    namespace: str = strawberry.field(
        default=DEFAULT_NAMESPACE, description="The namespace of the job. Default: dpone.local."
    )
    manifest: str | None = strawberry.field(default=None, description="The manifest of the run. Default: none.")
    duration_seconds: float | None = strawberry.field(
        default=None, description="The duration of the run in seconds. Default: unknown."
    )
    facets: JSON | None = strawberry.field(
        default=None, description="`dpone_data_contract` for the exported event, as an object. Default: none."
    )


@strawberry.input(description="The checksum of a file now.")
class ObservedDigest:
    subject: str = strawberry.field(description="`run_result`, `artifact.<name>` or `registry_entry`.")
    sha256: str | None = strawberry.field(
        default=None, description="The SHA-256 of the file's bytes, in lower case. Default: there is no file."
    )


@strawberry.input(description="A dataset by its OpenLineage names.")
class DatasetNameInput:
    namespace: str = strawberry.field(description="The namespace, such as `postgres`.")
    name: str = strawberry.field(description="The name, such as `public.orders`.")


@strawberry.input(description="The run to export, and its datasets.")
class ExportRunEventInput:
    run_id: str = strawberry.field(description="The run's id in the producer's system.")
    namespace: str | None = strawberry.field(
        default=None, description="The namespace of the job. Needed if jobs of several have a run of this id."
    )
    process: str | None = strawberry.field(
        default=None, description="The name of the job. Needed if several jobs have a run of this id."
    )
    revision: int | None = strawberry.field(default=None, description="The revision. Default: the newest.")
    inputs: list[DatasetNameInput] = strawberry.field(
        default_factory=list, description="The input datasets. Default: none; at most 1000."
    )
    outputs: list[DatasetNameInput] = strawberry.field(
        default_factory=list, description="The output datasets. Default: none; at most 1000."
    )
    event_type: str = strawberry.field(
        default=AUTO,
        description="`auto`: COMPLETE if green, else FAIL. START, COMPLETE or FAIL must agree with the registration."
        " Default: auto.",
    )

    def __post_init__(self) -> None:
        if self.event_type not in EVENT_TYPES:
            raise BadRequestError(f"eventType: expected {', '.join(EVENT_TYPES)}, got {shown(self.event_type)}")


def read_registration(given: RegisterRunInput, now: datetime, nonce: str) -> Registration:
    """Check the evidence of a run. Raises BadRequestError, naming the field."""
    check_length("artifacts", given.artifacts, MAX_FILES)
    texts = {"runId": given.run_id, "process": given.process, "status": given.status, "namespace": given.namespace}
    for name, text in texts.items():
        if not text:
            raise BadRequestError(f"{name}: expected a text that is not empty")
    for name, optional in {**texts, "manifest": given.manifest}.items():
        _check_text(name, optional)
    _check_codes("blockers", given.blockers)
    _check_codes("warnings", given.warnings)
    result = _evidence("runResult", given.run_result)
    if result.name != RUN_RESULT:
        raise BadRequestError(f"runResult.name: expected {RUN_RESULT}, got {shown(result.name)}")
    artifacts = sorted(_evidence("artifacts", one) for one in given.artifacts)
    names = [one.name for one in artifacts]
    if len(set(names)) < len(names):
        raise BadRequestError("artifacts: expected each name once")
    duration_seconds = seconds_of(given.duration_seconds)
    if duration_seconds is None and given.duration_seconds is not None:
        raise BadRequestError(f"durationSeconds: expected 0 to a billion, got {given.duration_seconds}")
    return Registration(
        run_id=given.run_id,
        namespace=given.namespace,
        process=given.process,
        manifest=given.manifest,
        status=without_secrets(given.status),
        blockers=judged(given.blockers, result, artifacts),
        warnings=tuple(given.warnings),
        recorded_at=now,
        run_result=result,
        artifacts=tuple(artifacts),
        duration_seconds=duration_seconds,
        facets=_facets(given.facets),
        nonce=nonce,
    )


def read_observed(given: Sequence[ObservedDigest]) -> dict[str, str | None]:
    """Check observed checksums. Raises BadRequestError, naming the field."""
    for one in given:
        is_artifact = one.subject.startswith(ARTIFACT)
        if one.subject not in (RUN_RESULT, REGISTRY_ENTRY) and not is_artifact:
            expected = f"{RUN_RESULT}, {REGISTRY_ENTRY} or {ARTIFACT}<name>"
            raise BadRequestError(f"observed.subject: expected {expected}, got {shown(one.subject)}")
        check_storable("observed.subject", one.subject)
        _check_checksum("observed.sha256", one.sha256)
    found = {one.subject: one.sha256 for one in given}
    if len(found) < len(given):
        raise BadRequestError("observed: expected each subject once")
    return found


def _evidence(field: str, given: EvidenceInput) -> evidence.Evidence:
    if not is_artifact_name(given.name):
        raise BadRequestError(f"{field}.name: expected letters, digits, `_`, `.` and `-`, got {shown(given.name)}")
    _check_checksum(f"{field}.sha256", given.sha256)
    _check_text(f"{field}.path", given.path)
    _check_text(f"{field}.summary", given.summary)
    if given.size_bytes is not None and given.size_bytes < 0:
        raise BadRequestError(f"{field}.sizeBytes: expected 0 or more, got {given.size_bytes}")
    passed = False if given.sha256 is None else given.passed
    summary = None if given.summary is None else without_secrets(given.summary)
    return evidence.Evidence(given.name, given.path, given.sha256, given.size_bytes, passed, summary)


def _check_checksum(field: str, text: str | None) -> None:
    if text is not None and not is_sha256(text):
        raise BadRequestError(f"{field}: expected 64 hexadecimal digits in lower case, got {shown(text)}")


def _check_text(field: str, text: str | None) -> None:
    check_storable(field, text or "")
    if text is not None and len(text) > _MAX_TEXT:
        raise BadRequestError(f"{field}: expected at most {_MAX_TEXT} characters, got {len(text)}")


def _check_codes(field: str, codes: Sequence[str]) -> None:
    check_length(field, codes, 2 * MAX_FILES)
    for code in codes:
        if _CODE.fullmatch(code) is None:
            raise BadRequestError(f"{field}: expected a code such as run_result.not_passed, got {shown(code)}")


def _facets(given: object) -> dict[str, object]:
    if given is None:
        return {}
    if not isinstance(given, dict) or not all(isinstance(one, dict) for one in given.values()):
        raise BadRequestError("facets: expected an object of objects")
    if given.keys() - {"dpone_data_contract"}:
        raise BadRequestError("facets: expected no other than dpone_data_contract")
    if is_deeper(given, _MAX_DEPTH) or repair_json(given)[1]:
        raise BadRequestError(f"facets: expected JSON that Postgres can store, at most {_MAX_DEPTH} levels deep")
    return given
