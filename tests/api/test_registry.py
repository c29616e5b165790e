"""The run registry by GraphQL, from the whole application."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from headwater.app.application import create_app
from headwater.model.access import Scope
from headwater.registry.checksums import sha256
from headwater.registry.registration import entry_bytes
from headwater.settings import Settings
from headwater.store.connections import connect
from headwater.store.tokens import create_token

from events import parent, run_event, uuid

RESULT, QUALITY = sha256(b"result"), sha256(b"quality")
ALL = """
  id revision runId namespace process manifest status passed blockers warnings recordedAt entrySha256 entryJson
  runResult { name path sha256 sizeBytes passed summary }
  artifacts { name path sha256 sizeBytes passed summary }
  run { urn } supersedes { revision } lastVerification { passed checkedAt items { code subject expected actual } }
"""
REGISTER = "mutation ($input: RegisterRunInput!) { registerRun(input: $input) { %s } }" % ALL
VERIFY = """mutation ($observed: [ObservedDigest!]!, $revision: Int) {
  verifyRun(runId: "run_01", observed: $observed, revision: $revision) { passed items { code subject expected actual } }
}"""
EXPORT = """mutation ($input: ExportRunEventInput!) {
  exportRunEvent(input: $input) { event sha256 eventType passed blockers }
}"""
ONE = (
    "query ($runId: String!, $process: String, $revision: Int) { runRegistration(runId: $runId, process: $process, revision: $revision) { %s } }"
    % ALL
)
PAGE = """query ($sha256: String, $passed: Boolean, $process: String, $runId: String, $first: Int, $after: String) {
  runRegistrations(sha256: $sha256, passed: $passed, process: $process, runId: $runId, first: $first, after: $after) {
    nodes { revision runId process } edges { cursor } pageInfo { hasNextPage endCursor }
  }
}"""


class Api:
    """The application over one database."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def __call__(self, query: str, **variables: Any) -> Any:
        answer = await self.answer(query, **variables)
        assert "errors" not in answer, answer
        [value] = answer["data"].values()
        return value

    async def answer(self, query: str, **variables: Any) -> dict[str, Any]:
        return dict((await self.client.post("/graphql", json={"query": query, "variables": variables})).json())

    async def error(self, query: str, **variables: Any) -> str:
        [error] = (await self.answer(query, **variables))["errors"]
        return str(error["message"])

    async def ingest(self, event: dict[str, Any] | bytes) -> None:
        body = event if isinstance(event, bytes) else json.dumps(event).encode()
        assert (await self.client.post("/api/v1/lineage", content=body)).status_code == 201


@pytest.fixture
async def api(database_url: str) -> AsyncIterator[Api]:
    app = create_app(Settings(), database_url)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            yield Api(client)


def evidence(run_id: str = "run_01", process: str = "daily_orders", **members: Any) -> dict[str, Any]:
    result = {"name": "run_result", "path": "result.json", "sha256": RESULT, "sizeBytes": 6, "passed": True}
    quality = {"name": "quality", "path": "quality.json", "sha256": QUALITY, "passed": True, "summary": "checks=2"}
    given = {"runId": run_id, "process": process, "status": "success", "runResult": result, "artifacts": [quality]}
    return given | members


async def test_a_registration_is_read_as_it_was_given(api: Api) -> None:
    first = await api(REGISTER, input=evidence(manifest="orders.yml"))
    assert (first["revision"], first["passed"], first["blockers"], first["supersedes"]) == (1, True, [], None)
    assert first["namespace"] == "dpone.local"
    assert first["artifacts"][0] == {
        "name": "quality", "path": "quality.json", "sha256": QUALITY, "sizeBytes": None, "passed": True, "summary": "checks=2"
    }  # fmt: skip
    assert sha256(entry_bytes(first["entryJson"])) == first["entrySha256"]
    second = await api(REGISTER, input=evidence())
    assert (second["revision"], second["supersedes"]) == (2, {"revision": 1})
    assert await api(ONE, runId="run_01") == second
    assert await api(ONE, runId="run_01", revision=1) == first
    assert await api(ONE, runId="run_01", revision=3) is None
    assert await api(ONE, runId="run_02") is None


async def test_red_evidence_is_a_blocker(api: Api) -> None:
    red = {"name": "quality", "sha256": QUALITY, "passed": False}
    found = await api(REGISTER, input=evidence(artifacts=[red, {"name": "slo"}]))
    assert (found["passed"], found["blockers"]) == (False, ["artifact.quality.not_passed", "artifact.slo.missing"])
    found = await api(REGISTER, input=evidence(blockers=["run_result.not_passed"]))
    assert found["blockers"] == ["run_result.not_passed"]


