"""A history for bench/impact.py and bench/queries.py: a merge's rows, written by COPY and SQL into the tables.

100 flows of 10 jobs (2 flows half-hourly, 4 hourly, 80 daily, 14 weekly), in 10 layers. The jobs write 1,500 of 5,000
assets, 1 or 2 each. They read 2 or 3: from the job before them, from flows of lower layers (many jobs read few assets),
and from external sources. Nine jobs read the state table of their own run before. Five runs have 10,000 children if
there are so many; one child in 97 failed and wrote nothing. A year has 1,000,080 runs, 36 days have 98,620. There are
no event bodies, facets and mentions.
"""

import asyncio
import random
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from asyncpg import Connection

from headwater.store.connections import connect

from servers import kept_database

FLOWS, JOBS_OF_FLOW, ASSETS, LAYERS = 100, 10, 5000, 10
JOBS = FLOWS * JOBS_OF_FLOW
START = datetime(2026, 1, 1, tzinfo=UTC)
RUNS_PER_DAY = 2740
STEP_SECONDS = 150
"""The seconds between the starts of two jobs of a flow."""

PERIOD_MINUTES = dict.fromkeys(range(7, 100, 7), 7 * 24 * 60) | {12: 30, 45: 30, 3: 60, 31: 60, 58: 60, 76: 60}
"""The minutes between two runs, by flow; the other flows are daily."""

STATE_JOBS = (33, 121, 127, 314, 452, 458, 583, 700, 764)
PARENTS, CHILDREN = 5, 10_000
CHILDREN_PER_FAILURE = 97
"""A prime, so that children of every parent fail."""

SAMPLE = 3000

FIRST_JOB_ID, FIRST_ASSET_ID, FIRST_RUN_ID = FLOWS + 1, FLOWS + JOBS + 1, 10_001

UseRows = list[tuple[int, str, int]]
"""(job, direction, asset)."""


def history(server_url: str, runs: int, *, fresh: bool = False) -> str:
    """Return the URL of a database with about that many runs; make the database unless it is there."""

    def fill(url: str) -> None:
        asyncio.run(_fill(url, round(runs / RUNS_PER_DAY - 0.4)))

    return kept_database(server_url, f"bench_impact_{runs}", fill, fresh=fresh)


def end_of(runs: int) -> datetime:
    """Return the end of a history."""
    return START + timedelta(days=round(runs / RUNS_PER_DAY - 0.4) + 1)


async def _fill(url: str, days: int) -> None:
    connection = await connect(url)
    started = time.monotonic()
    # Foreign keys hold by construction, and building indexes at the end is faster.
    await connection.execute(
        "SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'"
    )
    indexes = await connection.fetch(_INDEXES)
    for index in indexes:
        await connection.execute(f"DROP INDEX {index['name']}")
    await _copy(connection, days)
    for statement in _STATEMENTS:
        await connection.execute(statement)
    for index in indexes:
        await connection.execute(index["definition"])
    for statement in _PRODUCERS:
        await connection.execute(statement)
    await connection.execute("VACUUM (ANALYZE)")
    await _check(connection)
    await connection.close()
    print(f"a history of {days} days in {time.monotonic() - started:.0f} s", file=sys.stderr)


async def _copy(connection: Connection, days: int) -> None:
    await connection.execute(
        "CREATE TEMP TABLE made_run (number bigint, job integer, started_at timestamptz, ended_at timestamptz, parent bigint);"
        "CREATE TEMP TABLE made_use (job integer, direction text, asset integer)"
    )
    await connection.copy_records_to_table("made_run", records=_runs(days))
    await connection.copy_records_to_table("made_use", records=layered_uses())
    await connection.execute("ANALYZE made_run; ANALYZE made_use")


def layered_uses(seed: int = 1) -> UseRows:
    """Return the reads and writes of each job's runs."""
    chance = random.Random(seed)
    writes = [_written(job, chance) for job in range(JOBS)]
    hubs = sorted(range(JOBS), key=lambda _: chance.random())
    uses: UseRows = []
    for job in range(JOBS):
        reads = {writes[job][0]} if job in STATE_JOBS else set()
        if job % JOBS_OF_FLOW:
            reads.add(writes[job - 1][-1])
        wanted = chance.choice((2, 3))
        while len(reads) < wanted:
            reads.add(_read(job, hubs, writes, chance))
        uses += [(job, "INPUT", asset) for asset in sorted(reads)]
        uses += [(job, "OUTPUT", asset) for asset in writes[job]]
    return uses


