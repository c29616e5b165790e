"""SHA-256 over raw bytes, in lower-case hexadecimal digits."""

import hashlib
import re

NO_CHECKSUMS = frozenset({"0" * 64, "unknown"})
"""The values that dpone writes for a file that is not there."""

_SHA256 = re.compile("[0-9a-f]{64}")


def sha256(content: bytes) -> str:
    """Return the checksum of a file's bytes."""
    return hashlib.sha256(content).hexdigest()


def is_sha256(text: str) -> bool:
    """Return True for a checksum as `sha256` writes it."""
    return _SHA256.fullmatch(text) is not None


def known_checksum(value: object) -> str | None:
    """Return a checksum as received; None for a placeholder or anything but text."""
    return value if isinstance(value, str) and value and value not in NO_CHECKSUMS else None
