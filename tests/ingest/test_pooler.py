"""Servers and loads through a real pgbouncer in transaction mode, with two sessions for all of their connections."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from uuid import uuid4

import pytest

from headwater.loader.families import read_items
from headwater.loader.job import Job
from headwater.loader.partition import load_partition
from headwater.loader.proposals import ProposalRecord, load_proposals
from headwater.loader.step import Step
from headwater.model.access import Scope
from headwater.store.connections import connect
from headwater.store.database import Database
from headwater.store.tokens import create_token

from conftest import cloned_database, fetch, merge_items
from events import parsed, run_event, uuid
from loads import opened
from pgbouncer import pooled
from proposals import DATASET, RUN, accept_items, event, item
from server_process import BATCH, LINEAGE, Server
from store_dump import dump
from subscriber import cursor_now, subscribed

PATIENCE_SECONDS = 30
JSON = {"content-type": "application/json"}
EVENTS = [
    run_event(word, f"00:{number:02}:{second:02}", uuid(number), f"job.{number % 5}", inputs=[f"t{number - 1}"], outputs=[f"t{number}"])
    for number in range(1, 31)
    for second, word in ((0, "START"), (9, "COMPLETE"))
]  # fmt: skip
ITEMS = [
    item(RUN, "dataProcessInstanceRunEvent", event(1000, "STARTED")),
    item(DATASET, "status", {"removed": False}),
    item(DATASET, "editableDatasetProperties", {"description": "a table"}),
]
IMPACT = """query ($urn: String!) { impact(urn: $urn) { total } }"""


@pytest.fixture
def two_sessions(database_url: str) -> Iterator[Database]:
    """A database behind a pooler."""
    with pooled(database_url, pool_size=2) as database:
        yield database


@pytest.fixture
def expected(postgres_url: str, template: str) -> dict[str, list[str]]:
    """The store of the same events and proposals without a pooler."""
    with cloned_database(postgres_url, template) as url:
        merge_items(url, parsed(*EVENTS))
        accept_items(url, *ITEMS)
        return dump(url)


def ask(server: Server, query: str, **variables: Any) -> Any:
    answer = server.post({"query": query, "variables": variables}, "/graphql", **JSON).json()
    assert "errors" not in answer, answer
    return answer["data"]


def test_two_servers_merge_and_answer_at_once(two_sessions: Database, expected: dict[str, list[str]]) -> None:
    """There are more clients than sessions, and two servers with pools and writers of their own."""
    listed = "{ runsConnection(first: 5) { totalCount edges { node { urn inputs { urn } state { status } } } } }"
    with Server(two_sessions) as one, Server(two_sessions) as other, ThreadPoolExecutor(12) as clients:
        sent = [clients.submit((one, other)[n % 2].post, sent_event, LINEAGE) for n, sent_event in enumerate(EVENTS)]
        asked = [clients.submit(ask, (one, other)[n % 2], listed) for n in range(40)]
        assert {answer.result().status_code for answer in sent} == {201}
        assert all(answer.result() for answer in asked)
        assert one.post({"proposals": ITEMS}, "/aspects?action=ingestProposalBatch", **JSON).status_code == 200
        assert ask(other, listed)["runsConnection"]["totalCount"] == 31
        run = ask(one, "{ runsConnection(first: 50) { edges { node { urn nativeId } } } }")["runsConnection"]["edges"]
        [first] = [edge["node"]["urn"] for edge in run if edge["node"]["nativeId"] == uuid(1)]
        assert ask(other, IMPACT, urn=first) == ask(one, IMPACT, urn=first)
    assert dump(two_sessions.direct_url) == expected


def test_what_comes_again_or_is_refused_is_answered_as_without_a_pooler(two_sessions: Database) -> None:
    new = run_event("START", "00:50:00", uuid(50))
    with Server(two_sessions) as server:
        for events, status in (([EVENTS[0]], 200), ([EVENTS[0]], 200), ([EVENTS[0], new], 200), ([{"a": 1}], 200)):
            answer = server.post(events, BATCH)
            assert answer.status_code == status, answer.text
        assert ask(server, "{ runsConnection { totalCount } }")["runsConnection"]["totalCount"] == 2


async def test_subscribers_are_told_over_the_direct_url(two_sessions: Database) -> None:
    with Server(two_sessions) as server:
        async with subscribed(server, after=cursor_now(server)) as subscription:
            for sent_event in EVENTS[:4]:
                await asyncio.to_thread(server.post, sent_event)
            assert await subscription.native_ids(4) == [uuid(1), uuid(1), uuid(2), uuid(2)]


async def test_tokens_are_looked_up(two_sessions: Database) -> None:
    connection = await connect(two_sessions.direct_url)
    secret = (await create_token(connection, "reader", [Scope.READ])).secret
    await connection.close()
    with Server(two_sessions, token="operator") as server:
        for token, status in ((secret, 200), ("hw_unknown", 401)):
            answer = server.post({"query": "{ __typename }"}, "/graphql", authorization=f"Bearer {token}", **JSON)
            assert answer.status_code == status
        assert server.post(EVENTS[0], authorization=f"Bearer {secret}").status_code == 403


def test_an_executor_merges_what_it_read(two_sessions: Database, expected: dict[str, list[str]]) -> None:
    content, job = b"\n".join(json.dumps(one).encode() for one in EVENTS), Job(two_sessions, uuid4())
    steps = load_partition(job, lambda _: None, [item for _, item in read_items(job, [opened(content)])])
    assert [step.merged for step in steps if isinstance(step, Step)] == [(len(EVENTS), 0, 0, 0)]
    records = [ProposalRecord("file", 1, n, "file", json.dumps(one).encode()) for n, one in enumerate(ITEMS)]
    refused = ProposalRecord("file", 1, 9, "file", b"{}")
    [accepted] = load_proposals(job, [], [*records, refused])
    assert accepted.merged == (len(ITEMS), 0, 1, 0)
    found = dump(two_sessions.direct_url)
    assert len(found.pop("quarantine")) == 1
    assert found == expected


def test_a_load_goes_through_the_pooler(
    two_sessions: Database, tmp_path: Path, run_headwater: Callable[..., CompletedProcess[str]]
) -> None:
    (tmp_path / "events.ndjson").write_text("\n".join(map(json.dumps, EVENTS)))
    (tmp_path / "proposals.json").write_text(json.dumps(ITEMS))
    urls = {"HEADWATER_DATABASE_URL": two_sessions.url, "HEADWATER_DIRECT_URL": two_sessions.direct_url}
    done = run_headwater("load", str(tmp_path), **urls)
    assert done.returncode == 0, done.stderr
    assert f"{len(EVENTS) + len(ITEMS)} events in 2 file(s)" in done.stderr
    assert fetch(two_sessions.direct_url, "SELECT count(*) FROM run")[0][0] == 31


@pytest.mark.parametrize("ignored", ["", "ignore_startup_parameters = {}"])
def test_a_pooler_needs_the_direct_url_beside_it(
    ignored: str, database_url: str, run_headwater: Callable[..., CompletedProcess[str]]
) -> None:
    names = "search_path, jit, plan_cache_mode, max_parallel_workers_per_gather, enable_seqscan, statement_timeout"
    with pooled(database_url, more=ignored.format(names)) as database:
        for command in ("serve", "migrate"):
            done = run_headwater(command, HEADWATER_DATABASE_URL=database.url)
            assert done.returncode == 2, done.stderr
            assert "set HEADWATER_DIRECT_URL" in done.stderr


def test_the_direct_url_alone_is_refused(
    database_url: str, run_headwater: Callable[..., CompletedProcess[str]]
) -> None:
    done = run_headwater("migrate", HEADWATER_DIRECT_URL=database_url, HEADWATER_DATA_DIR="/nowhere")
    assert done.returncode == 2
    assert "HEADWATER_DIRECT_URL: expected HEADWATER_DATABASE_URL beside it" in done.stderr


def test_writes_are_queued_and_drained_through_the_pooler(database_url: str) -> None:
    """Six sessions: those of a server that merges while its queue is drained."""
    with pooled(database_url, pool_size=6) as database, Server(database) as server:
        server.post(run_event("START", "00:00:00", uuid(1)), LINEAGE + "?async=true").raise_for_status()
        body = json.dumps({"proposals": ITEMS, "async": "true"}).encode()
        server.post(body, "/aspects?action=ingestProposalBatch").raise_for_status()
        deadline = time.monotonic() + PATIENCE_SECONDS
        while server.count("queued_write"):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert server.count("event WHERE dialect = 'openlineage'") == 1
        assert server.count("event WHERE dialect = 'datahub'") == len(ITEMS)
