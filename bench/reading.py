"""The candidates that answer the questions of bench/read.py, each for a turn of some seconds: Headwater and others."""

import asyncio
import pickle
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import quote

import orjson
from asking import body_of, database
from questions import SAMPLE, Question, Variables
from rounds import Ask

from headwater.lineage.held_graph import LOOK_SECONDS
from headwater.store.pool import read_pool

from clients import Answered, Client
from cpu import MICRO, cpu_after_sessions, cpu_seconds, wait_until_idle
from load_client import exchange, measure_asks, request
from pgbench import by_pgbench
from postgraphile import UnavailableError, postgraphile
from servers import BENCH, Running, bare, headwater
from statements import Statement, as_json, repeat

START_SECONDS = 300.0
"""The longest time that servers take to load all kept steps after their start."""

IDLE_SECONDS = LOOK_SECONDS + 2
"""A server that does nothing for so long has loaded the steps that were kept at its start: it looks for them more often."""

FEW, MANY = 1, 8
"""The numbers of concurrent clients."""

OURS = "headwater"
CORE = "headwater, executed by graphql-core"
BARE = "bare Starlette, same statements, rows as JSON"
MADE_BY = {
    "hand": "bare Starlette, same statements, the answer made by hand",
    "postgres": "bare Starlette, one statement, the answer made by Postgres",
}
"""The candidates that make whole answers, by their names in paths."""
PGBENCH = "pgbench, same statements"
ASYNCPG = "bare asyncpg, same statements"
POSTGRAPHILE = "PostGraphile"

Turn = Callable[[float], Answered]
"""Asks for so many seconds."""


class Key(NamedTuple):
    """The names of a question and of a candidate, and the number of concurrent clients."""

    question: str
    candidate: str
    clients: int


Turns = dict[Key, Turn]

Recorded = dict[str, list[list[Statement]]]
"""The statements for each of a question's variables, by the question's name."""


class Setting(NamedTuple):
    """The store to ask, and the folder of PostGraphile. is_quick: without its installation, and other long waits."""

    url: str
    postmaster: int
    postgraphile: Path
    is_quick: bool


async def recorded_statements(url: str, questions: Sequence[Question]) -> Recorded:
    """Return all statements of Headwater's answers, except for questions that the bare server asks by itself."""
    async with database(url) as postgres:
        return {
            one.name: [await postgres.statements_of(one.query, **variables) for variables in one.variables]
            for one in questions
            if not one.is_dependent
        }


@contextmanager
def all_turns(
    setting: Setting, questions: Sequence[Question], recorded: Recorded, jobs: Mapping[str, str]
) -> Iterator[Turns]:
    """Yield the turns of all candidates; their servers run for the time of a block.

    jobs: names of more candidates and a URN each: Headwater, asked the first question about the job with that URN.
    """
    turns: Turns = {}
    with ExitStack() as stack:
        file = Path(stack.enter_context(TemporaryDirectory())) / "statements"
        file.write_bytes(pickle.dumps(recorded))
        ours = stack.enter_context(headwater(setting.url))
        core = stack.enter_context(headwater(setting.url, program=[BENCH / "without_plan.py"]))
        floor = stack.enter_context(bare("bare.py", setting.url, file))
        theirs = _postgraphile(setting, stack)
        if not setting.is_quick:  # their start would else count as work for a question
            for started in (ours, core):
                wait_until_idle(started.pid, IDLE_SECONDS, START_SECONDS)
        for one in questions:
            asked = _graphql(one.query, one.variables)
            turns |= _of_server(setting, one, OURS, ours, asked)
            turns |= _of_server(setting, one, CORE, core, asked)
            turns |= _of_server(setting, one, BARE, floor, _paths(one))
            for name in one.made_by:
                made = _paths(one, f"/by-{name}")
                _check_alike(ours, asked, floor, made)
                turns |= _of_server(setting, one, MADE_BY[name], floor, made)
            turns |= _of_server(setting, one, POSTGRAPHILE, theirs, _graphql(one.postgraphile, one.theirs))
            turns |= {Key(one.name, *least): turn for least, turn in _least(setting, one, recorded).items()}
        first = questions[0]
        for name, urn in jobs.items():
            turns |= _of_server(setting, first, name, ours, _graphql(first.query, [{"urn": urn}]), (FEW,))
        yield turns


