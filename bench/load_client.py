"""A load generator as small as possible, since it shares the machine with the measured server."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import uvloop
from rounds import Ask

WARM_UP_SECONDS = 0.5

Connect = Callable[[], AbstractAsyncContextManager[Ask]]
"""Connects one client."""


class Measured(NamedTuple):
    """The figures of one round: requests a second, and their times in ms."""

    per_second: float
    p50_millis: float
    p99_millis: float
    longest_millis: float
    pause_millis: float
    """The longest time without any answer."""


class Answer(NamedTuple):
    """The time of one answer by the client's clock, and the seconds since its request."""

    at: float
    took: float


def request(host: str, method: str, path: str, body: bytes = b"") -> bytes:
    """Return the bytes of one HTTP request on a connection that stays open."""
    head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def measure(port: int, next_request: Callable[[], bytes], clients: int, seconds: float) -> Measured:
    """Send requests from so many clients, each waiting for its answer. Raises RuntimeError unless all succeed."""
    return measure_asks(partial(_http_client, port, next_request), clients, seconds)


def measure_asks(connect: Connect, clients: int, seconds: float) -> Measured:
    """Measure so many clients of any kind as `measure` does."""

    async def measured() -> Measured:
        async with AsyncExitStack() as stack:
            asks = [await stack.enter_async_context(connect()) for _ in range(clients)]
            await _answers(asks, min(WARM_UP_SECONDS, seconds))
            started = time.perf_counter()
            answers = await _answers(asks, seconds)
            return summarise(answers, time.perf_counter() - started)

    return uvloop.run(measured())


async def _answers(asks: Sequence[Ask], seconds: float) -> list[Answer]:
    until = time.perf_counter() + seconds
    answers: list[Answer] = []

    async def client(ask: Ask) -> None:
        while (started := time.perf_counter()) < until:
            await ask()
            ended = time.perf_counter()
            answers.append(Answer(ended, ended - started))

    await asyncio.gather(*map(client, asks))
    return answers


@asynccontextmanager
async def _http_client(port: int, next_request: Callable[[], bytes]) -> AsyncIterator[Ask]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    yield lambda: exchange(reader, writer, next_request())
    writer.close()


def send_each(port: int, requests: Iterable[bytes]) -> None:
    """Send requests one after the other. Raises RuntimeError unless all succeed."""

    async def send() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for each in requests:
            await exchange(reader, writer, each)
        writer.close()

    uvloop.run(send())


async def exchange(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> bytes:
    """Send a request and return the body of its answer. Raises RuntimeError unless the request succeeds."""
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    body = await reader.readexactly(length)
    if not head.startswith(b"HTTP/1.1 20") or b'"errors"' in body:
        raise RuntimeError((head + body).decode()[:2000])
    return body


def summarise(answers: Sequence[Answer], seconds: float) -> Measured:
    """Return the figures of a round of so many seconds."""
    millis = sorted(answer.took * 1000 for answer in answers)
    times = sorted(answer.at for answer in answers)
    return Measured(
        len(millis) / seconds,
        millis[len(millis) // 2],
        millis[int(len(millis) * 0.99)],
        millis[-1],
        max((after - before for before, after in pairwise(times)), default=0.0) * 1000,
    )
