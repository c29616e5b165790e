"""PySpark, which only some commands need."""

from collections.abc import Iterator
from contextlib import contextmanager

from headwater.errors import SettingsError


@contextmanager
def pyspark_needed() -> Iterator[None]:
    """Import the loader in the block, so that the other commands neither need PySpark nor wait for it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"Spark needs {error.name}, which is not installed: pip install 'headwater[loader]'"
        ) from error
