"""One process that answers HTTP: the only one of a server, or one of its workers."""

import resource
import socket
from collections.abc import Callable

import uvicorn

from headwater.app.application import create_app
from headwater.app.connections import limited_protocol
from headwater.cli.site import Site
from headwater.embedded.keeper import Watch
from headwater.impact.libraries import load_libraries
from headwater.otel.start import start_tracing
from headwater.settings import Settings

_SHUTDOWN_SECONDS = 10
"""The time that open requests have at the end: a subscriber that takes nothing would keep the server forever."""

_OWN_FILES = 100
"""The files that the server itself may have open, without its connections to Postgres for queries."""

_MAX_MESSAGE_BYTES = 1024 * 1024
"""The longest message over a WebSocket: those who connect send queries."""


class HttpServer(uvicorn.Server):
    """uvicorn's server with our limits; watch: who looks after the embedded Postgres; on_start: it can answer now.

    Raises SettingsError where the settings do not fit together.
    """

    def __init__(self, site: Site, watch: Watch | None, on_start: Callable[[], None]) -> None:
        settings = site.settings
        start_tracing()
        super().__init__(
            uvicorn.Config(
                create_app(settings, site.database, site.default_query, watch),
                log_config=None,
                access_log=False,
                lifespan="on",
                http=limited_protocol(_most_connections(settings), settings.max_transfer_seconds),
                timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
                ws_max_size=_MAX_MESSAGE_BYTES,
                ws_per_message_deflate=False,  # messages are small, and each connection would keep 300 kB for it
            )
        )
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to accept connections, and tell.

        The libraries of graphs are loaded before: a thread that loads them slows the first requests down. Their objects
        are thereby out of each later search for garbage.
        """
        load_libraries()
        await super().startup(sockets)
        if self.started:
            self._on_start()


def _most_connections(settings: Settings) -> int:
    """The connections of the settings, or fewer where the system allows too few open files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = settings.max_connections + _OWN_FILES + settings.pool_size
    if soft == resource.RLIM_INFINITY or needed <= soft:
        return settings.max_connections
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return settings.max_connections - needed + allowed
