"""A real Postgres for the tests: a migrated template database, and a clone of it for each test that asks."""

import asyncio
import contextlib
import gc
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import hypothesis
import hypothesis.internal.conjecture.engine
import pytest
import structlog
from asyncpg import Connection

from connections import Connections
from headwater.dialects.openlineage import parse_document
from headwater.embedded import EmbeddedPostgres
from headwater.graphql.schema import HeadwaterSchema
from headwater.model.changes import Changes, Problem
from headwater.store.connections import connect
from headwater.store.merge import Delivery, Merged, merge
from headwater.store.migrations import migrate
from headwater.trace import new_trace

from forked import run_forked

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from impact_engine import Session

hypothesis.settings.register_profile("busy", deadline=None)  # an example takes longer on a busy machine
hypothesis.settings.load_profile("busy")
hypothesis.internal.conjecture.engine.MAX_SHRINKING_SECONDS = 40  # the default of 300 only delays the same failure

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
TEMPLATE = "headwater_template"

Item = Changes | Problem

CONNECTIONS = Connections()


@pytest.fixture(scope="session", autouse=True)
def _connections() -> Iterator[None]:
    yield
    CONNECTIONS.close()


@pytest.fixture(scope="session", autouse=True)
def _collect_as_ever() -> Iterator[None]:
    """Keep the servers within this process from searching all tests for garbage, each at its start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("headwater.app.application.collect_rarely", contextlib.nullcontext)
        yield


@pytest.fixture(scope="session", autouse=True)
def _types_once() -> Iterator[None]:
    """Servers within this process share the types of their schemas, which take most of a server's start."""
    first: dict[bool, tuple[dict[str, Any], dict[str, Any]]] = {}
    build = HeadwaterSchema.__init__

    def built(schema: HeadwaterSchema, stages: Any, *, config: Any, execution_context_class: Any, **types: Any) -> None:
        if config.disable_field_suggestions not in first:
            build(schema, stages, config=config, execution_context_class=execution_context_class, **types)
            first[config.disable_field_suggestions] = types, vars(schema).copy()
        known, made = first[config.disable_field_suggestions]
        assert types == known
        plans = execution_context_class.plans
        vars(schema).update(made, execution_context_class=execution_context_class, _plans=plans, _stages=stages)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HeadwaterSchema, "__init__", built)
        yield


@pytest.fixture(autouse=True)
def _logging() -> Iterator[None]:
    """A command that ran in the process of a test leaves its level and handlers to no other test."""
    handlers, level = logging.root.handlers[:], logging.root.level
    yield
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)
    structlog.reset_defaults()


