"""The connections to Postgres of a server, which its workers share."""

from headwater.errors import SettingsError
from headwater.settings import Settings

TOKEN_CONNECTIONS = 2
"""The connections that look up tokens: their own, so that slow queries do not keep writers out."""

_OWN_CONNECTIONS = TOKEN_CONNECTIONS + 5
"""The connections of a worker beside those for queries: two also merge events, one merges proposals, listens, beats."""


def share_of_worker(settings: Settings) -> Settings:
    """The settings of each worker: with its part of the connections for queries. Raises SettingsError if too few."""
    if settings.pool_size < settings.workers:
        raise SettingsError(
            f"HEADWATER_POOL_SIZE is {settings.pool_size}: {settings.workers} workers (HEADWATER_WORKERS) share these"
            " connections, and each needs at least one"
        )
    return settings.model_copy(update={"pool_size": settings.pool_size // settings.workers})


def most_connections(settings: Settings) -> int:
    """The most connections to Postgres that all workers have together."""
    return settings.pool_size + settings.workers * _OWN_CONNECTIONS
