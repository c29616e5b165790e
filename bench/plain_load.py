"""The same files by the parser and merges of the loader in two plain processes, without Spark; and by the parser alone."""

import asyncio
import gc
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from headwater.dialects.openlineage import parse_document
from headwater.garbage import OBJECTS
from headwater.model.changes import Changes, Problem
from headwater.store.connections import connect_to_merge
from headwater.store.merge import steps

from merging import merge_steps

PROCESSES = 2


def load_plainly(database_url: str, paths: Sequence[Path]) -> float:
    """Return the seconds of a load by two processes; each takes a half of the files, in order."""
    half = len(paths) // PROCESSES
    context = get_context("spawn")
    with context.Pool(PROCESSES) as pool:
        pool.map(abs, range(PROCESSES))  # they have started and imported
        started = time.perf_counter()
        pool.starmap(_load, [(database_url, paths[first : first + half]) for first in range(0, len(paths), half)], 1)
        return time.perf_counter() - started


def parse_seconds(paths: Sequence[Path], events: int) -> float:
    """Return the CPU of parsing the first events."""
    lines = list(islice(_lines(paths), events))
    started = time.process_time()
    for line in lines:
        parse_document(line, "bench", 1)
    return time.process_time() - started


def _load(database_url: str, paths: Sequence[Path]) -> None:
    gc.set_threshold(OBJECTS)  # as executors do
    asyncio.run(_merge(database_url, paths))


async def _merge(database_url: str, paths: Sequence[Path]) -> None:
    connection = await connect_to_merge(database_url)
    await merge_steps(connection, steps(_parsed(paths)))
    await connection.close()


def _parsed(paths: Sequence[Path]) -> Iterator[Changes | Problem]:
    for line in _lines(paths):
        yield from parse_document(line, "bench", 1)


def _lines(paths: Sequence[Path]) -> Iterator[bytes]:
    for path in paths:
        with path.open("rb") as file:
            yield from file
