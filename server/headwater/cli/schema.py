"""`headwater schema`."""

import click

from headwater.graphql.schema import schema_sdl


@click.command()
def schema() -> None:
    """Print the GraphQL schema in SDL (what schema.graphql keeps)."""
    click.echo(schema_sdl(), nl=False)
