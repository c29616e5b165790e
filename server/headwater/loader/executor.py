"""The session of Postgres that an executor's process keeps from one part of a load to the next.

A session plans its statements once, and a load has many small parts.
"""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from asyncpg import Connection, InterfaceError, PostgresError

from headwater.loader.failures import database_errors_told
from headwater.store.connections import connect_to_merge
from headwater.store.database import Database
from headwater.store.functions import use_functions

Result = TypeVar("Result")


class Session:
    """A connection that merges, and the event loop that it belongs to."""

    def __init__(self, database: Database) -> None:
        self.address = (database.url, database.direct_url)
        self._runner = asyncio.Runner()
        self.connection: Connection = self.run(connect_to_merge(database))

    def run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """Return the result of a coroutine."""
        return self._runner.run(coroutine)

    def stay_current(self) -> None:
        """Use the store's functions for longer: a load can take longer than others wait for word of it."""
        self.run(use_functions(self.connection))

    def close(self) -> None:
        """Close the connection, also a broken one."""
        self.connection.terminate()
        self._runner.close()


_kept: list[Session] = []
"""The one session of this process, if any."""


@contextmanager
def executor_session(database: Database | str) -> Iterator[Session]:
    """Yield this process's session, which opens at the first part and after an error. Raises HeadwaterError."""
    with database_errors_told():
        session = _current_session(Database.at(database))
        try:
            yield session
        except BaseException:
            _forget()
            raise


def _current_session(database: Database) -> Session:
    if _kept and _kept[0].address == (database.url, database.direct_url):
        try:
            _kept[0].stay_current()
            return _kept[0]
        except (OSError, PostgresError, InterfaceError):  # it was cut while nobody used it
            pass
    _forget()
    _kept.append(Session(database))
    return _kept[0]


def _forget() -> None:
    while _kept:
        _kept.pop().close()
