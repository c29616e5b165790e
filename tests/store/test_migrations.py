"""Migrations: once each, together, and refused if the database belongs to another version."""

import asyncio
import shutil
from pathlib import Path

import pytest

from headwater.errors import MigrationError
from headwater.store.connections import connect
from headwater.store.functions import functions_schema
from headwater.store.migrations import migrate, pending, require_migrated
from headwater.store.queries import sql_folder

from conftest import fetch

PATIENCE_SECONDS = 60
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
    assert sorted(applied) == [[], [*MIGRATIONS, functions_schema()]]
    await one.close()
    await other.close()


async def test_database_behind_is_refused_with_the_command(database_url: str) -> None:
    connection = await connect(database_url)
    await connection.execute("DELETE FROM schema_migration")
    with pytest.raises(MigrationError, match=r"behind .*0001_schema.sql.*headwater migrate"):
        await require_migrated(connection)
    await connection.close()


async def test_database_ahead_is_refused(database_url: str) -> None:
    connection = await connect(database_url)
    await connection.execute("INSERT INTO schema_migration VALUES ('9999_later.sql', 'x')")
    with pytest.raises(MigrationError, match=r"newer version.*9999_later"):
        await require_migrated(connection)
    await connection.close()


async def test_changed_migration_is_refused(database_url: str) -> None:
    connection = await connect(database_url)
    await connection.execute("UPDATE schema_migration SET checksum = 'x'")
    with pytest.raises(MigrationError, match=r"0001_schema.sql"):
        await require_migrated(connection)
    await connection.close()


async def test_a_store_of_0_1_0_is_refused_with_the_command(database_url: str) -> None:
    connection = await connect(database_url)
    await connection.execute("UPDATE schema_migration SET name = '0001_foundation.sql' WHERE name = '0001_schema.sql'")
    with pytest.raises(MigrationError, match=r"0\.1\.0.*headwater load"):
        await migrate(connection)
    await connection.close()


async def test_a_migration_keeps_nobody_waiting(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During a long use of its table, a migration lets other sessions read, and is applied in the end."""
    shutil.copytree(sql_folder() / "migrations", tmp_path / "migrations")
    (tmp_path / "migrations" / "9999_later.sql").write_text("ALTER TABLE content ADD COLUMN later integer")
    monkeypatch.setattr("headwater.store.migrations.sql_folder", lambda: tmp_path)
    migrating, using, reading = [await connect(database_url) for _ in range(3)]
    async with asyncio.timeout(PATIENCE_SECONDS):
        async with using.transaction():
            await using.execute("LOCK TABLE content IN ACCESS SHARE MODE")
            task = asyncio.create_task(migrate(migrating))
            while not await reading.fetchval("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)"):
                await asyncio.sleep(0.02)
            assert await reading.fetchval("SELECT count(*) FROM content") == 0
            assert not task.done()
        assert await task == ["9999_later.sql"]
    for connection in (migrating, using, reading):
        await connection.close()


def test_every_foreign_key_has_an_index(database_url: str) -> None:
    """The key's columns lead the index; a partial index counts if it only leaves out nulls."""
    missing = fetch(
        database_url,
        """
        SELECT c.conrelid::regclass::text AS owner, c.conname FROM pg_constraint c
        WHERE c.contype = 'f' AND NOT EXISTS (
            SELECT FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
            WHERE i.indrelid = c.conrelid AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
                AND coalesce(pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname), true))
        """,
    )
    assert [tuple(row) for row in missing] == []


def test_no_free_text_is_indexed(database_url: str) -> None:
    """Texts in an index are closed sets, or cut; all others are hashed."""
    found = fetch(
        database_url,
        """
        SELECT DISTINCT i.indrelid::regclass || '.' || pg_get_indexdef(i.indexrelid, a.attnum, true) AS name
        FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
        WHERE pg_get_indexdef(i.indexrelid, a.attnum, true) <> '' AND a.atttypid IN ('text'::regtype, 'tsvector'::regtype)
            AND t.relnamespace = 'public'::regnamespace
        """,
    )
    allowed = {
        # closed sets that a CHECK names, and names of ours
        "alias.origin", "asset_write.effect", "derivation.origin", "edge.direction", "job_edge.direction",
        "job_link.origin", "run_facets.scope", "run_link.kind", "run_warning.code", "schema_migration.name",
        "functions_in_use.schema_name", "retention_policy.scope", "sampling_policy.scope", "loaded_part.dialect", "run.COALESCE(closed_result, result)",
        # names of DataHub's registry, which refuses unknown ones
        "versioned_aspect.name", "timeseries_aspect.name", "relationship.aspect", "relationship.field", "relationship.type",
        # the id of a source
        "loaded_part.source",
        # a word of at most 64 characters
        "run.trigger",
        # the begin of a text, and the words of its first 500 characters
        'entity."left"(urn, 400)', 'run."left"(lower(native_id), 64)', "versioned_aspect.\"left\"(lower(value ->> 'name'::text), 64)",
        "entity.name_vector(own_name(kind, urn, name))", "versioned_aspect.name_vector(value ->> 'name'::text)",
    }  # fmt: skip
    assert {row["name"] for row in found} - allowed == set()
