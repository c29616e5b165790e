"""Lists of runs in SQL: every composed statement is good, and a page's cost follows its rows, at any depth."""

from collections.abc import Iterator
from datetime import timedelta

import asyncpg
import pytest

from headwater.model.run_lists import Place, RunCriteria, RunOrder, RunOwner, RunPage
from headwater.store.connections import connect
from headwater.store.fetching import EVERYTHING
from headwater.store.run_lists import Statement, count_statement, page_statement
from headwater.store.run_stats import stats_query
from plans import Plan, blocks_of, indexes_of, most_rows, nodes_of, plan_of, scans_of, seem_large

from composed_runs import FIGURES, OWNERS, OWNERS_WITH_FIGURES, Figures, filtered, ordered
from conftest import cloned_database
from many_runs import DATASET_ID, FLOW_ID, JOB_ID, RUN_ID, created, fill_tables

RUNS = 50_000
NEWEST, OLDEST = RunOrder.CREATED_DESC, RunOrder.CREATED_ASC


@pytest.fixture
async def connection(database_url: str) -> asyncpg.Connection:
    connection = await connect(database_url)
    yield connection
    await connection.close()


@pytest.mark.parametrize("of", OWNERS)
async def test_every_filter_prepares(of: RunOwner, connection: asyncpg.Connection) -> None:
    for sql in {statement.sql for statement in filtered(of)}:
        await connection.prepare(sql)


@pytest.mark.parametrize("of", OWNERS)
@pytest.mark.parametrize("order", RunOrder)
async def test_every_order_prepares(of: RunOwner, order: RunOrder, connection: asyncpg.Connection) -> None:
    for statement in ordered(of, order):
        assert await connection.fetch(statement.sql, *statement.arguments) == []


@pytest.mark.parametrize("criteria", [RunCriteria(), RunCriteria(results=("SUCCESS", "FAILURE"))])
async def test_a_page_has_the_columns_of_run_view_that_answers_show(
    criteria: RunCriteria, connection: asyncpg.Connection
) -> None:
    view = await connection.prepare("SELECT * FROM run_view")
    page = await connection.prepare(page_statement(ALL, RunPage("all", criteria, NEWEST, None, 1)).sql)
    shown, listed = ({column.name for column in found.get_attributes()} for found in (view, page))
    assert listed - shown == {"owner_id"}
    assert shown - listed == {"flow_id", "first_event_at", "is_superseded"}  # for conditions of queries


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("of", OWNERS_WITH_FIGURES)
async def test_every_figure_prepares(name: Figures, of: RunOwner, connection: asyncpg.Connection) -> None:
    assert await connection.prepare(stats_query(name, of))


# Plans -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def filled_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        fill_tables(url, RUNS)
        seem_large(url)
        yield url


def explain(url: str, statement: Statement) -> Plan:
    """Return the root of a statement's generic plan, executed."""
    return plan_of(url, statement.sql, statement.arguments, is_executed=True)


JOBS, FLOWS, DATASETS = ([least + n for n in (0, 17, 50)] for least in (JOB_ID, FLOW_ID, DATASET_ID))
ALL = [EVERYTHING]

