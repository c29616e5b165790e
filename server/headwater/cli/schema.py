"""`headwater schema`."""

import click


@click.command()
def schema() -> None:
    """Print the GraphQL schema as SDL."""
    from headwater.graphql.schema import schema_sdl

    click.echo(schema_sdl(), nl=False)
