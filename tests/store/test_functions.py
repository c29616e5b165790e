"""Functions belong to a version of the code: a changed one needs no migration, and two versions work side by side."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from asyncpg import Connection

from headwater.store.connections import connect
from headwater.store.database import Database
from headwater.store.functions import functions_schema
from headwater.store.queries import sql_folder

from conftest import HEADWATER, ROOT, fetch
from events import run_event, uuid
from pgbouncer import pooled
from server_process import Server
from store_dump import dump

JSON = {"content-type": "application/json"}
SCHEMAS = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'headwater%' ORDER BY 1"


@pytest.fixture(scope="module")
def later_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a later version of the code with other ends of runs: ABORT says SKIPPED."""
    folder = tmp_path_factory.mktemp("later")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "server" / "headwater", folder / "server" / "headwater", ignore=ignored)
    shutil.copytree(ROOT / "sql", folder / "sql")
    states = folder / "sql" / "functions" / "states.sql"
    text = states.read_text()
    changed = text.replace("AND t.is_state AND was_left_out(t.run_id)", "AND t.is_state")
    assert changed != text
    states.write_text(changed)
    return folder / "server"


def migrate(database_url: str, code: Path) -> str:
    """Return the output of `headwater migrate` of some code."""
    environment = os.environ | {"PYTHONPATH": str(code), "HEADWATER_DATABASE_URL": database_url}
    return subprocess.run([*HEADWATER, "migrate"], env=environment, check=True, capture_output=True, text=True).stdout


@pytest.fixture(params=[False, True], ids=["direct", "pooled"])
def database(request: pytest.FixtureRequest, database_url: str) -> Iterator[Database]:
    """The database itself, and behind a pooler with one session for all."""
    with pooled(database_url, pool_size=1) if request.param else nullcontext(Database(database_url)) as database:
        yield database


def test_two_versions_serve_and_merge_side_by_side(database: Database, database_url: str, later_code: Path) -> None:
    """A rolling upgrade: the later version migrates while the earlier one serves."""
    with Server(database) as earlier:
        applied = migrate(database_url, later_code)
        [schema] = [row["nspname"] for row in fetch(database_url, SCHEMAS) if row["nspname"] != functions_schema()]
        assert applied.split() == ["created", "functions", schema], "a changed function needs no migration"
        with Server(database, code=str(later_code)) as later:
            for server, number in ((earlier, 1), (later, 2), (earlier, 3), (later, 4)):
                for word in ("START", "ABORT"):
                    event = run_event(word, "00:00:00", uuid(number), "job", inputs=["a"], outputs=["b"])
                    answer = server.post(event)
                    assert answer.status_code == 201, (number, answer.text)
            for server in (earlier, later):
                answer = server.post(
                    {"query": "{ runsConnection(first: 9) { edges { node { urn } } } }"}, "/graphql", **JSON
                ).json()
                assert "errors" not in answer, answer
                assert len(answer["data"]["runsConnection"]["edges"]) == 4
    results = fetch(database_url, "SELECT native_id, result FROM run ORDER BY native_id")
    assert [row["result"] for row in results] == ["FAILURE", "SKIPPED", "FAILURE", "SKIPPED"]


def test_functions_that_nobody_uses_are_dropped(database_url: str, later_code: Path) -> None:
    before = dump(database_url)
    migrate(database_url, later_code)
    assert len(fetch(database_url, SCHEMAS)) == 2
    fetch(
        database_url,
        f"UPDATE functions_in_use SET seen_at = now() - interval '2 days' WHERE schema_name = '{functions_schema()}'",
    )
    migrate(database_url, later_code)
    assert functions_schema() not in {row["nspname"] for row in fetch(database_url, SCHEMAS)}
    migrate(database_url, ROOT / "server")
    assert functions_schema() in {row["nspname"] for row in fetch(database_url, SCHEMAS)}
    assert dump(database_url) == before


async def test_no_table_depends_on_a_function_that_changes(database_url: str) -> None:
    """The schemas of functions can be dropped: all data stays, and the functions that indexes and columns need."""
    connection: Connection = await connect(database_url)
    tables = (
        "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'i', 'I')"
    )
    before = await connection.fetchval(tables)
    await connection.execute(f"DROP SCHEMA {functions_schema()} CASCADE")
    assert await connection.fetchval(tables) == before
    needed = """
        SELECT p.proname FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace AND NOT EXISTS (
            SELECT FROM pg_depend d WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid = p.oid)"""
    assert [row["proname"] for row in await connection.fetch(needed)] == []
    await connection.close()


def test_each_file_says_what_it_is_for() -> None:
    for path in (sql_folder() / "functions").glob("*.sql"):
        first = path.read_text().splitlines()[0]
        assert first.startswith("-- ")
        assert first.endswith("."), path.name