HOT: dict[str, tuple[RunOwner, list[int], RunCriteria, RunOrder, str]] = {
    "newest of all": ("all", ALL, RunCriteria(), NEWEST, "run_created_idx"),
    "oldest of all": ("all", ALL, RunCriteria(), OLDEST, "run_created_idx"),
    "failed of all": ("all", ALL, RunCriteria(results=("FAILURE",)), NEWEST, "run_result_idx"),
    "failed and skipped of all": ("all", ALL, RunCriteria(results=("FAILURE", "SKIPPED")), NEWEST, "run_result_idx"),
    "succeeded of all": ("all", ALL, RunCriteria(results=("SUCCESS",)), NEWEST, "run_created_idx"),
    "open of all": ("all", ALL, RunCriteria(statuses=("STARTED",)), NEWEST, "run_started_idx"),
    "backfills of all": ("all", ALL, RunCriteria(triggers=("backfill",)), NEWEST, "run_trigger_idx"),
    "in a window": (
        "all", ALL, RunCriteria(created_since=created(100), created_until=created(20_000)), NEWEST, "run_created_idx"
    ),
    "failed in a window": (
        "all", ALL, RunCriteria(results=("FAILURE",), created_since=created(100), created_until=created(20_000)), NEWEST,
        "run_result_idx",
    ),
    "retried of all": ("all", ALL, RunCriteria(min_attempt=2), NEWEST, "run_retried_idx"),
    "by id": ("all", ALL, RunCriteria(native_id="x"), NEWEST, "run_native_text_idx"),
    "by beginning of id": ("all", ALL, RunCriteria(text="c4ca42"), NEWEST, "run_uuid_idx"),
    "by beginning of an id that is no UUID": (
        "all", ALL, RunCriteria(text="nightly"), NEWEST, "run_native_text_idx"
    ),
    "by beginning of a name": ("all", ALL, RunCriteria(text="evening-3010"), NEWEST, "versioned_aspect_run_name_idx"),
    "by name of job": ("all", ALL, RunCriteria(text="datajob55"), NEWEST, "run_template_idx"),
    "of a job by its name": (
        "all", ALL, RunCriteria(templates=("urn:li:dataJob:(dataJob7)",)), NEWEST, "run_template_idx"
    ),
    "failed of a job by its name": (
        "all", ALL, RunCriteria(templates=("urn:li:dataJob:(dataJob7)",), results=("FAILURE",)), NEWEST,
        "run_template_result_idx",
    ),
    "failed by name of job": (
        "all", ALL, RunCriteria(text="datajob55", results=("FAILURE",)), NEWEST, "run_template_result_idx"
    ),
    "open of a job by its name": (
        "all", ALL, RunCriteria(templates=("urn:li:dataJob:(dataJob7)",), statuses=("STARTED",)), NEWEST, "run_started_idx"
    ),
    "of jobs": ("templates", JOBS, RunCriteria(), NEWEST, "run_template_idx"),
    "failed of jobs": ("templates", JOBS, RunCriteria(results=("FAILURE",)), NEWEST, "run_template_result_idx"),
    "open of jobs": ("templates", JOBS, RunCriteria(statuses=("STARTED",)), NEWEST, "run_started_idx"),
    "third attempts of jobs": ("templates", JOBS, RunCriteria(attempt=3), NEWEST, "run_retried_idx"),
    "of flows": ("flows", FLOWS, RunCriteria(), NEWEST, "run_flow_idx"),
    "failed of flows": ("flows", FLOWS, RunCriteria(results=("FAILURE",)), NEWEST, "run_flow_result_idx"),
    "of a run": ("children", [RUN_ID], RunCriteria(), NEWEST, "run_parent_idx"),
    "failed of a run": ("children", [RUN_ID], RunCriteria(results=("FAILURE",)), NEWEST, "run_parent_result_idx"),
    "readers of datasets": ("readers", DATASETS, RunCriteria(), NEWEST, "edge_asset_idx"),
    "open readers of datasets": ("readers", DATASETS, RunCriteria(statuses=("STARTED",)), NEWEST, "run_started_idx"),
    "readers of datasets by id": ("readers", DATASETS, RunCriteria(native_id="x"), NEWEST, "run_native_text_idx"),
}  # fmt: skip

PAGES_OF_A_RUN = 30
"""The most pages for one run on a page: its look-ups in the indexes of runs and entities, and the tables."""


def page_plan(url: str, name: str, after: Place | None = None) -> Plan:
    of, owners, criteria, order, _ = HOT[name]
    return explain(url, page_statement(owners, RunPage(of, criteria, order, after, 20)))


@pytest.mark.parametrize("name", HOT)
def test_a_page_reads_its_index_and_costs_what_is_on_it(name: str, filled_url: str) -> None:
    root = page_plan(filled_url, name)
    assert HOT[name][4] in indexes_of(root)
    assert scans_of(root) == set()
    assert blocks_of(root) < PAGES_OF_A_RUN * 21 * len(HOT[name][1])


