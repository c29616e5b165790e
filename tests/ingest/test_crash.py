"""A killed server loses no acknowledged event, and a second delivery adds the rest."""

import asyncio
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

import httpx
import pytest

from headwater.dialects.openlineage import parse_document

from conftest import cloned_database, merge_items
from history import events
from server_process import LINEAGE, Server
from store_dump import dump

EVENTS = list(events(runs=300))


async def send(server: Server, bodies: Sequence[bytes], kill_after: int | None = None) -> set[bytes]:
    """Send bodies over 8 connections, and return the acknowledged ones; after so many, kill the server."""
    waiting, acknowledged = list(bodies), set[bytes]()

    async def worker(client: httpx.AsyncClient) -> None:
        while waiting:
            body = waiting.pop()
            if (await client.post(server.url + LINEAGE, content=body)).status_code == 201:
                acknowledged.add(body)
            if len(acknowledged) == kill_after:
                server.process.send_signal(signal.SIGKILL)

    async with httpx.AsyncClient(timeout=120) as client:
        outcomes = await asyncio.gather(*(worker(client) for _ in range(8)), return_exceptions=True)
    unexpected = [outcome for outcome in outcomes if outcome and not isinstance(outcome, httpx.TransportError)]
    assert not unexpected, unexpected
    return acknowledged


def assert_has(server: Server, bodies: Sequence[bytes], postgres_url: str, template: str) -> None:
    """Check that the server's store equals one merge of these events."""
    with cloned_database(postgres_url, template) as merged:
        merge_items(merged, [item for body in bodies for item in parse_document(body, "test", 1)])
        assert dump(server.database_url) == dump(merged)


@pytest.mark.parametrize("kill_after", [1, 50, 250])
def test_killed_in_the_middle_and_sent_again(kill_after: int, server: Server, postgres_url: str, template: str) -> None:
    acknowledged = asyncio.run(send(server, EVENTS, kill_after))
    server.stop()
    assert kill_after <= len(acknowledged) < len(EVENTS)
    assert server.count("event") >= len(acknowledged)
    server.start()
    again = random.Random(kill_after).sample(sorted(acknowledged), len(acknowledged) // 3)
    rest = [body for body in EVENTS if body not in acknowledged]
    assert asyncio.run(send(server, rest + again)) == {*rest, *again}
    assert_has(server, EVENTS, postgres_url, template)


async def send_through(servers: Sequence[Server], bodies: Sequence[bytes], kill: Callable[[], None]) -> None:
    """Send each body to one of the servers until one acknowledges it, then never again; kill something meanwhile."""
    waiting, acknowledged = list(bodies), 0

    async def client(client: httpx.AsyncClient, url: str) -> None:
        nonlocal acknowledged
        while waiting:
            body = waiting.pop()
            try:
                answer = await client.post(url + LINEAGE, content=body)
            except httpx.TransportError:
                waiting.append(body)
                await asyncio.sleep(0.1)
            else:
                assert answer.status_code == 201
                acknowledged += 1

    async def killer() -> None:
        while acknowledged < len(bodies) // 4:
            await asyncio.sleep(0.001)
        assert waiting
        await asyncio.to_thread(kill)

    async with httpx.AsyncClient(timeout=120) as http:
        await asyncio.gather(killer(), *(client(http, server.url) for server in servers for _ in range(8)))
    assert acknowledged == len(bodies)


def killed(server: Server) -> None:
    """Kill a server, and start it again."""
    server.stop(signal.SIGKILL)
    server.start()


def test_two_servers_of_one_database_are_killed_in_turn(server: Server, postgres_url: str, template: str) -> None:
    with Server(server.database_url) as other:
        for number, one in enumerate((server, other, server, other)):
            asyncio.run(send_through([server, other], EVENTS[number::4], partial(killed, one)))
    assert_has(server, EVENTS, postgres_url, template)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_workers_are_killed_in_turn(postgres_url: str, template: str) -> None:
    with cloned_database(postgres_url, template) as url, Server(url, workers="2") as server:
        for number in range(4):
            while len(workers := server.workers()) < 2:
                time.sleep(0.05)
            kill = partial(os.kill, workers[number % 2], signal.SIGKILL)
            asyncio.run(send_through([server], EVENTS[number::4], kill))
        assert_has(server, EVENTS, postgres_url, template)
