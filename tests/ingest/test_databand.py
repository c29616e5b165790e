"""Databand's API over HTTP: the recorded bodies, its two documented examples, and a person's reading of GitLab."""

import asyncio
import gzip
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headwater.store.connections import connect
from headwater.store.sources import NewSource, create_source, revoke_source

from conftest import cloned_database, fetch
from databand_client import Databand, GitLab, events_of, pipeline_run_id, sync
from databand_events import task_event
from gitlab_server import FakeGitLab, gitlab_server
from server_process import Server
from store_dump import dump

EVENTS = 52
"""The number of events in the recorded bodies."""


class Bulk(NamedTuple):
    """The bulk address of a source on a server, and its valid token."""

    server: Server
    source: UUID
    token: str

    @property
    def path(self) -> str:
        return path_of(self.source)

    @property
    def address(self) -> str:
        return self.server.url + self.path

    def post(self, body: object, **headers: str) -> httpx.Response:
        return self.server.post(body, self.path, **{"authorization": f"Bearer {self.token}", **headers})


def on_database(server: Server, work: Callable[..., Any]) -> Any:
    async def run() -> Any:
        connection = await connect(server.database_url)
        try:
            return await work(connection)
        finally:
            await connection.close()

    return asyncio.run(run())


def new_bulk(server: Server) -> Bulk:
    made: NewSource = on_database(server, lambda connection: create_source(connection, "gitlab"))
    return Bulk(server, made.source.id, made.token.secret)


def path_of(source: object) -> str:
    return f"/api/v1/tracking/open-lineage/{source}/events/bulk"


@pytest.fixture
def bulk(server: Server) -> Bulk:
    return new_bulk(server)


@pytest.fixture(scope="session")
def posted(corpus: Path) -> list[Path]:
    """The recorded bodies."""
    return [path for path in sorted((corpus / "databand" / "posted").glob("*.json")) if "headers" not in path.name]


@pytest.fixture(scope="session")
def pipelines(corpus: Path) -> list[dict[str, Any]]:
    """GitLab's pipelines."""
    found: list[dict[str, Any]] = json.loads((corpus / "databand" / "fake_gitlab_pipelines.json").read_text())
    return found


# The recorded bodies -----------------------------------------------------------------------------


@pytest.mark.parametrize("is_packed", [False, True], ids=["plain", "gzip"])
def test_the_recorded_bodies_are_taken_as_they_are(is_packed: bool, bulk: Bulk, posted: list[Path]) -> None:
    headers = {"content-encoding": "gzip"} if is_packed else {}
    for path in posted:
        body = path.with_suffix(".json.gz" if is_packed else ".json").read_bytes()
        answer = bulk.post(body, **headers)
        assert answer.status_code == 200
        summary = answer.json()
        total = len(json.loads(path.read_bytes()))
        assert (summary["received"], summary["accepted"], summary["duplicates"]) == (total, total, 0)
        assert summary["rejected"] == []
        assert summary["traceId"] in answer.headers["traceparent"]
        assert all(warning["index"] is not None for warning in summary["warnings"])
    assert (bulk.server.count("event"), bulk.server.count("quarantine")) == (EVENTS, 0)


def test_the_same_again_changes_nothing(bulk: Bulk, posted: list[Path]) -> None:
    for path in posted:
        bulk.post(path.read_bytes())
    before = dump(bulk.server.database_url)
    for path in posted:
        summary = bulk.post(path.with_suffix(".json.gz").read_bytes(), **{"content-encoding": "gzip"}).json()
        assert summary["duplicates"] == summary["accepted"] == summary["received"]
    assert dump(bulk.server.database_url) == before


