"""Keys: hashes as UUIDs of the driver's type, several times faster to make and send than Python's own."""

import hashlib
from collections.abc import Callable
from uuid import UUID

from asyncpg.pgproto import pgproto

_UUID: Callable[[bytes | str], UUID] = pgproto.UUID


def hash_key(data: bytes) -> UUID:
    """Return the first 128 bits of the SHA-256 of bytes."""
    return _UUID(hashlib.sha256(data).digest()[:16])


def name_key(namespace: UUID, name: str) -> UUID:
    """Return the UUID of a name in a namespace, equal to Python's uuid5."""
    digest = bytearray(hashlib.sha1(namespace.bytes + name.encode(), usedforsecurity=False).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x50  # the version
    digest[8] = digest[8] & 0x3F | 0x80  # the variant
    return _UUID(bytes(digest))


def read_uuid(text: str) -> UUID:
    """Return the UUID of a checked text of 32 hexadecimal digits, in groups or not."""
    return _UUID(text)
