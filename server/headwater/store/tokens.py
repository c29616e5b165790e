"""Bearer tokens: made, listed, revoked, and found by their hash.

A secret is 256 random bits. Nobody can guess it from its hash, so a plain SHA-256 suffices, unlike for a password. A
look-up by hash leaks nothing by its time: without the secret nobody can choose the hash.
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
    """A listed token, without its secret; `source` is the name of the source that it is bound to."""

    id: int
    name: str
    scopes: list[str]
    source: str | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None


class NewToken(NamedTuple):
    """A new token; its secret is available only now."""

    id: int
    secret: str


def hash_of(secret: str) -> bytes:
    """Return the stored hash of a secret (32 bytes)."""
    return hashlib.sha256(secret.encode()).digest()


async def create_token(
    connection: Connection,
    name: str,
    scopes: Collection[Scope],
    source_id: UUID | None = None,
    lifetime: timedelta | None = None,
) -> NewToken:
    """Make a token; without a lifetime it does not expire. Raises BadRequestError without a name or a scope."""
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
    """Return all tokens, also invalid ones, oldest first."""
    return [Token(*row) for row in await connection.fetch(query("tokens"))]


async def revoke_token(connection: Connection, token_id: int) -> None:
    """Revoke a token, from now on. Raises BadRequestError for an unknown or revoked one."""
    if await connection.execute(query("revoke_token"), token_id) == "UPDATE 0":
        raise BadRequestError(
            f"ID: expected a token that is not revoked, got {token_id}; `headwater token list` prints all"
        )


async def find_grant(database: Pool | Connection, token_hash: bytes) -> Grant | None:
    """Return the grant of the token with a hash; None if it is unknown, expired or revoked, by the same statement."""
    row = await database.fetchrow(query("grant_of_token"), token_hash)
    return row and Grant(frozenset(map(Scope, row["scopes"])), row["source_id"])
