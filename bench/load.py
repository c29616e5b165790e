"""Measures a load by Spark beside five other ways of the same events, and prints the figures beside their goals.

    .venv/bin/python bench/load.py [--events 1000000] [--quick]

The events are recorded ones, copied for other runs (`load_files.py`): one in ten comes twice, one in a hundred is cut off. Scattered
files have them in turns, as parallel streams do.
All ways take a turn in new databases on the same Postgres: the embedded one of HEADWATER_DATA_DIR, or DATABASE_URL's if it
runs on this machine and has no other users. Times begin once Spark, or a process, has started; that of the command for
ten events begins before. The benchmark drops its databases and files at the end.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from pyspark.sql import SparkSession
from tables import head, millis, row

from headwater.app.database import database_as_found, migrate_database
from headwater.loader.job import Job
from headwater.loader.load import load_with
from headwater.loader.session import spark_session
from headwater.settings import load_settings
from headwater.store.connections import connect
from headwater.trace import new_trace

from clients import Answered, Sender
from cpu import MICRO, cpu_after_sessions, cpu_seconds, own_cpu_seconds, peak_megabytes, server_process
from load_files import good_events, scatter, write_files
from merging import LARGE
from new_rows import store_tables
from over_http import BATCH_CLIENTS
from plain_load import load_plainly, parse_seconds
from servers import headwater, new_database
from verdicts import Figure, print_verdicts

EVENTS = 100_000
_PARSED_EVENTS = 20_000
_FEW = 10
_HTTP_SECONDS = 10.0
_LOOK_SECONDS = 0.5


class Timed(NamedTuple):
    """A way of loading: its seconds, and the CPU of Postgres in seconds."""

    seconds: float
    postgres: float


class Loaded(NamedTuple):
    """A load by Spark: its seconds, and CPU by process in seconds.

    The memory is the most that Spark's Java and its Python processes have had in MB: a third of the time in, and at the end.
    """

    seconds: float
    driver: float
    java: float
    python: float
    postgres: float
    memory_at_third: float
    memory_at_end: float
    merges: int
    merge_seconds: float
    waited_seconds: float

    @property
    def by_process(self) -> tuple[float, float, float, float]:
        """The seconds, and the CPU of Python, Java and Postgres."""
        return self.seconds, self.python + self.driver, self.java, self.postgres


class Loads:
    """The ways to load the same files, each into a new database."""

    def __init__(self, server_url: str, paths: Sequence[Path], folder: Path) -> None:
        self._server_url = server_url
        self._postmaster = asyncio.run(server_process(server_url))
        self._paths = paths
        self._folder = folder

    def by_spark(self, spark: SparkSession) -> Loaded:
        """Load by Spark."""
        with self._database("spark") as url:
            return self._loaded(spark, url)

    def by_spark_and_copy(self, spark: SparkSession) -> tuple[Loaded, Timed]:
        """Load by Spark, and copy the rows of that store into another."""
        with self._database("spark") as url, self._database("copied") as copied:
            return self._loaded(spark, url), self._timed(lambda: asyncio.run(_copy(url, copied, self._folder / "rows")))

    def by_two_processes(self) -> Timed:
        """Load by the parser and merges alone."""
        with self._database("plain") as url:
            return self._timed(lambda: load_plainly(url, self._paths))

    def over_http(self, seconds: float) -> Answered:
        """Send batches of good events."""
        with self._database("http") as url, headwater(url) as server:
            sender = Sender(server, self._postmaster, "/api/v1/lineage/batch", good_events(), LARGE)
            return sender.measure(BATCH_CLIENTS, seconds)

    def by_command(self, events: int, times: int) -> float:
        """Return the seconds of `headwater load` for a few events, from its start to its end, the last time."""
        file = self._folder / "few.ndjson"
        file.write_bytes(b"".join(event + b"\n" for event in islice(good_events(), events)))
        with self._database("few") as url:
            for _ in range(times):
                started = time.perf_counter()
                command = [sys.executable, "-m", "headwater", "load", "--again", str(file)]
                subprocess.run(command, env=os.environ | {"HEADWATER_DATABASE_URL": url}, check=True)
        return time.perf_counter() - started

    @contextmanager
    def _database(self, name: str) -> Iterator[str]:
        with new_database(self._server_url, f"headwater_bench_{name}") as url:
            migrate_database(url)
            yield url

    def _timed(self, work: Callable[[], float]) -> Timed:
        before = cpu_after_sessions(self._postmaster)
        seconds = work()
        return Timed(seconds, cpu_after_sessions(self._postmaster) - before)

    def _loaded(self, spark: SparkSession, url: str) -> Loaded:
        java = spark.sparkContext._gateway.proc.pid  # type: ignore[union-attr]
        before, started = self._cpu(java), time.perf_counter()
        with _memory_watched(java) as peaks:
            summary = load_with(spark.sparkContext, list(map(str, self._paths)), Job(url, new_trace().trace_id))
            seconds = time.perf_counter() - started
        driver, own, python, postgres = (after - first for first, after in zip(before, self._cpu(java), strict=True))
        return Loaded(
            seconds,
            driver,
            own,
            python,
            postgres,
            peaks[len(peaks) // 3],
            peaks[-1],
            summary.merges,
            summary.merge_seconds,
            summary.waited_seconds,
        )

    def _cpu(self, java: int) -> tuple[float, float, float, float]:
        """Return the CPU of the driver, of Spark's Java, of its Python processes, and of Postgres."""
        own = own_cpu_seconds(java)
        return time.process_time(), own, cpu_seconds(java) - own, cpu_after_sessions(self._postmaster)


