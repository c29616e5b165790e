"""Every named query is good SQL against the migrated schema, and says what it is for."""

import asyncpg
import pytest

from headwater.model.lineage import Direction
from headwater.store import history
from headwater.store.pool import connect_to_merge
from headwater.store.queries import named_queries, sql_folder
from headwater.store.search_order import Order
from headwater.store.searches import Search, Statement
from headwater.store.walks import walk_query

SCRIPTS = {
    "begin_migration",
    "create_functions_schema",
    "trust_functions",
    "drop_functions_schema",
    "create_migration_table",
    "settle_transaction",
}  # run as they are


PARTS = (
    *("hops_", "pairs_", "run_list_", "run_stats_"),
    *("search_", "branch_", "field_", "equal_", "meets_", "holds_", "order_", "values_of_field"),
)
FRAGMENTS = {
    "walk",
    "odd_rows",
    "far_from_history",
    *(name for name in named_queries() if name.startswith(PARTS)),
}
"""What `walks.py`, `history.py`, `run_lists.py`, `run_stats.py` and `searches.py` of `store/` compose."""

SEARCHES = [
    Search(kinds=kinds, words=words, order=order, is_in_container=is_in_container)
    for kinds in (("dataset",), ("dataProcessInstance",), ("dataset", "dataProcessInstance"))
    for words in (None, "word", "0123")
    for order in (None, Order("created"), Order("name"), Order("urn", is_descending=True))
    for is_in_container in (False, True)
]
POSITIONS = {  # by how many keys an order has
    1: ("u",),
    2: ("n", "u"),
    3: ("1", "2026-01-01T00:00:00+00:00", "u"),
    4: ("1", "1", "0123", "u"),
}


async def test_searches_prepare(template_connection: asyncpg.Connection) -> None:
    for search in SEARCHES:
        keys = len(search.branches()[0].keys)
        for after in (None, POSITIONS[keys]):
            page = Statement(search, [0])
            if sql := page.page(0, 10, after):
                assert len((await template_connection.prepare(sql)).get_parameters()) == len(page.parameters)
        for sql in (Statement(search, [0]).totals(), Statement(search, [0]).facets()):
            assert sql is not None
            assert await template_connection.prepare(sql)


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("is_ruled", [True, False])
async def test_walk_prepares(direction: Direction, is_ruled: bool, template_connection: asyncpg.Connection) -> None:
    statement = await template_connection.prepare(walk_query(direction, is_ruled=is_ruled))
    assert statement.get_query()


@pytest.mark.parametrize("sql", [history.WORK, history.ALL], ids=["work", "all"])
async def test_comparison_prepares(sql: str, template_connection: asyncpg.Connection) -> None:
    assert (await template_connection.prepare(sql)).get_query()


@pytest.mark.parametrize("name", sorted(named_queries().keys() - SCRIPTS - FRAGMENTS))
async def test_query_prepares(name: str, template_connection: asyncpg.Connection) -> None:
    statement = await template_connection.prepare(named_queries()[name])
    assert statement.get_query()


@pytest.mark.parametrize("name", sorted(named_queries()))
def test_query_has_a_purpose_of_one_sentence(name: str) -> None:
    first, *_ = named_queries()[name].splitlines()
    assert first.startswith("-- ")
    assert first.endswith(".")


def test_no_query_is_unused() -> None:
    source = "".join(path.read_text() for path in (sql_folder().parent / "server" / "headwater").rglob("*.py"))
    # store/dump.py takes all that begin with dump_, walk_query the four hops, store/run_lists.py and run_stats.py what they compose.
    by_name = [name for name in named_queries() if not name.startswith(("dump_", "hops_", "run_list_", "run_stats_"))]
    assert [name for name in by_name if f'"{name.removeprefix("count_")}"' not in source] == []


@pytest.fixture
async def template_connection(database_url: str) -> asyncpg.Connection:
    connection = await connect_to_merge(database_url)
    yield connection
    await connection.close()