def _postgraphile(setting: Setting, stack: ExitStack) -> Running | None:
    opened = postgraphile(setting.url, setting.postgraphile, may_install=not setting.is_quick)
    try:
        return stack.enter_context(opened)
    except UnavailableError as error:
        print(f"PostGraphile is left out: {error}.")
        return None


def _graphql(query: str, variables: Variables) -> list[bytes]:
    return [request("localhost", "POST", "/graphql", body_of(query, **one)) for one in variables]


def _paths(question: Question, before: str = "") -> list[bytes]:
    """Return the requests to bench/bare.py. before: the first part of the paths."""
    if question.is_dependent:
        paths = [f"{before}/runs?urn={quote(one['urn'])}" for one in question.variables]
    else:
        paths = [f"{before}/statements/{question.name}/{number}" for number in range(len(question.variables))]
    return [request("localhost", "GET", path) for path in paths]


def _check_alike(ours: Running, asked: Sequence[bytes], theirs: Running, requests: Sequence[bytes]) -> None:
    """Raise RuntimeError unless both servers answer the first requests with the same data."""
    found, made = (
        asyncio.run(_data(running.port, sent[: 2 * SAMPLE])) for running, sent in ((ours, asked), (theirs, requests))
    )
    if found != made:
        raise RuntimeError("bare.py does not make the answers of Headwater")


async def _data(port: int, requests: Sequence[bytes]) -> list[Any]:
    """Return the data of some answers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        return [orjson.loads(await exchange(reader, writer, one))["data"] for one in requests]
    finally:
        writer.close()


def _of_server(
    setting: Setting,
    question: Question,
    candidate: str,
    running: Running | None,
    requests: Sequence[bytes],
    clients: Sequence[int] = (FEW, MANY),
) -> Turns:
    """Return the turns of a server, which gets a random request each time; none without a server."""
    if running is None:
        return {}
    client = Client(running, setting.postmaster, partial(random.choice, requests))
    return {Key(question.name, candidate, many): partial(client.measure, many) for many in clients}


def _least(setting: Setting, question: Question, recorded: Recorded) -> dict[tuple[str, int], Turn]:
    """Return the turns of the statements without a server, by the name of the candidate and the clients."""
    if question.is_dependent:
        ask = partial(by_pgbench, setting.url, setting.postmaster)
        return {(PGBENCH, many): partial(ask, many) for many in (FEW, MANY)}
    by_asyncpg = partial(_by_asyncpg, setting, recorded[question.name], question.is_json)
    return {(ASYNCPG, many): partial(by_asyncpg, many) for many in (FEW, MANY)}


def _by_asyncpg(
    setting: Setting, sets: Sequence[Sequence[Statement]], is_json: bool, clients: int, seconds: float
) -> Answered:
    """Measure a round of statements in this process; its CPU counts as the server's."""
    asked = 0

    @asynccontextmanager
    async def connect() -> AsyncIterator[Ask]:
        async with await read_pool(setting.url, 1) as pool:

            async def ask() -> None:
                nonlocal asked
                asked += 1
                rows = await repeat(pool, random.choice(sets))
                if is_json:
                    as_json(rows)

            yield ask

    before = time.process_time(), cpu_seconds(setting.postmaster)
    measured = measure_asks(connect, clients, seconds)
    after = time.process_time(), cpu_after_sessions(setting.postmaster)
    return Answered(*measured, *(MICRO * (b - a) / asked for a, b in zip(before, after, strict=True)))
