"""`headwater dump`."""

import sys
from typing import TYPE_CHECKING

import click

from headwater.cli.connection import on_database

if TYPE_CHECKING:
    from asyncpg import Connection


@click.command()
@click.option("--canonical", is_flag=True, help="Required: the form to print, the only one so far.")
def dump(canonical: bool) -> None:
    """Print the store as text that is the same for the same facts, one JSON object a line.

    It says nothing of the order, the batches and the ways in which events came, so that two stores can
    be compared with diff. It is no backup: bytes as received, arrival times and traces are left out.
    """
    if not canonical:
        raise click.UsageError("say which form to print: headwater dump --canonical")
    on_database(_print_dump)


async def _print_dump(connection: "Connection") -> None:
    from headwater.store.dump import canonical_dump

    async for line in canonical_dump(connection):
        sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