async def test_from_a_run_to_its_registrations_and_back(api: Api) -> None:
    await api(REGISTER, input=evidence())
    made = await api(EXPORT, input={"runId": "run_01", "outputs": [{"namespace": "mssql", "name": "landing.orders"}]})
    assert (made["eventType"], made["passed"], made["blockers"]) == ("COMPLETE", True, [])
    assert sha256(entry_bytes(made["event"])) == made["sha256"]
    assert (await api(ONE, runId="run_01"))["run"] is None
    await api.ingest(made["event"])
    found = await api(ONE, runId="run_01")
    assert found["run"]["urn"] == f"urn:li:dataProcessInstance:{made['event']['run']['runId']}"
    assert found["revision"] == 1
    await api(REGISTER, input=evidence())
    query = (
        "query ($urn: String!) { dataProcessInstance(urn: $urn) { nativeId registrations { revision run { urn } } } }"
    )
    run = await api(query, urn=found["run"]["urn"])
    assert run == {"nativeId": "run_01", "registrations": [{"revision": n, "run": found["run"]} for n in (2, 1)]}
    newest = await api(query.replace("registrations", "registrations(first: 1)"), urn=found["run"]["urn"])
    assert [one["revision"] for one in newest["registrations"]] == [2]


async def test_a_dpone_entry_and_event_are_the_same_objects(api: Api, corpus: Path) -> None:
    folder = corpus / "dpone" / "cases" / "15_event_type_override"
    [event] = (folder / "out" / "complete_on_red").glob("*.json")
    await api.ingest(event.read_bytes())
    found = await api(ONE, runId="run_02")
    assert (found["passed"], found["blockers"]) == (False, ["run_registry.not_passed"])
    assert found["warnings"] == ["run_registry.from_event", "event_type.contradicts_facet"]
    [entry] = (folder / ".dpone" / "run-registry").glob("run_02__run_registry.json")
    await api.ingest(entry.read_bytes())
    completed = await api(ONE, runId="run_02")
    assert (completed["blockers"], completed["warnings"]) == (["run_result.not_passed"], [])
    assert {name: completed[name] for name in ("id", "revision", "run")} == {
        name: found[name] for name in ("id", "revision", "run")
    }
    assert completed["entrySha256"] == sha256(entry.read_bytes())


async def test_which_run_made_this_file(api: Api) -> None:
    for number in range(3):
        await api(REGISTER, input=evidence(f"run_{number}", f"job_{number % 2}"))
    page = await api(PAGE, sha256=QUALITY.upper(), first=2)
    assert [one["runId"] for one in page["nodes"]] == ["run_2", "run_1"]
    assert page["pageInfo"]["hasNextPage"] is True
    rest = await api(PAGE, sha256=QUALITY, first=2, after=page["pageInfo"]["endCursor"])
    assert [one["runId"] for one in rest["nodes"]] == ["run_0"]
    assert (await api(PAGE, sha256="ab" * 32))["nodes"] == []
    assert [one["runId"] for one in (await api(PAGE, process="job_0"))["nodes"]] == ["run_2", "run_0"]
    assert [one["runId"] for one in (await api(PAGE, runId="run_1"))["nodes"]] == ["run_1"]
    assert (await api(PAGE, passed=False))["nodes"] == []
    [entry] = (await api(PAGE, runId="run_1"))["edges"]
    assert await api.error(PAGE, after=entry["cursor"][:-4]) == "after: expected a cursor that this list gave"


async def test_an_id_of_several_jobs_needs_the_job(api: Api) -> None:
    for process in ("a", "b"):
        await api(REGISTER, input=evidence(process=process))
    assert await api.error(ONE, runId="run_01") == (
        "runId: expected also the process (and the namespace), if several jobs have a run 'run_01': dpone.local a, dpone.local b"
    )
    assert (await api(ONE, runId="run_01", process="b"))["process"] == "b"


async def test_drift_is_found_and_kept(api: Api) -> None:
    await api(REGISTER, input=evidence())
    same = [{"subject": "run_result", "sha256": RESULT}, {"subject": "artifact.quality", "sha256": QUALITY}]
    assert await api(VERIFY, observed=same) == {"passed": True, "items": []}
    assert (await api(ONE, runId="run_01"))["lastVerification"]["passed"] is True
    changed = [same[0], {"subject": "artifact.quality", "sha256": "ab" * 32}]
    item = {"code": "drift.artifact.quality", "subject": "artifact.quality", "expected": QUALITY, "actual": "ab" * 32}
    assert await api(VERIFY, observed=changed) == {"passed": False, "items": [item]}
    assert (await api(ONE, runId="run_01"))["lastVerification"]["items"] == [item]
    assert "no run 'run_01' with the revision 2" in await api.error(VERIFY, observed=same, revision=2)


