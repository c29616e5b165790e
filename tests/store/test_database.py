"""The errors of a real Postgres: an outage is over in a moment, a bug of ours has to be seen."""

import asyncpg
import pytest
import structlog

from headwater.errors import UnavailableError
from headwater.store.connections import connect
from headwater.store.database import Database, is_away

OUTAGES = [
    "SELECT pg_terminate_backend(pg_backend_pid())",
    "SELECT FROM not_yet_restored",
    "BEGIN; SET TRANSACTION READ ONLY; CREATE TABLE written_to_a_standby ()",
    "EXECUTE of_another_session_behind_the_pooler",
]
BUGS = [
    "DO $$ BEGIN RAISE 'a function refuses this'; END $$",
    "SELECT (SELECT 1 UNION SELECT 2)",
    "SELECT 1 / 0",
    "SELECT no_such_column",
    "CREATE TABLE one (n integer CHECK (n > 0)); INSERT INTO one VALUES (0)",
]


@pytest.mark.parametrize(
    ("statement", "expected"), [*((one, True) for one in OUTAGES), *((one, False) for one in BUGS)], ids=OUTAGES + BUGS
)
async def test_outages_and_bugs_are_told_apart(statement: str, expected: bool, database_url: str) -> None:
    connection = await connect(database_url)
    try:
        with pytest.raises(asyncpg.PostgresError) as raised:
            await connection.execute(statement)
    finally:
        connection.terminate()
    assert is_away(raised.value) is expected


def test_a_use_that_began_in_an_outage_begins_no_other() -> None:
    """A part may wait for a port without an answer until long after another part works again."""
    database = Database("postgresql://nobody@localhost/nothing")
    with structlog.testing.capture_logs() as lines:
        late = database.used("late")
        late.__enter__()
        with pytest.raises(UnavailableError), database.used("early"):
            raise ConnectionRefusedError
        with database.used("early"):
            pass
        with pytest.raises(UnavailableError):
            late.__exit__(TimeoutError, TimeoutError(), None)
        assert [line["event"] for line in lines] == ["database.unavailable", "database.available"]
        with pytest.raises(UnavailableError), database.used("late"):
            raise TimeoutError
    assert [line["event"] for line in lines] == ["database.unavailable", "database.available", "database.unavailable"]
