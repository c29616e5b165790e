"""Workers accept connections from one socket, evenly.

asyncio and uvloop take all connections that wait, so the first worker to wake up would get a whole burst, such as the
clients that come back after a restart. Here a worker takes one at a time. One that has more connections than another
lets the others go first for a moment.
"""

import asyncio
import socket
from collections.abc import Callable, MutableSequence
from typing import Final

from uvicorn import Server

ABSENT: Final = 2**31 - 1
"""The load of a worker that accepts nothing: nobody waits for it."""

_COURTESY_SECONDS: Final = 0.001
_COUNT_SECONDS: Final = 0.1
_FULL_SECONDS: Final = 1.0
"""The pause where the process may open no more files."""


class Acceptor:
    """Accepts connections for the server of one worker, in its event loop, until it is closed.

    loads: the connections of each worker, in memory that they share; place: the worker's own.
    """

    def __init__(self, server: Server, listener: socket.socket, loads: MutableSequence[int], place: int) -> None:
        self._server = server
        self._listener = listener
        self._loads = loads
        self._place = place
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[object]] = set()
        listener.setblocking(False)
        self._counting = self._loop.call_soon(self._count)
        self._pausing = self._loop.call_soon(self._listen)

    def close(self) -> None:
        """Accept nothing more."""
        self._counting.cancel()
        self._pausing.cancel()
        self._loop.remove_reader(self._listener)
        self._listener.close()
        self._loads[self._place] = ABSENT

    async def wait_closed(self) -> None:
        """Wait for connections that were being accepted."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _count(self) -> None:
        self._loads[self._place] = len(self._server.server_state.connections)
        self._counting = self._loop.call_later(_COUNT_SECONDS, self._count)

    def _listen(self) -> None:
        self._loop.add_reader(self._listener, self._on_ready)

    def _on_ready(self) -> None:
        if self._loads[self._place] > min(self._loads):
            self._pause(_COURTESY_SECONDS, self._accept_late)
        else:
            self._accept()

    def _pause(self, seconds: float, then: Callable[[], None]) -> None:
        """Leave connections to others for a moment."""
        self._loop.remove_reader(self._listener)
        self._pausing = self._loop.call_later(seconds, then)

    def _accept_late(self) -> None:
        self._listen()
        self._accept()

    def _accept(self) -> None:
        try:
            connection, _ = self._listener.accept()
        except (BlockingIOError, ConnectionAbortedError):  # another worker has it, or the client is gone
            return
        except OSError:
            self._pause(_FULL_SECONDS, self._listen)
            return
        self._loads[self._place] += 1
        connection.setblocking(False)
        task = self._loop.create_task(self._loop.connect_accepted_socket(self._protocol, connection))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _protocol(self) -> asyncio.Protocol:
        config = self._server.config
        return config.http_protocol_class(  # type: ignore[call-arg]
            config=config,
            server_state=self._server.server_state,
            app_state=self._server.lifespan.state,
            _loop=self._loop,
        )
