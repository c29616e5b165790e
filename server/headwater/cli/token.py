"""`headwater token`: bearer tokens."""

from datetime import timedelta

import click

from headwater.cli.connection import on_database
from headwater.cli.duration import Duration
from headwater.cli.table import table
from headwater.model.access import Scope

SHOWN_ONCE = "Keep the token: the store has only its hash, so it is never shown again."

_ID = click.IntRange(1, 2**63 - 1)


@click.group("token")
def token_commands() -> None:
    """Create, list and revoke bearer tokens.

    A server that other machines can reach asks for a token (docs/tokens.md).
    """


@token_commands.command("create")
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    required=True,
    type=click.Choice(Scope, case_sensitive=False),
    help="A scope of the token; repeatable. admin includes the others; none of these includes another.",
)
@click.option("--expires-in", "lifetime", type=Duration(), help="The lifetime, such as 90d or 12h. Default: unlimited.")
def create_command(name: str, scopes: tuple[Scope, ...], lifetime: timedelta | None) -> None:
    """Make a token, and print it."""
    from headwater.store.tokens import create_token

    token = on_database(lambda connection: create_token(connection, name, scopes, lifetime=lifetime), makes_store=True)
    click.echo(token.secret)
    click.echo(f"This is token {token.id}. {SHOWN_ONCE}", err=True)


@token_commands.command("list")
def list_command() -> None:
    """Print the tokens without their secrets, oldest first."""
    from headwater.store.tokens import list_tokens

    rows = [(*token[:2], ", ".join(token.scopes).lower(), *token[3:]) for token in on_database(list_tokens)]
    titles = ("ID", "NAME", "SCOPES", "SOURCE", "CREATED", "EXPIRES", "REVOKED")
    click.echo(table(titles, rows) if rows else "there are no tokens; `headwater token create` makes one")


@token_commands.command("revoke")
@click.argument("token_id", metavar="ID", type=_ID)
def revoke_command(token_id: int) -> None:
    """Refuse a token from now on; `headwater token list` prints the IDs."""
    from headwater.store.tokens import revoke_token

    on_database(lambda connection: revoke_token(connection, token_id))
    click.echo("revoked")
