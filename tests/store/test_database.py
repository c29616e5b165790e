"""The errors of a real Postgres: an outage is over in a moment, a bug of ours has to be seen."""

import asyncpg
import pytest

from headwater.store.database import is_away
from headwater.store.pool import connect

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