def test_shuffled_split_and_repeated_bodies_give_the_same_store(
    bulk: Bulk, posted: list[Path], postgres_url: str, template: str
) -> None:
    for path in posted:
        bulk.post(path.read_bytes())
    shuffled = random.Random(7)
    events = [event for path in posted for event in json.loads(path.read_bytes())]
    events += shuffled.sample(events, 10)
    shuffled.shuffle(events)
    with cloned_database(postgres_url, template) as url, Server(url) as other:
        fetch(url, "INSERT INTO source (id, name) VALUES ($1, 'the same')", bulk.source)
        while events:
            size = shuffled.choice([1, 1, 2, 5])
            assert other.post(events[:size], bulk.path).status_code == 200
            del events[:size]
        assert dump(url) == dump(bulk.server.database_url)


# A person's reading of GitLab --------------------------------------------------------------------


class Read(NamedTuple):
    """A run as a person reads it in GitLab, as far as the example sends it; times are of 2026-11-20, UTC."""

    result: str | None
    native: str | None
    start: str | None
    end: str | None
    upstream: tuple[str, ...] = ()
    attempt: int = 1
    is_derived: bool = False


OPEN = "STARTED"
NO_STATE = Read(None, None, None, None)

# By pipeline, and then by the path of names from the pipeline down. The example's losses stay: a stage with a retry
# stays failed (9001), and skipped jobs are aborted (9002, 9004, 9006). Ends of stages and jobs are not sent at all.
# Jobs made at one moment come in GitLab's order, newest first (9007).
IN_GITLAB: dict[int, dict[str, Read]] = {
    9001: {
        "main": Read("SUCCESS", "COMPLETE", "10:00:02", "10:05:59"),
        "main/build": Read("SUCCESS", "COMPLETE", "10:00:02", None),
        "main/build/compile": Read("SUCCESS", "COMPLETE", "10:00:02", None),
        "main/test": Read("FAILURE", "FAIL", "10:01:31", None, upstream=("build",)),
        "main/test/unit": Read("SUCCESS", "COMPLETE", "10:02:06", None, attempt=2),
        "main/test/lint": Read("SUCCESS", "COMPLETE", "10:01:31", None),
        "main/deploy": Read("SUCCESS", "COMPLETE", "10:03:01", None, upstream=("test",)),
        "main/deploy/deploy-prod": Read("SUCCESS", "COMPLETE", "10:03:01", None),
    },
    9002: {
        "main": Read("FAILURE", "FAIL", "10:10:02", "10:13:59"),
        "main/build": Read("SUCCESS", "COMPLETE", "10:10:02", None),  # and the job of the same name
        "main/test": Read("FAILURE", "FAIL", "10:11:01", None, upstream=("build",)),
        "main/test/flaky-lint": Read("FAILURE", "FAIL", "10:11:01", None),
        "main/deploy": Read("FAILURE", "ABORT", None, None, upstream=("test",)),
        "main/deploy/deploy-prod": Read("FAILURE", "ABORT", None, None),
    },
    9003: {
        "feature/faster-orders": Read(OPEN, None, "10:20:02", None),
        "feature/faster-orders/build": Read("SUCCESS", "COMPLETE", "10:20:02", None),
        "feature/faster-orders/build/compile": Read("SUCCESS", "COMPLETE", "10:20:02", None),
        "feature/faster-orders/test": Read(OPEN, None, "10:21:01", None, upstream=("build",)),
        "feature/faster-orders/test/unit": Read(OPEN, None, "10:21:01", None),
        "feature/faster-orders/test/integration": Read(OPEN, None, None, None),
        "feature/faster-orders/approve": Read(OPEN, None, None, None, upstream=("test",)),
        "feature/faster-orders/approve/gate": Read(OPEN, None, None, None),
        "feature/faster-orders/deploy": Read(OPEN, None, None, None, upstream=("approve",)),
        "feature/faster-orders/deploy/deploy-prod": Read(OPEN, None, None, None),
    },
    9004: {
        "v1.2.3": Read("FAILURE", "ABORT", "10:30:02", "10:31:59"),
        "v1.2.3/build": Read("SUCCESS", "COMPLETE", "10:30:02", None),
        "v1.2.3/build/compile": Read("SUCCESS", "COMPLETE", "10:30:02", None),
        "v1.2.3/test": Read("FAILURE", "ABORT", "10:31:01", None, upstream=("build",), is_derived=True),
        "v1.2.3/test/unit": Read("FAILURE", "ABORT", "10:31:01", None),
        "v1.2.3/test/never-started": Read("FAILURE", "ABORT", None, None),
        "v1.2.3/deploy": Read("FAILURE", "ABORT", None, None, upstream=("test",)),
        "v1.2.3/deploy/deploy-prod": Read("FAILURE", "ABORT", None, None),
    },
    9005: {
        "main": NO_STATE,  # canceling
        "main/build": Read(OPEN, None, "10:40:02", None),
        "main/build/compile": Read(OPEN, None, "10:40:02", None),
        "main/test": Read(OPEN, None, None, None, upstream=("build",)),
        "main/test/unit": Read(OPEN, None, None, None),
        "main/deploy": Read(OPEN, None, "10:40:30", None, upstream=("test",)),
        "main/deploy/deploy-prod": Read(OPEN, None, "10:40:30", None),
    },
    9006: {"main": Read("FAILURE", "ABORT", None, None)},
    9007: {
        "main": Read("SUCCESS", "COMPLETE", "11:00:02", "11:04:59"),
        "main/build": Read("SUCCESS", "COMPLETE", "11:00:02", None, upstream=("test",)),
        "main/build/compile": Read("SUCCESS", "COMPLETE", "11:00:02", None),
        "main/test": Read("SUCCESS", "COMPLETE", "11:01:30", None, upstream=("deploy",)),
        "main/test/unit": Read("SUCCESS", "COMPLETE", "11:01:30", None),
        "main/deploy": Read("SUCCESS", "COMPLETE", "11:03:00", None),
        "main/deploy/deploy-prod": Read("SUCCESS", "COMPLETE", "11:03:00", None),
    },
}

