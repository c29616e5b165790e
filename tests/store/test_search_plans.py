"""A page of a search comes from an index in its order: at the same cost for any depth and any size of the store."""

import asyncio
from collections.abc import Callable, Iterator

import pytest

from headwater.store.connections import connect
from headwater.store.fetching import EVERYTHING
from headwater.store.pool import read_pool
from headwater.store.search_conditions import Condition
from headwater.store.search_order import Order, Position
from headwater.store.searches import Search, Searches, Statement
from plans import Plan, blocks_of, indexes_of, read_plan, scans_of, seem_large

from conftest import cloned_database

RUNS = 60_000
ENTITIES = 6000
PAGE = 20

# Names of a tenth of the runs, as in DataHub's aspect. Tables of 1,000 jobs and 5,000 datasets, as large as the rows
# that a page would otherwise read. A few are removed, and a few runs are stubs.
FILL = f"""
    INSERT INTO entity (kind, urn, namespace, name, is_stub, trace_id)
    SELECT 'dataset', 'urn:li:dataset:(urn:li:dataPlatform:db,shop.s' || n % 50 || '.table_' || n || ',PROD)', 'db', 'shop.s' || n % 50 || '.table_' || n,
        false, gen_random_uuid()
    FROM generate_series(1, 5000) n;
    INSERT INTO entity (kind, urn, namespace, name, is_stub, trace_id)
    SELECT 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow,ns),flow.job_' || n || ')', 'ns', 'flow.job_' || n, false, gen_random_uuid()
    FROM generate_series(1, 1000) n;
    INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id)
    SELECT e.id, 'status', jsonb_build_object('removed', e.id % 500 = 0), '{{}}', 1, now(), now(), gen_random_uuid() FROM entity e;
    WITH made AS (
        INSERT INTO entity (kind, urn, run_key, is_stub, trace_id)
        SELECT 'dataProcessInstance', 'urn:li:dataProcessInstance:' || md5(n::text)::uuid, gen_random_uuid(), n % 1000 = 0, gen_random_uuid()
        FROM generate_series(1, {RUNS}) n
        RETURNING id, urn
    ), counted AS (
        SELECT m.id, substr(m.urn, 28)::uuid AS run_uuid, row_number() OVER (ORDER BY m.id) AS n FROM made m
    )
    INSERT INTO run (id, run_uuid, native_id, template_id, created_at, first_event_at, status, result, is_removed)
    SELECT c.id, c.run_uuid, c.run_uuid::text, 5001 + c.n % 1000, timestamptz '2026-01-01 00:00+00' + c.n / 7 * interval '1 minute',
        now(), 'COMPLETE', 'SUCCESS', c.n % 200 = 0
    FROM counted c;
    INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id)
    SELECT r.id, 'dataProcessInstanceProperties', jsonb_build_object('name', CASE r.id % 20 WHEN 0 THEN 'train' ELSE 'nightly-' || r.id END),
        '{{}}', 1, now(), now(), gen_random_uuid()
    FROM run r WHERE r.id % 10 = 0"""

RUN_KINDS = ("dataProcessInstance",)
KINDS = ("container", "dataFlow", "dataJob", "dataset", "mlModel")
REMOVED = (
    Condition("removed", "EQUAL", ("true",), False),
    Condition("created", "LESS_THAN", ("1800000000000",), False),
)
JOB = "urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow,ns),flow.job_5)"

# the search, and the index that it should use
SEARCHES = {
    "runs": (Search(RUN_KINDS), "run_created_idx"),
    "oldest runs": (Search(RUN_KINDS, order=Order("created")), "run_created_idx"),
    "removed runs": (Search(RUN_KINDS, any_of=(REMOVED,), shows_removed=True), "run_removed_idx"),
    "runs by id": (Search(RUN_KINDS, words="0"), "run_uuid_idx"),
    "runs by name": (Search(RUN_KINDS, words="nightly"), "versioned_aspect_run_name_idx"),
    "runs of one name": (Search(RUN_KINDS, words="train"), "versioned_aspect_run_name_idx"),
    "runs of a name that begins so": (Search(RUN_KINDS, words="tra"), "versioned_aspect_run_name_idx"),
    "entities": (Search(KINDS), "entity_order_idx"),
    "jobs": (Search(("dataJob",)), "entity_order_idx"),
    "names": (Search((*KINDS, *RUN_KINDS), words="table_1"), "entity_words_idx"),
    "runs of a job": (
        Search(RUN_KINDS, any_of=((Condition("parentTemplate", "EQUAL", (JOB,), False),),)),
        "run_template_idx",
    ),
}


