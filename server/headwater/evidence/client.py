"""`RunRegistry`: register, show, verify and export runs, against a server or the database of the settings."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from headwater.errors import BadRequestError
from headwater.evidence.asking import Ask, Asked, AskedServer, AskedStore
from headwater.evidence.documents import FIND, PAGE, REGISTER, VERIFY
from headwater.evidence.exporting import Exporter
from headwater.evidence.files import read_file
from headwater.evidence.report import DRIFTED, GREEN, RED, Report
from headwater.registry.checksums import sha256
from headwater.registry.codes import DRIFT_ENTRY, REGISTRATION_INVALID, REGISTRATION_MISSING
from headwater.registry.defaults import AUTO, DEFAULT_NAMESPACE
from headwater.registry.drift import REGISTRY_ENTRY, DriftItem, drift, event_drift
from headwater.registry.entries import InvalidEntryError, read_entry, read_entry_file
from headwater.registry.evidence import Evidence, is_artifact_name, read_artifact
from headwater.registry.export import Dataset
from headwater.registry.registration import Registration, entry_checksum, register
from headwater.registry.result import read_result
from headwater.registry.verdicts import read_object
from headwater.settings import load_settings

_PAGE = 200

Files = Mapping[str, str | Path]
"""Paths by the names of artifacts."""


class RunRegistry:
    """The registry of a server (url), or of the database of the settings: the embedded one without a database URL.

    A file that cannot be read, and a wrong argument, raise BadRequestError; a server that does not answer raises
    NoAnswerError. All else is in the report.
    """

    def __init__(self, url: str | None = None, token: str | None = None, asked: Asked | None = None) -> None:
        self._asked: Asked = asked or (AskedStore(load_settings()) if url is None else AskedServer(url, token))

    def register(
        self,
        result: str | Path,
        artifacts: Files | None = None,
        require: Sequence[str] = (),
        *,
        namespace: str = DEFAULT_NAMESPACE,
        run_id: str | None = None,
    ) -> Report:
        """Register the result of a run and its artifacts. Without a run id nothing is registered."""
        found = read_result(str(result), read_file(Path(result)), run_id)
        artifacts = artifacts or {}
        for name in (*artifacts, *require):
            if not is_artifact_name(name):
                raise BadRequestError(f"--artifact: expected a name of letters, digits, `_`, `.` and `-`, got {name!r}")
        read = [read_artifact(name, str(path), read_file(Path(path))) for name, path in artifacts.items()]
        if found.run_id is None:
            draft = register(found._replace(run_id=""), read, require, namespace, _now(), "")
            return _report("run registration", {**draft.entry(), "run_id": None, "registered": False})
        draft = register(found, read, require, namespace, _now(), "")
        with self._asked.session() as ask:
            stored = ask(REGISTER, {"input": _input(draft)})["registerRun"]
        return _report("run registration", {**_shown(stored), "registered": True})

    def show(
        self,
        run_id: str,
        *,
        namespace: str | None = None,
        process: str | None = None,
        revision: int | None = None,
        history: bool = False,
    ) -> Report:
        """Show a revision of a run, by default the newest; with history, all of them, newest first."""
        with self._asked.session() as ask:
            newest = _find(ask, run_id, namespace, process, revision)
            if newest is None:
                return _missing("run", run_id)
            shown = _shown(newest)
            if history:
                same = (found for found in _pages(ask, {"runId": run_id, "process": newest["process"]}))
                runs = [_shown(found) for found in same if found["namespace"] == newest["namespace"]]
                shown["runs"] = sorted(runs, key=lambda one: -int(one["revision"]))
        return _report("run", shown)

    def verify(
        self,
        run_id: str,
        *,
        namespace: str | None = None,
        process: str | None = None,
        revision: int | None = None,
        root: str | Path = ".",
    ) -> Report:
        """Read the files of a registration again, below root, and compare; the server keeps the result."""
        with self._asked.session() as ask:
            found = _find(ask, run_id, namespace, process, revision)
            return _missing("verification", run_id) if found is None else self._verified(ask, found, Path(root))

    def verify_all(self, *, root: str | Path = ".") -> Report:
        """Verify the newest revision of every run."""
        newest: dict[tuple[str, str, str], dict[str, Any]] = {}
        with self._asked.session() as ask:
            for found in _pages(ask, {}):
                key = (found["namespace"], found["process"], found["runId"])
                if key not in newest or newest[key]["revision"] < found["revision"]:
                    newest[key] = found
            reports = [self._verified(ask, found, Path(root)) for found in newest.values()]
        code = max((report.exit_code for report in reports), default=GREEN)
        content = {"passed": code == GREEN, "run_count": len(reports), "runs": [report.content for report in reports]}
        return Report("verification", content, code)

    def verify_entry(self, entry: str | Path, *, namespace: str = DEFAULT_NAMESPACE, root: str | Path = ".") -> Report:
        """Read the files of a registry entry again, below root, and compare the entry with the registered one."""
        content = read_file(Path(entry))
        try:
            registration = read_entry_file(content or b"", namespace)
        except InvalidEntryError as error:
            reason = REGISTRATION_MISSING if content is None else REGISTRATION_INVALID
            return Report("verification", {"passed": False, "blockers": [reason], "error": str(error)}, RED)
        items = drift(registration, None, _observed(registration, Path(root)))
        checksum = entry_checksum(content or b"")
        with self._asked.session() as ask:
            known = [
                found["entrySha256"]
                for found in _pages(ask, {"runId": registration.run_id, "process": registration.process})
                if found["namespace"] == registration.namespace
            ]
        if known and checksum not in known:
            items.append(DriftItem(DRIFT_ENTRY, REGISTRY_ENTRY, known[0], checksum))
        return _verification({**registration.entry(), **_root(root)}, items)

    def verify_event(self, event: str | Path, *, namespace: str | None = None) -> Report:
        """Compare an exported event with the registration that it tells of."""
        found = read_object(read_file(Path(event)) or b"")
        run = (found or {}).get("run")
        facets = run.get("facets") if isinstance(run, dict) else None
        facet = facets.get("dpone_run") if isinstance(facets, dict) else None
        if found is None or not isinstance(run, dict) or not isinstance(facet, dict):
            raise BadRequestError(f"{event}: expected an exported event, with the run facet dpone_run")
        job = found.get("job") if isinstance(found.get("job"), dict) else {}
        run_id, process = facet.get("dponeRunId") or run.get("runId"), (job or {}).get("name")
        namespace = namespace or (job or {}).get("namespace")
        with self._asked.session() as ask:
            same = [one for one in _pages(ask, {"runId": run_id, "process": process}) if one["namespace"] == namespace]
        if not same:
            return _missing("verification", str(run_id))
        told = [one for one in same if one["entrySha256"] == facet.get("run_registry_entry_sha256")]
        stored = (told or same)[0]
        items = event_drift(read_entry(stored["entryJson"]), stored["entrySha256"], found)
        return _verification(_shown(stored), items)

    def export(
        self,
        run_id: str | None,
        output_dir: str | Path,
        inputs: Sequence[tuple[str, str]] = (),
        outputs: Sequence[tuple[str, str]] = (),
        *,
        entry: str | Path | None = None,
        namespace: str | None = None,
        process: str | None = None,
        revision: int | None = None,
        event_type: str = AUTO,
        send: str | None = None,
        api_key: str | None = None,
    ) -> Report:
        """Write the OpenLineage event of a registered run, or of the file of an entry; send it to an address.

        Datasets are pairs of namespace and name. api_key: a bearer token for the address.
        """
        if (run_id is None) == (entry is None):
            raise BadRequestError("expected one of: a run id, the file of an entry")
        exporter = Exporter([Dataset(*one) for one in inputs], [Dataset(*one) for one in outputs], event_type)
        if entry is not None:
            made = exporter.of_entry(Path(entry), namespace or DEFAULT_NAMESPACE, _now())
        else:
            assert run_id is not None
            named = {"runId": run_id, "namespace": namespace, "process": process, "revision": revision}
            with self._asked.session() as ask:
                made = exporter.of_run(ask, named)
        return exporter.written(made, Path(output_dir), send, api_key)

    def _verified(self, ask: Ask, found: dict[str, Any], root: Path) -> Report:
        registration = read_entry(found["entryJson"])
        observed = [{"subject": subject, "sha256": value} for subject, value in _observed(registration, root).items()]
        named = {name: found[name] for name in ("runId", "namespace", "process", "revision")}
        checked = ask(VERIFY, {**named, "observed": observed})["verifyRun"]
        return _verification({**_shown(found), **_root(root), "checked_at": checked["checkedAt"]}, checked["items"])


def _observed(registration: Registration, root: Path) -> dict[str, str | None]:
    """Return the checksums of a registration's files now; a file without a path is as it was."""
    return {subject: _checksum(one, root) for subject, one in registration.subjects().items()}