_RUN = """
    parentTemplate { ... on DataJob { openlineage { name } } }
    inputs { urn }
    upstreamInstances { total runs { parentTemplate { ... on DataJob { openlineage { name } } } } }
    currentState { status startedAt endedAt attempt isDerived result { resultType nativeResultType } }"""
PIPELINE = "query Q($run: String!) { openlineageRun(runId: $run) { %s children(count: 50) { runs { %s children(count: 50) { runs { %s children { total } } } } } } }" % (
    _RUN, _RUN, _RUN,
)  # fmt: skip


def ask(server: Server, query: str, **variables: Any) -> dict[str, Any]:
    answer = httpx.post(f"{server.url}/graphql", json={"query": query, "variables": variables}, timeout=60).json()
    assert "errors" not in answer, answer
    data: dict[str, Any] = answer["data"]
    return data


def name_of(run: dict[str, Any]) -> str:
    name: str = run["parentTemplate"]["openlineage"]["name"]
    return name


def read(run: dict[str, Any]) -> Read:
    """Return a run as the API shows it."""
    assert run["inputs"] == [], "what the example calls inputs are stages"
    upstream = tuple(sorted(map(name_of, run["upstreamInstances"]["runs"])))
    assert run["upstreamInstances"]["total"] == len(upstream)
    state = run["currentState"]
    if state is None:
        return NO_STATE._replace(upstream=upstream)
    result = state["result"] or {"resultType": state["status"], "nativeResultType": None}
    start, end = (state[name] and state[name].removeprefix("2026-11-20T")[:8] for name in ("startedAt", "endedAt"))
    return Read(
        result["resultType"], result["nativeResultType"], start, end, upstream, state["attempt"], state["isDerived"]
    )


def tree(run: dict[str, Any], above: str = "") -> Iterator[tuple[str, Read]]:
    """Yield a run and all runs below it, by the path of names."""
    path = above + name_of(run)
    yield path, read(run)
    for child in run["children"].get("runs", []):
        yield from tree(child, f"{path}/")


