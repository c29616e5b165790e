"""The Postgres connections of a server, shared by its workers."""

from headwater.errors import SettingsError
from headwater.settings import Settings

TOKEN_CONNECTIONS = 2
"""The connections for looking up tokens; separate, so that slow queries do not lock writers out."""

_OWN_CONNECTIONS = TOKEN_CONNECTIONS + 10
"""The connections of a worker beside those for queries.

Two merge events, one merges proposals, one fills the queue, four drain it, one listens, one beats.
"""


def share_of_worker(settings: Settings) -> Settings:
    """Return the settings of each worker: with its share of the query connections. Raises SettingsError if too few."""
    if settings.pool_size < settings.workers:
        raise SettingsError(
            f"HEADWATER_POOL_SIZE is {settings.pool_size}: expected at least {settings.workers}, a connection for"
            " each of the workers (HEADWATER_WORKERS)"
        )
    return settings.model_copy(update={"pool_size": settings.pool_size // settings.workers})


def most_connections(settings: Settings) -> int:
    """Return the most Postgres connections of all workers together."""
    return settings.pool_size + settings.workers * _OWN_CONNECTIONS
