"""The Postgres to use: the one of the settings, else the embedded one, started for as long as it is needed."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, NamedTuple

import structlog
from asyncpg import (
    Connection,
    DuplicatePreparedStatementError,
    InvalidSQLStatementNameError,
    ProtocolViolationError,
)

from headwater.app.budget import most_connections
from headwater.embedded import EmbeddedPostgres, has_cluster
from headwater.embedded.keeper import Keeper
from headwater.errors import SettingsError, UnavailableError
from headwater.settings import DATABASE_URL_VARIABLE, Settings
from headwater.store.connections import connect, try_pooler
from headwater.store.database import Database
from headwater.store.derivation import is_derived_by_older_rules, lower_derivation
from headwater.store.functions import is_other_version_in_use, keeps_search_path
from headwater.store.migrations import migrate, require_migrated
from headwater.store.rebuild_tables import is_interrupted
from headwater.texts import reason_of

if TYPE_CHECKING:
    from headwater.store.rebuild import Progress, Tell

_LOG_SECONDS = 5.0

_OTHER_CONNECTIONS = 44
"""The connections to the embedded Postgres beside a server's: of loads, commands and people."""

_POOLER = "If HEADWATER_DATABASE_URL is a pooler's, set HEADWATER_DIRECT_URL to the address of Postgres itself"

GO_ON_OR_ABANDON = "`headwater rebuild` continues it, `headwater rebuild --abandon` drops its unfinished tables"
"""The remedies for a rebuild that was interrupted."""

_log = structlog.get_logger()


@contextmanager
def database(settings: Settings, *, warns: bool = True, makes_store: bool = False) -> Iterator[str]:
    """Yield the direct URL of a database that has this version's schema.

    warns: log the problems that a rebuild would fix. makes_store: as for `database_as_found`.

    The embedded database has no other users, so it is migrated here. Another database with an older or newer schema is
    refused: its owner decides when to migrate it (`headwater migrate`). Raises EmbeddedPostgresError, MigrationError,
    UnavailableError if the database does not answer, or SettingsError if a pooler refuses the connection.
    """
    with database_as_found(settings, makes_store=makes_store) as url:
        is_ours = settings.database_url is None
        asyncio.run(_prepare(url, is_ours=is_ours, setting=settings.direct_setting, warns=warns))
        yield url


@contextmanager
def pooled_database(settings: Settings, *, makes_store: bool = False) -> Iterator[Database]:
    """Yield the same database for reads and merges, through the pooler of the settings if there is one.

    Raises UnavailableError also if the pooler does not answer.
    """
    with database(settings, makes_store=makes_store) as direct_url:
        url = direct_url if settings.database_url is None else settings.database_url.get_secret_value()
        found = Database(url, direct_url)
        if found.is_pooled:
            with _answering(DATABASE_URL_VARIABLE):
                asyncio.run(try_pooler(found))
        yield found


@contextmanager
def served_database(settings: Settings) -> Iterator[tuple[Database, Keeper | None]]:
    """Yield a server's database, and the keeper of the embedded one, which survives the end of its supervisor.

    Raises EmbeddedPostgresError or MigrationError, as `database` does.
    """
    if settings.database_url is not None:
        with pooled_database(settings) as shared:
            yield shared, None
        return
    with EmbeddedPostgres(settings.data_dir, most_connections(settings) + _OTHER_CONNECTIONS) as postgres:
        asyncio.run(_prepare(postgres.start(), is_ours=True, setting=settings.direct_setting))
        with Keeper(postgres) as keeper:
            yield Database(postgres.url), keeper


@contextmanager
def database_as_found(settings: Settings, *, makes_store: bool = True) -> Iterator[str]:
    """Yield the direct URL of the database, with any schema.

    makes_store: make the embedded one if the data folder has none. False for a command that only uses what is there: an
    empty store would hide a mistyped folder. Raises SettingsError then, and EmbeddedPostgresError.
    """
    if settings.database_url is not None:
        yield (settings.direct_url or settings.database_url).get_secret_value()
        return
    if not makes_store and not has_cluster(settings.data_dir):
        raise SettingsError(
            f"HEADWATER_DATA_DIR: no store in {settings.data_dir}. Name the folder of one; `headwater serve`"
            " and `headwater load` make one"
        )
    with EmbeddedPostgres(settings.data_dir) as postgres:
        yield postgres.start()


