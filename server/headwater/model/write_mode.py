"""The effect of a write on the ones before, as it is configured for an asset."""

from enum import Enum


class WriteMode(Enum):
    """The effect of a write that does not state it itself."""

    APPEND = "APPEND"
    REPLACE = "REPLACE"
