"""The server of `headwater serve` and `headwater demo`: its socket, its connections, and its end."""

import contextlib
import errno
import os
import resource
import socket
import threading
from collections.abc import Callable

import click
import uvicorn

from headwater.app.application import create_app
from headwater.app.connections import limited_protocol
from headwater.app.database import served_database
from headwater.embedded.keeper import Keeper
from headwater.errors import SettingsError
from headwater.impact.libraries import load_libraries
from headwater.settings import Settings, mistyped_variables
from headwater.store.database import Database

_SHUTDOWN_SECONDS = 10
"""The time that open requests have at the end: a subscriber that takes nothing would keep the server forever."""

_OWN_FILES = 100
"""The files that the server itself may have open, without its connections to Postgres for queries."""

_MAX_MESSAGE_BYTES = 1024 * 1024
"""The longest message over a WebSocket: those who connect send queries."""


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
    """Serve until interrupted; announce is called with the address once queries can be answered."""
    app = create_app(settings, database, default_query, keeper)
    server = _AnnouncingServer(
        uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            lifespan="on",
            http=limited_protocol(_most_connections(settings), settings.max_transfer_seconds),
            timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
            ws_max_size=_MAX_MESSAGE_BYTES,
            ws_per_message_deflate=False,  # messages are small, and each connection would keep 300 kB for it
        ),
        lambda: announce(_address(settings.host, listener)),
    )
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is how a server ends, not a failure
        server.run(sockets=[listener])


def _most_connections(settings: Settings) -> int:
    """The connections of the settings, or fewer where the system allows too few open files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = settings.max_connections + _OWN_FILES + settings.pool_size
    if soft == resource.RLIM_INFINITY or needed <= soft:
        return settings.max_connections
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return settings.max_connections - needed + allowed


class _AnnouncingServer(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()
            threading.Thread(target=load_libraries).start()  # so that the first question does not wait for them


def _address(host: str, listener: socket.socket) -> str:
    name = "localhost" if host in ("127.0.0.1", "localhost") else f"[{host}]" if ":" in host else host
    return f"http://{name}:{listener.getsockname()[1]}"
