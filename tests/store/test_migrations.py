"""Migrations: once each, together, and refused where the database is not this version's."""

import asyncio

import pytest

from headwater.errors import MigrationError
from headwater.store.migrations import migrate, pending, require_migrated
from headwater.store.pool import connect
from headwater.store.queries import sql_folder

from conftest import fetch

MIGRATIONS = sorted(path.name for path in (sql_folder() / "migrations").glob("*.sql"))


async def test_migrated_database_has_nothing_pending(database_url: str) -> None:
    connection = await connect(database_url)
    assert await pending(connection) == []
    assert await migrate(connection) == []
    await connection.close()


async def test_two_servers_may_migrate_at_once(database_url: str) -> None:
    one, other = await connect(database_url), await connect(database_url)
    await one.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    applied = await asyncio.gather(migrate(one), migrate(other))
    assert sorted(applied) == [[], MIGRATIONS]
    await one.close()
    await other.close()


async def test_database_behind_is_refused_with_the_command(database_url: str) -> None:
    connection = await connect(database_url)
    await connection.execute("DELETE FROM schema_migration")
    with pytest.raises(MigrationError, match=r"behind .*0001_foundation.sql.*headwater migrate"):
        await require_migrated(connection)
    await connection.close()


async def test_database_ahead_is_refused(database_url: str) -> None:
    connection = await connect(database_url)
    await connection.execute("INSERT INTO schema_migration VALUES ('9999_later.sql', 'x')")
    with pytest.raises(MigrationError, match=r"ahead.*9999_later"):
        await require_migrated(connection)
    await connection.close()


async def test_changed_migration_is_refused(database_url: str) -> None:
    connection = await connect(database_url)
    await connection.execute("UPDATE schema_migration SET checksum = 'x'")
    with pytest.raises(MigrationError, match=r"0001_foundation.sql"):
        await require_migrated(connection)
    await connection.close()


def test_every_foreign_key_has_an_index(database_url: str) -> None:
    """An index whose leading columns are the key's; a partial one counts where it only leaves out nulls."""
    missing = fetch(
        database_url,
        """
        SELECT c.conrelid::regclass::text AS owner, c.conname FROM pg_constraint c
        WHERE c.contype = 'f' AND NOT EXISTS (
            SELECT FROM pg_index i WHERE i.indrelid = c.conrelid
                AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)
        """,
    )
    assert [tuple(row) for row in missing] == []


def test_no_free_text_is_indexed(database_url: str) -> None:
    """Texts in an index are the closed sets that a CHECK names, or the dialect; all else is hashed."""
    columns = fetch(
        database_url,
        """
        SELECT DISTINCT i.indrelid::regclass || '.' || a.attname AS name
        FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[])
        JOIN pg_class t ON t.oid = i.indrelid
        WHERE a.atttypid = 'text'::regtype AND t.relnamespace = 'public'::regnamespace
        """,
    )
    allowed = {
        "alias.origin", "aspect.dialect", "asset_write.effect", "derivation.origin", "edge.direction", "job_edge.direction", "job_link.origin", "run_facets.scope", "run_link.kind", "run_warning.code", "schema_migration.name",
            # names of DataHub's registry, which what it does not know is refused by
            "versioned_aspect.name", "timeseries_aspect.name", "relationship.aspect", "relationship.field", "relationship.type",
            # a word of at most 64 characters
            "run.trigger",
    }  # fmt: skip
    assert {row["name"] for row in columns} <= allowed
