"""`/metrics`: each series appears after its cause, names are bounded, and a scrape costs little."""

import asyncio
import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client import generate_latest
from prometheus_client.registry import Collector
from pydantic import SecretStr
from starlette.applications import Starlette

from headwater import metrics
from headwater.app.application import create_app
from headwater.errors import UnavailableError
from headwater.metrics import MAX_OPERATION_NAMES, BoundedNames
from headwater.model.access import Scope
from headwater.settings import Settings
from headwater.store.connections import connect
from headwater.store.pool import read_pool
from headwater.store.sources import create_source
from headwater.store.tokens import create_token
from headwater.store.write_queue import QueueState

from conftest import ROOT, cloned_database
from events import run_event, uuid
from held_merge import held_merge
from proposals import RUN, item
from scrapes import Scrape, scrape
from server_process import BATCH, LINEAGE, Server, merges_held
from subscriber import cursor_now, subscribed

PROMTOOL = shutil.which("promtool")
ALERTS = ROOT / "docs" / "alerts.yml"
REMEDIES = ROOT / "docs" / "alerts.md"
OF_A_REPLICA = {"headwater_replica_up", "headwater_replica_lag_seconds"}
"""The metrics of a server with HEADWATER_READ_DATABASE_URL (test_replica.py)."""
OPERATING = ROOT / "docs" / "operating.md"
PATIENCE_SECONDS = 60
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server that all tests of this module share, so each looks at differences."""
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        yield server


def ask(server: Server, query: str, **more: Any) -> dict[str, Any]:
    """The answer to a GraphQL request."""
    answer: dict[str, Any] = server.post({"query": query, **more}, "/graphql", **JSON).json()
    return answer


class Difference:
    """The changes between two scrapes."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._before = scrape(server)

    def end(self) -> "Difference":
        """Scrape again."""
        self._after = scrape(self._server)
        return self

    def of(self, name: str, **labels: str) -> float:
        """By how much the series with these labels grew."""
        return self._after.value(name, **labels) - self._before.value(name, **labels)


def test_requests_are_counted_by_the_template_of_their_route(server: Server) -> None:
    source = asyncio.run(made_source(server.database_url))
    path = f"/api/v1/tracking/open-lineage/{source}/events/bulk"
    seen = Difference(server)
    assert httpx.get(server.url + "/health").status_code == 200
    assert httpx.get(server.url + "/no/such/path").status_code == 404
    assert httpx.request("PROPFIND", server.url + "/health").status_code == 405
    assert server.post(b"[]", path).status_code == 200
    seen.end()
    template = "/api/v1/tracking/open-lineage/{source}/events/bulk"
    for labels in (
        {"route": "/health", "method": "GET", "status": "2xx"},
        {"route": "/health", "method": "other", "status": "4xx"},
        {"route": "none", "method": "GET", "status": "4xx"},
        {"route": template, "method": "POST", "status": "2xx"},
    ):
        assert seen.of("headwater_http_requests_total", **labels) == 1, labels
        assert seen.of("headwater_http_request_duration_seconds_count", **labels) == 1, labels
        assert seen.of("headwater_http_request_duration_seconds_bucket", le="+Inf", **labels) == 1, labels
    assert source not in httpx.get(server.url + "/metrics").text


async def made_source(database_url: str) -> str:
    """The id of a new source."""
    connection = await connect(database_url)
    try:
        return str((await create_source(connection, "test")).source.id)
    finally:
        await connection.close()


def test_graphql_is_counted_by_operation(server: Server) -> None:
    seen = Difference(server)
    ask(server, "query Named { __typename }")
    ask(server, "query A { __typename } query B { __typename }", operationName="B")
    ask(server, "{ __typename }")
    ask(server, "{ no_such_field }")
    ask(server, "query Refused { no_such_field }")
    ask(server, 'query Wrong { impact(urn: "no urn") { start { urn } } }')
    ask(server, "mutation Drop { dropQuarantine(ids: []) }")
    ask(server, "query Schema { __schema { queryType { name } } }")
    seen.end()
    for operation, outcome, count in (
        ("Named", "ok", 1),
        ("B", "ok", 1),
        ("A", "ok", 0),
        ("Schema", "ok", 1),
        ("Drop", "ok", 1),
        ("Wrong", "errors", 1),
        ("none", "ok", 1),
        ("none", "errors", 2),
    ):
        labels = {"operation": operation, "outcome": outcome}
        assert seen.of("headwater_graphql_requests_total", **labels) == count, labels
    assert seen.of("headwater_graphql_request_duration_seconds_count", operation="Named") == 1
    assert seen.of("headwater_graphql_without_plan_total", reason="introspection") == 1
    assert seen.of("headwater_graphql_without_plan_total", reason="mutation") == 1
    assert seen.of("headwater_graphql_without_plan_total") == 2


