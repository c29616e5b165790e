"""A load generator as small as it can be, since it shares the machine with what it measures."""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import uvloop

WARM_UP_SECONDS = 0.5


class Measured(NamedTuple):
    """What one round gave: requests a second, and the milliseconds that half and 99 % of them stayed under."""

    per_second: float
    p50_millis: float
    p99_millis: float


def request(host: str, method: str, path: str, body: bytes = b"") -> bytes:
    """The bytes of one HTTP request on a connection that stays open."""
    head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def measure(port: int, next_request: Callable[[], bytes], clients: int, seconds: float) -> Measured:
    """Send requests from so many clients, each waiting for its answer; raises RuntimeError unless all succeed."""
    latencies: list[float] = []

    async def client(until: float, record: bool) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.perf_counter() < until:
            started = time.perf_counter()
            await exchange(reader, writer, next_request())
            if record:
                latencies.append(time.perf_counter() - started)
        writer.close()

    async def round_of(duration: float, record: bool) -> None:
        until = time.perf_counter() + duration
        await asyncio.gather(*(client(until, record) for _ in range(clients)))

    uvloop.run(round_of(WARM_UP_SECONDS, record=False))
    started = time.perf_counter()
    uvloop.run(round_of(seconds, record=True))
    return summarise(latencies, time.perf_counter() - started)


def send_each(port: int, requests: Iterable[bytes]) -> None:
    """Send requests one after the other; raises RuntimeError unless all succeed."""

    async def send() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for each in requests:
            await exchange(reader, writer, each)
        writer.close()

    uvloop.run(send())


async def exchange(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> bytes:
    """Send a request and wait for its answer; the body. Raises RuntimeError unless it succeeds."""
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    body = await reader.readexactly(length)
    if not head.startswith(b"HTTP/1.1 20") or b'"errors"' in body:
        raise RuntimeError((head + body).decode()[:2000])
    return body


def summarise(latencies: Sequence[float], seconds: float) -> Measured:
    """The round's figures from the seconds that each request took."""
    ordered = sorted(latencies)
    return Measured(
        len(ordered) / seconds,
        ordered[len(ordered) // 2] * 1000,
        ordered[int(len(ordered) * 0.99)] * 1000,
    )