def assert_as_in_gitlab(server: Server, address: str) -> None:
    for number, expected in IN_GITLAB.items():
        run = ask(server, PIPELINE, run=str(pipeline_run_id(address, number)))["openlineageRun"]
        assert dict(tree(run)) == expected


# The ids in the recorded bodies are hashes of the address that got the bodies.
RECORDED_AT = "http://127.0.0.1:18765" + path_of("3a8bc7f8-0c65-115f-98f6-aa662e60cbe7")


def test_the_recorded_pipelines_read_as_in_gitlab(bulk: Bulk, posted: list[Path]) -> None:
    for path in posted:
        assert bulk.post(path.read_bytes()).status_code == 200
    assert_as_in_gitlab(bulk.server, RECORDED_AT)


def test_the_documented_monitor_reports_what_is_in_gitlab(bulk: Bulk, pipelines: list[dict[str, Any]]) -> None:
    with gitlab_server(fake_gitlab(pipelines)) as served:
        gitlab = GitLab(served.url, served.project_id)
        for _ in range(2):  # the monitor asks again every two minutes
            answers = sync(gitlab, Databand(bulk.address, bulk.token))
        gitlab.close()
    assert [answer.json()["duplicates"] for answer in answers] == [len(read) for read in _sent(answers)]
    assert_as_in_gitlab(bulk.server, bulk.address)


def fake_gitlab(pipelines: list[dict[str, Any]]) -> FakeGitLab:
    gitlab = FakeGitLab()
    gitlab.put(*pipelines)
    return gitlab


def _sent(answers: Any) -> list[list[Any]]:
    return [json.loads(gzip.decompress(answer.request.body)) for answer in answers]


def test_the_monitor_here_sends_what_the_documented_one_sent(
    posted: list[Path], pipelines: list[dict[str, Any]]
) -> None:
    recorded = [json.loads(path.read_bytes()) for path in posted if "example2" in path.name]
    with gitlab_server(fake_gitlab(pipelines)) as served:
        gitlab = GitLab(served.url, served.project_id)
        made = [events_of(RECORDED_AT, *gitlab.pipeline(entry["pipeline"]["id"])) for entry in pipelines]
        gitlab.close()
    assert made == recorded


# The documentation's first example ---------------------------------------------------------------

EXAMPLE = """
import gzip, json, sys, uuid
from datetime import datetime, timedelta, timezone
import requests

def now():
    return datetime.now(timezone.utc)

def facet(**members):
    return {"_producer": "https://some.producer.com/version/1.0", "_schemaURL": "https://example.com/BaseFacet.json", **members}

def event(run_id, name, **facets):
    return {
        "eventType": "FAIL", "eventTime": now(), "producer": "https://custom.api",
        "schemaURL": "https://openlineage.io/spec/1-0-5/OpenLineage.json#/definitions/RunEvent",
        "job": {"facets": {}, "namespace": "airflow-prod", "name": name},
        "run": {"runId": run_id, "facets": {
            "nominalTime": facet(nominalStartTime=now()),
            "log": facet(logBody="very helpful", logUrl="https://logs.example.com/file.log"),
            "startTime": facet(startTime=now() - timedelta(minutes=5)),
            "errorMessage": facet(message="no such table", programmingLanguage="JAVA", stackTrace="at line 1"),
            **facets,
        }},
    }

dag, task = uuid.uuid4(), uuid.uuid4()
parent = facet(job={"name": "my_dag", "namespace": "airflow-prod"}, run={"runId": dag})
payload = [
    event(dag, "my_dag", tags=facet(projectName="test_project", runName="test_run_name")) | {"inputs": [], "outputs": []},
    event(task, "my_dag.failing_task_with_log", parent=parent),
]
answer = requests.post(
    sys.argv[1],
    data=gzip.compress(json.dumps(payload, default=str).encode("utf-8")),
    headers={"Authorization": "Bearer " + sys.argv[2], "Content-Type": "application/json", "Content-Encoding": "gzip"},
    timeout=30,
)
answer.raise_for_status()
print(dag, task)
"""