async def test_an_unregistered_run_exports_a_failure(api: Api) -> None:
    made = await api(EXPORT, input={"runId": "run_01"})
    assert (made["eventType"], made["passed"], made["blockers"]) == ("FAIL", False, ["run_registry.missing"])


async def test_the_event_has_the_time_of_the_run(api: Api) -> None:
    await api(REGISTER, input=evidence(uuid(1), "job", namespace="test"))
    await api.ingest(run_event("START", "00:00:00", uuid(1), parent=parent(uuid(2))))
    await api.ingest(run_event("COMPLETE", "00:10:00", uuid(1)))
    event = (await api(EXPORT, input={"runId": uuid(1)}))["event"]
    assert event["eventTime"] == "2026-01-01T00:10:00+00:00"
    assert event["run"]["runId"] == uuid(1)
    await api.ingest(event)
    state = "query ($urn: String!) { dataProcessInstance(urn: $urn) { currentState { timeApproximate endedAt } } }"
    found = await api(state, urn=f"urn:li:dataProcessInstance:{uuid(1)}")
    assert found["currentState"]["timeApproximate"] is False
    start = (await api(EXPORT, input={"runId": uuid(1), "eventType": "START"}))["event"]
    assert start["eventTime"] == "2026-01-01T00:00:00+00:00"


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"runId": ""}, "runId: expected a text that is not empty"),
        ({"process": "\0"}, "process: expected text without NUL, got '\\x00'"),
        ({"blockers": ["x"]}, "blockers: expected a code such as run_result.not_passed, got 'x'"),
        ({"artifacts": [{"name": "a b"}]}, "artifacts.name: expected letters, digits, `_`, `.` and `-`, got 'a b'"),
        ({"artifacts": [{"name": "a"}, {"name": "a"}]}, "artifacts: expected each name once"),
        ({"durationSeconds": -1}, "durationSeconds: expected 0 to a billion, got -1.0"),
        ({"durationSeconds": 1e308}, "durationSeconds: expected 0 to a billion, got 1e+308"),
        ({"runResult": {"name": "a"}}, "runResult.name: expected run_result, got 'a'"),
        ({"facets": {"other": {}}}, "facets: expected no other than dpone_data_contract"),
        (
            {"runResult": {"name": "run_result", "sha256": "AB" * 32}},
            f"runResult.sha256: expected 64 hexadecimal digits in lower case, got '{'AB' * 32}'",
        ),
    ],
)
async def test_wrong_evidence_names_the_field(members: dict[str, Any], message: str, api: Api) -> None:
    assert await api.error(REGISTER, input=evidence(**members)) == message


async def test_wrong_arguments_are_named(api: Api) -> None:
    await api(REGISTER, input=evidence())
    assert (await api.error(EXPORT, input={"runId": "run_01", "eventType": "ABORT"})).startswith("eventType: ")
    assert (await api.error(EXPORT, input={"runId": "run_01", "eventType": "FAIL"})).startswith("eventType: ")
    assert (await api.error(VERIFY, observed=[{"subject": "x"}])).startswith("observed.subject: ")
    twice = [{"subject": "run_result", "sha256": "a" * 64}, {"subject": "run_result", "sha256": "b" * 64}]
    assert await api.error(VERIFY, observed=twice) == "observed: expected each subject once"
    assert (await api.error(ONE, runId="run_01", revision=0)).startswith("revision: ")
    assert (await api.error(PAGE, first=1001)).startswith("first: ")


async def test_secrets_are_removed(api: Api) -> None:
    result = {"name": "run_result", "sha256": RESULT, "passed": False, "summary": "password=hunter2"}
    found = await api(REGISTER, input=evidence(status="failed password=hunter2", runResult=result))
    assert "hunter2" not in json.dumps(found)


async def test_the_scope_write_is_enough(database_url: str) -> None:
    connection = await connect(database_url)
    tokens = {
        scope: await create_token(connection, scope.lower(), [Scope.READ, scope]) for scope in (Scope.WRITE, Scope.READ)
    }
    await connection.close()
    app = create_app(Settings(), database_url)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            statuses = {}
            for scope, token in tokens.items():
                body = {"query": REGISTER, "variables": {"input": evidence()}}
                answer = await client.post("/graphql", json=body, headers={"authorization": f"Bearer {token.secret}"})
                statuses[scope] = answer.status_code
                drop = 'mutation { ...F } fragment F on Mutation { dropQuarantine(ids: []) exportRunEvent(input: {runId: "a"}) { passed } }'
                answer = await client.post(
                    "/graphql", json={"query": drop}, headers={"authorization": f"Bearer {token.secret}"}
                )
                assert answer.status_code == 403
    assert statuses == {Scope.WRITE: 200, Scope.READ: 403}
