"""Errors of the database's driver, told without importing it."""

import sys


def is_of_database(error: Exception) -> bool:
    """True for an error of the driver: a command that raises one has imported it."""
    driver = sys.modules.get("asyncpg")
    return driver is not None and isinstance(error, driver.PostgresError | driver.InterfaceError)