EXAMPLE_RUN = """query Q($run: String!) { openlineageRun(runId: $run) {
    nativeId warnings parentInstance { nativeId } parentTemplate { ... on DataJob { openlineage { name } } }
    error { message } log { url body } aspect(name: "databand_tags") { value } tags { key }
    properties { customProperties { key value } }
    currentState { status result { resultType } durationMillis isDerived } } }"""


def test_the_first_example_as_a_script(bulk: Bulk, tmp_path: Path) -> None:
    script = tmp_path / "example.py"
    script.write_text(EXAMPLE)
    ran = subprocess.run(
        [sys.executable, str(script), bulk.address, bulk.token], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    dag_id, task_id = ran.stdout.split()
    dag, task = (ask(bulk.server, EXAMPLE_RUN, run=run_id)["openlineageRun"] for run_id in (dag_id, task_id))
    for run in (dag, task):
        assert run["currentState"]["result"] == {"resultType": "FAILURE"}
        assert 299_000 < run["currentState"]["durationMillis"] < 301_000
        assert run["error"]["message"] == "no such table"
        assert run["log"] == {"url": "https://logs.example.com/file.log", "body": "very helpful"}
        assert run["warnings"] == []
    assert (dag["parentInstance"], task["parentInstance"]) == (None, {"nativeId": dag_id})
    assert dag["tags"] == []
    assert dag["aspect"]["value"]["runName"] == "test_run_name"
    assert {"key": "databand_tags.projectName", "value": "test_project"} in dag["properties"]["customProperties"]


# Answers -----------------------------------------------------------------------------------------


def test_one_bad_event_rejects_itself_alone(bulk: Bulk) -> None:
    batch = [task_event("START", "00:00:00", "r", "parent"), {"eventTime": "never"}, 5, {"eventTime": None, "job": {}}]
    answer = bulk.post(batch)
    assert answer.status_code == 200
    summary = answer.json()
    assert (summary["received"], summary["accepted"], summary["duplicates"]) == (4, 1, 0)
    assert [(rejected["index"], rejected["code"]) for rejected in summary["rejected"]] == [
        (1, "event_time.invalid"), (2, "event.not_object"), (3, "event_time.invalid"),
    ]  # fmt: skip
    assert all(rejected["message"] for rejected in summary["rejected"])
    assert summary["warnings"] == [{"index": 0, "codes": ["facet.not_object"]}]
    assert bulk.server.count(f"quarantine WHERE tenant = '{bulk.source}'") == 3


def test_a_single_event_and_one_with_its_id_beside_its_job(bulk: Bulk) -> None:
    event = task_event("START", "00:00:00", "r", "parent")
    beside = event | {"run": {"facets": {}}, "runId": "beside"}
    for body in (event, beside, {name: value for name, value in (beside | {"runId": "x"}).items() if name != "run"}):
        summary = bulk.post(body).json()
        assert (summary["received"], summary["accepted"], summary["rejected"]) == (1, 1, [])
    assert bulk.server.count("run WHERE native_id IN ('r', 'beside', 'x')") == 3


def test_a_batch_without_its_root_is_taken_with_a_warning(bulk: Bulk) -> None:
    summary = bulk.post([task_event("START", "00:00:00", "r", "child", parent="root")]).json()
    assert summary["accepted"] == 1
    assert {"index": None, "codes": ["batch.no_root_run"]} in summary["warnings"]
    assert bulk.post([]).json()["warnings"] == []


@pytest.mark.parametrize("body", [b"{", b"[1,", b"\xff", b'[{"a": }]'])
def test_a_body_that_is_not_json_is_refused_and_kept(body: bytes, bulk: Bulk) -> None:
    answer = bulk.post(body)
    assert (answer.status_code, answer.json()["code"], answer.json()["quarantined"]) == (400, "json.invalid", True)
    [row] = fetch(bulk.server.database_url, "SELECT payload, tenant FROM quarantine")
    assert (row["payload"], row["tenant"]) == (body, str(bulk.source))


@pytest.mark.parametrize(
    ("body", "encoding", "status"),
    [(b"no gzip", "gzip", 400), (b"[]", "br", 400), (gzip.compress(b" " * 200_000_000), "gzip", 413)],
)
def test_a_body_that_cannot_be_unpacked_is_refused(body: bytes, encoding: str, status: int, bulk: Bulk) -> None:
    assert bulk.post(body, **{"content-encoding": encoding}).status_code == status


def test_a_source_accepts_only_its_own_token(bulk: Bulk) -> None:
    other = new_bulk(bulk.server)
    event = [task_event("START", "00:00:00", "r", "parent")]
    assert bulk.server.post(event, bulk.path, authorization=f"Bearer {other.token}").status_code == 403
    assert bulk.server.post(event, bulk.path, authorization="Bearer wrong").status_code == 401
    for unknown in ("00000000-0000-4000-8000-000000000000", "gitlab", "%00"):
        assert bulk.server.post(event, path_of(unknown)).status_code == 404
    on_database(bulk.server, lambda connection: revoke_source(connection, other.source))
    assert bulk.server.post(event, other.path).status_code == 404
    assert bulk.server.count("event") == 0
    assert bulk.server.post(event, path_of(str(bulk.source).upper())).status_code == 200
    assert bulk.post(event).json()["duplicates"] == 1


def test_a_database_that_is_gone_is_overload(postgres_url: str, template: str) -> None:
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        bulk = new_bulk(server)
        event = [task_event("START", "00:00:00", "r", "parent")]
        for table in ("event", "source"):
            fetch(url, f"ALTER TABLE {table} RENAME TO gone")
            answer = server.post(event, bulk.path)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
            fetch(url, f"ALTER TABLE gone RENAME TO {table}")
        assert server.post(event, bulk.path).status_code == 200


def test_two_sources_have_each_their_runs(bulk: Bulk, posted: list[Path]) -> None:
    other = new_bulk(bulk.server)
    runs = 0
    for target in (bulk, other):
        for path in posted:
            assert target.post(path.read_bytes()).json()["duplicates"] == 0
        runs = runs or bulk.server.count("run")
    assert bulk.server.count("run") == 2 * runs
    assert bulk.server.count("event") == 2 * EVENTS


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["eventTime", "run", "job", "runId", "facets", "inputs", "namespace", "name", "startTime", "parent", "tags", "x"]), inner, max_size=5)
    ),
    max_leaves=20,
)  # fmt: skip
PARTS = {
    "eventTime": st.just("2026-01-01T00:00:00Z") | JSON, "eventType": st.just("COMPLETE") | JSON,
    "run": st.fixed_dictionaries({"runId": st.just("r") | JSON, "facets": JSON}) | JSON,
    "job": st.just({"namespace": "n", "name": "j"}) | JSON,
    "inputs": st.lists(st.fixed_dictionaries({"namespace": st.just("n"), "name": st.just("j") | JSON})) | JSON,
    "runId": JSON,
}  # fmt: skip


@pytest.fixture(scope="module")
def lasting_bulk(postgres_url: str, template: str) -> Iterator[Bulk]:
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        yield new_bulk(server)


@given(batch=st.lists(st.fixed_dictionaries({}, optional=PARTS) | JSON, max_size=5))
@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_no_array_breaks_the_server(batch: list[Any], lasting_bulk: Bulk) -> None:
    answer = lasting_bulk.post(json.dumps(batch).encode())
    assert answer.status_code == 200, answer.text
    summary = answer.json()
    assert summary["received"] == len(batch) == summary["accepted"] + len(summary["rejected"])
    assert "merge.failed" not in [rejected["code"] for rejected in summary["rejected"]]
