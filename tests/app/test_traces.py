"""Traces: exported spans connect a client's span with the statements of the merge, and a request can log its own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import httpx
import pytest

from headwater.otel.start import is_wanted
from headwater.trace import time_of

from conftest import HEADWATER
from events import run_event, uuid
from otlp_receiver import Span, Spans, receiving
from proposals import DATASET
from server_process import LINEAGE, Server, merges_held

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
CLIENT = "00f067aa0ba902b7"
TRACEPARENT = f"00-{TRACE}-{CLIENT}-01"
ENTITY = "/openapi/v3/entity/dataset"
LOGGED = {"X-Enable-Trace-Log": "true"}
SERVER, WRITE, QUEUED = f"POST {LINEAGE}", "write events", "process queued write"


@pytest.fixture
def exported(monkeypatch: pytest.MonkeyPatch) -> Iterator[Spans]:
    """The spans that processes of the test export."""
    with receiving() as (endpoint, spans):
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
        yield spans


def started(number: int) -> dict[str, object]:
    return run_event("START", "00:00:00", uuid(number))


def is_merge(span: Span) -> bool:
    """True for the statement that merges."""
    return span.name in ("merge_facts", "merge_aspects")


def has_merge(spans: list[Span]) -> bool:
    """True once a merge and the request itself have arrived, which end in any order."""
    return any(map(is_merge, spans)) and any(span.parent_id == CLIENT for span in spans)


def way_to_merge(spans: list[Span]) -> list[str]:
    """The names of the spans from the client's down to the statement that merges."""
    by_id = {span.span_id: span for span in spans}
    assert all(span.parent_id in {CLIENT, *by_id} for span in spans), spans
    [span] = [span for span in spans if is_merge(span)]
    names = []
    while span.parent_id != CLIENT:
        names.append(span.name)
        span = by_id[span.parent_id]
    return [*names, span.name][::-1]


# Traces --------------------------------------------------------------------------------------------


def test_a_request_is_one_trace_from_the_client_to_the_merge(exported: Spans, database_url: str) -> None:
    with Server(database_url) as server:
        answer = server.post(started(1), traceparent=TRACEPARENT)
        assert answer.status_code == 201
    spans = exported.of_trace(TRACE)  # exported at the latest when the server ends
    assert way_to_merge(spans) == [SERVER, WRITE, "merge_facts"]
    [root] = [span for span in spans if span.parent_id == CLIENT]
    assert answer.headers["traceparent"] == f"00-{TRACE}-{root.span_id}-01"
    assert (root.service, root.attributes["http.route"]) == ("headwater", LINEAGE)


