"""Every named query is good SQL against the migrated schema, and has a purpose."""

import ast
from collections.abc import AsyncIterator, Iterator
from itertools import chain, product

import asyncpg
import pytest

from headwater.model.questions import Direction
from headwater.model.run_lists import RunOrder
from headwater.store import graph_reader, history, registrations, run_lists, run_stats, walks
from headwater.store.connections import connect_to_merge
from headwater.store.queries import name_of, named_queries, sql_folder
from headwater.store.search_order import Order
from headwater.store.searches import Search, Statement
from headwater.store.walks import walk_query

from composed_runs import FIGURES, OWNERS, OWNERS_WITH_FIGURES, filtered, ordered
from conftest import cloned_database

REBUILD = {
    *("create_rebuild_schema", "use_rebuild", "keep_numbers", "create_rebuild_progress", "begin_rebuild_progress"),
    "take_over_dropped",
    *(
        "rebuild_progress",
        "keep_rebuild_progress",
        "vacuum_rebuild",
        "lock_tables",
        "hold_tables",
        "use_function_schema",
    ),
    *("set_tables_aside", "move_table", "stop_keeping_numbers", "functions_of_replaced_tables"),
    *("drop_functions", "drop_replaced_tables", "drop_rebuild"),
}
"""Queries that only a rebuild can run, over its own tables (test_rebuild.py)."""

SCRIPTS = {
    *REBUILD,
    "analyze_all",
    "begin_migration",
    "create_functions_schema",
    "trust_functions",
    "drop_functions_schema",
    "create_migration_table",
    "settle_transaction",
}  # run without parameters


PARTS = (
    *("hops_", "pairs_", "run_list_", "run_stats_", "narrowed_by_"),
    *("search_", "branch_", "field_", "equal_", "meets_", "holds_", "order_", "values_of_field"),
)
FRAGMENTS = {
    "walk",
    "unsettled_rows_of_walk",
    "kept_step_of_walk",
    "kept_holds_at",
    "kept_rows_of_walk",
    "most_steps_by_remains",
    "near_by_remains",
    "start_by_remains",
    "far_from_history",
    "registrations_page",
    *(name for name in named_queries() if name.startswith(PARTS)),
}
"""Parts that `walks.py`, `history.py`, `registrations.py`, `run_lists.py`, `run_stats.py` and `searches.py` of `store/` compose."""

SEARCHES = [
    Search(kinds=kinds, words=words, order=order, is_in_container=is_in_container)
    for kinds in (("dataset",), ("dataProcessInstance",), ("dataset", "dataProcessInstance"))
    for words in (None, "word", "0123")
    for order in (None, Order("created"), Order("name"), Order("urn", is_descending=True))
    for is_in_container in (False, True)
]
POSITIONS = {  # by the number of keys of an order
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
@pytest.mark.parametrize("is_evaluated", [True, False])
@pytest.mark.parametrize("has_region", [True, False])
async def test_walk_prepares(
    direction: Direction, is_evaluated: bool, has_region: bool, template_connection: asyncpg.Connection
) -> None:
    sql = walk_query(direction, is_evaluated=is_evaluated, has_region=has_region)
    assert (await template_connection.prepare(sql)).get_query()


@pytest.mark.parametrize("direction", Direction)
async def test_walk_by_remains_prepares(direction: Direction, template_connection: asyncpg.Connection) -> None:
    sql = walk_query(direction, is_evaluated=True, by_remains=True)
    assert (await template_connection.prepare(sql)).get_query()


@pytest.mark.parametrize("sql", [history.WORK, history.ALL], ids=["work", "all"])
async def test_comparison_prepares(sql: str, template_connection: asyncpg.Connection) -> None:
    assert (await template_connection.prepare(sql)).get_query()


@pytest.mark.parametrize("narrowed", registrations.NARROWED)
async def test_pages_of_registrations_prepare(narrowed: str, template_connection: asyncpg.Connection) -> None:
    statement = await template_connection.prepare(registrations.page_query(narrowed))
    assert len(statement.get_parameters()) == 7


@pytest.mark.parametrize("name", sorted(named_queries().keys() - SCRIPTS - FRAGMENTS))
async def test_query_prepares(name: str, template_connection: asyncpg.Connection) -> None:
    statement = await template_connection.prepare(named_queries()[name])
    assert statement.get_query()


@pytest.mark.parametrize("name", sorted(named_queries()))
def test_query_has_a_purpose_of_one_sentence(name: str) -> None:
    first, *_ = named_queries()[name].splitlines()
    assert first.startswith("-- ")
    assert first.endswith(".")


def literals() -> set[str]:
    """Return the texts in the code of the store."""
    folder = sql_folder().parent / "server" / "headwater" / "store"
    nodes = chain.from_iterable(ast.walk(ast.parse(path.read_text())) for path in folder.glob("*.py"))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.fixture
def composed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of queries in composed statements, recorded over everything that can be composed."""
    names = {f"count_{page}" for page in graph_reader._PAGES.values()}

    def looked_up(name: str) -> str:
        names.add(name)
        return named_queries()[name]

    for module in (registrations, run_lists, run_stats, walks):
        monkeypatch.setattr(module, "query", looked_up)
    for of in OWNERS:
        for statements in (filtered(of), *(ordered(of, order) for order in RunOrder)):
            assert all(statements)
    for figures, of in product(FIGURES, OWNERS_WITH_FIGURES):
        run_stats.stats_query(figures, of)
    for direction, is_evaluated in product(Direction, (True, False)):
        walks.walk_query(direction, is_evaluated=is_evaluated, has_region=True)
        walks.walk_query(direction, is_evaluated=is_evaluated, by_remains=is_evaluated)
    for narrowed in registrations.NARROWED:
        registrations.page_query(narrowed)
    return names


def test_a_statement_tells_its_name() -> None:
    """The purpose gives the name, so no two queries have the same purpose; composed statements keep it."""
    assert [name_of(sql) for sql in named_queries().values()] == list(named_queries())
    composed = [walk_query(Direction.UPSTREAM, is_evaluated=True), Statement(SEARCHES[0], [0]).page(0, 10, None)]
    assert [name_of(sql or "") for sql in composed] == ["walk", "search_page"]
    with pytest.raises(KeyError):
        name_of("SELECT 1")


async def test_no_query_is_unused(composed: set[str], template_connection: asyncpg.Connection) -> None:
    """The canonical dump takes every query of a table, by its name."""
    tables = await template_connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    dumped = {f"dump_{row['tablename']}" for row in tables}
    assert named_queries().keys() - literals() - composed - dumped == set()


@pytest.fixture(scope="module")
def migrated_url(postgres_url: str, template: str) -> Iterator[str]:
    """A migrated database; no test changes it."""
    with cloned_database(postgres_url, template) as url:
        yield url


@pytest.fixture
async def template_connection(migrated_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await connect_to_merge(migrated_url)
    yield connection
    await connection.close()
