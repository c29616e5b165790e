"""Configured aliases of namespaces: two namespaces name the same data; merges apply an alias to later names."""

from typing import NamedTuple
from uuid import UUID

from asyncpg import Connection

from headwater.errors import BadRequestError
from headwater.store.queries import query


class NamespaceAlias(NamedTuple):
    """Datasets of one name in these two OpenLineage namespaces are the same data."""

    namespace: str
    other: str


async def namespace_aliases(connection: Connection) -> list[NamespaceAlias]:
    """Return all aliases, sorted."""
    return [NamespaceAlias(*row) for row in await connection.fetch(query("namespace_aliases"))]


def namespace_alias(one: str, other: str) -> NamespaceAlias:
    """Return the alias of two namespaces, in any order. Raises BadRequestError for the same namespace twice."""
    if one == other:
        raise BadRequestError("OTHER: expected a namespace that differs from NAMESPACE")
    return NamespaceAlias(*sorted((one, other)))


async def add_namespace_alias(connection: Connection, alias: NamespaceAlias, trace_id: UUID) -> bool:
    """Join the present and future datasets of both namespaces. Return True if the alias is new."""
    async with connection.transaction():
        await connection.execute(query("take_whole_turn"))
        added: bool = await connection.execute(query("add_namespace_alias"), *alias) == "INSERT 0 1"
        joined = await connection.fetch(query("alias_known_datasets"), *alias, trace_id)
        await connection.execute(query("derive_classes"), [row["entity_id"] for row in joined])
    return added


async def without_data(connection: Connection, alias: NamespaceAlias) -> list[str]:
    """Return those of its namespaces in which no dataset is known."""
    return [row["name"] for row in await connection.fetch(query("namespaces_without_data"), [*alias])]


async def drop_namespace_alias(connection: Connection, alias: NamespaceAlias) -> None:
    """Separate the datasets that only this alias had joined. Raises BadRequestError for an unknown alias."""
    async with connection.transaction():
        await connection.execute(query("take_whole_turn"))
        if await connection.execute(query("drop_namespace_alias"), *alias) == "DELETE 0":
            raise BadRequestError(
                f"there is no alias of {alias.namespace!r} and {alias.other!r}; `headwater alias list` prints all"
            )
        parted = await connection.fetch(query("part_known_datasets"), *alias)
        await connection.execute(query("derive_classes"), [row["id"] for row in parted])