LONGEST = [
    "test_point_in_time.py",
    "store/test_databand.py",
    "test_docs.py",
    "loader/test_load.py",
    "ingest/test_ways_in.py",
    "loader/test_load_datahub.py",
    "loader/test_load_faults.py",
    "loader/test_load_on_cluster.py",
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
"""The slowest files and folders, the slowest first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest files first, so that at the end no process waits for another's slow file."""

    def place(item: pytest.Item) -> int:
        path = item.path.relative_to(ROOT / "tests")
        return next((place for place, name in enumerate(LONGEST) if path.is_relative_to(name)), len(LONGEST))

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """Keep searches for garbage from going through all modules and all tests."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell the files that take longest, where `--durations` tells the tests."""
    config = terminalreporter.config
    if not (shown := config.getoption("durations")):
        return
    seconds: dict[str, float] = defaultdict(float)
    for report in (one for some in terminalreporter.stats.values() for one in some):
        if isinstance(report, pytest.TestReport):
            seconds[report.location[0]] += report.duration
    terminalreporter.section(f"slowest {shown} files, of {sum(seconds.values()):.0f} s in all")
    for name in sorted(seconds, key=seconds.__getitem__, reverse=True)[:shown]:
        terminalreporter.write_line(f"{seconds[name]:.1f}s {name}")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of recorded payloads, outside the project."""
    if not CORPUS.is_dir():
        pytest.skip("the corpus of recorded payloads is not beside this checkout")
    return CORPUS


MEMORY = Path("/dev/shm")
ROOM_BYTES = 4 * 1024**3


@pytest.fixture(scope="session")
def temp_folder() -> Iterator[Path]:
    """A folder open to other users: root's Postgres runs as nobody.

    It is in memory where there is room: a new database is some 900 files, and on a disk takes ten times as long.
    """
    folder = Path(tempfile.mkdtemp(prefix="headwater-tests-", dir=MEMORY if _is_memory_usable() else None))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def _is_memory_usable() -> bool:
    """Return True if the folder in memory has room, and programs may run from it: Postgres' may be copied there."""
    if not MEMORY.is_dir():
        return False
    found = os.statvfs(MEMORY)
    return found.f_bavail * found.f_frsize >= ROOM_BYTES and not found.f_flag & os.ST_NOEXEC


@pytest.fixture(scope="session")
def postgres_url(temp_folder: Path) -> Iterator[str]:
    """A Postgres server: HEADWATER_TEST_DATABASE_URL (of a superuser), else an embedded one."""
    if url := os.environ.get("HEADWATER_TEST_DATABASE_URL"):
        yield url
        return
    with EmbeddedPostgres(temp_folder / "postgres") as postgres:
        url = postgres.start()
        asyncio.run(_be_quick_and_the_same(url))
        yield url


async def _be_quick_and_the_same(url: str) -> None:
    """Trade safety for speed, and keep the planner's knowledge fixed.

    The databases need not survive a crash of the machine, and dropping one without fsync takes a tenth of the time.
    Autovacuum is off, so the planner's knowledge changes only if a test runs VACUUM. Commits stay synchronous: VACUUM
    marks no page as all-visible while a commit on it is not yet on disk.
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


@pytest.fixture(scope="module")
def spark() -> "Iterator[SparkSession]":
    """A Spark for all loads of a file of tests."""
    from headwater.loader.session import spark_session  # a local import: few tests need PySpark

    with spark_session("local[2]", quick=True) as spark:
        yield spark


@pytest.fixture
def database_url(postgres_url: str, template: str) -> Iterator[str]:
    """A fresh, migrated, empty database."""
    with cloned_database(postgres_url, template) as url:
        yield url


@pytest.fixture(scope="module")
def session(postgres_url: str, template: str) -> "Iterator[Session]":
    """The engine over its own store, with the interface of the rule's reference."""
    from impact_engine import Session  # a local import: the module imports this file

    with cloned_database(postgres_url, template) as url:
        session = Session(url)
        yield session
        session.close()


@contextlib.contextmanager
def cloned_database(postgres_url: str, template: str) -> Iterator[str]:
    """Yield a clone of the template, dropped at the end.

    Its files are copied: by default Postgres logs every page, compressed, which takes ten times as long.
    """
    name = f"test_{uuid.uuid4().hex[:12]}"
    url = with_database(postgres_url, name)
    fetch(postgres_url, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    try:
        yield url
    finally:
        CONNECTIONS.forget(url)
        fetch(postgres_url, f"DROP DATABASE {name} WITH (FORCE)")


def with_database(url: str, name: str) -> str:
    """Return the URL of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def parse_files(*paths: Path) -> list[Item]:
    """Return the items of NDJSON files, without Spark."""
    return [
        item
        for path in paths
        for number, line in enumerate(path.read_bytes().splitlines(), 1)
        if line.strip()
        for item in parse_document(line, str(path), number)
    ]


def merge_items(database_url: str, items: Sequence[Item], trace_id: uuid.UUID | None = None) -> Merged:
    """Merge items in one transaction, with a trace id or with a new one."""

    async def work(connection: Connection) -> Merged:
        [merged] = await merge(connection, [Delivery(items, trace_id or new_trace().trace_id)])
        return merged

    return CONNECTIONS.use(database_url, "merges", work)


def fetch(database_url: str, sql: str, *arguments: object) -> list[asyncpg.Record]:
    """Return the rows of one query."""

    async def work(connection: Connection) -> list[asyncpg.Record]:
        return list(await connection.fetch(sql, *arguments))

    return CONNECTIONS.use(database_url, "reads", work)


@contextlib.contextmanager
def without_new_connections(database_url: str) -> Iterator[None]:
    """Postgres refuses new connections to a database; open ones go on."""
    server_url, name = with_database(database_url, "postgres"), urlsplit(database_url).path[1:]
    fetch(server_url, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    try:
        yield
    finally:
        fetch(server_url, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


HEADWATER = [sys.executable, "-m", "headwater"]

_QUICK_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"

SHORT_LOADS = {"PYSPARK_SUBMIT_ARGS": f'--conf "spark.driver.extraJavaOptions={_QUICK_JAVA}" pyspark-shell'}
"""The environment that halves the CPU of `headwater load` for a few events: its JVM compiles and verifies less."""


def heed_interrupts() -> None:
    """Restore Ctrl-C in a process that a test interrupts: background jobs of a shell and their children ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture(scope="session")
def run_headwater() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a command of `headwater` to its end; forked, unless the command makes processes of its own."""

    def run(*arguments: str, timeout: float = 600, **environment: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, **SHORT_LOADS, **environment}
        if "--workers" in arguments:
            command = [*HEADWATER, *arguments]
            return subprocess.run(
                command, env=environment, timeout=timeout, capture_output=True, text=True, check=False
            )
        return run_forked(arguments, environment, timeout)

    return run


@pytest.fixture(scope="session")
def demo_output(temp_folder: Path) -> Iterator[str]:
    """The output of `headwater demo` when it is ready; the server runs until the tests end."""
    log = temp_folder / "demo.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [*HEADWATER, "demo", "--port", "0"],
            env={**os.environ, "HEADWATER_DATA_DIR": str(temp_folder / "demo")},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        give_up = time.monotonic() + 600  # the demo loads with Spark
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
