"""A queued write that ends the process of its worker goes to quarantine, and costs the others nothing."""

import time
from typing import Any

import pytest
import zstandard

from body_dictionary import TARGET
from headwater.store.write_queue import MAX_TRIES
from workers import worker

from conftest import fetch
from events import run_event, uuid
from proposals import item
from server_process import LINEAGE, Server

PATIENCE_SECONDS = 60

SLEEPS = (
    """CREATE FUNCTION public.sleep_for_poison() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF new::text LIKE '%poison%' THEN PERFORM pg_sleep(600); END IF;
        RETURN new;
    END $$""",
    "CREATE TRIGGER poison BEFORE INSERT ON versioned_aspect FOR EACH ROW EXECUTE FUNCTION public.sleep_for_poison()",
    "CREATE TRIGGER poison BEFORE INSERT ON run FOR EACH ROW EXECUTE FUNCTION public.sleep_for_poison()",
)
"""The merge of a poisonous write sleeps: so it is seen, and its worker is killed meanwhile."""

ASLEEP = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"
END_OTHERS = """
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"""


def send_events(server: Server) -> None:
    for number in range(30):
        native_id = "poison" if number == 17 else uuid(number)
        assert server.post(run_event("START", "00:00:00", native_id), LINEAGE + "?async=true").status_code == 202


def send_proposals(server: Server) -> None:
    proposals = [tag(number, "poison" if number == 17 else "fine") for number in range(30)]
    body = {"proposals": proposals, "async": "true"}
    assert server.post(body, "/aspects?action=ingestProposalBatch").status_code == 200


def tag(number: int, description: str) -> dict[str, Any]:
    return item(f"urn:li:tag:t{number}", "tagProperties", {"name": "t", "description": description})


@pytest.mark.parametrize(
    ("send", "merged"),
    [(send_events, "run"), (send_proposals, "versioned_aspect WHERE name = 'tagProperties'")],
    ids=["event", "proposal"],
)
def test_a_write_that_ends_its_worker_goes_to_quarantine(send: Any, merged: str, database_url: str) -> None:
    with Server(database_url, drains_queue="false") as server:
        for statement in SLEEPS:
            fetch(database_url, statement)
        send(server)
        kills = 0
        deadline = time.monotonic() + PATIENCE_SECONDS
        while server.count("queued_write"):
            with worker(database_url) as process:
                while not (asleep := fetch(database_url, ASLEEP)) and server.count("queued_write"):
                    assert time.monotonic() < deadline
                    time.sleep(0.1)
                if asleep:
                    process.kill()
                    kills += 1
            fetch(database_url, END_OTHERS)
        assert kills == MAX_TRIES
        [refused] = server.rows("SELECT code, convert_from(payload, 'UTF8') AS payload FROM quarantine")
        assert (refused["code"], "poison" in refused["payload"]) == ("queue.failed", True)
        assert server.count(merged) == 29
        with worker(database_url):
            # The next claim forgets those of the killed workers.
            assert server.post(run_event("START", "00:00:00", uuid(99)), LINEAGE + "?async=true").status_code == 202
            while server.count("queue_claim") or server.count("queued_write"):
                assert time.monotonic() < deadline + PATIENCE_SECONDS
                time.sleep(0.1)


def test_a_worker_that_is_told_to_stop_leaves_no_claim(database_url: str) -> None:
    with Server(database_url, drains_queue="false") as server:
        for statement in SLEEPS:
            fetch(database_url, statement)
        send_events(server)
        with worker(database_url) as process:
            deadline = time.monotonic() + PATIENCE_SECONDS
            while not fetch(database_url, ASLEEP):
                assert time.monotonic() < deadline
                time.sleep(0.1)
            assert server.count("queue_claim") >= 1
            process.terminate()
            while server.count("queue_claim"):
                assert time.monotonic() < deadline + PATIENCE_SECONDS
                time.sleep(0.1)
            assert server.count("queued_write")
            fetch(database_url, END_OTHERS)  # the merge itself goes on to its end
            assert process.wait(PATIENCE_SECONDS) == 0


def test_a_body_of_a_newer_version_goes_to_quarantine_as_it_is(database_url: str) -> None:
    known = TARGET.read_bytes()
    other = zstandard.ZstdCompressionDict(known[:4] + (40_000).to_bytes(4, "little") + known[8:])
    packed = zstandard.ZstdCompressor(dict_data=other).compress(b'{"eventType": "START"}')
    with Server(database_url, drains_queue="false") as server:
        assert server.post(run_event("START", "00:00:00", uuid(1)), LINEAGE + "?async=true").status_code == 202
        fetch(database_url, "UPDATE queued_write SET body = $1, tries = $2", packed, MAX_TRIES - 1)
        deadline = time.monotonic() + PATIENCE_SECONDS
        with worker(database_url):
            while server.count("queued_write"):
                assert time.monotonic() < deadline
                time.sleep(0.1)
        assert [tuple(row) for row in server.rows("SELECT code, payload FROM quarantine")] == [("queue.failed", packed)]
