"""`headwater dump`."""

import sys
from typing import TYPE_CHECKING

import click

from headwater.cli.connection import on_database

if TYPE_CHECKING:
    from asyncpg import Connection


@click.command()
@click.option("--canonical", is_flag=True, help="Required: the only form so far.")
def dump(canonical: bool) -> None:
    """Print the store as text to compare with another store.

    Each line is a JSON object. Two stores with the same facts print the same text, in whatever order and batches the
    events came. The text is no backup: it lacks the bytes as received, arrival times and traces (docs/dump.md).
    """
    if not canonical:
        raise click.UsageError("expected the form of the text: headwater dump --canonical")
    on_database(_print_dump)


async def _print_dump(connection: "Connection") -> None:
    from headwater.store.dump import canonical_dump

    async for line in canonical_dump(connection):
        sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
