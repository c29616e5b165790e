"""The delay from a commit to the message at subscribers to run events, and at a connection that only listens."""

import asyncio
import json
import statistics
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import NamedTuple

from websockets import Subprotocol
from websockets.asyncio.client import ClientConnection, connect

from headwater.store.connections import connect as connect_to_postgres
from headwater.store.connections import connect_to_listen

from history import START, fill

PAUSE_SECONDS = 0.05
PATIENCE_SECONDS = 20
_PROTOCOL = Subprotocol("graphql-transport-ws")

_SUBSCRIBE = "subscription { runEvents { cursor event { status timestampMillis } run { urn nativeId } } }"
_INSERT = """
    INSERT INTO run_event (run_id, at, status, content_hash, trace_id)
    VALUES ((SELECT min(id) FROM run), $1, 'STARTED', gen_random_uuid(), gen_random_uuid())"""


class Spread(NamedTuple):
    """The median and the 99th percentile of some delays, in milliseconds."""

    median: float
    p99: float


class Delays(NamedTuple):
    """The delays of subscribers, and of a connection that only listens, at the same commits."""

    told: Spread
    bare: Spread


async def delays(database_url: str, port: int, subscribers: int, commits: int) -> Delays:
    """Measure from the moment that COMMIT is sent, with so many subscribers, each on its own connection.

    A store without a run gets one. Events come one by one: the next one after all subscribers have their message.
    """
    writer = await connect_to_postgres(database_url)
    if not await writer.fetchval("SELECT EXISTS (SELECT FROM run)"):
        await asyncio.to_thread(fill, database_url, 1)
    first = await writer.fetchval("SELECT count(*) FROM run_event")
    listener = await connect_to_listen(database_url)
    heard: asyncio.Queue[float] = asyncio.Queue()
    await listener.add_listener("run_events", lambda *_: heard.put_nowait(time.perf_counter()))
    told: list[float] = []
    bare: list[float] = []
    async with AsyncExitStack() as stack:
        sockets = [
            await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}/graphql", subprotocols=[_PROTOCOL]))
            for _ in range(subscribers)
        ]
        await asyncio.gather(*map(_subscribe, sockets))
        await asyncio.sleep(1)  # No message says that a subscription has begun.
        for number in range(commits):
            waiting = [asyncio.create_task(_told_at(socket)) for socket in sockets]
            transaction = writer.transaction()
            await transaction.start()
            await writer.execute(_INSERT, START + timedelta(minutes=first + number))
            await writer.execute("NOTIFY run_events")  # A merge notifies in the same way.
            committed = time.perf_counter()
            await transaction.commit()
            async with asyncio.timeout(PATIENCE_SECONDS):
                told += [at - committed for at in await asyncio.gather(*waiting)]
                bare.append(await heard.get() - committed)
            await asyncio.sleep(PAUSE_SECONDS)
    await listener.close()
    await writer.close()
    return Delays(_spread(told), _spread(bare))


async def _subscribe(socket: ClientConnection) -> None:
    await socket.send('{"type": "connection_init"}')
    await socket.recv()
    await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": _SUBSCRIBE}}))


async def _told_at(socket: ClientConnection) -> float:
    """Return the time of the next message. Raises RuntimeError if the message has no event."""
    message = await socket.recv(decode=False)
    at = time.perf_counter()
    if b'"runEvents"' not in message:
        raise RuntimeError(f"{message!r}")
    return at


def _spread(seconds: Sequence[float]) -> Spread:
    ordered = sorted(seconds)
    return Spread(statistics.median(ordered) * 1000, ordered[int(len(ordered) * 0.99)] * 1000)
