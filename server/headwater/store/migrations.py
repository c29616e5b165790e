"""Brings a database to the schema of this version: `sql/migrations/*.sql`, in order, each once.

Our own runner rather than a tool: the migrations are plain SQL files, and a lock, a checksum and one
transaction each are all that is needed (alembic and yoyo would bring SQLAlchemy or a second driver).
"""

import hashlib

from asyncpg import Connection

from headwater.errors import MigrationError
from headwater.store.queries import query, sql_folder

Checksums = dict[str, str]


def _files() -> Checksums:
    paths = sorted((sql_folder() / "migrations").glob("*.sql"))
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


async def pending(connection: Connection) -> list[str]:
    """The migrations that the database lacks; writes nothing. Raises MigrationError where it is ahead or differs."""
    has_table = await connection.fetchval(query("has_migration_table"))
    rows = await connection.fetch(query("applied_migrations")) if has_table else []
    done = {row["name"]: row["checksum"] for row in rows}
    files = _files()
    if unknown := sorted(done.keys() - files.keys()):
        raise MigrationError(f"the database is ahead of this version (it has {unknown[-1]}): upgrade headwater")
    if changed := [name for name, checksum in done.items() if files[name] != checksum]:
        raise MigrationError(f"the database was made with another {changed[0]} than this version has")
    return [name for name in files if name not in done]


async def migrate(connection: Connection) -> list[str]:
    """Apply what is pending and return its names. Any number of servers may call this at once."""
    await connection.execute(query("lock_migrations"))
    try:
        await connection.execute(query("create_migration_table"))
        names = await pending(connection)
        for name in names:
            async with connection.transaction():
                await connection.execute((sql_folder() / "migrations" / name).read_text(encoding="utf-8"))
                await connection.execute(query("record_migration"), name, _files()[name])
        return names
    finally:
        await connection.execute(query("unlock_migrations"))


async def require_migrated(connection: Connection) -> None:
    """Raises MigrationError, with the command that mends it, unless the schema is this version's."""
    if names := await pending(connection):
        raise MigrationError(f"the database is behind this version ({', '.join(names)}): run `headwater migrate`")
