"""`headwater demo`."""

import click

from headwater.cli.settings import command_settings


@click.command()
@click.option("--port", type=int, help="Port to listen on; 0: any free port. Default: HEADWATER_PORT, else 8080.")
def demo(port: int | None) -> None:
    """Load two months of a made-up online shop and serve them.

    One night the shop's price feed broke, and nobody noticed for three days. The demo prints three queries about that
    night with their answers, and serves until Ctrl-C. Its data end on 31 October 2026.
    """
    from headwater.cli.demo_server import serve_demo

    serve_demo(command_settings(port=port, log_level="warning"))