@pytest.fixture(scope="module")
def filled_url(postgres_url: str, template: str) -> Iterator[str]:
    async def fill(url: str) -> None:
        connection = await connect(url)
        await connection.execute(FILL)
        await connection.execute("VACUUM (ANALYZE)")
        await connection.close()

    with cloned_database(postgres_url, template) as url:
        asyncio.run(fill(url))
        seem_large(url)
        yield url


async def looked_at(url: str, search: Search, position: Position | None) -> Plan:
    """Return the plan of an executed page."""
    statement = Statement(search, [EVERYTHING])
    sql = statement.page(0, PAGE, position)
    assert sql is not None
    return await read_plan(url, sql, statement.parameters, is_executed=True)


async def deep_position(url: str, search: Search) -> tuple[Position, int]:
    """Return the position one page before the end of the result, and the number of results."""
    async with await read_pool(url, 1) as pool:
        [rows] = await Searches(pool).pages([EVERYTHING], search, 0, RUNS)
    assert len(rows) > 2 * PAGE
    return tuple(rows[-PAGE - 1]["position"]), len(rows)


@pytest.mark.parametrize("name", SEARCHES)
async def test_a_deep_page_reads_as_little_as_the_first(name: str, filled_url: str) -> None:
    search, index = SEARCHES[name]
    position, _ = await deep_position(filled_url, search)
    first, deep = await looked_at(filled_url, search, None), await looked_at(filled_url, search, position)
    assert first["Actual Rows"] == deep["Actual Rows"] == PAGE
    assert index in indexes_of(first)
    assert index in indexes_of(deep)
    assert blocks_of(deep) <= 2 * blocks_of(first) + 50


@pytest.mark.parametrize("name", sorted(SEARCHES.keys() - {"names"}))
async def test_a_page_reads_little(name: str, filled_url: str) -> None:
    """A few blocks for each row of the page: the index and the entity."""
    assert blocks_of(await looked_at(filled_url, SEARCHES[name][0], None)) < 20 * PAGE


@pytest.mark.parametrize("name", SEARCHES)
async def test_a_total_is_how_many_all_pages_have(name: str, filled_url: str) -> None:
    """Totals are counted in another way than pages are read."""
    search, _ = SEARCHES[name]
    async with await read_pool(filled_url, 1) as pool:
        searches = Searches(pool)
        [rows] = await searches.pages([EVERYTHING], search, 0, RUNS + ENTITIES)
        assert await searches.totals([EVERYTHING], search) == [len(rows)]
        [facets] = await searches.facets([EVERYTHING], search)
    assert sum(row["total"] for row in facets if row["field"] == "_entityType") == len(rows)


async def counted(url: str, search: Search, ask: Callable[[Statement], str | None]) -> Plan:
    """Return the plan of executed totals or facets."""
    statement = Statement(search, [EVERYTHING])
    sql = ask(statement)
    assert sql is not None
    return await read_plan(url, sql, statement.parameters, is_executed=True)


@pytest.mark.parametrize("ask", [Statement.totals, Statement.facets])
async def test_a_count_of_runs_reads_nothing_of_their_entities(
    ask: Callable[[Statement], str | None], filled_url: str
) -> None:
    """The count reads only an index of the stubs."""
    root = await counted(filled_url, Search(RUN_KINDS), ask)
    assert "entity" not in scans_of(root)
    assert indexes_of(root) <= {"run_created_idx", "run_pkey", "entity_stub_idx"}
    assert blocks_of(root) < RUNS // 20


async def test_a_count_of_the_runs_of_a_job_reads_them_alone(filled_url: str) -> None:
    root = await counted(filled_url, SEARCHES["runs of a job"][0], Statement.totals)
    assert scans_of(root) == set()
    assert indexes_of(root) == {"run_template_idx", "entity_stub_idx", "entity_urn_key"}
    assert blocks_of(root) < RUNS // 100


async def test_a_count_of_entities_does_not_look_at_the_status_of_each(filled_url: str) -> None:
    root = await counted(filled_url, Search(KINDS), Statement.totals)
    assert indexes_of(root) == {"entity_order_idx", "versioned_aspect_removed_idx"}
    assert blocks_of(root) < 2 * ENTITIES
