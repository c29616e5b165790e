"""`headwater serve`."""

import click

from headwater.cli.settings import command_settings


@click.command()
@click.option("--host", help="Address to listen on (HEADWATER_HOST, default 127.0.0.1).")
@click.option("--port", type=int, help="Port to listen on (HEADWATER_PORT, default 8080; 0 is any free one).")
@click.option("--workers", type=int, help="Processes that answer (HEADWATER_WORKERS, default 1).")
def serve(host: str | None, port: int | None, workers: int | None) -> None:
    """Serve GraphQL at /graphql and REST (writing, and DataHub's reads), with pages to try both: /graphql, /docs.

    Refuses a database that is behind or ahead of this version; `headwater migrate` brings it up.
    Beyond loopback everything but the page needs a bearer token: `headwater token create`, or HEADWATER_TOKEN.
    """
    from headwater.cli.server import serve_until_stopped

    serve_until_stopped(command_settings(host=host, port=port, workers=workers))
