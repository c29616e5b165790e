"""One of several processes that serve one port: the worker tells its parent that it is ready, and follows its end."""

import os
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection

from headwater.app.logs import configure_logs
from headwater.cli.site import Site
from headwater.cli.sockets import worker_socket
from headwater.errors import HeadwaterError

READY = None
"""The word of a worker that accepts connections; one that cannot start says the error."""


class Parent:
    """The process that started this one, and keeps the embedded Postgres: a Watch."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._trouble: str | None = None

    @property
    def trouble(self) -> str | None:
        """The reason why Postgres is away, as the parent says. None: Postgres runs."""
        return self._trouble

    def tell(self, word: HeadwaterError | None) -> None:
        """Say READY, or why not."""
        self._pipe.send(word)

    def heed(self, on_end: Callable[[], None]) -> None:
        """Listen to the parent until it ends, however it ends."""
        try:
            while True:
                self._trouble = self._pipe.recv()
        except (EOFError, OSError):
            on_end()


def run_worker(site: Site, pipe: Connection) -> None:
    """Serve until SIGTERM, or until the parent ends."""
    # Here, so that the parent does not import the application.
    from headwater.cli.http_server import HttpServer

    configure_logs(site.settings, worker=os.getpid())
    parent = Parent(pipe)
    try:
        watch = parent if site.settings.database_url is None else None
        server = HttpServer(site, watch, partial(parent.tell, READY))
        listener = worker_socket(site.settings)
    except HeadwaterError as error:
        parent.tell(error)
        return

    def stop() -> None:
        server.should_exit = True

    threading.Thread(target=parent.heed, args=(stop,), daemon=True).start()
    server.run([listener])