def test_operations_have_at_most_so_many_names(postgres_url: str, template: str) -> None:
    with cloned_database(postgres_url, template) as url, Server(url) as server, httpx.Client() as client:
        for number in range(MAX_OPERATION_NAMES + 20):
            asked = {"query": f"query Name{number} {{ __typename }}"}
            assert client.post(server.url + "/graphql", json=asked).status_code == 200
        found = {labels["operation"] for labels, _ in scrape(server).series("headwater_graphql_requests_total")}
        assert len(found) == MAX_OPERATION_NAMES + 1
        assert scrape(server).value("headwater_graphql_requests_total", operation="other") == 20


def test_a_name_that_is_known_stays_itself() -> None:
    names = BoundedNames(2)
    assert [names.bound(name) for name in "abcab"] == ["a", "b", "other", "a", "b"]


def test_merges_are_counted(server: Server) -> None:
    seen = Difference(server)
    event = run_event("START", "00:00:00", uuid(1))
    assert server.post(event).status_code == 201
    assert server.post(event).status_code == 201
    assert server.post([event, run_event("COMPLETE", "00:01:00", uuid(1)), {"no": "event"}], BATCH).status_code == 200
    seen.end()
    assert seen.of("headwater_merge_events_total", outcome="new") == 2
    assert seen.of("headwater_merge_events_total", outcome="duplicate") == 2
    assert seen.of("headwater_merge_duration_seconds_count", part="events") == 3
    assert seen.of("headwater_merge_wait_seconds_total", part="events") > 0
    assert seen.of("headwater_merge_wait_seconds_total") < seen.of("headwater_merge_duration_seconds_sum")
    code = server.rows("SELECT code FROM quarantine ORDER BY id DESC")[0]["code"]
    assert seen.of("headwater_quarantined_total", code=code) == 1
    assert seen.of("headwater_quarantine_records", code=code) == 1


