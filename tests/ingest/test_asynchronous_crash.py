"""Processes that are killed while they write and drain the queue: what was acknowledged counts once, in its order."""

import asyncio
import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import httpx

from headwater.dialects.openlineage import parse_document
from workers import worker

from conftest import cloned_database, merge_items
from history import events
from proposals import accept_each, item
from server_process import LINEAGE, Server
from store_dump import dump

KILLS = int(os.environ.get("HEADWATER_TEST_KILLS", "4"))
"""`make fuzz-kills` has 50, with 10,000 writes."""

WRITES = KILLS * 200
SENDERS = 8
TRACE = "query ($id: String!) { trace(id: $id) { isDone knownBefore writes { total } quarantined { code } } }"
PATIENCE_SECONDS = 120


def mixed(bodies: Sequence[bytes], proposals: Sequence[dict[str, Any]]) -> list[bytes | dict[str, Any]]:
    """Return events and proposals by random turns, each sort in its own order."""
    turns: list[Iterator[bytes | dict[str, Any]]] = [iter(bodies)] * len(bodies) + [iter(proposals)] * len(proposals)
    random.shuffle(turns)
    return [next(turn) for turn in turns]


class Sender:
    """Sends its writes one after the other, each until it is acknowledged; its entities are nobody else's."""

    def __init__(self, number: int, bodies: Sequence[bytes]) -> None:
        urns = [f"urn:li:tag:sender-{number}-{one}" for one in range(3)]
        self.proposals = [
            item(random.choice(urns), "tagProperties", {"name": "t", "description": str(place)})
            for place in range(WRITES // SENDERS // 2)
        ]
        self._writes = mixed(bodies, self.proposals)
        self.traces: list[tuple[str, str]] = []
        """The URN and the trace of each acknowledged proposal."""

        self.traces_of_events: list[str] = []

    @property
    def acknowledged(self) -> int:
        """The number of acknowledged writes."""
        return len(self.traces) + len(self.traces_of_events)

    async def send(self, client: httpx.AsyncClient, server: Server) -> None:
        for write in self._writes:
            while True:
                try:
                    answer = await self._post(client, server, write)
                except httpx.TransportError:
                    await asyncio.sleep(0.1)
                    continue
                assert answer.status_code in (200, 202, 503), answer.text
                if answer.status_code != 503:
                    break
                await asyncio.sleep(0.1)
            trace = answer.headers["traceparent"].split("-")[1]
            if isinstance(write, dict):
                self.traces.append((write["entityUrn"], trace))
            else:
                self.traces_of_events.append(trace)

    async def _post(self, client: httpx.AsyncClient, server: Server, write: bytes | dict[str, Any]) -> httpx.Response:
        if isinstance(write, bytes):
            return await client.post(f"{server.url}{LINEAGE}?async=true", content=write)
        body = {"proposal": write, "async": "true"}
        return await client.post(f"{server.url}/aspects?action=ingestProposal", json=body)


async def kill_at_random(server: Server, senders: Sequence[Sender]) -> None:
    """Kill the server or its worker after random numbers of acknowledged writes, and start it again."""
    places = iter(sorted(random.sample(range(WRITES), KILLS)))
    left = KILLS
    while left:
        with worker(server.database_url):  # killed at the end of the block
            for place in places:
                left -= 1
                while sum(sender.acknowledged for sender in senders) < place:
                    await asyncio.sleep(0.01)
                await asyncio.sleep(random.uniform(0, 0.3))
                if random.random() < 0.5:
                    break
                await asyncio.to_thread(server.stop, signal.SIGKILL)
                await asyncio.to_thread(server.start)


async def send_all(server: Server, senders: Sequence[Sender]) -> None:
    async with httpx.AsyncClient(timeout=PATIENCE_SECONDS) as client, asyncio.TaskGroup() as group:
        group.create_task(kill_at_random(server, senders))
        for sender in senders:
            group.create_task(sender.send(client, server))


async def check_traces(server: Server, senders: Sequence[Sender]) -> None:
    """Ask for every acknowledged trace: its proposal has counted, its event is there, and nothing was refused."""
    async with httpx.AsyncClient(timeout=PATIENCE_SECONDS) as client:
        active = await asyncio.gather(*(check_traces_of(client, server, sender) for sender in senders))
    assert all(count <= 1 for counts in active for count in counts.values())


async def check_traces_of(client: httpx.AsyncClient, server: Server, sender: Sender) -> Counter[str]:
    """The number of traces of each URN whose value is the current one."""
    active: Counter[str] = Counter()
    for urn, trace in sender.traces:
        address = f"{server.url}/openapi/v1/trace/write/{trace}?onlyIncludeErrors=false"
        states = (await client.post(address, json={urn: ["tagProperties"]})).json()
        state = states[urn]["tagProperties"]["primaryStorage"]["writeStatus"]
        assert state in ("ACTIVE_STATE", "HISTORIC_STATE", "NO_OP")  # NO_OP: sent again after a kill
        active[urn] += state == "ACTIVE_STATE"
    for trace in sender.traces_of_events:
        asked = {"query": TRACE, "variables": {"id": trace}}
        found = (await client.post(f"{server.url}/graphql", json=asked)).json()["data"]["trace"]
        assert (found["isDone"], found["quarantined"]) == (True, [])
        assert found["writes"]["total"] + found["knownBefore"] == 1
    return active


def wait_until_drained(server: Server) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while server.count("queued_write"):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_what_is_acknowledged_counts_once_and_in_order(postgres_url: str, template: str) -> None:
    bodies = list(events(runs=WRITES // 4))
    assert len(bodies) == WRITES // 2
    senders = [Sender(number, bodies[number::SENDERS]) for number in range(SENDERS)]
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        asyncio.run(send_all(server, senders))
        wait_until_drained(server)
        acknowledged = [trace for sender in senders for _, trace in sender.traces]
        rows = server.rows("SELECT trace_id, count(*) AS times FROM event WHERE dialect = 'datahub' GROUP BY 1")
        times = {row["trace_id"].hex: row["times"] for row in rows}
        assert {trace: times.get(trace) for trace in acknowledged} == dict.fromkeys(acknowledged, 1)
        assert server.count("event WHERE dialect = 'openlineage'") == len(bodies)
        asyncio.run(check_traces(server, senders))
        with cloned_database(postgres_url, template) as merged:
            merge_items(merged, [item for body in bodies for item in parse_document(body, "test", 1)])
            for sender in senders:
                accept_each(merged, *([proposal] for proposal in sender.proposals))
            assert json.dumps(dump(url), default=str) == json.dumps(dump(merged), default=str)
