"""A database as a whole, for backups: its server, its emptiness, its statistics."""

from typing import NamedTuple

from asyncpg import Connection

from headwater.store.queries import query


class ServerFacts(NamedTuple):
    """The major version of a Postgres server; is_encrypted: the connection uses TLS."""

    major: int
    is_encrypted: bool


async def server_facts(connection: Connection) -> ServerFacts:
    """Return the facts about the server of a connection."""
    is_encrypted = await connection.fetchval(query("is_connection_encrypted"))
    return ServerFacts(connection.get_server_version().major, is_encrypted)


async def is_empty(connection: Connection) -> bool:
    """Return True if the database has no tables, views or sequences besides those of Postgres and of extensions."""
    return not await connection.fetchval(query("has_relations"))


async def analyze(connection: Connection) -> None:
    """Collect the planner's statistics of all tables: an archive has none."""
    await connection.execute(query("analyze_all"))


async def left_behind(connection: Connection) -> list[str]:
    """Return what a server has beside this database and its user, such as `role reader`; read by a superuser."""
    return [row["name"] for row in await connection.fetch(query("left_behind"))]
