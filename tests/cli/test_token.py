"""`headwater token` and `headwater source`, run as a user runs them, and a server that takes their tokens."""

import re
from collections.abc import Callable
from subprocess import CompletedProcess
from uuid import UUID

import httpx
import pytest
from openlineage.client import OpenLineageClient
from openlineage.client.event_v2 import RunState
from openlineage.client.transport.http import ApiKeyTokenProvider, HttpConfig, HttpTransport

from client_events import client_event
from conftest import fetch
from events import run_event, uuid
from server_process import LINEAGE, Server

Run = Callable[..., CompletedProcess[str]]

QUERY = {"query": "{ __typename }"}


@pytest.fixture
def headwater(database_url: str, run_headwater: Run) -> Run:
    """`headwater` on an empty database."""
    return lambda *arguments, **environment: run_headwater(*arguments, DATABASE_URL=database_url, **environment)


def made(headwater: Run, *arguments: str) -> str:
    """Return the secret of a new token."""
    result = headwater("token", "create", *arguments)
    assert result.returncode == 0, result.stderr
    assert "never shown again" in result.stderr
    return result.stdout.strip()


def test_a_token_is_printed_once(headwater: Run, database_url: str) -> None:
    assert headwater("token", "list").stdout == "there are no tokens; `headwater token create` makes one\n"
    secret = made(headwater, "nightly", "--scope", "read", "--scope", "write", "--expires-in", "90d")
    assert re.fullmatch(r"hw_[\w-]{43}", secret)
    listed = headwater("token", "list").stdout
    assert secret not in listed
    assert re.fullmatch(
        r"ID  NAME +SCOPES +SOURCE  CREATED +EXPIRES +REVOKED\n"
        r"1   nightly  read, write  -  +\d{4}-\S+ \S+\+00:00  \d{4}-\S+ \S+\+00:00  -\n",
        listed,
    ), listed
    [row] = fetch(database_url, "SELECT expires_at - created_at AS lifetime FROM token")
    assert row["lifetime"].days == 90


def test_a_token_is_revoked_once(headwater: Run) -> None:
    made(headwater, "nightly", "--scope", "admin")
    assert headwater("token", "revoke", "1").stdout == "revoked\n"
    again = headwater("token", "revoke", "1")
    assert (again.returncode, again.stderr) == (
        2,
        "headwater: ID: expected a token that is not revoked, got 1; `headwater token list` prints all\n",
    )
    assert not headwater("token", "list").stdout.rstrip().endswith("-")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["token", "create", "x"], "--scope"),
        (["token", "create", "x", "--scope", "all"], "'all'"),
        (["token", "create", "", "--scope", "read"], "name"),
        (["token", "create", "x", "--scope", "read", "--expires-in", "90"], "expected a duration"),
        (["token", "create", "x", "--scope", "read", "--expires-in", "0d"], "expected a duration"),
        (["token", "create", "x", "--scope", "read", "--expires-in", "999999999d"], "36500d"),
        (["token", "revoke", "nightly"], "'nightly'"),
        (["source", "create", ""], "name"),
        (["source", "create", "x", "--url", "my.headwater"], "https://headwater.example"),
        (["source", "create", "x", "--url", "http://[x"], "--url"),
        (["source", "revoke", "gitlab"], "'gitlab'"),
        (["source", "revoke", str(UUID(int=1))], "not revoked, got 00000000-0000-0000-0000-000000000001"),
    ],
)
def test_wrong_use_is_named(arguments: list[str], said: str, headwater: Run, database_url: str) -> None:
    result = headwater(*arguments)
    assert result.returncode == 2
    assert said in result.stderr
    assert fetch(database_url, "SELECT 1 FROM token UNION ALL SELECT 1 FROM source") == []


@pytest.mark.parametrize(
    ("arguments", "environment", "base"),
    [
        ([], {}, "http://localhost:8080"),
        ([], {"HEADWATER_PORT": "9000"}, "http://localhost:9000"),
        (["--url", "https://headwater.example/in/"], {}, "https://headwater.example/in"),
    ],
)
def test_a_source_is_an_address_and_a_token(
    arguments: list[str], environment: dict[str, str], base: str, headwater: Run, database_url: str
) -> None:
    result = headwater("source", "create", "gitlab", *arguments, **environment)
    printed = re.fullmatch(r"URL    (\S+)\ntoken  (hw_\S+)\n", result.stdout)
    assert printed, result.stderr
    [source] = fetch(database_url, "SELECT * FROM source")
    assert printed[1] == f"{base}/api/v1/tracking/open-lineage/{source['id']}/events/bulk"
    [token] = fetch(database_url, "SELECT * FROM token")
    assert (token["scopes"], token["source_id"]) == (["WRITE"], source["id"])
    assert printed[2] not in headwater("source", "list").stdout + headwater("token", "list").stdout


def test_a_source_is_revoked_with_its_token(headwater: Run, database_url: str) -> None:
    assert headwater("source", "list").stdout == "there are no sources; `headwater source create` makes one\n"
    headwater("source", "create", "gitlab")
    [source] = fetch(database_url, "SELECT * FROM source")
    assert re.search(rf"\n{source['id']}  gitlab  \S+ \S+  -\n$", headwater("source", "list").stdout)
    assert headwater("source", "revoke", str(source["id"])).stdout == "revoked\n"
    counts = "SELECT count(*) FROM token WHERE revoked_at IS NOT NULL"
    assert fetch(database_url, counts)[0][0] == 1
    assert headwater("source", "revoke", str(source["id"])).returncode == 2


def test_a_server_beyond_loopback_takes_the_tokens_of_its_database(headwater: Run, database_url: str) -> None:
    writer = made(headwater, "pipeline", "--scope", "write")
    reader = made(headwater, "dashboard", "--scope", "read", "--expires-in", "1h")
    bound = headwater("source", "create", "gitlab").stdout.split()[-1]
    with Server(database_url, host="0.0.0.0") as server:

        def read(secret: str) -> int:
            return httpx.post(f"{server.url}/graphql", json=QUERY, headers=bearer(secret)).status_code

        def write(secret: str) -> int:
            return server.post(run_event("START", "00:00:00", uuid(1)), LINEAGE, **bearer(secret)).status_code

        assert httpx.post(f"{server.url}/graphql", json=QUERY).status_code == 401
        assert server.post(b"{").status_code == 401
        assert [(read(secret), write(secret)) for secret in (reader, writer, bound, "hw_wrong")] == [
            (200, 403),
            (403, 201),
            (403, 403),
            (401, 401),
        ]
        emit(server, writer)
        assert server.count("run") == 2
        headwater("token", "revoke", "1")
        assert (read(reader), write(writer)) == (200, 401)
        with pytest.raises(Exception, match="401"):
            emit(server, writer)
    assert fetch(database_url, "SELECT count(*) FROM quarantine")[0][0] == 0


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def emit(server: Server, secret: str) -> None:
    """Send one event by the OpenLineage client, configured with a token."""
    config = HttpConfig(url=server.url, auth=ApiKeyTokenProvider({"apiKey": secret}))
    OpenLineageClient(transport=HttpTransport(config)).emit(client_event(7, RunState.START))


def test_a_name_in_a_table_moves_no_cursor(headwater: Run) -> None:
    made(headwater, "night\x1b[2J\nly", "--scope", "read")
    assert r"night\x1b[2J\nly" in headwater("token", "list").stdout
