"""Bring a database to this version's tables, by `sql/migrations/*.sql` in order, each once; and to its functions.

The runner is our own, as the migrations are plain SQL files. They need only a lock, a checksum and one transaction
each; alembic and yoyo would bring SQLAlchemy or a second driver.
"""

import asyncio
import hashlib

import structlog
from asyncpg import Connection, DeadlockDetectedError, LockNotAvailableError

from headwater.errors import MigrationError
from headwater.store.derivation import begin_derivation
from headwater.store.functions import create_functions, functions_schema, has_functions
from headwater.store.queries import query, sql_folder, sql_texts

Checksums = dict[str, str]

_OF_0_1_0 = "0001_foundation.sql"
"""The first migration of 0.1.0, whose tables were different."""

_TRIES = 100
_BREAK_SECONDS = 1.0
"""The pause between two tries to lock a migration's tables: waiting statements continue in the meantime."""

_log = structlog.get_logger()


def _files() -> Checksums:
    return {name: _checksum(text) for name, text in _texts().items()}


def _texts() -> dict[str, str]:
    return sql_texts(sql_folder() / "migrations")


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def newest_migration() -> str:
    """Return the name of this version's last migration."""
    return max(_files())


async def pending(connection: Connection) -> list[str]:
    """Return the missing migrations; writes nothing. Raises MigrationError if the database is newer or differs."""
    has_table = await connection.fetchval(query("has_migration_table"))
    rows = await connection.fetch(query("applied_migrations")) if has_table else []
    done = {row["name"]: row["checksum"] for row in rows}
    files = _files()
    if _OF_0_1_0 in done:
        raise MigrationError(
            "the database was made by headwater 0.1.0: load its events into a new one, by `headwater load`"
        )
    if unknown := sorted(done.keys() - files.keys()):
        raise MigrationError(
            f"the database was upgraded by a newer version (it has {unknown[-1]}): use that version of headwater"
        )
    if changed := [name for name, checksum in done.items() if files[name] != checksum]:
        raise MigrationError(
            f"the database was made with another {changed[0]} than this version has:"
            " use the version that made it, or load its events into a new one, by `headwater load`"
        )
    return [name for name in files if name not in done]


async def migrate(connection: Connection) -> list[str]:
    """Apply missing migrations and return their names; for new functions also the name of their schema.

    Any number of servers may call this at once.
    """
    await connection.execute(query("lock_migrations"))
    try:
        names = await pending(connection)
        for name in names:
            await _apply_patiently(connection, name)
        await begin_derivation(connection)
        if await create_functions(connection):
            names.append(functions_schema())
        return names
    finally:
        await connection.execute(query("unlock_migrations"))


async def _apply_patiently(connection: Connection, name: str) -> None:
    """Apply a migration; if its tables are in use for long, release all locks and try again."""
    for _ in range(_TRIES):
        try:
            return await _apply(connection, name)
        except (LockNotAvailableError, DeadlockDetectedError) as error:
            _log.warning("migration.waits", migration=name, reason=str(error))
            await asyncio.sleep(_BREAK_SECONDS)
    raise MigrationError(
        f"{name} cannot lock its tables: end the transactions that use them, and run `headwater migrate` again"
    )


async def _apply(connection: Connection, name: str) -> None:
    text = _texts()[name]
    async with connection.transaction():
        await connection.execute(query("begin_migration"))
        await connection.execute(query("create_migration_table"))
        await connection.execute(text)
        await connection.execute(query("record_migration"), name, _checksum(text))


async def require_migrated(connection: Connection) -> None:
    """Raise MigrationError, with the command that helps, unless the schema is this version's."""
    if names := await pending(connection):
        raise MigrationError(f"the database is behind this version ({', '.join(names)}): run `headwater migrate`")
    if not await has_functions(connection):
        raise MigrationError("the database has no functions of this version: run `headwater migrate`")
