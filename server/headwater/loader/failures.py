"""Database errors on an executor, as sentences: Spark hands the driver only an error's text."""

from collections.abc import Iterator
from contextlib import contextmanager

from asyncpg import InterfaceError, PostgresError

from headwater.errors import HeadwaterError
from headwater.texts import reason_of


@contextmanager
def database_errors_told() -> Iterator[None]:
    """Raise HeadwaterError in place of the driver's errors, and of the network's."""
    try:
        yield
    except OSError as error:
        raise HeadwaterError(f"the database does not answer: {reason_of(error)}") from error
    except (PostgresError, InterfaceError) as error:
        raise HeadwaterError(f"the database refused a statement: {error}") from error