def _root(root: str | Path) -> dict[str, str]:
    """Return the folder that a report names if a file is not below it."""
    return {"root": str(Path(root).resolve())}


def _checksum(one: Evidence, root: Path) -> str | None:
    if one.path is None:
        return one.sha256
    path = (root / one.path).resolve()
    if not path.is_relative_to(root.resolve()) or (path.exists() and not path.is_file()):
        return None  # whoever registers a path must not choose which files of this machine are read
    content = read_file(path)
    return None if content is None else sha256(content)


def _find(
    ask: Ask, run_id: str, namespace: str | None, process: str | None, revision: int | None
) -> dict[str, Any] | None:
    named = {"runId": run_id, "namespace": namespace, "process": process, "revision": revision}
    found: dict[str, Any] | None = ask(FIND, named)["runRegistration"]
    return found


def _pages(ask: Ask, conditions: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield all registrations that meet conditions, newest first."""
    after = None
    while True:
        page = ask(PAGE, {**conditions, "first": _PAGE, "after": after})["runRegistrations"]
        yield from page["nodes"]
        if not page["pageInfo"]["hasNextPage"]:
            return
        after = page["pageInfo"]["endCursor"]


def _input(draft: Registration) -> dict[str, Any]:
    return {
        "runId": draft.run_id,
        "namespace": draft.namespace,
        "process": draft.process,
        "manifest": draft.manifest,
        "status": draft.status,
        "blockers": [*draft.blockers],
        "warnings": [*draft.warnings],
        "durationSeconds": draft.duration_seconds,
        "facets": dict(draft.facets),
        "runResult": _evidence(draft.run_result),
        "artifacts": [_evidence(one) for one in draft.artifacts],
    }


def _evidence(one: Evidence) -> dict[str, Any]:
    given = one._asdict()
    return {"sizeBytes": given.pop("size_bytes"), **given}


def _shown(found: dict[str, Any]) -> dict[str, Any]:
    """Return a registration as in reports: its entry, with the store's facts."""
    more = {"registration_id": found["id"], "revision": found["revision"], "entry_sha256": found["entrySha256"]}
    run = found.get("run")
    more |= {"run_urn": run and run["urn"], "contradicts_run": found["contradictsRun"]}
    return {**found["entryJson"], **more, "last_verification": found["lastVerification"]}


def _report(title: str, content: dict[str, Any]) -> Report:
    return Report(title, content, GREEN if content["passed"] else RED)


def _missing(title: str, run_id: str) -> Report:
    return Report(title, {"run_id": run_id, "passed": False, "blockers": [REGISTRATION_MISSING]}, RED)


def _verification(content: dict[str, Any], items: Sequence[DriftItem | dict[str, Any]]) -> Report:
    found = [item._asdict() if isinstance(item, DriftItem) else item for item in items]
    code = DRIFTED if found else GREEN if content["passed"] else RED
    return Report("verification", {**content, "drift": found, "passed": code == GREEN}, code)


def _now() -> datetime:
    return datetime.now(UTC)
