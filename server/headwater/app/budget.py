"""The connections to Postgres of a server."""

from headwater.settings import Settings

TOKEN_CONNECTIONS = 2
"""The connections that look up tokens: their own, so that slow queries do not keep writers out."""

_OWN_CONNECTIONS = TOKEN_CONNECTIONS + 4
"""The connections beside those for queries: also one each that merges events, merges proposals, listens, and beats."""


def most_connections(settings: Settings) -> int:
    """The most connections to Postgres that a server has."""
    return settings.pool_size + _OWN_CONNECTIONS
