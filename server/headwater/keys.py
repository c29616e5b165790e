"""Keys: hashes as UUIDs of the driver's kind, which are made and sent several times as fast as Python's own. Pure."""

import hashlib
from collections.abc import Callable
from uuid import UUID

from asyncpg.pgproto import pgproto

_UUID: Callable[[bytes | str], UUID] = pgproto.UUID


def hash_key(data: bytes) -> UUID:
    """The first 128 bits of the SHA-256 of bytes."""
    return _UUID(hashlib.sha256(data).digest()[:16])


def name_key(namespace: UUID, name: str) -> UUID:
    """The UUID of a name in a namespace, as Python's uuid5 makes it."""
    digest = bytearray(hashlib.sha1(namespace.bytes + name.encode(), usedforsecurity=False).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x50  # the version
    digest[8] = digest[8] & 0x3F | 0x80  # the variant
    return _UUID(bytes(digest))


def read_uuid(text: str) -> UUID:
    """The UUID with a text of 32 hexadecimal digits, in groups or not, which has been checked."""
    return _UUID(text)
