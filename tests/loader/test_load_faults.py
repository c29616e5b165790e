"""Loads that lose their driver, a worker, a session or Postgres: whole batches stay, and the next attempt adds the rest.

Each is disturbed once a file is loaded, and while merges of the others wait in the middle.
"""

import asyncio
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread

import asyncpg
import pytest
from asyncpg import Connection
from pyspark.sql import SparkSession

from headwater.app.database import migrate_database
from headwater.embedded import EmbeddedPostgres
from headwater.errors import HeadwaterError
from headwater.loader import files
from headwater.loader.job import Job
from headwater.loader.load import Summary
from headwater.loader.session import spark_session
from headwater.loader.watch import start_watch
from headwater.store.connections import connect
from headwater.trace import new_trace

from conftest import SHORT_LOADS, fetch
from events import parent, run_event, uuid
from loads import DumpOf, counts, load_command, load_paths
from store_dump import dump

FILES, EVENTS = 6, 600
SMALL = {"WAVE_BYTES": 1, "LEAST_TASK_BYTES": 50_000}
"""Each file is a wave, of several steps."""
PATIENCE_SECONDS = 120

_WAITING = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    """A Spark that tries a task three times."""
    with spark_session("local[2,3]", quick=True) as spark:
        yield spark


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, size_bytes in SMALL.items():
        monkeypatch.setattr(files, name, size_bytes)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files whose runs share parents, with runs of other files too, and write the same data."""
    folder = tmp_path_factory.mktemp("files")
    for number in range(FILES):
        events = (
            run_event("COMPLETE", f"{n // 60:02}:{n % 60:02}:00", uuid(number * EVENTS + n), outputs=[f"d{n % 5}"], parent=parent(uuid(9000 + n % 10)))
            for n in range(EVENTS)
        )  # fmt: skip
        (folder / f"{number}.ndjson").write_text("\n".join(map(json.dumps, events)))
    return folder


@pytest.fixture(scope="module")
def expected(folder: Path, dump_of_one_merge: DumpOf) -> dict[str, list[str]]:
    """The dump of an undisturbed merge."""
    events = [json.loads(line) for path in sorted(folder.iterdir()) for line in path.read_text().splitlines()]
    return dump_of_one_merge(*events)


class Disturbance(Thread):
    """Does something to a load as soon as a file is loaded and a merge waits, which this thread holds up until then."""

    def __init__(self, url: str, act: Callable[[list[int]], object]) -> None:
        super().__init__()
        self._url, self._act = url, act
        self.happened = False
        self.start()

    def run(self) -> None:
        asyncio.run(self._disturb())

    async def _disturb(self) -> None:
        connection = await connect(self._url)
        await _found(connection, "SELECT 1 FROM loaded_part")
        transaction = connection.transaction()
        await transaction.start()
        await connection.execute("SELECT take_whole_turn()")
        waiting = await _found(connection, _WAITING)
        self._act([row[0] for row in waiting])
        self.happened = True
        with suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):  # Postgres itself may be gone
            await transaction.rollback()
            await connection.close()


async def _found(connection: Connection, sql: str) -> Sequence[asyncpg.Record]:
    give_up = time.monotonic() + PATIENCE_SECONDS
    rows: Sequence[asyncpg.Record] = []
    while not rows:
        assert time.monotonic() < give_up, sql
        await asyncio.sleep(0.02)
        rows = await connection.fetch(sql)
    return rows


def kill(pids: Sequence[int]) -> None:
    """Kill -9."""
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


def children(pid: int) -> list[int]:
    """Return the child processes of a process."""
    return [
        int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()
    ]


def python_workers(spark: SparkSession) -> list[int]:
    """Return the processes of the tasks: the children of the one that Spark's Java starts."""
    java = spark.sparkContext._gateway.proc.pid  # type: ignore[union-attr]
    return [worker for daemon in children(java) for worker in children(daemon)]