def _written(job: int, chance: random.Random) -> Sequence[int]:
    """Return the job's own asset, and a second asset of every second job, which the job before sometimes writes too."""
    if job % 2:
        return (job,)
    is_shared = job % JOBS_OF_FLOW > 0 and chance.random() < 0.1
    return (job, job - 1 if is_shared else JOBS + job // 2)


def _read(job: int, hubs: Sequence[int], writes: Sequence[Sequence[int]], chance: random.Random) -> int:
    """Return an asset of a lower layer's job, mostly one with many readers, or an external source."""
    layer = job // JOBS_OF_FLOW * LAYERS // FLOWS
    if layer and chance.random() < 0.6:
        below = [hub for hub in hubs if hub // JOBS_OF_FLOW * LAYERS // FLOWS < layer]
        return chance.choice(writes[below[min(int(chance.paretovariate(0.6)) - 1, len(below) - 1)]])
    return chance.randrange(JOBS + JOBS // 2, ASSETS)


def _runs(days: int, seed: int = 2) -> Iterator[tuple[int, int, datetime, datetime, int | None]]:
    """Yield (number, job, start, end, number of the parent), by flow and time; the parents last."""
    chance = random.Random(seed)
    end, number = days * 24 * 60, 0
    for flow in range(FLOWS):
        period = PERIOD_MINUTES.get(flow, 24 * 60)
        offset = chance.randrange(max(1, min(period, 24 * 60) - 29))
        for slot in range(end // period):
            slot_start = START + timedelta(minutes=slot * period + offset)
            for place in range(JOBS_OF_FLOW):
                started = slot_start + timedelta(seconds=place * STEP_SECONDS + chance.randrange(5))
                job = flow * JOBS_OF_FLOW + place
                yield (
                    number,
                    job,
                    started,
                    started + timedelta(seconds=chance.randrange(20, 140)),
                    _parent(flow, slot, place),
                )
                number += 1
    for parent in range(PARENTS):
        yield -1 - parent, 0, START, START + timedelta(days=days), None


def _parent(flow: int, slot: int, place: int) -> int | None:
    """Return one of five backfills, for the jobs of a half-hourly flow."""
    return -1 - place if flow == 45 and place < PARENTS and slot < CHILDREN else None


async def _check(connection: Connection) -> None:
    """Check that one pass computed the same replacements as the store's rule, on a sample."""
    wrong = await connection.fetchval(_WRONG, SAMPLE)
    if wrong:
        raise RuntimeError(f"{wrong} of {SAMPLE} writes are not hidden as the rule says")


_TABLES = "'entity', 'run', 'run_event', 'edge', 'asset_read', 'asset_write'"
_INDEXES = f"""
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE c.relname IN ({_TABLES}) AND c.relnamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)"""

_ASSET_URN = "'urn:li:dataset:(urn:li:dataPlatform:postgres,bench.' || g || ',PROD)'"
_STATEMENTS = (
    f"""
    INSERT INTO entity (id, kind, urn, namespace, name, is_stub, trace_id) OVERRIDING SYSTEM VALUE
    SELECT 1 + g, 'dataFlow', 'urn:li:dataFlow:(openlineage,flow' || g || ',bench)', 'bench', 'flow' || g, false, gen_random_uuid()
    FROM generate_series(0, {FLOWS - 1}) g
    UNION ALL
    SELECT {FIRST_JOB_ID} + g, 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow' || g / 10 || ',bench),job' || g || ')',
        'bench', 'job' || g, false, gen_random_uuid()
    FROM generate_series(0, {JOBS - 1}) g
    UNION ALL
    SELECT {FIRST_ASSET_ID} + g, 'dataset', {_ASSET_URN}, 'postgres://bench', 'bench.' || g, false, gen_random_uuid()
    FROM generate_series(0, {ASSETS - 1}) g""",
    f"UPDATE entity SET flow_id = 1 + (id - {FIRST_JOB_ID}) / {JOBS_OF_FLOW} WHERE kind = 'dataJob'",
    # Ids in the order of time, as merges would give them.
    f"""
    CREATE TEMP TABLE timed_run AS
    SELECT {FIRST_RUN_ID} - 1 + row_number() OVER (ORDER BY m.started_at, m.number) AS id, m.*, text_key(m.number::text) AS key,
        CASE WHEN m.parent IS NOT NULL AND m.number % {CHILDREN_PER_FAILURE} = 0 THEN 'FAILURE' ELSE 'SUCCESS' END AS result
    FROM made_run m""",
    "ANALYZE timed_run",
    """
    INSERT INTO entity (id, kind, urn, run_key, is_stub, trace_id) OVERRIDING SYSTEM VALUE
    SELECT t.id, 'dataProcessInstance', run_urn(t.key), gen_random_uuid(), false, gen_random_uuid() FROM timed_run t ORDER BY t.id""",
    f"""
    INSERT INTO run (
        id, run_uuid, native_id, template_id, parent_id, created_at, attempt, status, result, started_at, ended_at, state_at,
        first_event_at, last_event_at, is_reported, first_arrived_at, last_arrived_at)
    SELECT t.id, t.key, t.key::text, {FIRST_JOB_ID} + t.job, p.id, t.started_at, 1, 'COMPLETE', t.result,
        t.started_at, t.ended_at, t.ended_at, t.started_at, t.ended_at, true, t.started_at, t.ended_at
    FROM timed_run t LEFT JOIN timed_run p ON p.number = t.parent
    ORDER BY t.id""",
    f"""
    INSERT INTO run_link (run_id, at, target_id, target_job_id, target_key, target_uuid, kind, is_terminal, arrived_at)
    SELECT t.id, t.started_at, p.id, {FIRST_JOB_ID} + p.job, e.run_key, p.key, 'PARENT', false, t.started_at
    FROM timed_run t JOIN timed_run p ON p.number = t.parent JOIN entity e ON e.id = p.id
    ORDER BY t.id""",
    """
    INSERT INTO run_event (run_id, at, status, result, content_hash, arrived_at, trace_id)
    SELECT t.id, e.at, e.status, e.result, t.key, e.at, t.key
    FROM timed_run t CROSS JOIN LATERAL (VALUES (t.started_at, 'STARTED', NULL), (t.ended_at, 'COMPLETE', t.result)) AS e (at, status, result)
    ORDER BY t.id""",
    f"""
    INSERT INTO edge (run_id, direction, asset_id, run_created_at)
    SELECT t.id, u.direction, {FIRST_ASSET_ID} + u.asset, t.started_at
    FROM timed_run t JOIN made_use u ON u.job = t.job
    WHERE t.number >= 0 AND (t.result = 'SUCCESS' OR u.direction = 'INPUT')
    ORDER BY t.id, u.direction, u.asset""",
    """
    INSERT INTO asset_read (run_id, attempt, edge_id, asset_id, class_id, root_id, job_id, since, until, streams, narrows)
    SELECT g.run_id, 1, g.id, g.asset_id, g.asset_id, coalesce(r.parent_id, r.id), r.template_id, r.started_at, r.ended_at, false, false
    FROM edge g JOIN run r ON r.id = g.run_id
    WHERE g.direction = 'INPUT'
    ORDER BY g.id""",
    """
    WITH written AS (
        SELECT g.run_id, g.id AS edge_id, g.asset_id, coalesce(r.parent_id, r.id) AS root_id, r.template_id AS job_id,
            r.started_at, r.ended_at AS at
        FROM edge g JOIN run r ON r.id = g.run_id
        WHERE g.direction = 'OUTPUT'
    ), moment AS (
        SELECT w.asset_id, w.at, lead(w.at) OVER asset AS replaced_at,
            lead(CASE WHEN min(w.root_id) = max(w.root_id) THEN min(w.root_id) END) OVER asset AS replaced_by_root_id
        FROM written w
        GROUP BY w.asset_id, w.at
        WINDOW asset AS (PARTITION BY w.asset_id ORDER BY w.at)
    )
    INSERT INTO asset_write (
        run_id, attempt, edge_id, is_departure, asset_id, class_id, root_id, job_id, kind, effect, begun_at, at, until, replaced_at,
        replaced_by_root_id)
    SELECT w.run_id, 1, w.edge_id, false, w.asset_id, w.asset_id, w.root_id, w.job_id, 'VERSION', 'UNKNOWN', w.started_at, w.at, w.at,
        coalesce(m.replaced_at, 'infinity'), m.replaced_by_root_id
    FROM written w JOIN moment m ON m.asset_id = w.asset_id AND m.at = w.at
    ORDER BY w.edge_id""",
    "SELECT setval(pg_get_serial_sequence('entity', 'id'), max(id)) FROM entity",
)

_PRODUCERS = (
    # The table of a design that keeps one producer for each read. The first schema of the path is that of one version.
    """
    CREATE TABLE public.bench_producer AS
    SELECT DISTINCT p.run_id AS producer_run_id, r.run_id
    FROM read_row r
    CROSS JOIN LATERAL (
        SELECT w.run_id FROM write_row w
        WHERE w.class_id = r.class_id AND w.kind = 'VERSION' AND w.at <= r.since
        ORDER BY w.at DESC LIMIT 1
    ) p""",
    "CREATE INDEX bench_producer_idx ON bench_producer (producer_run_id, run_id)",
    "CREATE INDEX bench_output_idx ON edge (run_id, asset_id) WHERE direction = 'OUTPUT'",
)

_WRONG = """
    SELECT count(*)
    FROM (SELECT k FROM write_row k ORDER BY text_key(k.edge_id::text) LIMIT $1) s (w)
    CROSS JOIN LATERAL find_replacement(s.w, false) f
    WHERE ((s.w).replaced_at, (s.w).replaced_by_root_id) IS DISTINCT FROM (f.replaced_at, f.by_root_id)"""
