"""One file that a run left behind: its checksum, its size, and its own verdict."""

import re
from pathlib import PurePath
from typing import Any, NamedTuple

from headwater.registry.checksums import sha256
from headwater.registry.codes import MISSING, NOT_PASSED, OPAQUE, UNPARSED
from headwater.registry.secrets import without_secrets
from headwater.registry.verdicts import artifact_passed, read_object, read_value, summary_of

_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,99}", re.ASCII)
_CONTRACT = "dpone_data_contract"


class Evidence(NamedTuple):
    """A file of a run. sha256 None: there was no file; size_bytes None: unknown; passed None: it has no verdict."""

    name: str
    path: str | None
    sha256: str | None
    size_bytes: int | None
    passed: bool | None
    summary: str | None


class ReadArtifact(NamedTuple):
    """An artifact with the end of its reason code, and of its warning; facets are those that it gives for export."""

    evidence: Evidence
    reason: str | None
    warning: str | None
    facets: dict[str, Any]


def is_artifact_name(name: str) -> bool:
    """Return True for a name that fits into codes: letters, digits, `_`, `.` and `-`, at most 100."""
    return _NAME.fullmatch(name) is not None


def read_artifact(name: str, path: str, content: bytes | None) -> ReadArtifact:
    """Read an artifact from its bytes; None: there is no file.

    A file named `.json` must be JSON. Any other file that is no JSON object is opaque: only its bytes count.
    """
    if content is None:
        return ReadArtifact(Evidence(name, path, None, None, False, "missing"), MISSING, None, {})
    found = read_object(content)
    if found is None and PurePath(path).suffix.lower() == ".json" and read_value(content) is None:
        return ReadArtifact(_evidence(name, path, content, False, "not JSON"), UNPARSED, None, {})
    passed = None if found is None else artifact_passed(found)
    evidence = _evidence(name, path, content, passed, None if found is None else summary_of(found))
    reason, warning = NOT_PASSED if passed is False else None, OPAQUE if passed is None else None
    return ReadArtifact(evidence, reason, warning, _facets(found or {}))


def _evidence(name: str, path: str, content: bytes, passed: bool | None, summary: str | None) -> Evidence:
    shown = None if summary is None else without_secrets(summary)
    return Evidence(name, path, sha256(content), len(content), passed, shown)


def _facets(artifact: dict[str, Any]) -> dict[str, Any]:
    """Return the facet that dpone's data contract leaves in its evidence and its export forgets."""
    given = artifact.get("openlineage_facets")
    contract = given.get(_CONTRACT) if isinstance(given, dict) else None
    return {_CONTRACT: contract} if isinstance(contract, dict) else {}
