"""`headwater demo`."""

import click

from headwater.cli.settings import command_settings


@click.command()
@click.option("--port", type=int, help="Port to listen on (HEADWATER_PORT, default 8080; 0 is any free one).")
def demo(port: int | None) -> None:
    """Load two months of a made-up online shop and serve them.

    One night its price feed broke, and nobody saw it for three days. The demo prints three queries
    about that night with their answers, and leaves the server running until Ctrl-C.
    """
    from headwater.cli.demo_server import serve_demo

    serve_demo(command_settings(port=port, log_level="warning"))
