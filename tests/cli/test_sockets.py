"""A server has its port alone, and no other server gets it; the workers of one server share it."""

import socket
import sys
from collections.abc import Callable
from contextlib import closing
from subprocess import CompletedProcess

import pytest

from headwater.cli.sockets import server_socket, worker_socket
from headwater.errors import SettingsError
from headwater.settings import Settings

from server_process import Server

Run = Callable[..., CompletedProcess[str]]

linux = pytest.mark.skipif(sys.platform != "linux", reason="several workers need Linux")
either = pytest.mark.parametrize("workers", [1, pytest.param(2, marks=linux)])


def settings(workers: int, port: int = 0, host: str = "127.0.0.1") -> Settings:
    return Settings(workers=workers, port=port, host=host)


def port_of(opened: socket.socket) -> int:
    return int(opened.getsockname()[1])


def assert_refused(workers: int, port: int) -> None:
    for host in ("127.0.0.1", "0.0.0.0"):
        with pytest.raises(SettingsError, match=f"cannot listen on {host} port {port} .*: another program may use it"):
            server_socket(settings(workers, port, host))


@either
def test_a_port_on_which_somebody_listens_is_refused(workers: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert_refused(workers, port_of(taken))


@linux
@either
def test_a_port_that_is_kept_for_workers_is_refused(workers: int) -> None:
    """The port is refused before the workers listen, while they do, and after all of them have ended."""
    with server_socket(settings(2)) as kept:
        port = port_of(kept)
        assert_refused(workers, port)
        with worker_socket(settings(2, port)) as first, worker_socket(settings(2, port)) as second:
            assert_refused(workers, port)
            first.listen()
            second.listen()
            assert_refused(workers, port)
        assert_refused(workers, port)
    server_socket(settings(workers, port)).close()


@linux
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_workers_share_a_port(host: str) -> None:
    """No connection waits for workers before they listen, and an ended worker leaves its share of the port."""
    with server_socket(settings(2, host=host)) as kept:
        address, mine = kept.getsockname()[:2], settings(2, port_of(kept), host)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(address)
        with worker_socket(mine) as first:
            first.listen()
            with worker_socket(mine) as second:
                second.listen()
            for _ in range(20):
                socket.create_connection(address).close()
                first.accept()[0].close()


@linux
@either
@pytest.mark.parametrize("workers_before", [1, 2])
def test_a_port_can_be_had_again_at_once(workers_before: int, workers: int) -> None:
    """Connections that the server closed linger for a minute, but do not block the port."""
    with server_socket(settings(workers_before)) as before:
        port = port_of(before)
        listener = before if workers_before == 1 else worker_socket(settings(2, port))
        listener.listen()
        with socket.create_connection(("127.0.0.1", port)) as client:
            listener.accept()[0].close()
            client.recv(1)
        listener.close()
    server_socket(settings(workers, port)).close()


@linux
@either
@pytest.mark.parametrize("workers_before", ["1", "2"])
def test_a_port_of_another_headwater_is_refused(
    workers_before: str, workers: int, run_headwater: Run, database_url: str
) -> None:
    with Server(database_url, workers=workers_before) as server:
        port = server.url.rsplit(":", 1)[1]
        result = run_headwater("serve", "--port", port, "--workers", str(workers), HEADWATER_DATABASE_URL=database_url)
    assert result.returncode == 2
    assert result.stderr == (
        f"headwater: cannot listen on 127.0.0.1 port {port} (Address already in use): another program may use it; choose another by --port\n"
    )


def test_workers_are_refused_where_the_system_sends_all_connections_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(SettingsError, match=r"^HEADWATER_WORKERS is 2: expected 1, since only Linux .*$"):
        server_socket(settings(2))
    with closing(server_socket(settings(1))) as alone:
        assert port_of(alone) > 0