def test_events_of_removed_runs_are_counted(
    postgres_url: str, template: str, run_headwater: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    """They are accepted, one by one and in a batch, and store nothing, also after a rebuild."""
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        for number in (1, 2):
            server.post(run_event("COMPLETE", f"0{number}:00:00", uuid(number)))
        run = partial(run_headwater, DATABASE_URL=url)
        run("retention", "set", "--keep-runs", "1")
        assert run("retention", "apply").stdout.startswith("removed 1 runs")
        late, log = run_event("OTHER", "01:30:00", uuid(1)), server.count("event")
        assert server.post(late).status_code == 201
        assert server.post([late, late], BATCH).json()["summary"]["successful"] == 2
        found = scrape(server)
        assert found.value("headwater_merge_events_total", outcome="expired") == 3
        assert run("rebuild").returncode == 0
        assert server.post(late).status_code == 201
        assert (server.count("event"), server.count("run")) == (log, 1)


def test_proposals_are_counted(server: Server) -> None:
    seen = Difference(server)
    proposal = {**item(RUN, "status"), "aspect": {"value": '{"removed":false}', "contentType": "application/json"}}
    answer = server.post({"proposal": proposal}, "/aspects?action=ingestProposal", **JSON)
    assert answer.status_code == 200, answer.text
    seen.end()
    assert seen.of("headwater_merge_proposals_total", outcome="accepted") == 1
    assert seen.of("headwater_merge_duration_seconds_count", part="proposals") == 1
    assert seen.of("headwater_merge_wait_seconds_total", part="proposals") > 0


def test_what_waits_is_seen_and_what_waits_too_long_counted(postgres_url: str, template: str) -> None:
    """One merge waits for others and gives up; meanwhile one request too many is refused."""
    with (
        cloned_database(postgres_url, template) as url,
        Server(url, max_merge_seconds="3", max_waiting_events="1") as server,
        ThreadPoolExecutor(1) as thread,
        merges_held(url),
    ):
        first = thread.submit(server.post, run_event("START", "00:00:00", uuid(1)))
        wait_for(lambda: scrape(server).value("headwater_ingest_waiting_items", part="events") == 1)
        assert scrape(server).value("headwater_ingest_waiting_bytes", part="events") > 50
        assert server.post(run_event("START", "00:00:00", uuid(2))).status_code == 503
        assert first.result().status_code == 503
        found = scrape(server)
    assert found.value("headwater_ingest_overloads_total", part="events") == 1
    assert found.value("headwater_merge_failures_total", part="events", reason="others_merge") == 1
    assert found.value("headwater_merge_wait_seconds_total", part="events") >= 3
    assert found.value("headwater_ingest_waiting_items") == found.value("headwater_ingest_waiting_bytes") == 0
    assert found.value("headwater_merge_events_total") == 0


def wait_for(condition: Any) -> None:
    """Wait until a condition holds."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < give_up, "this did not happen in time"
        time.sleep(0.05)


def test_an_event_that_the_database_refuses_is_counted(server: Server) -> None:
    """And goes to quarantine."""
    seen = Difference(server)
    server.rows("ALTER TABLE event ADD CONSTRAINT picky CHECK (false) NOT VALID")
    try:
        assert server.post(run_event("START", "00:00:00", uuid(77))).status_code == 422
    finally:
        server.rows("ALTER TABLE event DROP CONSTRAINT picky")
    seen.end()
    assert seen.of("headwater_merge_failures_total", part="events", reason="refused") == 1
    assert seen.of("headwater_quarantined_total", code="merge.failed") == 1


async def test_subscriptions_are_counted_while_they_are_open(server: Server) -> None:
    async def is_open(count: int) -> bool:
        found = await asyncio.to_thread(scrape, server)
        return found.value("headwater_subscriptions_open") == count

    assert await is_open(0)
    start = await asyncio.to_thread(cursor_now, server)
    async with subscribed(server, after=start) as subscription:
        event = run_event("START", "00:00:00", uuid(5))
        assert (await asyncio.to_thread(server.post, event)).status_code == 201
        await subscription.take(1)
        assert await is_open(1)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await is_open(0):
            await asyncio.sleep(0.05)


def test_walks_are_counted_by_how_they_ended(server: Server) -> None:
    data = {"namespace": "test", "name": "data"}
    server.post(run_event("COMPLETE", "00:10:00", uuid(10), outputs=[data]))
    server.post(run_event("START", "00:20:00", uuid(11), "reader", inputs=[data]))
    urn = server.rows(f"SELECT e.urn FROM entity e JOIN run r ON r.id = e.id WHERE r.run_uuid = '{uuid(10)}'")[0]["urn"]
    seen = Difference(server)
    for arguments in ("", ", maxNodes: 1", ", maxSeconds: 0.000001"):
        answer = ask(server, f'{{ impact(urn: "{urn}", kinds: [CONTAMINATED]{arguments}) {{ truncated }} }}')
        assert answer["data"]["impact"]["truncated"] is bool(arguments), answer
    seen.end()
    for outcome in ("complete", "truncated", "out_of_time"):
        assert seen.of("headwater_impact_walks_total", outcome=outcome) == 1, outcome


def test_sizes(server: Server) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    # A busy machine may take longer than a scrape gives the database.
    while "headwater_table_size_bytes" not in (found := scrape(server)).families:
        assert time.monotonic() < deadline
    tables = {labels["table"]: value for labels, value in found.series("headwater_table_size_bytes")}
    assert len(tables) == 10
    assert list(tables.values()) == sorted(tables.values(), reverse=True)
    assert found.value("headwater_database_size_bytes") > sum(tables.values()) > 0
    assert found.value("headwater_database_up") == 1


def test_pools(server: Server) -> None:
    found = scrape(server)
    assert found.value("headwater_pool_connections_max", pool="queries") == 10
    assert found.value("headwater_pool_connections_idle", pool="queries") >= 1
    assert {labels["pool"] for labels, _ in found.series("headwater_pool_waits_total")} == {"queries", "tokens"}
    assert found.value("headwater_pool_connections_in_use") == 0


async def test_statements_that_wait_for_a_connection_are_counted(database_url: str) -> None:
    async with await read_pool(database_url, 1, name="small") as pool:
        both = [asyncio.create_task(pool.fetchval("SELECT pg_sleep(0.2)")) for _ in range(2)]
        await asyncio.sleep(0.1)
        assert pool.in_use == 1
        await asyncio.gather(*both)
        assert pool.in_use == 0
    found = Scrape(text_of_instruments())
    assert found.value("headwater_pool_waits_total", pool="small") == 1


def text_of_instruments() -> str:
    """The instruments of this process in Prometheus' text format."""

    class Instruments(Collector):
        def collect(self) -> Any:
            return metrics.collected()

    return generate_latest(Instruments()).decode()


def client_of(app: Starlette) -> httpx.AsyncClient:
    """A client of an application in this process."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")


def test_the_queue_is_measured(database_url: str) -> None:
    with Server(database_url, drains_queue="false") as server:
        assert scrape(server).value("headwater_queue_depth_requests") == 0
        for number in range(3):
            server.post(run_event("START", "00:00:00", uuid(number)), LINEAGE + "?async=true")
        measured = scrape(server)
        assert measured.value("headwater_queue_depth_requests") == 3
        assert 0 < measured.value("headwater_queue_age_seconds") < PATIENCE_SECONDS


async def test_the_oldest_merge_is_measured(database_url: str) -> None:
    with Server(database_url) as server:
        assert scrape(server).value("headwater_oldest_merge_seconds") == 0
        async with held_merge(database_url, run_event("START", "00:00:00", uuid(1))):
            await asyncio.sleep(1)
            assert 1 <= scrape(server).value("headwater_oldest_merge_seconds") < PATIENCE_SECONDS
        assert scrape(server).value("headwater_oldest_merge_seconds") == 0


async def test_a_scrape_takes_four_statements_and_three_within_a_minute(database_url: str) -> None:
    app = create_app(Settings(pool_size=1), database_url)
    statements: list[str] = []
    async with app.router.lifespan_context(app), client_of(app) as client:
        async with app.state.reader._pool.acquire() as connection:
            connection._con.add_query_logger(lambda record: statements.append(record.query))
        answer = await client.get("/metrics")
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        assert len(statements) == 4
        sizes = Scrape(answer.text).value("headwater_table_size_bytes")
        assert Scrape((await client.get("/metrics")).text).value("headwater_table_size_bytes") == sizes > 0
        assert len(statements) == 7


async def test_without_the_database_the_process_still_answers(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(Settings(), database_url)

    async def fail() -> QueueState:
        raise UnavailableError

    async with app.router.lifespan_context(app), client_of(app) as client:
        monkeypatch.setattr(app.state.reader, "queue_state", fail)
        answer = await client.get("/metrics")
    found = Scrape(answer.text)
    assert answer.status_code == 200
    assert ("headwater_database_up" in found.families, found.value("headwater_database_up")) == (True, 0)
    assert "headwater_database_size_bytes" not in found.families
    assert "headwater_http_requests" in found.families


def test_a_worker_answers_for_all(postgres_url: str, template: str) -> None:
    """Also for one that has ended."""
    with cloned_database(postgres_url, template) as url, Server(url, workers="2") as server:
        for number in range(20):
            assert server.post(run_event("START", "00:00:00", uuid(number))).status_code == 201
        for _ in range(5):  # each by a connection of its own, so by any worker
            found = scrape(server)
            assert found.value("headwater_merge_events_total", outcome="new") == 20
            assert found.value("headwater_http_requests_total", route=LINEAGE, status="2xx") == 20
        wait_for(lambda: scrape(server).value("headwater_pool_connections_max", pool="queries") == 10)
        before = server.workers()
        subprocess.run(["kill", "-KILL", str(before[0])], check=True)
        wait_for(lambda: len(set(server.workers()) - set(before)) == 1 and can_scrape(server))
        assert scrape(server).value("headwater_merge_events_total", outcome="new") == 20
        wait_for(lambda: scrape(server).value("headwater_pool_connections_max", pool="queries") == 10)


def can_scrape(server: Server) -> bool:
    """True where the worker to which the connection went answers."""
    try:
        return bool(scrape(server))
    except httpx.TransportError:
        return False


def test_each_metric_is_documented(server: Server) -> None:
    documented = set(re.findall(r"^\| `(headwater_\w+)`", OPERATING.read_text(), re.MULTILINE))
    exposed = {
        family.name + ("_total" if family.type == "counter" else "") for family in scrape(server).families.values()
    }
    assert documented == exposed | OF_A_REPLICA


def test_alerts_ask_for_metrics_that_are_there(server: Server) -> None:
    asked = set(re.findall(r"\bheadwater_\w+", "\n".join(expressions(ALERTS))))
    assert len(asked) > 5
    assert asked - OF_A_REPLICA <= scrape(server).names()


def test_each_alert_has_its_remedy() -> None:
    alerts = re.findall(r"^ +- alert: (\w+)$", ALERTS.read_text(), re.MULTILINE)
    assert len(alerts) >= 5
    assert re.findall(r"^### (Headwater\w+)$", REMEDIES.read_text(), re.MULTILINE) == alerts


def expressions(rules: Path) -> Iterator[str]:
    """The expressions of a file of rules."""
    yield from re.findall(r"^ +expr: (.*(?:\n {12,}.*)*)$", rules.read_text(), re.MULTILINE)


@pytest.mark.skipif(PROMTOOL is None, reason="no promtool on this machine (Debian's package prometheus)")
def test_prometheus_takes_the_alerts() -> None:
    assert PROMTOOL is not None
    checked = subprocess.run([PROMTOOL, "check", "rules", ALERTS], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.skipif(PROMTOOL is None, reason="no promtool on this machine (Debian's package prometheus)")
def test_the_first_records_of_a_code_raise_an_alert(tmp_path: Path) -> None:
    """The first records of one code come together, and a scrape fails after them; another code has some before."""
    assert PROMTOOL is not None
    values = {"job.invalid": "_x5 70x20 stale 70x60", "json.invalid": "3+0x20 3+2x10 23x60"}
    told = {"4m": {}, "8m": {"job.invalid": "70"}, "28m": {"json.invalid": "14"}, "42m": {}, "59m": {}}
    test = {
        "interval": "1m",
        "input_series": [
            {"series": f'headwater_quarantined_total{{instance="a", code="{code}"}}', "values": counts}
            for code, counts in values.items()
        ],
        "alert_rule_test": [
            {
                "eval_time": at,
                "alertname": "HeadwaterQuarantineGrows",
                "exp_alerts": [
                    {
                        "exp_labels": {"severity": "ticket", "instance": "a", "code": code},
                        "exp_annotations": {
                            "summary": f"{records} records in 15 minutes went to quarantine with the code {code}."
                        },
                    }
                    for code, records in alerts.items()
                ],
            }
            for at, alerts in told.items()
        ],
    }
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps({"rule_files": [str(ALERTS)], "evaluation_interval": "1m", "tests": [test]}))
    checked = subprocess.run([PROMTOOL, "test", "rules", rules], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.skipif(PROMTOOL is None, reason="no promtool on this machine (Debian's package prometheus)")
def test_prometheus_takes_the_metrics(server: Server) -> None:
    assert PROMTOOL is not None
    text = httpx.get(server.url + "/metrics").text
    checked = subprocess.run([PROMTOOL, "check", "metrics"], input=text, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


async def test_a_scrape_needs_the_scope(database_url: str) -> None:
    connection = await connect(database_url)
    tokens = {scope: (await create_token(connection, "test", [scope])).secret for scope in Scope}
    await connection.close()
    app = create_app(Settings(token=SecretStr("operator")), database_url)
    expected: dict[str | None, int] = {
        None: 401,
        "operator": 200,
        **dict.fromkeys([tokens[Scope.METRICS], tokens[Scope.ADMIN]], 200),
    }
    expected |= dict.fromkeys([tokens[Scope.READ], tokens[Scope.WRITE]], 403)
    async with app.router.lifespan_context(app), client_of(app) as client:
        for token, status in expected.items():
            headers = {"authorization": f"Bearer {token}"} if token else {}
            assert (await client.get("/metrics", headers=headers)).status_code == status
        bearer = {"authorization": f"Bearer {tokens[Scope.METRICS]}"}
        assert (await client.post("/graphql", json={"query": "{ __typename }"}, headers=bearer)).status_code == 403