def test_a_trace_of_our_own_begins_with_the_time(
    exported: Spans, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_SERVICE_NAME", "lineage")
    with Server(database_url) as server:
        _, trace_id, span_id, _ = server.post(started(1)).headers["traceparent"].split("-")
    [root] = [span for span in exported.of_trace(trace_id) if not span.parent_id]
    assert (root.span_id, root.service, root.name) == (span_id, "lineage", SERVER)
    began_at = time_of(UUID(trace_id))
    assert began_at is not None
    assert abs(began_at - datetime.now(UTC)) < timedelta(minutes=5)
    assert {span.trace_id for span in exported if "db.statement" in span.attributes} == {trace_id}


def test_a_queued_event_continues_the_trace_in_another_process(exported: Spans, database_url: str) -> None:
    with Server(database_url, drains_queue="false") as server:
        assert server.post(started(1), LINEAGE + "?async=true", traceparent=TRACEPARENT).status_code == 202
        environment = os.environ | {"HEADWATER_DATABASE_URL": database_url, "OTEL_SERVICE_NAME": "worker"}
        worker = subprocess.Popen([*HEADWATER, "worker"], env=environment, stderr=subprocess.DEVNULL)
        try:
            spans = exported.wait_for(TRACE, has_merge)
        finally:
            worker.terminate()
            worker.wait()
    assert way_to_merge(exported.of_trace(TRACE)) == [SERVER, QUEUED, WRITE, "merge_facts"]
    assert {span.service for span in spans if is_merge(span)} == {"worker"}


def test_addresses_without_spans_are_not_sampled(
    exported: Spans, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor are their queued writes: their spans would be below one that nobody exports."""
    monkeypatch.setenv("OTEL_PYTHON_EXCLUDED_URLS", LINEAGE)
    with Server(database_url) as server:
        answer = server.post(started(1), LINEAGE + "?async=true", traceparent=TRACEPARENT)
        deadline = time.monotonic() + 60
        while not server.count("event"):
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert answer.headers["traceparent"].endswith("-00")
    assert not exported.of_trace(TRACE)


def test_a_queued_proposal_continues_its_trace(exported: Spans, database_url: str) -> None:
    with Server(database_url) as server:
        body = [{"urn": DATASET, "status": {"value": {"removed": True}}}]
        assert server.post(body, f"{ENTITY}?async=true", traceparent=TRACEPARENT).status_code == 202
        exported.wait_for(TRACE, has_merge)
    assert way_to_merge(exported.of_trace(TRACE)) == [
        f"POST {ENTITY.replace('dataset', '{kind}')}",
        QUEUED,
        "merge_aspects",
    ]


def test_requests_that_share_a_transaction_link_to_it(exported: Spans, database_url: str) -> None:
    with Server(database_url) as server, ThreadPoolExecutor() as pool:
        with merges_held(database_url):
            answers = []
            for number in (1, 2, 3):  # the first waits for its turn, the others for the first
                answers.append(pool.submit(server.post, started(number)))
                time.sleep(0.5)
        traces = [answer.result().headers["traceparent"].split("-")[1] for answer in answers]
    writes = [span for trace in traces for span in exported.of_trace(trace) if span.name == WRITE]
    assert [write.links for write in writes] == [[], [], [writes[1].span_id]]
    assert [sum(map(is_merge, exported.of_trace(trace))) for trace in traces] == [1, 1, 0]


def test_a_caller_who_samples_nothing_gets_no_spans(exported: Spans, database_url: str) -> None:
    with Server(database_url) as server:
        answer = server.post(started(1), LINEAGE + "?async=true", traceparent=f"00-{TRACE}-{CLIENT}-00")
        assert answer.headers["traceparent"].startswith(f"00-{TRACE}-")
        assert answer.headers["traceparent"].endswith("-00")
        while server.count("queued_write"):
            time.sleep(0.02)
        assert server.count("run") == 1
    assert exported == []


def test_a_load_continues_the_trace_of_its_caller(exported: Spans, database_url: str, tmp_path: Path) -> None:
    file = tmp_path / "events.ndjson"
    file.write_text(json.dumps(started(1)))
    subprocess.run(
        [*HEADWATER, "load", file, "--master", "local[1]", "--traceparent", TRACEPARENT],
        env=os.environ | {"HEADWATER_DATABASE_URL": database_url},
        check=True,
        capture_output=True,
    )
    spans = {span.name: span for span in exported.of_trace(TRACE)}
    assert spans.keys() == {"load", "loaded_parts", "mark_loaded_parts"}
    assert spans["load"].parent_id == CLIENT


# Off -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, False),
        ({"OTEL_SERVICE_NAME": "headwater"}, False),
        ({"OTEL_TRACES_EXPORTER": "otlp"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://collector:4318/v1/traces"}, True),
        ({"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, False),
        ({"OTEL_SDK_DISABLED": "true", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, False),
    ],
    ids=str,
)
def test_the_variables_turn_tracing_on(variables: dict[str, str], expected: bool) -> None:
    assert is_wanted(variables) is expected


CODE = """
import sys
from headwater.cli import http_server, load, queue_worker, server
from headwater.otel.start import start_tracing
import headwater.app.application, headwater.ingest.queue_worker
sys.modules |= {name: None for name in sys.argv[1:]}
start_tracing()
from headwater import spans
print(spans.active_tracer(), [name for name in sys.modules if "opentelemetry" in name and sys.modules[name]])
"""


def run(*hidden: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Import all that traces in a process, without some packages."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")} | variables
    command = [sys.executable, "-c", CODE, *hidden]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True, cwd=Path(__file__).parent
    )


def test_nothing_of_opentelemetry_is_imported_when_it_is_off() -> None:
    assert run().stdout == "None []\n"


def test_a_missing_extra_is_a_line_in_the_log() -> None:
    result = run("opentelemetry", OTEL_TRACES_EXPORTER="otlp")
    assert "None []\n" in result.stdout
    assert "traces.not_installed" in result.stdout + result.stderr


def test_an_exporter_that_is_not_installed_is_refused(database_url: str) -> None:
    environment = {"HEADWATER_DATABASE_URL": database_url, "OTEL_TRACES_EXPORTER": "zipkin"}
    result = subprocess.run(
        [*HEADWATER, "serve"], env=os.environ | environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert (result.returncode, "got 'zipkin'" in result.stderr) == (2, True), result.stderr


# The trace log -------------------------------------------------------------------------------------


def logged(server: Server) -> list[dict[str, object]]:
    """End a server, and return the lines of its trace log."""
    server.process.terminate()
    lines = [json.loads(line) for line in server.said().splitlines() if line.startswith("{")]
    return [line for line in lines if line["event"] == "trace.span"]


def wait_until_drained(server: Server) -> None:
    while server.count("queued_write"):
        time.sleep(0.02)


@pytest.mark.parametrize("headers", [LOGGED, {"Cookie": "enable-trace-log=true"}], ids=["header", "cookie"])
def test_one_request_is_logged(headers: dict[str, str], exported: Spans, database_url: str) -> None:
    with Server(database_url, log_level="info") as server:
        server.post(started(1))
        server.post(started(2), traceparent=TRACEPARENT, **headers)
        server.post(started(3))
        lines = logged(server)
    assert {line["trace_id"] for line in lines} == {TRACE}
    assert sorted(str(line["span_id"]) for line in lines) == sorted(span.span_id for span in exported.of_trace(TRACE))
    [root] = [line for line in lines if line["parent_id"] == CLIENT]
    assert (root["name"], root["attributes"]["http.route"]) == (SERVER, LINEAGE)  # type: ignore[index]
    assert isinstance(root["duration_millis"], float)


def test_a_logged_request_is_logged_through_the_queue_without_an_export(
    exported: Spans, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "always_off")
    with Server(database_url, log_level="info") as server:
        for number, headers in enumerate([{}, LOGGED]):
            server.post(started(number), LINEAGE + "?async=true", **headers)
        answer = server.post(started(2), LINEAGE + "?async=true", traceparent=TRACEPARENT, **LOGGED)
        wait_until_drained(server)
        lines = [line for line in logged(server) if line["trace_id"] == TRACE]
    names = [line["name"] for line in lines]
    assert {SERVER, "write queue", QUEUED, WRITE, "merge_facts"} <= set(names)
    [queued] = [line for line in lines if line["name"] == QUEUED]
    assert queued["parent_id"] == answer.headers["traceparent"].split("-")[2]
    assert exported == []


def test_an_unsampled_request_that_is_logged_is_not_exported_by_the_worker(exported: Spans, database_url: str) -> None:
    with Server(database_url, log_level="info") as server:
        unsampled = f"00-{TRACE}-{CLIENT}-00"
        server.post(started(1), LINEAGE + "?async=true", traceparent=unsampled, **LOGGED)
        wait_until_drained(server)
        names = {line["name"] for line in logged(server)}
    assert {SERVER, QUEUED, WRITE, "merge_facts"} <= names
    assert exported == []


def test_only_admins_have_their_requests_logged(exported: Spans, database_url: str) -> None:
    environment = os.environ | {"HEADWATER_DATABASE_URL": database_url}
    secrets = [
        subprocess.run(
            [*HEADWATER, "token", "create", scope, "--scope", scope],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()[-1]
        for scope in ("write", "admin")
    ]
    with Server(database_url, log_level="info", token="operator") as server:
        traces = []
        for number, secret in enumerate([*secrets, "operator", "wrong"]):
            for path in (LINEAGE, LINEAGE + "?async=true"):
                headers = LOGGED | {"Authorization": f"Bearer {secret}"}
                answer = server.post(started(number), path, **headers)
                assert answer.status_code == 401 if secret == "wrong" else answer.is_success
                traces.append(answer.headers["traceparent"].split("-")[1])
        httpx.get(f"{server.url}/health", headers=LOGGED)
        wait_until_drained(server)
        lines = logged(server)
    assert {line["trace_id"] for line in lines} == set(traces[2:6])
