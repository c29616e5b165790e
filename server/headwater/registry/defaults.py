"""Defaults and choices that a command's help shows, apart, so that a help imports nothing else."""

from typing import Final

DEFAULT_NAMESPACE: Final = "dpone.local"

AUTO: Final = "auto"
EVENT_TYPES: Final = (AUTO, "START", "COMPLETE", "FAIL")
"""The event types of an export; auto follows the gate."""
