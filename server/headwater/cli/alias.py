"""`headwater alias`: two namespaces that name the same data."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import click
from asyncpg import Connection

from headwater.app.database import database
from headwater.settings import load_settings
from headwater.store.aliases import add_namespace_alias, drop_namespace_alias, namespace_alias, namespace_aliases
from headwater.store.pool import connect
from headwater.trace import new_trace

Answer = TypeVar("Answer")


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
    alias = namespace_alias(namespace, other)
    added = _run(lambda connection: add_namespace_alias(connection, alias, new_trace().trace_id))
    click.echo("added" if added else "known before")


@alias_commands.command("list")
def list_command() -> None:
    """Print the aliases, one a line."""
    aliases = _run(namespace_aliases)
    click.echo("\n".join("\t".join(alias) for alias in aliases) or "there are no aliases")


@alias_commands.command()
@click.argument("namespace")
@click.argument("other")
def drop(namespace: str, other: str) -> None:
    """Forget an alias; what symlinks facets say stays."""
    alias = namespace_alias(namespace, other)
    _run(lambda connection: drop_namespace_alias(connection, alias))
    click.echo("dropped")


def _run(action: Callable[[Connection], Awaitable[Answer]]) -> Answer:
    async def run(url: str) -> Answer:
        connection = await connect(url)
        try:
            return await action(connection)
        finally:
            await connection.close()

    with database(load_settings()) as url:
        return asyncio.run(run(url))