@pytest.mark.parametrize(
    "name", ["newest of all", "failed of all", "of jobs", "of flows", "of a run", "readers of datasets"]
)
def test_a_deep_page_costs_what_the_first_does(name: str, filled_url: str) -> None:
    first = blocks_of(page_plan(filled_url, name))
    deep = blocks_of(page_plan(filled_url, name, Place(created(30_000), "urn:li:dataProcessInstance:5")))
    assert deep <= first * 1.1 + 10


@pytest.mark.parametrize("name", ["of jobs", "of flows", "of a run", "readers of datasets"])
def test_a_count_reads_nothing_of_the_runs_but_its_index(name: str, filled_url: str) -> None:
    of, owners, criteria, _, index = HOT[name]
    root = explain(filled_url, count_statement(owners, of, criteria))
    assert index in indexes_of(root)
    assert {node["Node Type"] for node in nodes_of(root) if node.get("Relation Name") in ("run", "edge")} == {
        "Index Only Scan"
    }


@pytest.mark.parametrize("of", ["all", "templates"])
def test_the_jobs_of_a_name_are_found_by_its_words(of: RunOwner, filled_url: str) -> None:
    """The plan reads only the jobs with the words."""
    page = RunPage(of, RunCriteria(text="datajob55"), NEWEST, None, 20)
    assert "entity_words_idx" in indexes_of(explain(filled_url, page_statement(ALL if of == "all" else JOBS, page)))


@pytest.mark.parametrize("of", ["all", "templates", "flows", "children"])
def test_runs_that_hang_are_counted_without_a_scan(of: RunOwner, filled_url: str) -> None:
    owners = {"all": ALL, "templates": JOBS, "flows": FLOWS}.get(of, [RUN_ID])
    root = plan_of(filled_url, stats_query("hung", of), [None, created(RUNS), owners], is_executed=True)
    assert "run_started_idx" in indexes_of(root)
    assert scans_of(root) & {"run", "entity"} == set()


@pytest.mark.parametrize(("name", "most_blocks"), [("figures", 100), ("written", 300)])
@pytest.mark.parametrize("of", ["templates", "flows"])
def test_figures_read_only_the_window(name: Figures, most_blocks: int, of: RunOwner, filled_url: str) -> None:
    owners = JOBS if of == "templates" else FLOWS
    statement = Statement(stats_query(name, of), [owners, created(1000), created(2000), "day"])
    root = explain(filled_url, statement)
    assert scans_of(root) & {"run", "edge", "removed_day"} == set()
    assert blocks_of(root) < most_blocks


@pytest.mark.parametrize("of", ["templates", "flows"])
def test_an_interval_is_found_in_the_newest_runs_and_the_window(of: RunOwner, filled_url: str) -> None:
    owners = JOBS if of == "templates" else FLOWS
    statement = Statement(
        stats_query("schedule", of),
        [owners, created(45_000), created(RUNS), created(RUNS), 100, 5, 1, "1 minute", 1000],
    )
    root = explain(filled_url, statement)
    assert scans_of(root) == set()
    assert blocks_of(root) < 1500


def test_missing_runs_of_an_old_job_are_counted_in_the_window_alone(filled_url: str) -> None:
    """Five years after the last run some 80,000 runs would be missing; on the last day it is 43 of each job."""
    since = created(RUNS) + timedelta(days=5 * 365)
    until = since + timedelta(days=1)
    statement = Statement(
        stats_query("schedule", "templates"), [JOBS, since, until, until, 100, 5, 0.7, "1 minute", 1000]
    )
    root = explain(filled_url, statement)
    assert most_rows(root) <= 101 * len(JOBS)


@pytest.mark.parametrize("of", ["templates", "flows"])
def test_a_text_that_no_name_begins_with_is_looked_up_once(of: RunOwner, filled_url: str) -> None:
    """The plan looks it up once, not for each run; it reads all runs, as for any other filter without matches."""
    owners = JOBS if of == "templates" else FLOWS
    by_text, by_trigger = (
        explain(filled_url, page_statement(owners, RunPage(of, criteria, NEWEST, None, 20)))
        for criteria in (RunCriteria(text="nightly"), RunCriteria(triggers=("nobody",)))
    )
    assert "versioned_aspect_run_name_idx" in indexes_of(by_text)
    assert blocks_of(by_text) <= blocks_of(by_trigger) + 100
