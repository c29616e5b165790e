"""Brings a database to the tables of this version, by `sql/migrations/*.sql` in order, each once; and to its functions.

Our own runner rather than a tool: the migrations are plain SQL files, and a lock, a checksum and one
transaction each are all that is needed (alembic and yoyo would bring SQLAlchemy or a second driver).
"""

import asyncio
import hashlib

import structlog
from asyncpg import Connection, LockNotAvailableError

from headwater.errors import MigrationError
from headwater.store.derivation import begin_derivation
from headwater.store.functions import create_functions, functions_schema, has_functions
from headwater.store.queries import query, sql_folder

Checksums = dict[str, str]

_OF_0_1_0 = "0001_foundation.sql"
"""The first migration of 0.1.0, whose tables are not these."""

_TRIES = 100
_BREAK_SECONDS = 1.0
"""Between two tries to get the locks of a migration: all that waited behind it goes on in the meantime."""

_log = structlog.get_logger()


def _files() -> Checksums:
    paths = sorted((sql_folder() / "migrations").glob("*.sql"))
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def newest_migration() -> str:
    """The name of this version's last migration."""
    return max(_files())


async def pending(connection: Connection) -> list[str]:
    """The migrations that the database lacks; writes nothing. Raises MigrationError where it is ahead or differs."""
    has_table = await connection.fetchval(query("has_migration_table"))
    rows = await connection.fetch(query("applied_migrations")) if has_table else []
    done = {row["name"]: row["checksum"] for row in rows}
    files = _files()
    if _OF_0_1_0 in done:
        raise MigrationError(
            "the database was made by headwater 0.1.0: load its events into a new one, by `headwater load`"
        )
    if unknown := sorted(done.keys() - files.keys()):
        raise MigrationError(f"the database is ahead of this version (it has {unknown[-1]}): upgrade headwater")
    if changed := [name for name, checksum in done.items() if files[name] != checksum]:
        raise MigrationError(
            f"the database was made with another {changed[0]} than this version has:"
            " use the version that made it, or load its events into a new one, by `headwater load`"
        )
    return [name for name in files if name not in done]


async def migrate(connection: Connection) -> list[str]:
    """Apply what is pending and return its names; of new functions that of their schema.

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
    """Apply a migration; where others use its tables for long, let go of all and try again."""
    for _ in range(_TRIES):
        try:
            return await _apply(connection, name)
        except LockNotAvailableError as error:
            _log.warning("migration.waits", migration=name, reason=str(error))
            await asyncio.sleep(_BREAK_SECONDS)
    raise MigrationError(f"{name} cannot have its tables: end the transactions that use them, and migrate again")


async def _apply(connection: Connection, name: str) -> None:
    async with connection.transaction():
        await connection.execute(query("begin_migration"))
        await connection.execute(query("create_migration_table"))
        await connection.execute((sql_folder() / "migrations" / name).read_text(encoding="utf-8"))
        await connection.execute(query("record_migration"), name, _files()[name])


async def require_migrated(connection: Connection) -> None:
    """Raises MigrationError, with the command that helps, unless the schema is this version's."""
    if names := await pending(connection):
        raise MigrationError(f"the database is behind this version ({', '.join(names)}): run `headwater migrate`")
    if not await has_functions(connection):
        raise MigrationError("the database has no functions of this version: run `headwater migrate`")
