"""The configured effect of an asset's writes on earlier ones."""

from enum import Enum


class WriteMode(Enum):
    """The effect of a write that does not state it itself."""

    APPEND = "APPEND"
    REPLACE = "REPLACE"
