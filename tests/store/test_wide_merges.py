"""For an event with thousands of names, Postgres's time grows with their number, not with its square."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from asyncpg import Connection

from headwater.dialects.openlineage import parse_document
from headwater.store.connections import connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.trace import new_trace

from events import NAMESPACE, run_event, uuid

FEW, MANY = 500, 4_000
TIMES_MORE_AT_MOST = 20
"""8 times as many names take about 8 times as long; quadratic time would be 64 times as long."""

Facets = dict[str, Any]


def assets(many: int, kind: str, facets: Callable[[str], Facets] = lambda _: {}) -> list[dict[str, Any]]:
    return [{"namespace": NAMESPACE, "name": f"{kind}{n}", "facets": facets(f"{kind}{n}")} for n in range(many)]


def identifiers(names: Sequence[str]) -> Facets:
    return {"symlinks": {"identifiers": [{"namespace": "hive", "name": name, "type": "TABLE"} for name in names]}}


def linked(names: Sequence[str]) -> Facets:
    return {"symlinks": {"identifiers": [{"namespace": NAMESPACE, "name": name, "type": "TABLE"} for name in names]}}


def following(name: str) -> str:
    return f"input{int(name.removeprefix('input')) + 1}"


def renamed(name: str) -> Facets:
    before = {"namespace": NAMESPACE, "name": f"old {name}"}
    return {"lifecycleStateChange": {"lifecycleStateChange": "RENAME", "previousIdentifier": before}}


def located(name: str) -> Facets:
    return {"subset": {"outputCondition": {"type": "location", "locations": [name]}}}


def reference(number: int) -> dict[str, Any]:
    return {"job": {"namespace": NAMESPACE, "name": f"job{number}"}, "run": {"runId": uuid(1_000_000 + number)}}


WIDE: dict[str, Callable[[int], Facets]] = {
    "inputs": lambda many: {"inputs": assets(many, "input"), "outputs": ["one"]},
    "outputs": lambda many: {"outputs": assets(many, "output")},
    "renames": lambda many: {"outputs": assets(many, "output", renamed)},
    "subsets": lambda many: {"outputs": assets(many, "output", located)},
    "symlinks": lambda many: {"inputs": assets(many, "input", lambda name: identifiers([f"hive {name}"]))},
    "names of one": lambda many: {"inputs": assets(1, "input", lambda _: identifiers([f"n{n}" for n in range(many)]))},
    "one name of all": lambda many: {"inputs": assets(many, "input", lambda _: identifiers(["shared"]))},
    "chain of names": lambda many: {"inputs": assets(many, "input", lambda name: linked([following(name)]))},
    "dependencies": lambda many: {"jobDependencies": {"upstream": [reference(n) for n in range(many)]}},
    "skipped tasks": lambda many: {"airflowState": {"tasksState": {f"task{n}": "skipped" for n in range(many)}}},
}


async def _merged(connection: Connection, event: dict[str, Any]) -> None:
    await merge(connection, [Delivery(parse_document(json.dumps(event).encode(), "test", 1), new_trace().trace_id)])


async def _warm(connection: Connection) -> None:
    """Merge like a server after a while: it keeps plans that were made for small tables."""
    for number in range(1, 201):
        named = {"inputs": [f"a{number % 20}", "b"], "outputs": [f"c{number % 30}"]}
        await _merged(connection, run_event("COMPLETE", "00:00:00", uuid(number), f"job {number % 7}", **named))
    await connection.execute("ANALYZE")


class _Work:
    """Postgres's own seconds for the statements of a connection, by no other clock."""

    def __init__(self, connection: Connection) -> None:
        self.seconds = 0.0
        connection.add_log_listener(self._listen)

    def _listen(self, _: object, message: Any) -> None:
        found = re.search(r"([\d.]+) s user, ([\d.]+) s system, [\d.]+ s elapsed", message.detail or "")
        self.seconds += sum(map(float, found.groups())) if found else 0


@pytest.mark.parametrize("kind", WIDE)
async def test_a_wide_event_takes_no_square_of_time(kind: str, database_url: str) -> None:
    connection = await connect_to_merge(database_url)
    await _warm(connection)
    work = _Work(connection)
    await connection.execute("SET log_statement_stats = on; SET client_min_messages = log")
    took: dict[str, list[float]] = {"START": [], "COMPLETE": []}
    for run, many in ((1001, FEW), (1002, MANY)):
        for word, time in (("START", "01:00:00"), ("COMPLETE", "02:00:00")):
            before = work.seconds
            await _merged(connection, run_event(word, time, uuid(run), f"wide {many}", **WIDE[kind](many)))
            took[word].append(work.seconds - before)
    await connection.close()
    assert all(0 < much < TIMES_MORE_AT_MOST * little for little, much in took.values()), took
