"""`headwater serve`."""

import click

from headwater.cli.settings import command_settings


@click.command()
@click.option("--host", help="Address to listen on. Default: HEADWATER_HOST, else 127.0.0.1.")
@click.option("--port", type=int, help="Port to listen on; 0: any free port. Default: HEADWATER_PORT, else 8080.")
@click.option("--workers", type=int, help="Number of server processes. Default: HEADWATER_WORKERS, else 1.")
def serve(host: str | None, port: int | None, workers: int | None) -> None:
    """Serve GraphQL at /graphql and REST, with its page at /docs.

    Refuses to start on a database of another version; `headwater migrate` upgrades an older one. On an address that
    other machines can reach, requests need a bearer token: from `headwater token create`, or HEADWATER_TOKEN.
    """
    from headwater.cli.server import serve_until_stopped

    serve_until_stopped(command_settings(host=host, port=port, workers=workers))
