"""`sql/schema.sql` shows the present tables."""

from asyncpg import Connection

from headwater.store.connections import connect

from schema_text import SCHEMA, schema_text


async def test_the_schema_that_is_shown_is_that_of_a_migrated_database(database_url: str) -> None:
    connection: Connection = await connect(database_url)
    found = await schema_text(connection)
    await connection.close()
    assert found == SCHEMA.read_text(), "after a migration: make tables"
