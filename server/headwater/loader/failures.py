"""The errors of the database on an executor, as sentences: Spark hands an error to the driver as a text alone."""

from collections.abc import Iterator
from contextlib import contextmanager

from asyncpg import InterfaceError, PostgresError

from headwater.errors import HeadwaterError


@contextmanager
def database_errors_told() -> Iterator[None]:
    """Raises HeadwaterError in place of the driver's errors, and of the network's."""
    try:
        yield
    except OSError as error:
        raise HeadwaterError(f"the database does not answer: {error}") from error
    except (PostgresError, InterfaceError) as error:
        raise HeadwaterError(f"the database says: {error}") from error
