"""`headwater source`: clients that send to an address of their own, such as Databand's."""

from urllib.parse import urlsplit
from uuid import UUID

import click

from headwater.cli.connection import on_database
from headwater.cli.table import table
from headwater.cli.token import SHOWN_ONCE


def _base_address(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    if value is None:
        from headwater.settings import load_settings

        return f"http://localhost:{load_settings().port}"
    try:
        parts = urlsplit(value)
    except ValueError as error:
        raise click.BadParameter(f"{value!r}: {error}", ctx, param) from error
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise click.BadParameter(
            f"{value!r}: expected an http or https URL without query and fragment, such as https://headwater.example",
            ctx,
            param,
        )
    return value.rstrip("/")


@click.group("source")
def source_commands() -> None:
    """Create, list and revoke addresses for Databand's clients.

    Each source has its own URL and token (docs/tokens.md).
    """


@source_commands.command("create")
@click.argument("name")
@click.option(
    "--url",
    callback=_base_address,
    help="The URL by which clients reach the server. Default: http://localhost with the port of the settings.",
)
@click.option(
    "--id",
    "source_id",
    metavar="ID",
    type=click.UUID,
    help="The id of another store's source, to load its events.",
)
def create_command(name: str, url: str, source_id: "UUID | None") -> None:
    """Make a source, and print the URL and the token for its client."""
    from headwater.store.sources import create_source

    source, token = on_database(lambda connection: create_source(connection, name, source_id), makes_store=True)
    click.echo(f"URL    {url}/api/v1/tracking/open-lineage/{source.id}/events/bulk")
    click.echo(f"token  {token.secret}")
    click.echo(f"The token works only for this URL. {SHOWN_ONCE}", err=True)


@source_commands.command("list")
def list_command() -> None:
    """Print the sources, oldest first."""
    from headwater.store.sources import list_sources

    sources = on_database(list_sources)
    click.echo(
        table(("ID", "NAME", "CREATED", "REVOKED"), sources)
        if sources
        else "there are no sources; `headwater source create` makes one"
    )


@source_commands.command("revoke")
@click.argument("source_id", metavar="ID", type=click.UUID)
def revoke_command(source_id: UUID) -> None:
    """Refuse events for a source, and its tokens, from now on.

    `headwater source list` prints the IDs.
    """
    from headwater.store.sources import revoke_source

    on_database(lambda connection: revoke_source(connection, source_id))
    click.echo("revoked")
