"""Sources: clients that send to an address of their own, which contains the source's id."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from asyncpg import Connection, Pool

from headwater.errors import BadRequestError
from headwater.model.access import Scope
from headwater.store.queries import query
from headwater.store.tokens import NewToken, create_token


class Source(NamedTuple):
    """A source; the times are UTC."""

    id: UUID
    name: str
    created_at: datetime
    revoked_at: datetime | None


class NewSource(NamedTuple):
    """A new source, with its token."""

    source: Source
    token: NewToken


async def create_source(connection: Connection, name: str, source_id: UUID | None = None) -> NewSource:
    """Make a source, and a token that may only write to it.

    source_id: the id of a source of another store, whose events then have the same runs here. Default: a new id. Raises
    BadRequestError if it has no name, or the id is taken.
    """
    async with connection.transaction():
        row = await connection.fetchrow(query("create_source"), name, source_id)
        if row is None:
            raise BadRequestError(f"the id {source_id} is taken, perhaps by a revoked source")
        source = Source(*row)
        return NewSource(source, await create_token(connection, name, [Scope.WRITE], source.id))


async def list_sources(connection: Connection) -> list[Source]:
    """Return all sources, also revoked ones, oldest first."""
    return [Source(*row) for row in await connection.fetch(query("sources"))]


async def find_source(database: Pool | Connection, source_id: UUID) -> Source | None:
    """Return the source with an id; None for an unknown or revoked one."""
    row = await database.fetchrow(query("source_by_id"), source_id)
    return row and Source(*row)


async def revoke_source(connection: Connection, source_id: UUID) -> None:
    """Revoke a source and its tokens. Raises BadRequestError for an unknown or revoked one."""
    async with connection.transaction():
        if await connection.execute(query("revoke_source"), source_id) == "UPDATE 0":
            raise BadRequestError(
                f"ID: expected a source that is not revoked, got {source_id}; `headwater source list` prints all"
            )
        await connection.execute(query("revoke_tokens_of_source"), source_id)
