"""A real Postgres for the tests: a migrated template database, and a clone of it for each test that asks."""

import asyncio
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import hypothesis
import hypothesis.internal.conjecture.engine
import pytest

from headwater.dialects.openlineage import parse_document
from headwater.embedded import EmbeddedPostgres
from headwater.model.changes import Changes, Problem
from headwater.store.merge import Delivery, Merged, merge
from headwater.store.migrations import migrate
from headwater.store.pool import connect, connect_to_merge
from headwater.trace import new_trace

if TYPE_CHECKING:
    from impact_engine import Session

hypothesis.settings.register_profile("busy", deadline=None)  # an example takes longer where others work too
hypothesis.settings.load_profile("busy")
hypothesis.internal.conjecture.engine.MAX_SHRINKING_SECONDS = 40  # 300 of its own: a build would wait, and see no more

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
TEMPLATE = "headwater_template"

Item = Changes | Problem


LONGEST = [
    "test_point_in_time.py",
    "store/test_databand.py",
    "test_docs.py",
    "loader/test_load.py",
    "ingest/test_ways_in.py",
    "loader/test_load_datahub.py",
    "loader/test_session.py",
    "test_arrival_order.py",
    "test_rebuild_histories.py",
    "store/test_wide_merges.py",
    "test_embedded_recovery.py",
    "cli",
    "test_source_code.py",
    "sync",
    "store/test_convergence.py",
    "ingest",
    "browser",
]
"""Files and folders that take longest, the longest first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first: in the end no process waits for another that has begun with a long one."""

    def place(item: pytest.Item) -> int:
        path = item.path.relative_to(ROOT / "tests")
        return next((place for place, name in enumerate(LONGEST) if path.is_relative_to(name)), len(LONGEST))

    items.sort(key=place)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of recorded payloads, which is no part of the project."""
    if not CORPUS.is_dir():
        pytest.skip("the corpus of recorded payloads is not beside this checkout")
    return CORPUS


@pytest.fixture(scope="session")
def temp_folder() -> Iterator[Path]:
    """A folder that other users may enter: root's Postgres runs as nobody."""
    folder = Path(tempfile.mkdtemp(prefix="headwater-tests-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_url(temp_folder: Path) -> Iterator[str]:
    """A Postgres server: HEADWATER_TEST_DATABASE_URL (a superuser's), else an embedded one."""
    if url := os.environ.get("HEADWATER_TEST_DATABASE_URL"):
        yield url
        return
    with EmbeddedPostgres(temp_folder / "postgres") as postgres:
        url = postgres.start()
        asyncio.run(_be_quick_and_the_same(url))
        yield url


async def _be_quick_and_the_same(url: str) -> None:
    """Nobody needs these databases after a crash of the machine; to drop one takes a tenth of the time then.

    And what the planner knows of them changes only where a test says so: by VACUUM, which takes no page for visible that was
    written by a commit that is not yet on disk, so commits stay synchronous.
    """
    connection = await connect(url)
    for setting in ("fsync", "full_page_writes", "autovacuum"):
        await connection.execute(f"ALTER SYSTEM SET {setting} = off")
    await connection.execute("SELECT pg_reload_conf()")
    await connection.close()


@pytest.fixture(scope="session")
def template(postgres_url: str) -> str:
    """The name of a migrated database to clone."""

    async def make() -> None:
        admin = await connect(postgres_url)
        await admin.execute(f"DROP DATABASE IF EXISTS {TEMPLATE}")
        await admin.execute(f"CREATE DATABASE {TEMPLATE}")
        await admin.close()
        connection = await connect(with_database(postgres_url, TEMPLATE))
        await migrate(connection)
        await connection.close()

    asyncio.run(make())
    return TEMPLATE


@pytest.fixture
def database_url(postgres_url: str, template: str) -> Iterator[str]:
    """A fresh, migrated, empty database."""
    with cloned_database(postgres_url, template) as url:
        yield url


@pytest.fixture(scope="module")
def session(postgres_url: str, template: str) -> "Iterator[Session]":
    """The engine over a store of its own, as the reference of its rule is asked."""
    from impact_engine import Session  # not above: it imports this file

    with cloned_database(postgres_url, template) as url:
        session = Session(url)
        yield session
        session.close()


@contextlib.contextmanager
def cloned_database(postgres_url: str, template: str) -> Iterator[str]:
    """A clone of the template, dropped at the end."""
    name = f"test_{uuid.uuid4().hex[:12]}"
    asyncio.run(_execute(postgres_url, f"CREATE DATABASE {name} TEMPLATE {template}"))
    try:
        yield with_database(postgres_url, name)
    finally:
        asyncio.run(_execute(postgres_url, f"DROP DATABASE {name} WITH (FORCE)"))


async def _execute(url: str, statement: str) -> None:
    connection = await connect(url)
    await connection.execute(statement)
    await connection.close()


def with_database(url: str, name: str) -> str:
    """The same server, another database."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def parse_files(*paths: Path) -> list[Item]:
    """The events of NDJSON files, without Spark."""
    return [
        item
        for path in paths
        for number, line in enumerate(path.read_bytes().splitlines(), 1)
        if line.strip()
        for item in parse_document(line, str(path), number)
    ]


def merge_items(database_url: str, items: Sequence[Item]) -> Merged:
    """Merge in one transaction."""

    async def run() -> Merged:
        connection = await connect_to_merge(database_url)
        try:
            [merged] = await merge(connection, [Delivery(items, new_trace().trace_id)])
            return merged
        finally:
            await connection.close()

    return asyncio.run(run())


def fetch(database_url: str, sql: str, *arguments: object) -> list[asyncpg.Record]:
    """The rows of one query."""

    async def run() -> list[asyncpg.Record]:
        connection = await connect(database_url)
        try:
            return list(await connection.fetch(sql, *arguments))
        finally:
            await connection.close()

    return asyncio.run(run())


HEADWATER = [sys.executable, "-m", "headwater"]

SHORT_LOADS = {
    "PYSPARK_SUBMIT_ARGS": '--conf "spark.driver.extraJavaOptions=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC" pyspark-shell'
}
"""The environment in which `headwater load` takes half of a core's time for a few events: its JVM compiles less."""


def heed_interrupts() -> None:
    """For a process that is to be interrupted: a shell's background job ignores Ctrl-C, which all below it inherit."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture(scope="session")
def run_headwater() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a command of `headwater` to its end."""

    def run(*arguments: str, timeout: float = 600, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*HEADWATER, *arguments],
            env={**os.environ, **SHORT_LOADS, **environment},
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )

    return run


@pytest.fixture(scope="session")
def demo_output(temp_folder: Path) -> Iterator[str]:
    """What `headwater demo` prints when it is ready; it serves until the tests end."""
    log = temp_folder / "demo.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [*HEADWATER, "demo", "--port", "0"],
            env={**os.environ, "HEADWATER_DATA_DIR": str(temp_folder / "demo")},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        give_up = time.monotonic() + 600  # it loads with Spark
        while "Stop:" not in log.read_text():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < give_up, log.read_text()
            time.sleep(0.1)
        yield log.read_text()
    finally:
        process.terminate()
        process.wait(60)


@pytest.fixture(scope="session")
def live_server(demo_output: str) -> str:
    """The address of a server with the demo's data."""
    match = re.search(r"(http://\S+)/graphql", demo_output)
    assert match, demo_output
    return match[1]
