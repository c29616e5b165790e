"""The database of a server: its address, and its outages.

An outage is one kind of error for callers, and one line in the log.
"""

import time
from collections.abc import Callable
from typing import Final

import asyncpg
import structlog

from headwater.errors import UnavailableError

UNREACHABLE: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""The driver's errors if the database does not answer, or answers wrongly."""

_OUTAGES: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresSystemError,
    asyncpg.TransactionRollbackError,
    asyncpg.ObjectNotInPrerequisiteStateError,
    # A standby in the place of the primary; a transaction that was idle for too long:
    asyncpg.InvalidTransactionStateError,
    # Another session behind the pooler:
    asyncpg.InvalidSQLStatementNameError,
    # Somebody restores or migrates the database, or changes its password:
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InvalidSchemaNameError,
    asyncpg.UndefinedTableError,
)
"""The errors that are over once the database works again. Postgres always refuses other statements: a bug of ours."""

_SAME_OUTAGE_SECONDS: Final = 60.0
"""A failure this long after the last one begins another outage, even if nothing has succeeded in between."""

_log = structlog.get_logger()


class Database:
    """The address of Postgres, and the parts of a server that cannot use it now.

    A direct_url that differs means that url is a pooler's (docs/pgbouncer.md).

    The log has one line when the first part fails (`database.unavailable`), for any number of failed requests. It has
    another when the last failed part succeeds again (`database.available`). For a part that is not used again for a
    minute, the success of another part counts.
    """

    def __init__(self, url: str | Callable[[], str], direct_url: str | None = None) -> None:
        self._url = url
        self._direct_url = direct_url
        self._failing: dict[str, float] = {}
        """The failing parts, with the times of their last failures."""
        self._began_at = self._works_since = self._available_at = 0.0

    @classmethod
    def at(cls, address: "Database | str") -> "Database":
        """Return the database itself, or one for a URL."""
        return address if isinstance(address, Database) else cls(address)

    @property
    def url(self) -> str:
        """The URL for the next connection: the embedded Postgres may have moved to another port."""
        return self._url if isinstance(self._url, str) else self._url()

    @property
    def direct_url(self) -> str:
        """The URL of Postgres itself, for a connection that needs its own session."""
        return self._direct_url or self.url

    @property
    def is_pooled(self) -> bool:
        """True with a pooler before Postgres: then a client has a session for one transaction only."""
        return self._direct_url not in (None, self._url)

    def used(self, part: str) -> "Use":
        """Return a use of the database by a part of the server, a context manager.

        It raises UnavailableError in place of the driver's errors, except for a bug in our statement.
        """
        return Use(self, part)

    def failed_since(self, began_at: float, part: str, error: Exception) -> None:
        """Record a failed use, unless the error is that of an outage that is over. began_at: of the monotonic clock."""
        if began_at >= self._available_at:
            self.failed(part, error)

    def failed(self, part: str, error: Exception) -> None:
        """Record that a part cannot use the database."""
        now = time.monotonic()
        if not self._failing or now - max(self._failing.values()) > _SAME_OUTAGE_SECONDS:
            self._began_at = now
            _log.error("database.unavailable", part=part, reason=f"{type(error).__name__}: {error}")
        self._failing[part] = now
        self._works_since = 0.0

    def succeeded(self, part: str) -> None:
        """Record that a part can use the database."""
        if not self._failing:
            return
        now = time.monotonic()
        if self._failing.pop(part, None) is not None or not self._works_since:
            self._works_since = now
        if all(now - failed_at > _SAME_OUTAGE_SECONDS for failed_at in self._failing.values()):
            self._failing.clear()
            self._available_at = now
            _log.warning("database.available", after_seconds=round(self._works_since - self._began_at, 1))

    def is_failing(self, part: str) -> bool:
        """Return True after a failure of a part, until it or the database works again."""
        return part in self._failing


class Use:
    """A use of a database. Each statement of a query is one, and as a generator it would take twice the CPU."""

    __slots__ = ("_began_at", "_database", "_part")

    def __init__(self, database: Database, part: str) -> None:
        self._database = database
        self._part = part

    def __enter__(self) -> None:
        self._began_at = time.monotonic()

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        """Record the end. Raises UnavailableError from an error of an outage."""
        if error is None:
            self._database.succeeded(self._part)
        elif isinstance(error, UNREACHABLE) and is_away(error):
            self._database.failed_since(self._began_at, self._part, error)
            raise unavailable(error) from error


def unavailable(error: Exception) -> UnavailableError:
    """The error for callers in place of an error of an outage."""
    full = "The database has no space left: send it again once it has."
    return UnavailableError(full if isinstance(error, asyncpg.DiskFullError) else None)


def is_away(error: Exception) -> bool:
    """Return True if the database cannot be used now; False for a bug in our statement, which has to be seen."""
    return isinstance(error, _OUTAGES)
