"""The error of this package."""

from headwater.errors import HeadwaterError


class EmbeddedPostgresError(HeadwaterError):
    """The embedded Postgres does not start."""