def check_database(url: str, setting: str) -> None:
    """Raise UnavailableError if no database answers at the URL of a setting, and SettingsError if it is a pooler's."""

    async def look() -> None:
        async with _connected(url, setting):
            pass

    asyncio.run(look())


async def _prepare(url: str, *, is_ours: bool, setting: str, warns: bool = True) -> None:
    if is_ours:
        await _upgrade(url, _Log(), is_ours=True, setting=setting)
        return
    async with _connected(url, setting) as connection:
        await require_migrated(connection)
        await lower_derivation(connection)
        if warns:
            await _warn(connection)


async def _warn(connection: Connection) -> None:
    if await is_derived_by_older_rules(connection):
        _log.warning("derivation.behind", remedy="run `headwater migrate`")
    if await is_interrupted(connection):
        _log.warning("rebuild.interrupted", remedy=GO_ON_OR_ABANDON)


class Upgraded(NamedTuple):
    """The result of an upgrade: the applied migrations, and True if all runs were derived again by newer rules.

    is_waiting: newer rules wait until no server of another version merges by older ones.
    is_rebuild_left: an interrupted rebuild has left its tables.
    """

    applied: list[str]
    is_derived_again: bool
    is_waiting: bool
    is_rebuild_left: bool = False


def migrate_database(
    url: str, tell: "Tell | None" = None, *, is_ours: bool = False, setting: str = DATABASE_URL_VARIABLE
) -> Upgraded:
    """Bring a database to this version's schema and rules; is_ours: it has no other users, whatever it says.

    tell is called now and then with the progress of the derivation. Raises MigrationError, or UnavailableError, which
    names the setting with the URL.
    """
    return asyncio.run(_upgrade(url, tell or _Log(), is_ours=is_ours, setting=setting))


async def _upgrade(url: str, tell: "Tell", *, is_ours: bool, setting: str) -> Upgraded:
    async with _connected(url, setting) as connection:
        applied = await migrate(connection)
        if is_ours:
            await lower_derivation(connection)
        is_behind = await is_derived_by_older_rules(connection)
        is_waiting = is_behind and not is_ours and await is_other_version_in_use(connection)
        is_rebuilding = is_behind and not is_waiting
        is_rebuild_left = not is_rebuilding and await is_interrupted(connection)
    if is_rebuilding:
        # Imported here, so that commands do not wait for all dialects.
        from headwater.store.rebuild import rebuild

        await rebuild(url, tell)
    return Upgraded(applied, is_rebuilding, is_waiting, is_rebuild_left)


class _Log:
    """Logs the progress of a derivation, every few seconds."""

    def __init__(self) -> None:
        self._told_at = -_LOG_SECONDS

    def __call__(self, progress: "Progress") -> None:
        now = time.monotonic()
        if now - self._told_at >= _LOG_SECONDS:
            self._told_at = now
            _log.info("derivation.progress", done=progress.done, total=progress.total)


@asynccontextmanager
async def _connected(url: str, setting: str) -> AsyncIterator[Connection]:
    """Yield a connection. Raises SettingsError if the URL is a pooler's, and UnavailableError."""
    try:
        with _answering(setting):
            connection = await connect(url)
    except ProtocolViolationError as error:
        raise SettingsError(f"the database refused a statement: {error}. {_POOLER}") from error
    try:
        if not await _has_session(connection):
            raise SettingsError(f"the connection keeps no session settings. {_POOLER}")
        yield connection
    finally:
        await connection.close()


@contextmanager
def _answering(setting: str) -> Iterator[None]:
    """Raise UnavailableError, which names the setting of the address, if nobody answers there."""
    try:
        yield
    except OSError as error:
        raise UnavailableError(
            f"the database does not answer at the address of {setting}: {reason_of(error)}"
        ) from error


async def _has_session(connection: Connection) -> bool:
    try:
        return await keeps_search_path(connection)
    except (DuplicatePreparedStatementError, InvalidSQLStatementNameError):
        return False
