"""Rows of Marquez's `lineage_events` as Postgres writes them: each gives its event, byte for byte in meaning."""

import json
from io import BytesIO
from typing import Any

import pytest
from asyncpg import Connection

from headwater.dialects.openlineage.marquez import event_of_row, is_header

from conftest import CONNECTIONS, fetch
from events import run_event, uuid

NOTE = {"text": 'a "quoted", \\ word,\twith a tab,\nnew line, {brace} and ü'}
EVENT = run_event("COMPLETE", "00:00:00", uuid(1), outputs=["a"], note=NOTE)
TABLE = """
    CREATE TABLE lineage_events (
        event_time timestamptz, event jsonb, event_type text, job_name text, job_namespace text, producer text,
        run_uuid uuid, created_at timestamptz, _event_type text)"""
ROW = "INSERT INTO lineage_events VALUES (now(), $1, 'COMPLETE', 'a, \"job\"', 'ns', 'https://a.example', $2, now(), 'RUN_EVENT')"


@pytest.mark.parametrize("columns", ["*", "event", "event, job_name"])
@pytest.mark.parametrize("has_header", [False, True])
def test_rows_of_a_csv_give_their_events(columns: str, has_header: bool, database_url: str) -> None:
    *header, line = copied(database_url, columns, format="csv", header=has_header)
    assert [is_header(names) for names in header] == [True] * has_header
    assert not is_header(line)
    assert event(line) == EVENT


def test_rows_of_text_give_their_events(database_url: str) -> None:
    [line] = copied(database_url, "*", format="text")
    assert event(line + b"\r\n") == EVENT


def copied(database_url: str, columns: str, **options: Any) -> list[bytes]:
    """Return the lines that Postgres copies from a table with the event."""
    fetch(database_url, TABLE)
    fetch(database_url, ROW, json.dumps(EVENT), uuid(1))
    output = BytesIO()

    async def work(connection: Connection) -> str:
        query = f"SELECT {columns} FROM lineage_events"
        copied: str = await connection.copy_from_query(query, output=output, **options)
        return copied

    assert CONNECTIONS.use(database_url, "reads", work) == "COPY 1"
    return output.getvalue().splitlines()


def event(line: bytes) -> Any:
    """Return the event of a row, decoded."""
    found = event_of_row(line)
    assert found is not None, line
    return json.loads(found)


@pytest.mark.parametrize(
    "line",
    [
        json.dumps(EVENT).encode(),
        b"[" + json.dumps(EVENT).encode() + b"]",
        b' \t{"a": 1}',
        b"not json",
        b"",
        b'"note": "{}",',
        b'"note":\t{"a": 1}',
        b"event_time,event,event_type",
    ],
)
def test_other_lines_are_no_rows(line: bytes) -> None:
    assert event_of_row(line) is None


@pytest.mark.parametrize("line", [b'"{' + b'""' * 500_000, b"a," * 500_000 + b'"', b"a\t" * 500_000])
def test_a_long_line_that_is_no_row_is_read_once(line: bytes) -> None:
    assert event_of_row(line) is None
