"""`headwater dump`."""

import asyncio
import sys

import click

from headwater.app.database import database
from headwater.settings import load_settings
from headwater.store.dump import canonical_dump
from headwater.store.pool import connect


@click.command()
@click.option("--canonical", is_flag=True, help="Required: the form to print, the only one so far.")
def dump(canonical: bool) -> None:
    """Print the store as text that is the same for the same facts, one JSON object a line.

    It says nothing of the order, the batches and the ways in which events came, so that two stores can
    be compared with diff. It is no backup: bytes as received, arrival times and traces are left out.
    """
    if not canonical:
        raise click.UsageError("say which form to print: headwater dump --canonical")
    with database(load_settings()) as url:
        asyncio.run(_print_dump(url))


async def _print_dump(database_url: str) -> None:
    connection = await connect(database_url)
    try:
        async for line in canonical_dump(connection):
            sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    finally:
        await connection.close()