def test_a_killed_driver_leaves_whole_batches_and_the_next_load_goes_on(
    spark: SparkSession, folder: Path, expected: dict[str, list[str]], database_url: str
) -> None:
    kill_in_the_middle(load_command(SMALL, "--master", "local[2]", folder), database_url)
    loaded = fetch(database_url, "SELECT 1 FROM loaded_part")
    summary = load_paths(spark, database_url, folder)
    assert 0 < len(loaded) <= summary.skipped < FILES
    assert summary.files == FILES - summary.skipped
    assert summary.records == summary.files * EVENTS
    assert dump(database_url) == expected
    assert (load_paths(spark, database_url, folder).skipped, dump(database_url)) == (FILES, expected)


def kill_in_the_middle(command: Sequence[str], database_url: str) -> None:
    """Run a load until a file is loaded and a merge waits, and kill its driver."""
    environment = os.environ | SHORT_LOADS | {"HEADWATER_DATABASE_URL": database_url}
    driver = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    disturbance = Disturbance(database_url, lambda _: driver.kill())
    assert driver.wait(PATIENCE_SECONDS) == -signal.SIGKILL
    disturbance.join()


def test_a_killed_watch_goes_on_where_it_was(
    spark: SparkSession, folder: Path, expected: dict[str, list[str]], database_url: str, tmp_path: Path
) -> None:
    checkpoint = tmp_path / "state"
    kill_in_the_middle(load_command(SMALL, "--watch", "--checkpoint", checkpoint, folder), database_url)
    loaded = len(fetch(database_url, "SELECT 1 FROM loaded_part"))
    assert 0 < loaded < FILES
    told: list[Summary] = []
    job = Job(database_url, new_trace().trace_id)
    query = start_watch(spark, str(folder), str(checkpoint), job, lambda summary, _: told.append(summary))
    try:
        query.processAllAvailable()
    finally:
        query.stop()
    assert [(one.skipped, one.files, one.records) for one in told] == [
        (loaded, FILES - loaded, (FILES - loaded) * EVENTS)
    ]
    assert dump(database_url) == expected


@pytest.mark.parametrize("fault", ["worker", "session"])
def test_a_task_that_fails_is_tried_again_and_writes_nothing_twice(
    fault: str, spark: SparkSession, folder: Path, expected: dict[str, list[str]], database_url: str
) -> None:
    """The first attempt loses its Python worker, or its session of Postgres."""

    def act(waiting: list[int]) -> None:
        if fault == "worker":
            kill(python_workers(spark))
        else:
            for pid in waiting:
                fetch(database_url, "SELECT pg_terminate_backend($1)", pid)

    disturbance = Disturbance(database_url, act)
    summary = load_paths(spark, database_url, folder)
    disturbance.join()
    assert disturbance.happened
    assert summary.quarantined == 0
    assert summary.records == FILES * EVENTS
    assert dump(database_url) == expected


def test_a_killed_postgres_keeps_whole_batches_and_the_next_load_goes_on(
    spark: SparkSession, folder: Path, expected: dict[str, list[str]], temp_folder: Path
) -> None:
    """Postgres ends all sessions and recovers when one of its processes is killed."""
    with EmbeddedPostgres(temp_folder / "killed") as postgres:
        url = postgres.start()
        migrate_database(url)
        disturbance = Disturbance(url, lambda waiting: kill(waiting[:1]))
        with suppress(HeadwaterError):  # unless a later attempt of the tasks finds Postgres again
            load_paths(spark, url, folder)
        disturbance.join()
        assert disturbance.happened
        asyncio.run(_answers(url))
        summary = load_paths(spark, url, folder)
        assert summary.skipped >= 1
        assert counts(summary)[2] == 0
        assert dump(url) == expected


async def _answers(url: str) -> None:
    give_up = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < give_up:
        with suppress(asyncpg.PostgresError, OSError):
            await (await connect(url)).close()
            return
        await asyncio.sleep(0.1)
    raise AssertionError("Postgres does not come back")
