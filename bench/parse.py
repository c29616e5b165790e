"""Times an event from its bytes to the encoded arguments of `merge_facts`, beside json.loads.

CPU is that of this process alone, in steps of 64 events as under load, and in steps of one; the driver sends nothing.
Run ids and times are new in every round, as in events of real pipelines; names and most facets are not. Bodies are
packed by a dictionary that was learned from earlier events, as in a store after its first thousand; by the program's, if
the files have too few.

    .venv/bin/python bench/parse.py [--rounds 7] [--files FOLDER] [--quick]

The events come from `payloads.py`, and from the files in FOLDER, if it is there. Postgres tells the types of the
arguments: the embedded one of HEADWATER_DATA_DIR, or DATABASE_URL's. The benchmark drops its database at the end.
"""

import argparse
import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import asyncpg
from asyncpg.prepared_stmt import PreparedStatement
from tables import head, row

from headwater.app.database import database_as_found, migrate_database
from headwater.dialects.openlineage import parse_document
from headwater.garbage import collect_rarely
from headwater.model.bodies import know_dictionary, learned_dictionary
from headwater.model.changes import Changes
from headwater.settings import load_settings
from headwater.store.connections import connect_to_merge
from headwater.store.merge import Traced, arguments
from headwater.store.queries import query
from headwater.trace import new_trace

from corpus import EVENTS as CORPUS
from corpus import recorded_lines
from payloads import bodies
from servers import new_database

STEPS = (64, 1)
EVENTS = 1_000
GOALS = ("6", "3")

_UUID = re.compile(rb"[0-9a-f]{8}(?=-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})")
_SECOND = re.compile(rb"(?<=T\d\d:\d\d:)\d\d")

Round = Callable[[int], Sequence[bytes]]
"""The events of a round, by its number."""


class Source(NamedTuple):
    """Events to parse, and earlier ones to learn a dictionary from."""

    earlier: Sequence[bytes]
    events_of: Round


class Micros(NamedTuple):
    """CPU per event, in microseconds: of json.loads, of parsing, of making arguments, and of encoding them.

    Encoding leaves out the cost of a call without facts.
    """

    json_loads: float
    parse: float
    arrange: float
    encode: float

    @property
    def ratio(self) -> float:
        """All steps together ÷ json.loads."""
        return (self.parse + self.arrange + self.encode) / self.json_loads


def main() -> None:
    """Print the figures beside their goals."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--files", type=Path, default=CORPUS, help="a folder of events, one a line")
    parser.add_argument("--quick", action="store_true", help="as short as can be: to see that it works")
    given = parser.parse_args()
    rounds, events = (1, 50) if given.quick else (given.rounds, EVENTS)
    with database_as_found(load_settings()) as server_url, new_database(server_url, "headwater_bench_parse") as url:
        migrate_database(url)
        figures = asyncio.run(parse_figures(url, sources(given.files), events, rounds))
    head(
        "events", "in batches of", "json.loads µs", "parse", "arrange", "encode", "all ÷ json.loads", "required", "goal"
    )
    for (source, step), micros in figures.items():
        row(source, str(step), *(f"{micros:.1f}" for micros in micros), f"{micros.ratio:.2f}", *GOALS)


def sources(files: Path) -> dict[str, Source]:
    """Return sources of events, by name."""
    generated = bodies()
    found = {"7 kB": Source(list(islice(generated, EVENTS)), lambda _: list(islice(generated, EVENTS)))}
    if recorded := recorded_lines(files):
        earlier, newest = recorded[:-EVENTS][-EVENTS:], recorded[-EVENTS:]
        found["files"] = Source(earlier, lambda number: [_varied(line, number) for line in newest])
    return found


def _varied(event: bytes, number: int) -> bytes:
    """Return the event with other UUIDs, and other seconds in its times."""
    event = _UUID.sub(lambda found: b"%08x" % ((int(found[0], 16) + 7919 * number) % 2**32), event)
    return _SECOND.sub(lambda found: b"%02d" % ((int(found[0]) + number) % 60), event)


async def parse_figures(
    database_url: str, found: dict[str, Source], events: int, rounds: int
) -> dict[tuple[str, int], Micros]:
    """Return the least of several rounds of so many events, after a warm-up round, by source and size of a step."""
    learned = {name: _learned(source.earlier) for name, source in found.items()}
    connection = await connect_to_merge(database_url)
    try:
        statement = await connection.prepare(query("merge_facts"))
        least: dict[tuple[str, int], Micros] = {}
        with collect_rarely():
            for number in range(rounds + 1):
                for place, step in enumerate(STEPS):
                    for name, source in found.items():
                        some = source.events_of(len(STEPS) * number + place)[-events:]
                        micros = await _measured(statement, some, step, learned[name])
                        known = least.get((name, step), micros)
                        least[name, step] = Micros(*map(min, known, micros)) if number else micros
        return least
    finally:
        await connection.close()


def _learned(events: Sequence[bytes]) -> int | None:
    """Return a dictionary learned from some events; None, the program's, if they are too few."""
    try:
        return know_dictionary(learned_dictionary(events))
    except ValueError:
        return None


async def _measured(statement: PreparedStatement, events: Sequence[bytes], size: int, packed_by: int | None) -> Micros:
    clock = _Clock()
    trace = new_trace().trace_id
    spent = [0.0] * 4
    for step in _steps(events, size):
        clock.lap()
        for event in step:
            json.loads(event)
        spent[0] += clock.lap()
        items = [item for event in step for item in parse_document(event, "bench", 1)]
        spent[1] += clock.lap()
        traced: list[Traced] = [(item, trace) for item in items if isinstance(item, Changes)]
        made = arguments(traced, [], packed_by)
        spent[2] += clock.lap()
        await _encode(statement, made)
        spent[3] += clock.lap()
        await _encode(statement, arguments([], []))
        spent[3] -= clock.lap()
    return Micros(*(seconds * 1e6 / len(events) for seconds in spent))


async def _encode(statement: PreparedStatement, made: list[object]) -> None:
    """Have the driver encode arguments; it refuses the last one, so it sends nothing."""
    made[-1] = object()
    try:
        await statement.fetchval(*made)
    except asyncpg.DataError:
        return
    raise RuntimeError("the arguments were sent: expected the driver to refuse the last one")


def _steps(events: Sequence[bytes], size: int) -> Iterator[Sequence[bytes]]:
    return (events[start : start + size] for start in range(0, len(events), size))


class _Clock:
    """The CPU of this process between laps."""

    def __init__(self) -> None:
        self._at = 0.0

    def lap(self) -> float:
        """Return the seconds since the last lap."""
        before, self._at = self._at, time.process_time()
        return self._at - before


if __name__ == "__main__":
    main()
