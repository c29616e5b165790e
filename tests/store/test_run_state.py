"""derive_run_state: the state of a run is a function of the set of its events (docs/store.md)."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from headwater.dialects.openlineage.run import STATES
from headwater.store.connections import connect

START = datetime(2026, 1, 1, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def event(
    minutes: float, word: str, attempt: int | None = None, *, declared: float | None = None,
    duration: int | None = None, content: int = 0,
) -> tuple[Any, ...]:  # fmt: skip
    """Return an event, so many minutes after the start: an OpenLineage word, or a result (as in DataHub and others)."""
    status, result = STATES.get(word, ("COMPLETE", word))
    declared_start = None if declared is None else at(declared)
    return at(minutes), status, result, word, attempt, declared_start, duration, UUID(int=content)


# the events -> status, result, attempt, start, end, created (in minutes)
CASES: dict[str, tuple[list[tuple[Any, ...]], tuple[Any, ...]]] = {
    "started": ([event(1, "START")], ("STARTED", None, 1, 1, None, 1)),
    "succeeded": ([event(1, "START"), event(5, "SUCCESS")], ("COMPLETE", "SUCCESS", 1, 1, 5, 1)),
    "late RUNNING does not reopen": (
        [event(1, "START"), event(5, "SUCCESS"), event(7, "RUNNING")],
        ("COMPLETE", "SUCCESS", 1, 1, 5, 1),
    ),
    "late START does not reopen": (
        [event(1, "START"), event(5, "FAILURE"), event(9, "START")],
        ("COMPLETE", "FAILURE", 1, 1, 5, 1),
    ),
    "OTHER moves nothing": ([event(0, "OTHER"), event(1, "START"), event(9, "OTHER")], ("STARTED", None, 1, 1, None, 1)),
    "only OTHER: no state": ([event(2, "OTHER")], (None, None, None, None, None, 2)),
    "the later of two ends": ([event(1, "START"), event(4, "FAILURE"), event(6, "SUCCESS")], ("COMPLETE", "SUCCESS", 1, 1, 6, 1)),
    "a FAIL stands against a later COMPLETE": (
        [event(1, "START"), event(4, "FAIL"), event(6, "COMPLETE")],
        ("COMPLETE", "FAILURE", 1, 1, 4, 1),
    ),
    "an ABORT does too": (
        [event(1, "START"), event(4, "ABORT"), event(6, "COMPLETE"), event(8, "COMPLETE")],
        ("COMPLETE", "FAILURE", 1, 1, 4, 1),
    ),
    "unless a START lies between them": (
        [event(1, "START"), event(4, "FAIL"), event(5, "START"), event(6, "COMPLETE")],
        ("COMPLETE", "SUCCESS", 1, 1, 6, 1),
    ),
    "a START at the time of the COMPLETE lies between them": (
        [event(1, "START"), event(4, "FAIL"), event(6, "START"), event(6, "COMPLETE")],
        ("COMPLETE", "SUCCESS", 1, 1, 6, 1),
    ),
    "a START at the time of the FAIL does not": (
        [event(4, "START"), event(4, "FAIL"), event(6, "COMPLETE")],
        ("COMPLETE", "FAILURE", 1, 4, None, 4),
    ),
    "nor does a START after the COMPLETE": (
        [event(1, "START"), event(4, "FAIL"), event(6, "COMPLETE"), event(7, "START")],
        ("COMPLETE", "FAILURE", 1, 1, 4, 1),
    ),
    "nor a RUNNING": (
        [event(1, "START"), event(4, "FAIL"), event(5, "RUNNING"), event(6, "COMPLETE")],
        ("COMPLETE", "FAILURE", 1, 1, 4, 1),
    ),
    "the COMPLETE of the next try counts, that of the failed one does not": (
        [event(1, "START"), event(2, "FAIL"), event(3, "COMPLETE"), event(5, "START"), event(7, "COMPLETE"), event(9, "OTHER")],
        ("COMPLETE", "SUCCESS", 1, 1, 7, 1),
    ),
    "a later failure is the end": (
        [event(1, "START"), event(2, "COMPLETE"), event(3, "FAIL"), event(4, "COMPLETE"), event(5, "ABORT")],
        ("COMPLETE", "FAILURE", 1, 1, 5, 1),
    ),
    "where nothing sends START, the last end counts": (
        [event(1, "RUNNING"), event(4, "FAIL"), event(6, "COMPLETE")],
        ("COMPLETE", "SUCCESS", 1, 1, 6, 1),
    ),
    "each attempt has its own failure": (
        [event(1, "START", 1), event(2, "FAIL", 1), event(4, "START", 2), event(6, "COMPLETE", 2)],
        ("COMPLETE", "SUCCESS", 2, 4, 6, 1),
    ),
    "a START of another attempt does not lie between them": (
        [event(1, "START", 2), event(4, "FAIL", 2), event(5, "START", 1), event(6, "COMPLETE", 2)],
        ("COMPLETE", "FAILURE", 2, 1, 4, 5),
    ),
    "at one time FAILURE beats SUCCESS": (
        [event(1, "START"), event(5, "SUCCESS", content=9), event(5, "FAILURE", content=1)],
        ("COMPLETE", "FAILURE", 1, 1, 5, 1),
    ),
    "at one time SUCCESS beats SKIPPED and UP_FOR_RETRY": (
        [event(5, "UP_FOR_RETRY"), event(5, "SKIPPED"), event(5, "SUCCESS")],
        ("COMPLETE", "SUCCESS", 1, None, 5, 5),
    ),
    "only an end: the start is unknown": ([event(5, "SUCCESS")], ("COMPLETE", "SUCCESS", 1, None, 5, 5)),
    "end minus duration": ([event(5, "SUCCESS", duration=120_000)], ("COMPLETE", "SUCCESS", 1, 3, 5, 3)),
    "declared start": ([event(5, "SUCCESS", declared=2)], ("COMPLETE", "SUCCESS", 1, 2, 5, 2)),
    "STARTED wins over the declared start": (
        [event(3, "START", declared=2), event(5, "SUCCESS", declared=2)],
        ("COMPLETE", "SUCCESS", 1, 3, 5, 3),
    ),
    "an end that is not after the start is no end": (
        [event(1, "START"), event(1, "SUCCESS")],
        ("COMPLETE", "SUCCESS", 1, 1, None, 1),
    ),
    "a retry is the state": (
        [event(1, "START", 1), event(2, "UP_FOR_RETRY", 1), event(4, "START", 2)],
        ("STARTED", None, 2, 4, None, 1),
    ),
    "the highest attempt wins over a later end of a lower": (
        [event(1, "START", 1), event(4, "START", 2), event(5, "SUCCESS", 2), event(9, "FAILURE", 1)],
        ("COMPLETE", "SUCCESS", 2, 4, 5, 1),
    ),
    "an end without an attempt joins the attempt begun before it": (
        [event(1, "START", 1), event(2, "FAILURE"), event(4, "START", 2), event(6, "SUCCESS")],
        ("COMPLETE", "SUCCESS", 2, 4, 6, 1),
    ),
    "an end without an attempt does not join an attempt begun after it": (
        [event(1, "START", 1), event(2, "FAILURE"), event(4, "START", 2)],
        ("STARTED", None, 2, 4, None, 1),
    ),
    "at the same time it joins": ([event(1, "START", 2), event(1, "FAILURE")], ("COMPLETE", "FAILURE", 2, 1, None, 1)),
    "only attempt 2 was seen": (
        [event(3, "START", 2), event(5, "SUCCESS", 2)],
        ("COMPLETE", "SUCCESS", 2, 3, 5, 3),
    ),
    "created is the start of attempt 1, not the first event": (
        [event(0, "OTHER"), event(1, "START", 1), event(3, "START", 2)],
        ("STARTED", None, 2, 3, None, 1),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
async def test_state(name: str, state_of: Any) -> None:
    events, expected = CASES[name]
    row = await state_of(events)
    assert _minutes(row) == expected


async def test_state_as_of_a_moment(state_of: Any) -> None:
    events = [event(1, "START", 1), event(2, "FAILURE", 1), event(4, "START", 2), event(6, "SUCCESS", 2)]
    told = [_minutes(await state_of(events, as_of=at(minute)))[:3] for minute in (1, 2, 3.9, 4, 6)]
    assert told == [
        ("STARTED", None, 1),
        ("COMPLETE", "FAILURE", 1),
        ("COMPLETE", "FAILURE", 1),
        ("STARTED", None, 2),
        ("COMPLETE", "SUCCESS", 2),
    ]
    assert await state_of(events, as_of=at(0)) is None


async def test_a_failure_stands_as_of_a_moment(state_of: Any) -> None:
    events = [event(1, "START"), event(2, "FAIL"), event(4, "COMPLETE"), event(5, "START"), event(6, "COMPLETE")]
    results = [(await state_of(events, as_of=at(minute)))["result"] for minute in range(1, 7)]
    assert results == [None, "FAILURE", "FAILURE", "FAILURE", "FAILURE", "SUCCESS"]


@pytest.mark.parametrize("content", [1, 9])
async def test_at_one_time_a_fail_beats_an_abort(content: int, state_of: Any) -> None:
    row = await state_of([event(1, "START"), event(5, "FAIL", content=5), event(5, "ABORT", content=content)])
    assert row["native_result"] == "FAIL"


def _minutes(row: asyncpg.Record) -> tuple[Any, ...]:
    times = [row[name] for name in ("started_at", "ended_at", "created_at")]
    return (
        row["status"],
        row["result"],
        row["attempt"],
        *(None if time is None else (time - START) / timedelta(minutes=1) for time in times),
    )


@pytest.fixture
async def state_of(database_url: str) -> Any:
    """Put a run's events into the store unchanged, and derive its state."""
    connection = await connect(database_url)

    async def derive(events: list[tuple[Any, ...]], as_of: datetime | None = None) -> asyncpg.Record | None:
        async with connection.transaction():
            run_id = await connection.fetchval(
                "INSERT INTO entity (kind, urn, is_stub, trace_id) VALUES ('dataProcessInstance', $1, false, $2) RETURNING id",
                f"urn:li:dataProcessInstance:{uuid4()}",
                uuid4(),
            )
            await connection.execute("INSERT INTO run (id, native_id) VALUES ($1, 'x')", run_id)
            await connection.executemany(
                "INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start,"
                " duration_millis, content_hash, trace_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, gen_random_uuid())",
                [(run_id, *row) for row in events],
            )
            return await connection.fetchrow(
                "SELECT * FROM derive_run_state(ARRAY[$1::bigint], coalesce($2::timestamptz, 'infinity'))",
                run_id,
                as_of,
            )

    yield derive
    await connection.close()
