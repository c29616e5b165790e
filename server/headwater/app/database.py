"""Which Postgres is used: the one of the settings, else the embedded one, for as long as it is needed."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from headwater.embedded import EmbeddedPostgres
from headwater.embedded.keeper import Keeper
from headwater.settings import Settings
from headwater.store.database import Database
from headwater.store.migrations import migrate, require_migrated
from headwater.store.pool import connect


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """The URL of a database that has this version's schema.

    The embedded one is nobody else's, so it is migrated here. Another is refused where it is behind or
    ahead: when to migrate a shared database is its owner's to say (`headwater migrate`).
    Raises EmbeddedPostgresError or MigrationError.
    """
    with database_as_found(settings) as url:
        asyncio.run(_prepare(url, is_ours=settings.database_url is None))
        yield url


@contextmanager
def served_database(settings: Settings) -> Iterator[tuple[Database, Keeper | None]]:
    """The database of a server, and the keeper of the embedded one, which outlives the end of its supervisor.

    Raises EmbeddedPostgresError or MigrationError, as `database` does.
    """
    if settings.database_url is not None:
        with database(settings) as url:
            yield Database(url), None
        return
    with EmbeddedPostgres(settings.data_dir) as postgres:
        asyncio.run(_prepare(postgres.start(), is_ours=True))
        with Keeper(postgres) as keeper:
            yield Database(postgres.url), keeper


@contextmanager
def database_as_found(settings: Settings) -> Iterator[str]:
    """The URL of the database, whatever is in it. Raises EmbeddedPostgresError."""
    if settings.database_url is not None:
        yield settings.database_url.get_secret_value()
        return
    with EmbeddedPostgres(settings.data_dir) as postgres:
        yield postgres.start()


async def _prepare(url: str, *, is_ours: bool) -> None:
    connection = await connect(url)
    try:
        await (migrate(connection) if is_ours else require_migrated(connection))
    finally:
        await connection.close()


def migrate_database(url: str) -> list[str]:
    """Bring a database to this version's schema; the names of the migrations that it lacked."""

    async def run() -> list[str]:
        connection = await connect(url)
        try:
            return await migrate(connection)
        finally:
            await connection.close()

    return asyncio.run(run())
