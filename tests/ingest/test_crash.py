"""A server that is killed loses nothing that it acknowledged, and sending again mends the rest."""

import asyncio
import random
import signal
from collections.abc import Sequence

import httpx
import pytest

from headwater.dialects.openlineage import parse_document

from conftest import cloned_database, merge_items
from history import events
from server_process import LINEAGE, Server
from store_dump import dump

EVENTS = list(events(runs=300))


async def send(server: Server, bodies: Sequence[bytes], kill_after: int | None = None) -> set[bytes]:
    """The bodies that were acknowledged, over 8 connections; the server is killed once so many are."""
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
    with cloned_database(postgres_url, template) as merged:
        merge_items(merged, [item for body in EVENTS for item in parse_document(body, "test", 1)])
        assert dump(server.database_url) == dump(merged)