def main() -> None:
    """Print the figures, and the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--quick", action="store_true", help="as short as can be: to see that it works")
    given = parser.parse_args()
    events, http_seconds = (800, 0.3) if given.quick else (given.events, _HTTP_SECONDS)
    with database_as_found(load_settings()) as server_url, tempfile.TemporaryDirectory() as folder:
        paths = write_files(Path(folder), events)
        loads = Loads(server_url, paths, Path(folder))
        scattered = Loads(server_url, scatter(paths, Path(folder, "scattered")), Path(folder))
        plain, plain_of_scattered = loads.by_two_processes(), scattered.by_two_processes()
        with spark_session() as spark:
            counted = _counted(spark, paths)
            loaded, copied = loads.by_spark_and_copy(spark)
            loaded_of_scattered = scattered.by_spark(spark)
        answered = loads.over_http(http_seconds)
        few = loads.by_command(_FEW, times=1 if given.quick else 3)
        parsed = parse_seconds(paths, _PARSED_EVENTS) / min(events, _PARSED_EVENTS)
    _print_ways(
        events, loaded, copied, plain, counted, answered, parsed, scattered=(loaded_of_scattered, plain_of_scattered)
    )
    print_verdicts(
        [
            Figure("events a second after the start of Spark", events / loaded.seconds, 3_000, 6_000),
            Figure("rate ÷ COPY of the same rows", copied.seconds / loaded.seconds, 0.45, 0.7),
            Figure("rate ÷ two plain processes", plain.seconds / loaded.seconds, 1.0, 1.3),
            Figure("CPU of Postgres ÷ two plain processes", loaded.postgres / plain.postgres, 0.8, 0.6),
            Figure(
                "scattered: rate ÷ two plain processes",
                plain_of_scattered.seconds / loaded_of_scattered.seconds,
                1.0,
                1.3,
            ),
            Figure(
                "scattered: CPU of Postgres ÷ two plain processes",
                loaded_of_scattered.postgres / plain_of_scattered.postgres,
                0.8,
                0.6,
            ),
            Figure("memory, end ÷ a third of the load", loaded.memory_at_end / loaded.memory_at_third, 1.1, 1.0),
            Figure(f"{_FEW} events by `headwater load`, the last time, seconds", few, 8, 5),
        ]
    )


def _print_ways(
    events: int,
    loaded: Loaded,
    copied: Timed,
    plain: Timed,
    counted: float,
    answered: Answered,
    parsed: float,
    scattered: tuple[Loaded, Timed],
) -> None:
    of_scattered, plain_of_scattered = scattered
    head(f"{events:,} events", "events/s", "CPU µs an event: Python", "Java", "Postgres")
    for name, seconds, *cpu in (
        ("a load by Spark", *loaded.by_process),
        ("Spark only counts the lines", counted, None, None, None),
        ("COPY of the same rows", copied.seconds, None, None, copied.postgres),
        ("two plain processes", plain.seconds, None, None, plain.postgres),
        ("scattered: a load by Spark", *of_scattered.by_process),
        ("scattered: two plain processes", plain_of_scattered.seconds, None, None, plain_of_scattered.postgres),
    ):
        row(name, f"{events / seconds:,.0f}", *("" if used is None else millis(MICRO * used / events) for used in cpu))
    row(
        "HTTP batches of 1,000",
        f"{answered.per_second:,.0f}",
        millis(answered.server_micros),
        "",
        millis(answered.postgres_micros),
    )
    row("the parser alone, one core", f"{1 / parsed:,.0f}", millis(MICRO * parsed), "", "")
    merging = loaded.merge_seconds - loaded.waited_seconds
    print(
        f"\n{loaded.merges:,} merges: {merging:.1f} s, and {loaded.waited_seconds:.1f} s of waiting for others;"
        f" memory {loaded.memory_at_end:,.0f} MB; the driver's Python {loaded.driver:.1f} s of CPU"
    )
    executors = (loaded.python + loaded.java) / (loaded.python + loaded.java + loaded.postgres)
    print(
        f"executors: {executors:.0%} of the CPU; more of them would reach"
        f" {events / loaded.postgres:,.0f} events a second for each core of Postgres"
    )


def _counted(spark: SparkSession, paths: Sequence[Path]) -> float:
    """Return the seconds in which Spark reads and counts the lines."""
    started = time.perf_counter()
    spark.read.text(list(map(str, paths))).count()
    return time.perf_counter() - started


async def _copy(source_url: str, target_url: str, folder: Path) -> float:
    """Copy all rows of a store into an empty one by way of files; return the seconds of COPY into tables."""
    folder.mkdir()
    source, target = await connect(source_url), await connect(target_url)
    months = await source.fetch("SELECT DISTINCT date_trunc('month', at AT TIME ZONE 'UTC')::date AS month FROM event")
    await target.execute("SELECT ensure_event_partitions($1::date[])", [row["month"] for row in months])
    seconds = 0.0
    for table in await store_tables(source):
        file = folder / table.name
        await source.copy_from_query(
            f"SELECT {', '.join(table.columns)} FROM {table.name}", output=file, format="binary"
        )
        await target.execute(f"TRUNCATE {table.name} CASCADE")
        started = time.perf_counter()
        await target.copy_to_table(table.name, source=file, columns=table.columns, format="binary")
        seconds += time.perf_counter() - started
        file.unlink()
    await source.close()
    await target.close()
    return seconds


@contextmanager
def _memory_watched(root: int) -> Iterator[list[float]]:
    """Note the most memory of a process and its descendants now and then, and at the end of the block."""
    peaks: list[float] = []
    done = Event()

    def watch() -> None:
        while not done.wait(_LOOK_SECONDS):
            peaks.append(peak_megabytes(root))

    watcher = Thread(target=watch)
    watcher.start()
    try:
        yield peaks
    finally:
        done.set()
        watcher.join()
        peaks.append(peak_megabytes(root))


if __name__ == "__main__":
    main()
