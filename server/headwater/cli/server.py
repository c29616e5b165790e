"""The server of `headwater serve` and `headwater demo`: its socket, its database, its processes."""

import contextlib
import errno
import os
import socket
from collections.abc import Callable
from functools import partial

import click

from headwater.app.database import served_database
from headwater.cli.site import Site
from headwater.cli.workers import Workers
from headwater.embedded.keeper import Keeper
from headwater.errors import SettingsError
from headwater.settings import Settings, mistyped_variables
from headwater.store.database import Database


def serve_until_stopped(settings: Settings) -> None:
    """Serve the database of the settings until interrupted, as `headwater serve` does."""
    for name, setting in mistyped_variables(os.environ).items():
        click.echo(f"{name} is no setting; did you mean {setting}?", err=True)

    def announce(address: str) -> None:
        click.echo(f"Headwater serves {address}/graphql", err=True)
        if settings.is_token_required:
            click.echo("Requests need a bearer token; `headwater token create` makes one.", err=True)

    with listening_socket(settings) as listener, served_database(settings) as (database, keeper):
        run_server(settings, database, listener, announce, keeper=keeper)


def listening_socket(settings: Settings) -> socket.socket:
    """The socket to serve on. Raises SettingsError where the address cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        advice = ": is it taken? Try --port" if error.errno == errno.EADDRINUSE else ""
        reason = os.strerror(error.errno or 0)
        raise SettingsError(f"cannot listen on {settings.host} port {settings.port} ({reason}){advice}") from error


def run_server(
    settings: Settings,
    database: Database,
    listener: socket.socket,
    announce: Callable[[str], None],
    default_query: str = "",
    keeper: Keeper | None = None,
) -> None:
    """Serve until interrupted; announce is called with the address once queries can be answered.

    Raises SettingsError where the settings do not fit together.
    """
    site = Site(settings, database, default_query)

    def announce_address() -> None:
        announce(_address(settings.host, listener))

    if settings.workers == 1:
        # Here, so that the parent of workers does not import the application.
        from headwater.cli.http_server import HttpServer

        serve = partial(HttpServer(site, keeper, announce_address).run, [listener])
    else:
        serve = partial(Workers(site, listener, keeper).run, announce_address)
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is how a server ends, not a failure
        serve()


def _address(host: str, listener: socket.socket) -> str:
    name = "localhost" if host in ("127.0.0.1", "localhost") else f"[{host}]" if ":" in host else host
    return f"http://{name}:{listener.getsockname()[1]}"
