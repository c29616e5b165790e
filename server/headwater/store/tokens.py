"""Bearer tokens: made, listed, revoked, and found by their hash.

A secret is 256 random bits. Nobody can guess such a thing from its hash, so that a plain SHA-256 is right where a
password would need a slow hash; and a look-up by hash tells nothing by the time that it takes, since who does not
know the secret cannot choose the hash.
"""

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from asyncpg import Connection, Pool

from headwater.errors import BadRequestError
from headwater.model.access import Grant, Scope
from headwater.store.queries import query

PREFIX = "hw_"
"""The beginning of every secret, so that scanners recognise a secret in the wrong place."""

_SECRET_BYTES = 32


class Token(NamedTuple):
    """A token as it is listed, without its secret; `source` is the name of the source that it is bound to."""

    id: int
    name: str
    scopes: list[str]
    source: str | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None


class NewToken(NamedTuple):
    """A token that was just made: the only time that its secret is there."""

    id: int
    secret: str


def hash_of(secret: str) -> bytes:
    """The hash that is stored of a secret (32 bytes)."""
    return hashlib.sha256(secret.encode()).digest()


async def create_token(
    connection: Connection,
    name: str,
    scopes: Collection[Scope],
    source_id: UUID | None = None,
    lifetime: timedelta | None = None,
) -> NewToken:
    """Make a token; without a lifetime it does not expire. Raises BadRequestError where it has no name or scope."""
    if not name:
        raise BadRequestError("name: expected some text")
    if not scopes:
        raise BadRequestError("scopes: expected at least one")
    secret = PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
    token_id: int = await connection.fetchval(
        query("create_token"), name, hash_of(secret), sorted(set(scopes)), source_id, lifetime
    )
    return NewToken(token_id, secret)


async def list_tokens(connection: Connection) -> list[Token]:
    """All tokens, also those that are no longer good, oldest first."""
    return [Token(*row) for row in await connection.fetch(query("tokens"))]


async def revoke_token(connection: Connection, token_id: int) -> None:
    """From now on the token is not good. Raises BadRequestError where there is none, or it is revoked."""
    if await connection.execute(query("revoke_token"), token_id) == "UPDATE 0":
        raise BadRequestError(f"ID: there is no token {token_id} that could be revoked")


async def find_grant(database: Pool | Connection, token_hash: bytes) -> Grant | None:
    """The grant of the token with a hash; None if it is unknown, expired or revoked, by the same statement."""
    row = await database.fetchrow(query("grant_of_token"), token_hash)
    return row and Grant(frozenset(map(Scope, row["scopes"])), row["source_id"])
