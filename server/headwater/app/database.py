"""Which Postgres is used: the one of the settings, else the embedded one, for as long as it is needed."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from asyncpg import (
    Connection,
    DuplicatePreparedStatementError,
    InvalidSQLStatementNameError,
    ProtocolViolationError,
)

from headwater.embedded import EmbeddedPostgres
from headwater.embedded.keeper import Keeper
from headwater.errors import SettingsError
from headwater.settings import Settings
from headwater.store.database import Database
from headwater.store.functions import keeps_search_path
from headwater.store.migrations import migrate, require_migrated
from headwater.store.pool import connect

_POOLER = "If HEADWATER_DATABASE_URL is a pooler's, set HEADWATER_DIRECT_URL to the address of Postgres itself"


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """The direct URL of a database that has this version's schema.

    The embedded one is nobody else's, so it is migrated here. Another is refused where it is behind or
    ahead: when to migrate a shared database is its owner's to say (`headwater migrate`).
    Raises EmbeddedPostgresError, MigrationError, or SettingsError where a pooler refuses the connection.
    """
    with database_as_found(settings) as url:
        asyncio.run(_prepare(url, is_ours=settings.database_url is None))
        yield url


@contextmanager
def pooled_database(settings: Settings) -> Iterator[Database]:
    """The same database for reads and merges, which go through the pooler of the settings, if there is one."""
    with database(settings) as direct_url:
        url = direct_url if settings.database_url is None else settings.database_url.get_secret_value()
        yield Database(url, direct_url)


@contextmanager
def served_database(settings: Settings) -> Iterator[tuple[Database, Keeper | None]]:
    """The database of a server, and the keeper of the embedded one, which outlives the end of its supervisor.

    Raises EmbeddedPostgresError or MigrationError, as `database` does.
    """
    if settings.database_url is not None:
        with pooled_database(settings) as shared:
            yield shared, None
        return
    with EmbeddedPostgres(settings.data_dir) as postgres:
        asyncio.run(_prepare(postgres.start(), is_ours=True))
        with Keeper(postgres) as keeper:
            yield Database(postgres.url), keeper


@contextmanager
def database_as_found(settings: Settings) -> Iterator[str]:
    """The direct URL of the database, whatever is in it. Raises EmbeddedPostgresError."""
    if settings.database_url is not None:
        yield (settings.direct_url or settings.database_url).get_secret_value()
        return
    with EmbeddedPostgres(settings.data_dir) as postgres:
        yield postgres.start()


async def _prepare(url: str, *, is_ours: bool) -> None:
    async with _connected(url) as connection:
        await (migrate(connection) if is_ours else require_migrated(connection))


def migrate_database(url: str) -> list[str]:
    """Bring a database to this version's schema; the names of the migrations that it lacked."""

    async def run() -> list[str]:
        async with _connected(url) as connection:
            return await migrate(connection)

    return asyncio.run(run())


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Connection]:
    """A connection, closed at the end. Raises SettingsError where the URL is a pooler's."""
    try:
        connection = await connect(url)
    except ProtocolViolationError as error:
        raise SettingsError(f"the database says: {error}. {_POOLER}") from error
    try:
        if not await _has_session(connection):
            raise SettingsError(f"the connection has no session of its own. {_POOLER}")
        yield connection
    finally:
        await connection.close()


async def _has_session(connection: Connection) -> bool:
    try:
        return await keeps_search_path(connection)
    except (DuplicatePreparedStatementError, InvalidSQLStatementNameError):
        return False
