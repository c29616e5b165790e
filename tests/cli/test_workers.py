"""`headwater serve --workers 2`: several processes answer at one address, and one parent starts and ends them."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from pathlib import Path
from subprocess import CompletedProcess
from urllib.parse import urlsplit

import httpx
import pytest

from headwater.app.budget import most_connections
from headwater.settings import Settings
from headwater.store.connections import connect

from conftest import HEADWATER, cloned_database, fetch, heed_interrupts, without_new_connections
from events import run_event, uuid
from server_process import LINEAGE, Server, children, command_line, merges_held
from subscriber import cursor_now, subscribed

Run = Callable[..., CompletedProcess[str]]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

PATIENCE_SECONDS = 60

MERGE_WAITS = """
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'advisory' AND query LIKE '%merge_facts%'"""
"""The merge of a request waits for its turn; a look of the queue's worker may wait, too."""


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < give_up, "this did not happen in time"
        time.sleep(0.05)


@pytest.fixture
def server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server of two workers on an empty database."""
    with cloned_database(postgres_url, template) as url, Server(url, workers="2") as server:
        yield server


def is_there(pid: int) -> bool:
    return bool(command_line(pid))


def event(number: int) -> dict[str, object]:
    return run_event("START", "00:00:00", uuid(number))


def clients(pid: int, url: str) -> set[int]:
    """Return the ports of the clients that a worker has accepted; none if it has ended."""
    try:
        rows = [line.split() for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]]
        files = [os.readlink(file) for file in Path(f"/proc/{pid}/fd").iterdir()]
    except OSError:
        return set()
    own = f":{urlsplit(url).port:04X}"
    ports = {f"socket:[{row[9]}]": int(row[2].split(":")[1], 16) for row in rows if row[1].endswith(own)}
    return {ports[file] for file in files if file in ports} - {0}  # 0: the listening socket


@contextmanager
def clients_of_each(url: str, workers: Callable[[], list[int]]) -> Iterator[list[httpx.Client]]:
    """Open a lasting client of each of two workers: Linux chooses the worker, so clients come until both have one."""
    found: dict[int, httpx.Client] = {}
    with ExitStack() as stack:

        def have_clients() -> bool:
            client = stack.enter_context(httpx.Client(base_url=url, timeout=PATIENCE_SECONDS))
            port = client.get("/health").extensions["network_stream"].get_extra_info("client_addr")[1]
            found.update((pid, client) for pid in workers() if port in clients(pid, url))
            return len(found.keys() & workers()) == 2

        wait_for(have_clients)
        yield [found[pid] for pid in workers()]


def assert_each_answers(server: Server) -> None:
    with clients_of_each(server.url, server.workers) as each:
        assert [client.get("/ready").status_code for client in each] == [200, 200]
        assert [client.get("/health").json() for client in each] == [{"status": "ok"}] * 2  # no embedded Postgres


def test_connections_are_spread(server: Server) -> None:
    address = urlsplit(server.url)
    connections = [socket.create_connection((address.hostname, address.port)) for _ in range(100)]

    def accepted() -> list[int]:
        return [len(clients(pid, server.url)) for pid in server.workers()]

    wait_for(lambda: sum(accepted()) == 100)
    assert min(accepted()) >= 20, "one of 10,000,000,000 throws of 100 coins"
    for connection in connections:
        connection.close()


def test_workers_share_the_connections_to_postgres(postgres_url: str, template: str) -> None:
    busy = "SELECT count(*) FROM pg_locks WHERE relation = 'run'::regclass AND NOT granted"
    body = {"query": "{ hungRuns { total } }"}
    with (
        cloned_database(postgres_url, template) as url,
        Server(url, workers="2", pool_size="5", max_pool_wait_seconds="60") as server,
        asyncio.Runner() as runner,
        ThreadPoolExecutor(30) as threads,
    ):
        holder = runner.run(connect(url))
        runner.run(holder.execute("BEGIN; LOCK run"))
        asked = [
            threads.submit(server.post, body, "/graphql", **{"content-type": "application/json"}) for _ in range(30)
        ]
        wait_for(lambda: runner.run(holder.fetchval(busy)) >= 4)
        time.sleep(1)
        assert runner.run(holder.fetchval(busy)) == 4  # two for each worker
        runner.run(holder.close())
        assert {answer.result().status_code for answer in asked} == {200}


def test_too_few_connections_for_the_workers_are_named(run_headwater: Run, database_url: str) -> None:
    result = run_headwater(
        "serve", "--port", "0", "--workers", "3", HEADWATER_POOL_SIZE="2", HEADWATER_DATABASE_URL=database_url
    )
    assert result.returncode == 2
    assert result.stderr.startswith("headwater: HEADWATER_POOL_SIZE is 2: expected at least 3, a connection for")
    assert len(result.stderr.splitlines()) == 1


def test_a_worker_that_cannot_start_says_why(run_headwater: Run, database_url: str, tmp_path: Path) -> None:
    settings = {"HEADWATER_DATABASE_URL": database_url, "HEADWATER_TRUSTED_DOCUMENTS": str(tmp_path)}
    alone, result = (run_headwater("serve", "--port", "0", "--workers", count, **settings) for count in "12")
    assert result.returncode == alone.returncode == 2
    assert result.stderr == alone.stderr
    assert len(result.stderr.splitlines()) == 1


async def test_subscribers_are_told_of_what_another_worker_merged(server: Server) -> None:
    """Each worker has a subscriber, and one of the workers merges."""
    start = cursor_now(server)
    async with AsyncExitStack() as stack:
        waiting = []
        while not all(clients(pid, server.url) for pid in server.workers()):
            subscription = await stack.enter_async_context(subscribed(server, after=start))
            waiting.append(asyncio.create_task(subscription.native_ids(1)))
        await asyncio.sleep(0.5)
        assert (await asyncio.to_thread(server.post, event(1))).status_code == 201
        assert await asyncio.gather(*waiting) == [[uuid(1)]] * len(waiting)


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_that_ends_is_replaced(sign: int, postgres_url: str, template: str) -> None:
    """The other worker answers meanwhile, and the log reports the replacement."""
    with cloned_database(postgres_url, template) as url, Server(url, workers="2") as server:
        ended, other = server.workers()
        os.kill(ended, sign)
        wait_for(lambda: not Path(f"/proc/{ended}").exists())  # until then it may get connections
        for number in range(20):
            assert server.post(event(number)).status_code == 201
        wait_for(lambda: len(server.workers()) == 2)
        assert other in server.workers()
        assert_each_answers(server)
        server.process.terminate()
        [line] = server.said().splitlines()
    said = json.loads(line)
    assert (said["event"], said["pid"], said["exit_code"]) == ("worker.ended", ended, -sign)


def test_a_worker_that_cannot_start_again_is_tried_again(server: Server) -> None:
    """The other worker goes on, even while Postgres accepts no new connections."""
    ended, other = server.workers()
    seen = set[int]()

    def has_seen_two() -> bool:
        seen.update(server.workers())
        return len(seen - {ended, other}) == 2

    with without_new_connections(server.database_url):
        os.kill(ended, signal.SIGKILL)
        wait_for(has_seen_two)
        for _ in range(20):
            assert httpx.get(server.url + "/ready", timeout=PATIENCE_SECONDS).status_code == 200
    assert_each_answers(server)


@pytest.mark.parametrize(("sign", "code"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 0)])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_signal_ends_all_processes(workers: str, sign: int, code: int, database_url: str) -> None:
    """The exit code is the same as without workers, and comes after the answer to a request in progress."""
    with Server(database_url, workers=workers) as server, ThreadPoolExecutor() as threads:
        processes = [server.process.pid, *children(server.process.pid)]
        with merges_held(database_url) as release:
            sent = threads.submit(server.post, event(1))
            wait_for(lambda: fetch(database_url, MERGE_WAITS))
            server.process.send_signal(sign)
            time.sleep(0.5)
            release()
        assert sent.result().status_code == 201
        assert server.process.wait(PATIENCE_SECONDS) == code
        wait_for(lambda: not any(map(is_there, processes)))
        assert server.said() == ""


def test_ctrl_c_in_a_terminal_reaches_all_and_is_no_failure(database_url: str) -> None:
    environment = {"HEADWATER_DATABASE_URL": database_url, "HEADWATER_PORT": "0", "HEADWATER_LOG_LEVEL": "warning"}
    process = subprocess.Popen(
        [*HEADWATER, "serve", "--workers", "2"],
        env=os.environ | environment,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        preexec_fn=heed_interrupts,
    )
    assert process.stderr is not None
    assert "serves" in process.stderr.readline()
    os.killpg(process.pid, signal.SIGINT)
    assert process.communicate(timeout=PATIENCE_SECONDS)[1] == ""
    assert process.returncode == 0


def test_a_second_signal_does_not_wait(database_url: str) -> None:
    with Server(database_url, workers="2") as server, ThreadPoolExecutor() as threads, merges_held(database_url):
        processes = [server.process.pid, *children(server.process.pid)]
        sent = threads.submit(server.post, event(1))
        wait_for(lambda: fetch(database_url, MERGE_WAITS))
        server.process.terminate()
        time.sleep(1)
        assert server.process.poll() is None
        began = time.monotonic()
        server.process.terminate()
        assert server.process.wait(PATIENCE_SECONDS) == -signal.SIGTERM
        assert time.monotonic() - began < 5
        wait_for(lambda: not any(map(is_there, processes)))
        with pytest.raises(httpx.TransportError):
            sent.result()


def test_workers_end_with_a_parent_that_is_killed(server: Server) -> None:
    processes = server.workers()
    assert len(processes) == 2
    server.stop(signal.SIGKILL)
    wait_for(lambda: not any(map(is_there, processes)))


def processes_of(data: Path) -> list[int]:
    """Return the processes of the supervisor of a data folder and of its Postgres."""
    pids = (int(folder.name) for folder in Path("/proc").glob("[0-9]*"))
    return [pid for pid in pids if str(data).encode() in command_line(pid)]


def test_the_parent_keeps_the_embedded_postgres(temp_folder: Path) -> None:
    """It has connections for all workers, which report its trouble; it ends with the parent."""
    data = temp_folder / "workers"
    settings = {"data_dir": str(data), "port": "0", "workers": "2", "pool_size": "60", "log_level": "error"}
    environment = {f"HEADWATER_{name.upper()}": value for name, value in settings.items()}
    others = {name: value for name, value in os.environ.items() if not name.endswith("DATABASE_URL")}
    process = subprocess.Popen([*HEADWATER, "serve"], env=others | environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    with process.stderr as log:
        url = log.readline().split()[-1].removesuffix("/graphql")

        def post(number: int) -> int:
            return httpx.post(url + LINEAGE, content=json.dumps(event(number)), timeout=PATIENCE_SECONDS).status_code

        def workers() -> list[int]:
            return [pid for pid in children(process.pid) if b"spawn_main" in command_line(pid)]

        assert post(1) == 201
        found = re.search(r"max_connections = '(\d+)'", (data / "postgresql.conf").read_text())
        assert found is not None
        assert int(found[1]) > most_connections(Settings(workers=2, pool_size=60))
        for _ in range(2):
            with clients_of_each(url, workers) as each:

                def all_say(word: str) -> bool:
                    return {client.get("/health").json()["embeddedPostgres"]["status"] for client in each} == {word}

                for pid in processes_of(data):
                    with suppress(ProcessLookupError):  # Postgres's own helpers come and go
                        os.kill(pid, signal.SIGKILL)
                wait_for(lambda: all_say("unavailable"))
                wait_for(lambda: all_say("ok"))
            wait_for(lambda: post(2) == 201)
        process.terminate()
        said = [json.loads(line)["event"] for line in log]
    assert process.wait(PATIENCE_SECONDS) == -signal.SIGTERM
    wait_for(lambda: not processes_of(data))
    assert said.count("embedded_postgres.lost") == 2  # the parent alone logs it, once each time
