"""`headwater alias`: two namespaces that name the same data."""

import click

from headwater.cli.connection import on_database
from headwater.trace import new_trace


@click.group("alias")
def alias_commands() -> None:
    """Say that two namespaces name the same data.

    dpone and Databand say `postgres` where Airflow says `postgres://shop-db:5432`: with an alias, the runs
    of one name are the runs of the other.
    """


@alias_commands.command()
@click.argument("namespace")
@click.argument("other")
def add(namespace: str, other: str) -> None:
    """Datasets of one name in NAMESPACE and OTHER are the same, those known and those to come."""
    from headwater.store.aliases import add_namespace_alias, namespace_alias

    alias = namespace_alias(namespace, other)
    added = on_database(lambda connection: add_namespace_alias(connection, alias, new_trace().trace_id))
    click.echo("added" if added else "known before")


@alias_commands.command("list")
def list_command() -> None:
    """Print the aliases, one a line."""
    from headwater.store.aliases import namespace_aliases

    aliases = on_database(namespace_aliases)
    click.echo("\n".join("\t".join(alias) for alias in aliases) or "there are no aliases")


@alias_commands.command()
@click.argument("namespace")
@click.argument("other")
def drop(namespace: str, other: str) -> None:
    """Forget that NAMESPACE and OTHER are the same, in either order; what symlinks facets say stays.

    `headwater alias list` prints the pairs.
    """
    from headwater.store.aliases import drop_namespace_alias, namespace_alias

    alias = namespace_alias(namespace, other)
    on_database(lambda connection: drop_namespace_alias(connection, alias))
    click.echo("dropped")
