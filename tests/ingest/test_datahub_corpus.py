"""All recordings of DataHub: requests of its SDK, files of its sink, and files of real sources."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from datahub.emitter.rest_emitter import DatahubRestEmitter
from datahub.ingestion.source.file import read_metadata_file
from datahub.metadata.schema_classes import MetadataChangeEventClass

from conftest import CORPUS
from server_process import Server

CAPTURES = sorted(path.name for path in (CORPUS / "datahub").glob("*.ndjson"))
FILES = sorted(str(path.relative_to(CORPUS / "datahub")) for path in (CORPUS / "datahub").glob("*/*.json"))


@pytest.mark.parametrize("name", CAPTURES)
def test_a_capture_is_replayed(name: str, corpus: Path, shared_server: Server) -> None:
    """Every request is as recorded. The server refuses no write; GraphQL's searches are not there yet."""
    for line in (corpus / "datahub" / name).read_text().splitlines():
        sent = json.loads(line)
        kept = {
            name: value for name, value in sent["headers"].items() if name.lower().startswith(("x-", "content-type"))
        }
        body = None if sent["body"] is None else json.dumps(sent["body"]).encode()
        answer = httpx.request(
            sent["method"], shared_server.url + sent["target"], content=body, headers=kept, timeout=60
        )
        assert answer.status_code < 500, answer.text
        is_read = sent["method"] == "GET" or "/graphql" in sent["target"]
        assert is_read or answer.is_success, (sent["target"], answer.text)


def emit_file(server: Server, path: Path) -> None:
    """Send the records of a file as `datahub put` would: by the SDK's own reader and emitter."""
    emitter = DatahubRestEmitter(server.url)
    for record in read_metadata_file(path):
        if isinstance(record, MetadataChangeEventClass):
            emitter.emit_mce(record)
        else:
            emitter.emit_mcp(record)
    emitter.close()


class Truth:
    """The runs of a file, found by plain loops over its JSON."""

    def __init__(self, path: Path) -> None:
        self.runs: set[str] = set()
        self.events: set[str] = set()
        values: dict[tuple[str, str], Any] = {}
        for record in json.loads(path.read_text()):
            urn, aspect = record.get("entityUrn"), record.get("aspectName")
            if urn is None:
                continue
            value = record["aspect"].get("json") or json.loads(record["aspect"]["value"])
            if record.get("changeType") != "PATCH":
                values[urn, aspect] = value
            if record["entityType"] == "dataProcessInstance":
                self.runs.add(urn)
            if aspect == "dataProcessInstanceRunEvent":
                state = [urn, value["timestampMillis"], value["status"], value.get("result"), value.get("attempt")]
                self.events.add(json.dumps(state, sort_keys=True))
        self.edges = set(_edges(values))


def _edges(values: dict[tuple[str, str], Any]) -> Iterator[tuple[str, str, str]]:
    """Yield (run, direction, asset) from the last values of the aspects."""
    for (urn, aspect), value in values.items():
        for direction, name in (("INPUT", "input"), ("OUTPUT", "output")):
            if aspect == f"dataProcessInstance{name.title()}":
                named = [*value[f"{name}s"], *(edge["destinationUrn"] for edge in value.get(f"{name}Edges") or [])]
                yield from ((urn, direction, asset) for asset in named if "dataProcessInstance" not in asset)
        if aspect == "mlModelProperties":
            jobs = value.get("trainingJobs") or []
            yield from ((job, "OUTPUT", urn) for job in jobs if job.startswith("urn:li:dataProcessInstance:"))


@pytest.mark.parametrize("name", FILES)
def test_a_file_gives_its_runs_events_and_edges(name: str, corpus: Path, server: Server) -> None:
    path = corpus / "datahub" / name
    truth = Truth(path)
    assert truth.runs
    for _ in range(2):  # the second time changes nothing
        emit_file(server, path)
        runs = server.rows("SELECT e.urn FROM entity e WHERE e.kind = 'dataProcessInstance' AND NOT e.is_stub")
        assert {row["urn"] for row in runs} == truth.runs
        assert server.count("run_event") == len(truth.events)
        edges = server.rows(
            "SELECT r.urn AS run, g.direction, a.urn AS asset FROM edge g JOIN entity r ON r.id = g.run_id"
            " JOIN entity a ON a.id = g.asset_id WHERE g.is_current"
        )
        assert {(row["run"], row["direction"], row["asset"]) for row in edges} == truth.edges
        assert len(edges) == len(truth.edges)
