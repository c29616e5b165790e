"""The error of this package."""

from headwater.errors import HeadwaterError


class BackupError(HeadwaterError):
    """The backup cannot be made, or not be restored."""
