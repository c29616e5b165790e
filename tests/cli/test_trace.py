"""`headwater trace`, run as a user runs it."""

import asyncio
import json
import threading
from collections.abc import Callable
from subprocess import CompletedProcess
from uuid import UUID

import pytest

from headwater.dialects.openlineage import DIALECT
from headwater.dialects.problems import UnusableError, problem
from headwater.model.bodies import pack_body
from headwater.store.connections import connect
from headwater.store.write_queue import QueuedWrite, enqueue
from headwater.trace import new_trace
from headwater.urn import named_dataset_urn

from conftest import fetch, merge_items
from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import urn
from server_process import LINEAGE, Server

Run = Callable[..., CompletedProcess[str]]

TRACE_ID = UUID("00064c1f5d0a8000a1b2c3d4e5f60718")
"""It begins with 2026-02-27T05:48:27Z."""

EVENT = run_event("COMPLETE", "00:00:00", uuid(1), outputs=["out"])


@pytest.fixture
def headwater(database_url: str, run_headwater: Run) -> Run:
    return lambda *arguments: run_headwater("trace", *arguments, DATABASE_URL=database_url)


def merge_event(database_url: str) -> None:
    merge_items(database_url, parsed(EVENT), TRACE_ID)


def refuse_event(database_url: str) -> None:
    refused = problem(DIALECT, "POST /api/v1/lineage", 1, UnusableError("json.invalid", "not\x1bJSON"), b"{")
    merge_items(database_url, [refused], TRACE_ID)


def queue_event(database_url: str) -> None:
    """Put an event into the queue, which nobody drains."""

    async def run() -> None:
        connection = await connect(database_url)
        body = pack_body(json.dumps(EVENT).encode())
        await enqueue(
            connection,
            [QueuedWrite(DIALECT, "POST /api/v1/lineage", "", body, None, None, TRACE_ID, "0" * 16, False, True)],
        )
        await connection.close()

    asyncio.run(run())


# Show ----------------------------------------------------------------------------------------------


def test_show(headwater: Run, database_url: str) -> None:
    merge_event(database_url)
    refuse_event(database_url)
    queue_event(database_url)
    shown = headwater("show", TRACE_ID.hex)
    assert shown.returncode == 0, shown.stderr
    lines = shown.stdout.splitlines()
    assert lines[0] == f"trace {TRACE_ID.hex}: 1 merged, 1 queued, 1 in quarantine"
    assert lines[1].startswith("begun: 2026-")
    assert lines[3].endswith(" openlineage")
    assert lines[4] == f"  {urn(1)}"
    assert f"  {named_dataset_urn(NAMESPACE, 'out')}" in lines
    assert lines[-2] == "quarantine:"
    assert lines[-1].endswith(r" json.invalid POST /api/v1/lineage:1 not\x1bJSON")


def test_show_as_json(headwater: Run, database_url: str) -> None:
    merge_event(database_url)
    refuse_event(database_url)
    shown = json.loads(headwater("show", f"00-{TRACE_ID.hex}-0123456789abcdef-01", "--format", "json").stdout)
    assert (shown["id"], shown["pending"], shown["merged"]) == (TRACE_ID.hex, 0, 1)
    [write] = shown["writes"]
    assert write.keys() == {"arrived_at", "dialect", "source", "warnings", "aspect", "urns"}
    assert write["urns"][0] == urn(1)
    assert [record["code"] for record in shown["quarantined"]] == ["json.invalid"]


def test_show_of_an_unknown_trace_exits_3(headwater: Run) -> None:
    result = headwater("show", new_trace().trace_id.hex)
    assert (result.returncode, "nothing is known of trace" in result.stderr) == (3, True)


# Wait ----------------------------------------------------------------------------------------------


def test_wait_exits_0_once_all_is_merged(headwater: Run, database_url: str) -> None:
    merge_event(database_url)
    result = headwater("wait", TRACE_ID.hex)
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == f"trace {TRACE_ID.hex}: 1 merged, 0 queued, 0 in quarantine\n"


def test_wait_for_a_repeated_request_exits_as_for_the_first(headwater: Run, database_url: str) -> None:
    with Server(database_url) as server:
        for body, expected in ((EVENT, 0), (b"{", 1)):
            traces = [server.post(body, LINEAGE + "?async=true").json()["traceId"] for _ in range(2)]
            for trace_id in traces:
                assert headwater("wait", trace_id).returncode == expected
    shown = json.loads(headwater("show", traces[1], "--format", "json").stdout)
    assert (shown["known_before"], [record["code"] for record in shown["quarantined"]]) == (0, ["json.invalid"])


def test_wait_exits_1_if_something_is_in_quarantine(headwater: Run, database_url: str) -> None:
    merge_event(database_url)
    refuse_event(database_url)
    result = headwater("wait", TRACE_ID.hex)
    assert result.returncode == 1
    assert r"json.invalid POST /api/v1/lineage:1 not\x1bJSON" in result.stdout
    assert "1 merged, 0 queued, 1 in quarantine" in result.stderr


def test_wait_exits_3_after_the_timeout(headwater: Run, database_url: str) -> None:
    unknown = headwater("wait", TRACE_ID.hex, "--timeout", "1s")
    assert (unknown.returncode, "timeout: nothing is known of trace" in unknown.stderr) == (3, True)
    queue_event(database_url)
    queue_event(database_url)
    waiting = headwater("wait", TRACE_ID.hex, "--timeout", "1s")
    assert waiting.returncode == 3
    assert f"timeout: 2 writes of trace {TRACE_ID.hex} still queued" in waiting.stderr


def test_wait_goes_on_until_the_queue_is_empty(headwater: Run, database_url: str) -> None:
    queue_event(database_url)
    results: list[CompletedProcess[str]] = []
    waiter = threading.Thread(target=lambda: results.append(headwater("wait", TRACE_ID.hex)))
    waiter.start()
    waiter.join(3)
    assert waiter.is_alive()
    merge_event(database_url)
    fetch(database_url, "DELETE FROM queued_write")
    waiter.join(60)
    assert results[0].returncode == 0, results[0].stderr


@pytest.mark.parametrize("command", ["show", "wait"])
def test_a_wrong_id_exits_2(command: str, headwater: Run) -> None:
    result = headwater(command, "5")
    assert result.returncode == 2
    assert "ID: expected 32 hexadecimal digits or a traceparent, got '5'" in result.stderr
    assert "Traceback" not in result.stderr
