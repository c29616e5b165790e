"""`headwater alias`: two namespaces that name the same data."""

from typing import TYPE_CHECKING

import click

from headwater.cli.connection import on_database
from headwater.trace import new_trace

if TYPE_CHECKING:
    from asyncpg import Connection


@click.group("alias")
def alias_commands() -> None:
    """Declare that two namespaces name the same data.

    Some producers write the namespace `postgres` where Airflow writes `postgres://shop-db:5432`. With an alias, a
    dataset has the runs of both names (docs/aliases.md).
    """


@alias_commands.command()
@click.argument("namespace")
@click.argument("other")
def add(namespace: str, other: str) -> None:
    """Make datasets with equal names in NAMESPACE and OTHER the same data: all known ones, and all to come."""
    from headwater.store.aliases import add_namespace_alias, namespace_alias, without_data

    alias = namespace_alias(namespace, other)

    async def added(connection: "Connection") -> tuple[bool, list[str]]:
        return await add_namespace_alias(connection, alias, new_trace().trace_id), await without_data(connection, alias)

    is_new, unknown = on_database(added, makes_store=True)
    click.echo("added" if is_new else "already known")
    for name in unknown:
        click.echo(f"no event has named a dataset in {name} yet: check its spelling", err=True)


@alias_commands.command("list")
def list_command() -> None:
    """Print the aliases, one a line."""
    from headwater.store.aliases import namespace_aliases

    aliases = on_database(namespace_aliases)
    click.echo(
        "\n".join("\t".join(alias) for alias in aliases) or "there are no aliases; `headwater alias add` makes one"
    )


@alias_commands.command()
@click.argument("namespace")
@click.argument("other")
def drop(namespace: str, other: str) -> None:
    """Forget that NAMESPACE and OTHER are the same, in either order; symlinks facets still count.

    `headwater alias list` prints the pairs.
    """
    from headwater.store.aliases import drop_namespace_alias, namespace_alias

    alias = namespace_alias(namespace, other)
    on_database(lambda connection: drop_namespace_alias(connection, alias))
    click.echo("dropped")
