"""The cost of kept steps: the time to keep a history's, and the CPU of merges that forget what they change.

For comparison, merges neither forget steps nor tell servers of changes in every second round. All of it happens in a
copy of the history, which is dropped.
"""

import json
import statistics
import time
from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

from asyncpg import Connection

from headwater.store.connections import connect, connect_to_keep, connect_to_merge
from headwater.store.keeping import keep

from cpu import session_seconds
from facets import PRODUCER, RUN_EVENT
from impact_history import JOBS, JOBS_OF_FLOW, end_of, layered_uses
from merging import merge_steps, read_steps
from servers import execute, with_database

ROUNDS = 8
ROUND_RUNS = 300
"""The new runs of a round, each by two merges of one event."""

WARM_EVENTS = 40

LATE = timedelta(days=3)

_NO_FORGETTING = """
    CREATE OR REPLACE FUNCTION forget_steps(of_reads read_row[], steps step_key[]) RETURNS step_key[] LANGUAGE plpgsql AS $$
    BEGIN
        RETURN '{}';
    END $$;
    CREATE OR REPLACE FUNCTION tell_changes(of_class_ids bigint[], of_run_ids bigint[], forgotten step_key[])
    RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
    END $$"""


async def keep_history(url: str) -> int:
    """Keep all steps of a history that can be kept, and return their number."""
    connection = await connect_to_keep(url)
    started, steps = time.perf_counter(), 0
    while kept := await keep(connection):
        steps += kept
    seconds = time.perf_counter() - started
    size = await connection.fetchval("SELECT pg_total_relation_size('kept_step')")
    # Autovacuum may be at it.
    await connection.execute("SET lock_timeout = 0")
    await connection.execute("VACUUM (ANALYZE) kept_step")
    kept_steps: int = await connection.fetchval("SELECT count(*) FROM kept_step")
    await connection.close()
    if steps:
        print(f"\n{steps:,} steps kept in {seconds:.0f} s, {size / 1e6:.0f} MB")
    return kept_steps


async def merge_costs(server_url: str, url: str, runs: int) -> dict[str, float]:
    """Return the part that forgetting adds to a merge's CPU: for events of today, and for those of three days ago."""
    copy = with_database(server_url, "bench_keeping")
    name = url.rpartition("/")[2]
    await execute(server_url, "DROP DATABASE IF EXISTS bench_keeping WITH (FORCE)")
    await execute(server_url, f"CREATE DATABASE bench_keeping TEMPLATE {name}")
    try:
        return {what: await _cost(copy, runs, late) for what, late in (("live", timedelta()), ("late", LATE))}
    finally:
        await execute(server_url, "DROP DATABASE bench_keeping WITH (FORCE)")


async def _cost(url: str, runs: int, late: timedelta) -> float:
    connection = await connect_to_merge(url)
    forgetting = await connection.fetchval(
        "SELECT string_agg(pg_get_functiondef(p.oid), ';') FROM pg_proc p"
        " WHERE p.proname IN ('forget_steps', 'tell_changes') AND p.pronamespace = current_schema()::regnamespace"
    )
    costs: dict[str, list[float]] = {forgetting: [], _NO_FORGETTING: []}
    for number in range(ROUNDS + 1):
        for place, definition in enumerate(costs):
            await connection.execute(definition)
            events = list(_events(runs, (2 * number + place) * ROUND_RUNS, late))
            await _merged(connection, events[:WARM_EVENTS])  # Plans are made anew after a change of a function.
            costs[definition].append(await _merged(connection, events[WARM_EVENTS:]))
            # A live store keeps what is settled, so that there is something to forget.
            await connection.execute(forgetting)
            keeper = await connect(url)
            while await keep(keeper):
                pass
            await keeper.close()
    await connection.close()
    with_it, without = (statistics.median(each[1:]) for each in costs.values())
    print(f"a merge of an event {late.days} days late: {without:.3f} ms of CPU, with forgetting {with_it:.3f}")
    return with_it / without - 1


async def _merged(connection: Connection, events: list[bytes]) -> float:
    """Return the milliseconds of a session's CPU for each event, merged one by one."""
    steps = read_steps(events, 1)
    before = session_seconds(connection)
    await merge_steps(connection, steps)
    return (session_seconds(connection) - before) / len(steps) * 1000


def _events(runs: int, first: int, late: timedelta) -> Iterator[bytes]:
    """Yield a START and a COMPLETE of new runs of the history's jobs, at its end or some time before."""
    uses = layered_uses()
    for number in range(first, first + ROUND_RUNS):
        job = number * 7 % JOBS
        started = end_of(runs) + timedelta(minutes=number) - late
        sides = {
            side: [
                {"namespace": "postgres://bench", "name": f"bench.{asset}"}
                for user, direction, asset in uses
                if user == job and direction == side
            ]
            for side in ("INPUT", "OUTPUT")
        }
        for word, at in (("START", started), ("COMPLETE", started + timedelta(seconds=40))):
            yield json.dumps(
                {
                    "eventType": word,
                    "eventTime": at.isoformat(),
                    "producer": PRODUCER,
                    "schemaURL": RUN_EVENT,
                    "run": {"runId": str(UUID(int=(0x5000 + late.days << 64) | (0x9 << 60) | number))},
                    "job": {"namespace": "bench", "name": f"flow{job // JOBS_OF_FLOW}.job{job}"},
                    "inputs": sides["INPUT"],
                    "outputs": sides["OUTPUT"],
                }
            ).encode()
