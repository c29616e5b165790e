"""Make the event of a run, write its file, and send it to a collector."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from headwater.errors import BadRequestError
from headwater.evidence.asking import Ask, NoAnswerError, post
from headwater.evidence.documents import EXPORT
from headwater.evidence.files import read_file, write_file
from headwater.evidence.report import FAILED, GREEN, RED, Report
from headwater.registry.checksums import sha256
from headwater.registry.codes import REGISTRATION_INVALID, REGISTRATION_MISSING
from headwater.registry.entries import InvalidEntryError, read_entry_file
from headwater.registry.export import UNKNOWN_RUN, Dataset, export, export_nothing
from headwater.registry.file_names import event_file_name
from headwater.registry.registration import entry_bytes, entry_checksum

LINEAGE = "/api/v1/lineage"
"""The path of OpenLineage's collectors, for an address without one."""


class Made(NamedTuple):
    """An event, and the run id that names its file."""

    run_id: str
    event: dict[str, Any]
    event_type: str
    blockers: list[str]


@dataclass(frozen=True, slots=True)
class Exporter:
    """The parameters of an export."""

    inputs: Sequence[Dataset]
    outputs: Sequence[Dataset]
    event_type: str

    def of_run(self, ask: Ask, named: dict[str, Any]) -> Made:
        """Make the event of a run by its names."""
        sides = {"inputs": self.inputs, "outputs": self.outputs}
        datasets = {side: [one._asdict() for one in given] for side, given in sides.items()}
        made = ask(EXPORT, {"input": {**named, **datasets, "eventType": self.event_type}})["exportRunEvent"]
        return Made(named["runId"], made["event"], made["eventType"], made["blockers"])

    def of_entry(self, path: Path, namespace: str, now: datetime) -> Made:
        """Make the event of the file of an entry; a failure if it is missing or invalid."""
        content = read_file(path)
        checksum = None if content is None else entry_checksum(content)
        try:
            registration = read_entry_file(content or b"", namespace)
        except InvalidEntryError:
            reason = REGISTRATION_MISSING if content is None else REGISTRATION_INVALID
            made = export_nothing(
                reason, UNKNOWN_RUN, namespace, self.inputs, self.outputs, self.event_type, now, checksum
            )
            return Made(UNKNOWN_RUN, made.event, made.event_type, [*made.blockers])
        assert checksum is not None
        made = export(registration, checksum, self.inputs, self.outputs, self.event_type, now)
        return Made(registration.run_id, made.event, made.event_type, [*made.blockers])

    def written(self, made: Made, folder: Path, send: str | None, api_key: str | None) -> Report:
        """Write the file of an event, then send it. A file that a collector refuses stays."""
        address = None if send is None else collector(send)
        path = folder / event_file_name(made.run_id)
        body = entry_bytes(made.event)
        write_file(path, body)
        content = {
            "run_id": made.run_id,
            "job_name": made.event["job"]["name"],
            "event_type": made.event_type,
            "passed": not made.blockers,
            "blockers": made.blockers,
            "dataset_count": len(made.event["inputs"]) + len(made.event["outputs"]),
            "event_path": str(path),
            "event_sha256": sha256(body),
            "sent_to": None,
        }
        if address is not None and REGISTRATION_MISSING not in made.blockers:
            error = _refusal(address, body, api_key)
            content |= {"error": error, "passed": False} if error else {"sent_to": address}
            if error:
                return Report("export", content, FAILED)
        return Report("export", content, RED if made.blockers else GREEN)


def collector(url: str) -> str:
    """Return the address of a collector; without a path, OpenLineage's. Raises BadRequestError."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise BadRequestError(
            f"--send: expected the address of a collector, such as http://localhost:8080, got {url!r}"
        )
    return url if parts.path.strip("/") else urlunsplit(parts._replace(path=LINEAGE))


def _refusal(address: str, body: bytes, api_key: str | None) -> str | None:
    """Send an event; return the reason if it was not accepted."""
    headers = {"Content-Type": "application/json"}
    if api_key:
        headers["Authorization"] = f"Bearer {api_key}"
    try:
        status, answer = post(address, body, headers)
    except NoAnswerError as error:
        return str(error)
    if 200 <= status < 300:
        return None
    return f"{address} refused the event with {status}: {answer[:500].decode('utf-8', 'replace').strip()}"
