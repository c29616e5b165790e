"""The sockets of a server: one that listens, or one for each worker and one that keeps their port.

Linux gives each connection to one of the sockets that listen on a port with SO_REUSEPORT.
"""

import errno
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from headwater.errors import SettingsError
from headwater.settings import Settings
from headwater.texts import reason_of


def server_socket(settings: Settings) -> socket.socket:
    """The socket that has the address of a server: it listens if the server is one process, else it keeps the port.

    Raises SettingsError where the address cannot be had, or workers cannot share a port.
    """
    if settings.workers > 1 and sys.platform != "linux":
        raise SettingsError(
            f"HEADWATER_WORKERS is {settings.workers}: expected 1, since only Linux spreads connections over several"
            " processes on one port"
        )
    with _named_refusals(settings):
        open_socket = _listening if settings.workers == 1 else _keeping
        return open_socket(settings.host, settings.port)


def worker_socket(settings: Settings) -> socket.socket:
    """A socket on the port that the server keeps, for uvicorn to listen on. Raises SettingsError."""
    with _named_refusals(settings):
        return _shared(settings.host, settings.port)


def _listening(host: str, port: int) -> socket.socket:
    return socket.create_server((host, port), family=_family(host), backlog=2048)


def _keeping(host: str, port: int) -> socket.socket:
    """A socket that does not listen, and keeps a port for those of `_shared`."""
    with _closed_if_refused(_shared(host, port)) as keeper, _listening(host, keeper.getsockname()[1]):
        # Nobody else has the port: the listening socket, which shares with nobody, would have been refused. Without
        # SO_REUSEADDR the keeper refuses any further one, so that another server finds the port taken in the same way.
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
        return keeper


def _shared(host: str, port: int) -> socket.socket:
    """A socket that shares its port with others of this function and this user."""
    with _closed_if_refused(socket.socket(_family(host))) as shared:
        shared.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as _listening has it
        shared.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if shared.family == socket.AF_INET6:
            shared.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)  # as _listening has it
        shared.bind((host, port))
        return shared


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


@contextmanager
def _closed_if_refused(opened: socket.socket) -> Iterator[socket.socket]:
    try:
        yield opened
    except OSError:
        opened.close()
        raise


@contextmanager
def _named_refusals(settings: Settings) -> Iterator[None]:
    """Refusals of the system become a SettingsError that names the address."""
    try:
        yield
    except OSError as error:
        advice = ": another program may use it; choose another by --port" if error.errno == errno.EADDRINUSE else ""
        reason = reason_of(error)
        raise SettingsError(f"cannot listen on {settings.host} port {settings.port} ({reason}){advice}") from error
