"""The server of `headwater serve` and `headwater demo`: its database, its address, its processes."""

import contextlib
import os
import socket
from collections.abc import Callable
from functools import partial

import click

from headwater.app.database import served_database
from headwater.cli.site import Site
from headwater.cli.sockets import server_socket
from headwater.cli.workers import Workers
from headwater.embedded.keeper import Keeper
from headwater.settings import Settings, mistyped_variables


def serve_until_stopped(settings: Settings) -> None:
    """Serve the database of the settings until interrupted, as `headwater serve` does."""
    for name, setting in mistyped_variables(os.environ).items():
        click.echo(f"{name} is not a setting and is ignored; did you mean {setting}?", err=True)

    def announce(address: str) -> None:
        click.echo(f"Headwater serves {address}/graphql", err=True)
        if settings.is_token_required:
            click.echo("Requests need a bearer token; `headwater token create` makes one.", err=True)

    with server_socket(settings) as listener, served_database(settings) as (database, keeper):
        run_server(Site(settings, database), listener, announce, keeper)


def run_server(site: Site, listener: socket.socket, announce: Callable[[str], None], keeper: Keeper | None) -> None:
    """Serve until interrupted; announce is called with the address once queries can be answered.

    Raises SettingsError where the settings do not fit together.
    """
    settings = site.settings.model_copy(update={"port": listener.getsockname()[1]})  # it may have been 0
    site = site._replace(settings=settings)

    def announce_address() -> None:
        announce(_address(settings))

    if settings.workers == 1:
        # Here, so that the parent of workers does not import the application.
        from headwater.cli.http_server import HttpServer

        serve = partial(HttpServer(site, keeper, announce_address).run, [listener])
    else:
        serve = partial(Workers(site, keeper).run, announce_address)
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is how a server ends, not a failure
        serve()


def _address(settings: Settings) -> str:
    host = settings.host
    name = "localhost" if host in ("127.0.0.1", "localhost") else f"[{host}]" if ":" in host else host
    return f"http://{name}:{settings.port}"
