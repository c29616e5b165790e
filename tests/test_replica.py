"""Queries read a real streaming replica, and tell its lag; everything else stays with the primary."""

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, NamedTuple

import httpx
import pytest
from websockets import Subprotocol
from websockets.sync.client import connect

from headwater.app.database import migrate_database
from headwater.embedded import EmbeddedPostgres
from headwater.embedded.binaries import find_binaries, major_of
from headwater.store.functions import functions_schema
from headwater.store.queries import query

import postgres_servers
from conftest import fetch, with_database
from database_line import DatabaseLine
from events import run_event, uuid
from graphql_api import urn
from scrapes import Scrape
from server_process import Server
from store_dump import difference, dump

Run = Callable[..., CompletedProcess[str]]

SETTINGS = {"wal_level": "replica", "max_locks_per_transaction": "256"}
PATIENCE_SECONDS = 30
RUN = "query ($urn: String!) { dataProcessInstance(urn: $urn) { urn created { time } } }"
PICTURE = "query ($urn: String!, $at: DateTime) { impact(urn: $urn, pointInTime: {knownAt: $at}) { total } }"


class Pair(NamedTuple):
    """The URLs of a primary and of its replica."""

    primary: str
    replica: str


@pytest.fixture(scope="module")
def folder(temp_folder: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=temp_folder, ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        yield Path(name)


def postgres(folder: Path) -> postgres_servers.Server:
    return postgres_servers.Server(major_of(find_binaries() / "postgres") or 0, folder)


@pytest.fixture(scope="module")
def primary(folder: Path) -> postgres_servers.Server:
    return postgres(folder / "primary")


@pytest.fixture(scope="module")
def pair(folder: Path, primary: postgres_servers.Server) -> Iterator[Pair]:
    replica = postgres(folder / "replica")
    primary.initialise()
    with primary.running(SETTINGS) as primary_url:
        migrate_database(primary_url)
        replica.copy(primary)
        with replica.running(SETTINGS) as replica_url:
            yield Pair(primary_url, replica_url)


@pytest.fixture
def promoted(folder: Path, primary: postgres_servers.Server, pair: Pair) -> Iterator[str]:
    """The URL of another replica, to be promoted."""
    replica = postgres(folder / "promoted")
    replica.copy(primary)
    with replica.running(SETTINGS) as url:
        yield url


@pytest.fixture
def replica(pair: Pair) -> Iterator["Replica"]:
    """The replica, which replays again at the end."""
    replica = Replica(pair)
    replica.resume()
    yield replica
    replica.resume()


@pytest.fixture
def server(pair: Pair) -> Iterator[Server]:
    with Server(pair.primary, read_database_url=pair.replica, log_level="info") as server:
        yield server


class Replica:
    """Stops and continues the replay on a replica."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair

    def pause(self) -> None:
        """Stand still on a place with all commits so far."""
        self.catch_up()
        fetch(self._pair.replica, "SELECT pg_wal_replay_pause()")
        wait_for(lambda: fetch(self._pair.replica, "SELECT pg_get_wal_replay_pause_state()")[0][0] == "paused")

    def resume(self) -> None:
        fetch(self._pair.replica, "SELECT pg_wal_replay_resume()")
        self.catch_up()

    def catch_up(self) -> None:
        """Wait until the replica has everything."""
        place = fetch(self._pair.primary, "SELECT pg_current_wal_lsn()::text")[0][0]
        is_there = f"SELECT pg_last_wal_replay_lsn() >= '{place}'::pg_lsn"
        wait_for(lambda: fetch(self._pair.replica, is_there)[0][0])


def wait_for(condition: Callable[[], object]) -> None:
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < give_up, "this did not happen in time"
        time.sleep(0.05)


def ask(server: Server, text: str, **variables: Any) -> dict[str, Any]:
    answer = httpx.post(f"{server.url}/graphql", json={"query": text, "variables": variables}, timeout=60).json()
    assert "errors" not in answer, answer
    return dict(answer)


def lag(server: Server) -> float | None:
    found: float | None = ask(server, "{ __typename }")["extensions"]["replicaLagSeconds"]
    return found


def has_run(answer: dict[str, Any]) -> bool:
    return answer["data"]["dataProcessInstance"]["created"] is not None


def figures(server: Server) -> Scrape:
    return Scrape(httpx.get(f"{server.url}/metrics").text)


def test_a_read_after_a_write_tells_how_far_the_replica_is_behind(server: Server, replica: Replica) -> None:
    wait_for(lambda: (found := lag(server)) is not None and found < 5)
    replica.pause()
    assert server.post(run_event("COMPLETE", "00:00:00", uuid(1), outputs=["t"])).status_code == 201
    written_at = time.monotonic()
    wait_for(lambda: time.monotonic() - written_at > 3)
    answer = ask(server, RUN, urn=urn(1))
    assert not has_run(answer)
    assert answer["extensions"]["replicaLagSeconds"] >= 3
    assert figures(server).value("headwater_replica_lag_seconds") >= 3
    replica.resume()
    wait_for(lambda: has_run(ask(server, RUN, urn=urn(1))))
    wait_for(lambda: (found := lag(server)) is not None and found < 3)
    assert figures(server).value("headwater_replica_up") == 1


def test_a_query_over_websocket_reads_the_replica(server: Server, replica: Replica) -> None:
    replica.pause()
    server.post(run_event("COMPLETE", "00:00:00", uuid(5)))
    with connect(
        f"{server.url.replace('http', 'ws')}/graphql", subprotocols=[Subprotocol("graphql-transport-ws")]
    ) as socket:
        socket.send(json.dumps({"type": "connection_init"}))
        assert json.loads(socket.recv())["type"] == "connection_ack"
        payload = {"query": RUN, "variables": {"urn": urn(5)}}
        socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
        answer = json.loads(socket.recv())["payload"]
    assert not has_run(answer)
    assert answer["extensions"]["replicaLagSeconds"] > 0


def test_mutations_read_and_write_the_primary(server: Server, replica: Replica) -> None:
    replica.pause()
    server.post(b"{")
    [record] = server.rows("SELECT max(id) AS id FROM quarantine")
    assert ask(server, "{ quarantine { total } }")["data"] == {"quarantine": {"total": 0}}
    dropped = ask(server, "mutation ($ids: [Long!]!) { dropQuarantine(ids: $ids) }", ids=[record["id"]])
    assert dropped["data"] == {"dropQuarantine": 1}
    assert dropped["extensions"]["replicaLagSeconds"] is None


def test_known_at_is_no_later_than_the_replica(server: Server, replica: Replica) -> None:
    """The replica has neither the newest facts nor the locks of running merges."""
    server.post(run_event("COMPLETE", "00:00:00", uuid(2), outputs=["u"]))
    replica.pause()
    paused_at = datetime.now(UTC)
    server.post(run_event("COMPLETE", "00:01:00", uuid(3), inputs=["u"]))
    time.sleep(2)
    asked = datetime.now(UTC)
    [known] = ask(server, PICTURE, urn=urn(2), at=asked.isoformat())["extensions"]["knownAt"]
    assert datetime.fromisoformat(known["answered"]) <= paused_at
    replica.resume()
    early = (datetime.now(UTC) - timedelta(hours=1)).isoformat()
    assert "knownAt" not in ask(server, PICTURE, urn=urn(2), at=early)["extensions"]


def test_a_primary_in_place_of_a_replica_has_no_lag(pair: Pair) -> None:
    with Server(pair.primary, read_database_url=pair.primary) as server:
        assert lag(server) is None
        assert figures(server).value("headwater_replica_up") == 1


def test_a_replica_without_the_functions_of_this_version_waits(pair: Pair, replica: Replica) -> None:
    fetch(pair.primary, query("drop_functions_schema").format(schema=functions_schema()))
    wait_for(lambda: fetch(pair.replica, "SELECT to_regnamespace($1) IS NULL", functions_schema())[0][0])
    replica.pause()
    migrate_database(pair.primary)
    with Server(pair.primary, read_database_url=pair.replica) as server:
        assert ask(server, "{ quarantine { total } }")["extensions"]["replicaLagSeconds"] is None
        assert figures(server).value("headwater_replica_up") == 0
        replica.resume()
        wait_for(lambda: figures(server).value("headwater_replica_up") == 1)
    assert "it lacks the functions of this version" in server.said()


def test_another_store_is_no_replica(pair: Pair) -> None:
    fetch(pair.primary, "CREATE DATABASE other")
    other = with_database(pair.primary, "other")
    migrate_database(other)
    with Server(pair.primary, read_database_url=other) as server:
        assert figures(server).value("headwater_replica_up") == 0
    assert "it is another database, and no replica of the primary" in server.said()


def test_a_promoted_replica_answers_no_more(pair: Pair, promoted: str) -> None:
    """It has the primary's identity, follows no other, and would never have another fact; also while that is away."""
    with DatabaseLine(pair.primary) as line, Server(line.url, read_database_url=promoted) as server:
        wait_for(lambda: lag(server) is not None)
        fetch(promoted, "SELECT pg_promote()")
        wait_for(lambda: figures(server).value("headwater_replica_up") == 0)
        assert server.post(run_event("COMPLETE", "00:00:00", uuid(5))).status_code == 201
        assert has_run(ask(server, RUN, urn=urn(5)))
        line.cut()
        wait_for(lambda: httpx.get(f"{server.url}/ready").status_code == 503)
        time.sleep(3)  # some looks
        assert figures(server).value("headwater_replica_up") == 0
        line.mend()
    assert "it was promoted, and no longer follows the primary" in server.said()
    assert "replica.fit" not in server.said()


def test_without_the_setting_nothing_is_told(pair: Pair) -> None:
    with Server(pair.primary) as server:
        assert "replicaLagSeconds" not in ask(server, "{ __typename }")["extensions"]
        assert "headwater_replica_up" not in httpx.get(f"{server.url}/metrics").text


def test_while_the_replica_is_away_the_primary_answers(pair: Pair) -> None:
    with DatabaseLine(pair.replica) as line, Server(pair.primary, read_database_url=line.url) as server:
        wait_for(lambda: lag(server) is not None)
        line.cut()
        wait_for(lambda: figures(server).value("headwater_replica_up") == 0)
        assert server.post(run_event("COMPLETE", "00:00:00", uuid(4))).status_code == 201
        answer = ask(server, RUN, urn=urn(4))
        assert has_run(answer)
        assert answer["extensions"]["replicaLagSeconds"] is None
        assert httpx.get(f"{server.url}/ready").status_code == 200
        line.mend()
        wait_for(lambda: lag(server) is not None)
    [lost] = [json.loads(line) for line in server.said().splitlines() if "database.unavailable" in line]
    assert lost["part"] == "replica"


def test_a_server_starts_without_its_replica(pair: Pair) -> None:
    with DatabaseLine(pair.replica) as line, Server(pair.primary, read_database_url=line.url) as server:
        wait_for(lambda: lag(server) is not None)
        line.cut()
        server.stop()
        server.start()
        assert lag(server) is None
        line.mend()
        wait_for(lambda: lag(server) is not None)


def test_a_backup_of_a_replica_is_its_store(
    server: Server, pair: Pair, replica: Replica, run_headwater: Run, temp_folder: Path
) -> None:
    """A replica that stands still is the store at one moment, while the primary goes on."""
    for number in range(10, 60):
        assert server.post(run_event("COMPLETE", "00:00:00", uuid(number), outputs=["v"])).status_code == 201
    replica.pause()
    for number in range(60, 90):
        assert server.post(run_event("COMPLETE", "00:00:00", uuid(number), outputs=["v"])).status_code == 201
    archive, machine = temp_folder / "replica.dump", temp_folder / "machine of the replica"
    made = run_headwater("backup", f"{archive}", DATABASE_URL=pair.replica)
    assert made.returncode == 0, made.stderr
    restored = run_headwater("restore", f"{archive}", HEADWATER_DATA_DIR=f"{machine}")
    assert restored.returncode == 0, restored.stderr
    with EmbeddedPostgres(machine) as postgres:
        assert difference(dump(postgres.url()), dump(pair.replica)) == {}
    assert difference(dump(pair.replica), dump(pair.primary)) != {}
