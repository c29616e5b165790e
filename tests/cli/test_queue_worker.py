"""`headwater worker`, run beside a server that leaves its queue alone."""

import signal
import socket
import time
from collections.abc import Callable
from subprocess import CompletedProcess

import httpx

from workers import worker

from events import run_event, uuid
from scrapes import Scrape
from server_process import LINEAGE, Server

Run = Callable[..., CompletedProcess[str]]

PATIENCE_SECONDS = 60


def test_a_worker_merges_is_scraped_and_ends_by_a_signal(database_url: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with (
        Server(database_url, drains_queue="false") as server,
        worker(database_url, "--metrics-port", str(port)) as process,
    ):
        for number in range(3):
            sent = server.post(run_event("START", "00:00:01", uuid(number)), f"{LINEAGE}?async=true")
            assert sent.status_code == 202, sent.text
        deadline = time.monotonic() + PATIENCE_SECONDS
        while server.count("queued_write"):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        scrape = Scrape(httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=60).text)
        assert scrape.value("headwater_merge_events_total", outcome="new") == server.count("run") == 3
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=PATIENCE_SECONDS)[1]
        assert (process.returncode, said) == (0, "Headwater merges queued writes; Ctrl-C ends it.\n")


def test_a_port_that_is_taken_is_one_sentence(database_url: str, run_headwater: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run_headwater("worker", "--metrics-port", str(port), DATABASE_URL=database_url)
    assert (result.returncode, result.stderr) == (2, f"headwater: --metrics-port {port}: Address already in use\n")
