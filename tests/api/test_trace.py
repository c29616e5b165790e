"""The state of a request's writes by GraphQL, from the whole application."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

import httpx
import pytest

from headwater.app.application import create_app
from headwater.settings import Settings
from headwater.store.connections import connect
from headwater.store.sources import create_source
from headwater.trace import new_trace
from headwater.urn import named_dataset_urn, named_flow_urn, named_job_urn

from conftest import fetch, merge_items
from databand_events import task_event
from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, urn
from proposals import DATASET, item

TRACE = """query ($id: String!, $start: Int, $count: Int) {
  trace(id: $id) {
    id time pending knownBefore isDone
    writes(start: $start, count: $count) {
      start count total
      writes { dialect source arrivedAt warnings aspect entities { urn type ... on DataProcessInstance { nativeId } } }
    }
    quarantined { code message source traceId payload }
  }
}"""
FOREIGN = "f" * 32
LINEAGE = "/api/v1/lineage"
PATIENCE_SECONDS = 30
EVENT = run_event("COMPLETE", "00:00:00", uuid(1), inputs=["in"], outputs=["out"])
NAMED = [
    urn(1),
    named_flow_urn(NAMESPACE, "job"),
    named_job_urn(NAMESPACE, "job"),
    named_dataset_urn(NAMESPACE, "in"),
    named_dataset_urn(NAMESPACE, "out"),
]


class Site:
    """The application over one database."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def write(self, body: object, path: str = LINEAGE, *, is_async: bool = True, **headers: str) -> str:
        """Send a body, and return the trace id of the answer."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        address = f"{path}?async={'true' if is_async else 'false'}"
        answer = await self.client.post(address, content=content, headers=headers)
        assert answer.status_code < 500, answer.text
        return str(answer.headers["traceparent"].split("-")[1])

    async def answer(self, id_: str, **variables: Any) -> dict[str, Any]:
        body = {"query": TRACE, "variables": {"id": id_, **variables}}
        return dict((await self.client.post("/graphql", json=body)).json())

    async def trace(self, id_: str, **variables: Any) -> Any:
        """Return the trace, which may be null."""
        answer = await self.answer(id_, **variables)
        assert "errors" not in answer, answer
        return answer["data"]["trace"]

    async def state(self, id_: str, urn: str) -> str:
        """Return the state of a run's properties in the primary storage."""
        answer = await self.client.post(
            f"/openapi/v1/trace/write/{id_}?onlyIncludeErrors=false", json={urn: ["dataProcessInstanceProperties"]}
        )
        return str(answer.json()[urn]["dataProcessInstanceProperties"]["primaryStorage"]["writeStatus"])

    async def done(self, id_: str) -> Any:
        """Return the trace once it is known and no write waits."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (trace := await self.trace(id_)) is None or not trace["isDone"]:
            assert time.monotonic() < deadline, trace
            await asyncio.sleep(0.02)
        return trace


@asynccontextmanager
async def running(database_url: str, *, drains_queue: bool) -> AsyncIterator[Site]:
    app = create_app(Settings(drains_queue=drains_queue), database_url)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            yield Site(client)


@pytest.fixture
async def site(database_url: str) -> AsyncIterator[Site]:
    async with running(database_url, drains_queue=True) as site:
        yield site


def idle(database_url: str) -> AbstractAsyncContextManager[Site]:
    """A server that leaves its queue to others."""
    return running(database_url, drains_queue=False)


def urns(write: dict[str, Any]) -> list[str]:
    return [entity["urn"] for entity in write["entities"]]


# States --------------------------------------------------------------------------------------------


async def test_a_write_is_pending_and_then_in_the_log(database_url: str) -> None:
    async with idle(database_url) as site:
        id_ = await site.write(EVENT)
        waiting = await site.trace(id_)
        assert (waiting["pending"], waiting["isDone"], waiting["writes"]["total"]) == (1, False, 0)
    async with running(database_url, drains_queue=True) as site:
        landed = await site.done(id_)
        assert (landed["id"], landed["pending"], landed["quarantined"]) == (id_, 0, [])
        assert abs(time.time() - datetime.fromisoformat(landed["time"]).timestamp()) < PATIENCE_SECONDS * 4
        [write] = landed["writes"]["writes"]
        assert (write["dialect"], write["source"], write["warnings"], write["aspect"]) == (
            "openlineage",
            None,
            [],
            None,
        )
        assert sorted(urns(write)) == sorted(NAMED)
        assert write["entities"][0] == {"urn": urn(1), "type": "DATA_PROCESS_INSTANCE", "nativeId": uuid(1)}


async def test_a_synchronous_write_has_a_trace_too(site: Site) -> None:
    trace = await site.trace(await site.write(EVENT, is_async=False))
    assert (trace["isDone"], trace["writes"]["total"]) == (True, 1)


async def test_a_repaired_event_shows_its_warnings(site: Site) -> None:
    trace = await site.done(await site.write({**EVENT, "eventTime": "2026-01-01T00:00:00"}))
    assert [write["warnings"] for write in trace["writes"]["writes"]] == [["time.no_zone"]]


async def test_a_refused_body_is_in_quarantine(site: Site) -> None:
    id_ = await site.write(b"{")
    trace = await site.done(id_)
    assert (trace["writes"]["total"], trace["pending"]) == (0, 0)
    [record] = trace["quarantined"]
    assert (record["code"], record["traceId"], record["payload"]) == ("json.invalid", id_, "{")
    assert record["source"] == f"POST {LINEAGE}"


async def test_a_batch_shows_what_was_merged_and_what_was_not(site: Site) -> None:
    events = [EVENT, {"eventTime": "2026-01-01T00:00:00Z"}, {**EVENT, "eventType": "FAIL"}]
    trace = await site.done(await site.write(events, f"{LINEAGE}/batch"))
    assert (trace["writes"]["total"], len(trace["quarantined"])) == (2, 1)


# Repeats -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_async", [True, False], ids=["queued", "merged before the answer"])
async def test_a_repeated_event_was_known_before(is_async: bool, site: Site, database_url: str) -> None:
    first = await site.write(EVENT, is_async=is_async)
    assert (await site.done(first))["knownBefore"] == 0
    repeated = await site.write(EVENT, is_async=is_async)
    trace = await site.done(repeated)
    assert (trace["knownBefore"], trace["writes"]["total"], trace["quarantined"]) == (1, 0, [])
    assert await site.state(repeated, urn(1)) == "NO_OP"
    assert await site.state(repeated, urn(2)) == "ERROR"
    assert await site.state(first, urn(1)) == "ACTIVE_STATE"


async def test_a_repeated_refused_body_is_in_quarantine(site: Site) -> None:
    first = await site.write(b"{")
    await site.done(first)  # of two that wait at once, either may come first
    for id_ in (first, await site.write(b"{")):
        trace = await site.done(id_)
        assert [(record["code"], record["traceId"]) for record in trace["quarantined"]] == [("json.invalid", first)]


async def test_a_batch_tells_known_events_from_new_ones(site: Site) -> None:
    await site.done(await site.write(EVENT))
    trace = await site.done(await site.write([EVENT, {**EVENT, "eventType": "FAIL"}], f"{LINEAGE}/batch"))
    assert (trace["knownBefore"], trace["writes"]["total"]) == (1, 1)


async def test_events_that_one_request_brings_twice_are_no_repeats(site: Site, database_url: str) -> None:
    trace = await site.done(await site.write([EVENT, EVENT], f"{LINEAGE}/batch"))
    assert (trace["knownBefore"], trace["writes"]["total"]) == (0, 1)


async def test_repeats_are_forgotten_after_a_day(site: Site, database_url: str) -> None:
    await site.done(await site.write(EVENT))
    old = await site.write(EVENT, is_async=False)
    await asyncio.to_thread(fetch, database_url, "UPDATE repeated_write SET noted_at = noted_at - interval '25 hours'")
    await site.write(EVENT, is_async=False)
    assert await site.trace(old) is None


# Dialects ------------------------------------------------------------------------------------------


async def test_a_proposal_shows_its_entity_and_aspect(site: Site) -> None:
    body = [{"urn": DATASET, "status": {"value": {"removed": True}}}]
    trace = await site.done(await site.write(body, "/openapi/v3/entity/dataset"))
    shown = {write["aspect"]: urns(write) for write in trace["writes"]["writes"]}
    assert shown["status"] == [DATASET]
    assert {write["dialect"] for write in trace["writes"]["writes"]} == {"datahub"}


async def test_a_refused_proposal_is_in_quarantine(site: Site) -> None:
    asked = item(DATASET, "status", {"removed": True}) | {"headers": {"If-Version-Match": "7"}}
    body = {"proposals": [asked, item(DATASET, "datasetProperties", {"name": "t"})], "async": "true"}
    answer = await site.client.post("/aspects?action=ingestProposalBatch", json=body)
    trace = await site.done(answer.headers["traceparent"])
    assert [record["code"] for record in trace["quarantined"]] == ["proposal.precondition"]
    assert "datasetProperties" in {write["aspect"] for write in trace["writes"]["writes"]}


async def test_databands_events_show_their_source(site: Site, database_url: str) -> None:
    connection = await connect(database_url)
    made = await create_source(connection, "gitlab")
    await connection.close()
    path = f"/api/v1/tracking/open-lineage/{made.source.id}/events/bulk"
    events = [task_event("START", "00:00:00", uuid(1), "job", inputs=["in"])]
    trace = await site.done(await site.write(events, path, authorization=f"Bearer {made.token.secret}"))
    [write] = trace["writes"]["writes"]
    assert (write["dialect"], write["source"]) == ("databand", str(made.source.id))
    assert [entity["nativeId"] for entity in write["entities"] if "nativeId" in entity] == [uuid(1)]


# Ids -----------------------------------------------------------------------------------------------


async def test_nothing_is_known_of_an_unknown_trace(site: Site) -> None:
    assert await site.trace(new_trace().trace_id.hex) is None
    assert await site.trace(FOREIGN) is None


async def test_an_id_from_elsewhere_carries_no_time(site: Site) -> None:
    traceparent = f"00-{FOREIGN}-0123456789abcdef-01"
    assert await site.write(EVENT, traceparent=traceparent) == FOREIGN
    trace = await site.done(traceparent)
    assert (trace["id"], trace["time"], trace["writes"]["total"]) == (FOREIGN, None, 1)


@pytest.mark.parametrize("id_", ["", "f" * 31, "F" * 32, f"{FOREIGN}-", str(UUID(FOREIGN))])
async def test_a_wrong_id_is_named(id_: str, site: Site) -> None:
    [error] = (await site.answer(id_))["errors"]
    assert error["extensions"] == {"code": 400, "type": "BAD_REQUEST"}
    assert error["message"].startswith("id: expected 32 hexadecimal digits or a traceparent, got ")


# Pages ---------------------------------------------------------------------------------------------


def merge_runs(database_url: str, count: int) -> str:
    """Merge events of several runs with one trace, and return its id."""
    trace_id = new_trace().trace_id
    events = parsed(*(run_event("START", "00:00:00", uuid(number), f"job{number}") for number in range(count)))
    for event in events:
        merge_items(database_url, [event], trace_id)
    return trace_id.hex


async def test_pages_are_newest_first(database_url: str) -> None:
    id_ = await asyncio.to_thread(merge_runs, database_url, 3)
    async with idle(database_url) as site:
        every = (await site.trace(id_))["writes"]["writes"]
        assert [urns(write)[0] for write in every] == [urn(2), urn(1), urn(0)]
        page = (await site.trace(id_, start=1, count=1))["writes"]
        assert page == {"start": 1, "count": 1, "total": 3, "writes": every[1:2]}
        [error] = (await site.answer(id_, count=101))["errors"]
        assert error["message"] == "count: expected 0 to 100, got 101"


async def test_the_statements_do_not_grow_with_the_writes(api: Api, database_url: str) -> None:
    counts = []
    for writes in (2, 30):
        id_ = await asyncio.to_thread(merge_runs, database_url, writes)
        trace = (await api(TRACE, id=id_, count=100))["trace"]
        assert trace["writes"]["total"] <= writes
        counts.append(api.statements)
    assert counts[0] == counts[1] <= 5


async def test_the_state_alone_is_one_statement(api: Api, database_url: str) -> None:
    id_ = await asyncio.to_thread(merge_runs, database_url, 2)
    asked = "query ($id: String!) { trace(id: $id) { isDone writes { total } quarantined { code } } }"
    assert (await api(asked, id=id_))["trace"] == {"isDone": True, "writes": {"total": 2}, "quarantined": []}
    assert api.statements == 1
