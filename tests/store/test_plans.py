"""The pages of runs come sorted from an index, for any page and size of the history; hung runs need no scan."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from headwater.model.questions import Direction
from headwater.store import history
from headwater.store.queries import query
from headwater.store.walks import walk_query
from plans import indexes_of, is_limited, nodes_of, plan_of, scans_of, seem_large

from conftest import cloned_database, fetch
from history import fill

RUNS = 3000

TEMPLATES = "SELECT e.urn_key FROM entity e WHERE e.id IN (SELECT r.template_id FROM run r) LIMIT 3"
ASSETS = "SELECT asset_id FROM edge GROUP BY 1 LIMIT 3"

# the query, its owners and their type, its parameters after the owners and the page, the index that has to give the order
PAGES = {
    "runs_of_templates": (TEMPLATES, "uuid", "", "run_template_idx"),
    "runs_of_assets": (ASSETS, "bigint", ", 'INPUT'", "edge_asset_idx"),
}


@pytest.fixture(scope="module")
def filled_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        fill(url, RUNS)
        seem_large(url)
        yield url


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_read_from_its_index_in_order(name: str, filled_url: str) -> None:
    owners, of, more, index = PAGES[name]
    keys = ",".join(str(row[0]) for row in fetch(filled_url, owners))
    nodes = list(nodes_of(plan_of(filled_url, query(name), f"'{{{keys}}}'::{of}[], 0, 20, 5020, NULL, true{more}")))
    assert index in {node.get("Index Name") for node in nodes}
    # Facets are sorted, too, but for one run at a time.
    sorts = [node for node in nodes if node["Node Type"] == "Sort" and "created_at" in str(node["Sort Key"])]
    assert all(map(is_limited, sorts)), "the whole history of an owner is sorted for a page"
    assert "Incremental Sort" in [node["Node Type"] for node in nodes]


PAGES_OF_RUNS = {
    **dict.fromkeys(("runs_of_templates", "runs_of_flows"), f"ARRAY['{uuid4()}']::uuid[], 0, 20, 0, NULL, false"),
    **dict.fromkeys(("children_of_runs", "upstreams_of_runs", "downstreams_of_runs"), "'{1}', 0, 20, 0, NULL, false"),
    "runs_of_assets": "'{1}', 0, 20, 0, NULL, false, 'INPUT'",
}


@pytest.mark.parametrize("name", PAGES_OF_RUNS)
def test_a_page_decides_once_if_it_reads_details_and_states(name: str, filled_url: str) -> None:
    nodes = nodes_of(plan_of(filled_url, query(name), PAGES_OF_RUNS[name]))
    assert {"$6", "($5 IS NOT NULL)"} <= {node.get("One-Time Filter") for node in nodes}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_reads_details_and_states_only_if_asked_for(name: str, filled_url: str) -> None:
    owners, of, more, _ = PAGES[name]
    keys = ",".join(str(row[0]) for row in fetch(filled_url, owners))

    def tables(asked: str) -> set[str]:
        root = plan_of(filled_url, query(name), f"'{{{keys}}}'::{of}[], 0, 20, 0, {asked}{more}", is_executed=True)
        return {node["Relation Name"] for node in nodes_of(root) if "Relation Name" in node and node["Actual Loops"]}

    assert {"versioned_aspect", "run_facets", "run_event"} <= tables("ARRAY['log'], true")
    assert not tables("NULL, false") & {"versioned_aspect", "run_facets", "run_event"}


def test_runs_of_a_job_are_counted_in_the_index(filled_url: str) -> None:
    """In a large history each run is on its own page of the table."""
    root = plan_of(filled_url, query("runs_of_templates"), f"'{{{uuid4()}}}', 0, 20, 5020, NULL, true")
    counted = [node for node in nodes_of(root) if node["Node Type"] == "Aggregate"]
    found = {node["Index Name"]: node["Node Type"] for of in counted for node in nodes_of(of) if "Index Name" in node}
    assert found["run_listed_idx"] == "Index Only Scan"


def test_hung_runs_are_found_without_a_scan_of_the_runs(filled_url: str) -> None:
    root = plan_of(filled_url, query("watched_runs"), "NULL, now()")
    assert {"run_started_idx", "run_success_idx"} <= indexes_of(root)
    assert "run" not in scans_of(root)


def walk_arguments(time: str, depth: str, *, is_evaluated: bool, has_region: bool = False) -> str:
    """Return the arguments of a walk from the first run, as SQL."""
    starts = "ARRAY[1]::bigint[], ARRAY[0], ARRAY[0]::bigint[], ARRAY[0]::bigint[], ARRAY['-infinity']::timestamptz[]"
    point_in_time = ", 'infinity', 'infinity', '0', false, true" if is_evaluated else ""
    region = ", ARRAY[1, 2]::bigint[], ARRAY[1, 2]::bigint[], 'infinity'" if has_region else ""
    return f"{starts}, 1000, '{time}', false, {depth}{point_in_time}{region}"


INLINED = {
    "plain_readers",
    "materialised_seen",
    "newest_whole_write",
    "has_other_readers",
    "materialised_hops_of",
    "is_settled_write",
    "settled_readers",
    "reads_at_write",
    "possible_hops_of",
    "evaluated_hops_down",
}
"""A call of a function takes as long as ten look-ups."""


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("is_evaluated", [False, True], ids=["materialised", "evaluated"])
@pytest.mark.parametrize("has_region", [False, True], ids=["everywhere", "in a region"])
def test_a_walk_looks_up_each_step(filled_url: str, direction: Direction, is_evaluated: bool, has_region: bool) -> None:
    """The walk uses indexes and loops: a full scan or hash would make a small answer as expensive as the history."""
    depth = "3" if is_evaluated else "NULL"
    arguments = walk_arguments("10 s", depth, is_evaluated=is_evaluated, has_region=has_region)
    root = plan_of(filled_url, walk_query(direction, is_evaluated=is_evaluated, has_region=has_region), arguments)
    assert scans_of(root) & {"run", "asset_read", "asset_write", "run_event"} == set()
    called = {node.get("Function Name") for node in nodes_of(root)}
    assert not called & INLINED, "Postgres has to inline these"


@pytest.mark.parametrize("direction", Direction)
def test_a_walk_by_remains_looks_up_each_step(filled_url: str, direction: Direction) -> None:
    sql = walk_query(direction, is_evaluated=True, by_remains=True)
    root = plan_of(filled_url, sql, walk_arguments("10 s", "NULL", is_evaluated=True))
    assert scans_of(root) & {"run", "asset_read", "asset_write", "run_event"} == set()
    called = {node.get("Function Name") for node in nodes_of(root)}
    assert not called & INLINED, "Postgres has to inline these"
    assert (direction is Direction.DOWNSTREAM) == ("remaining_hops_down" in called)
    assert (direction is Direction.UPSTREAM) == ("remaining_hops_up" in called)
    steps = [int(str(node["Plan Rows"])) for node in nodes_of(root) if node["Node Type"] == "Recursive Union"]
    assert max(steps) < 60_000, "the estimate sizes the hash table of the recursion"


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("is_evaluated", [False, True], ids=["materialised", "evaluated"])
@pytest.mark.parametrize("has_region", [False, True], ids=["everywhere", "in a region"])
def test_a_walk_is_expected_to_find_few_steps(
    filled_url: str, direction: Direction, is_evaluated: bool, has_region: bool
) -> None:
    """The estimate sizes the hash table of the recursion: one for millions of rows costs 40 ms to make and clear."""
    arguments = walk_arguments("10 s", "NULL", is_evaluated=is_evaluated, has_region=has_region)
    root = plan_of(filled_url, walk_query(direction, is_evaluated=is_evaluated, has_region=has_region), arguments)
    expected = [int(str(node["Plan Rows"])) for node in nodes_of(root) if node["Node Type"] == "Recursive Union"]
    assert expected
    assert max(expected) < 30_000


@pytest.mark.parametrize("is_generic", [False, True], ids=["planned for its arguments", "generic"])
@pytest.mark.parametrize("depth", ["NULL", "3"])
@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("is_evaluated", [False, True], ids=["materialised", "evaluated"])
def test_a_walk_without_time_looks_up_no_hops(
    filled_url: str, direction: Direction, is_evaluated: bool, depth: str, is_generic: bool
) -> None:
    """The clock stops a walk before it looks for the hops of the next step."""

    def looked_at(time: str) -> float:
        sql, arguments = (
            walk_query(direction, is_evaluated=is_evaluated),
            walk_arguments(time, depth, is_evaluated=is_evaluated),
        )
        root = plan_of(filled_url, sql, arguments, is_executed=True, is_generic=is_generic)
        return sum(float(node["Actual Loops"]) for node in nodes_of(root) if "Relation Name" in node)

    assert looked_at("10 s") > 0
    assert looked_at("0") == 0


@pytest.mark.parametrize("is_evaluated", [False, True])
@pytest.mark.parametrize("kept", [500, 20_000])
def test_a_walk_looks_up_kept_steps_by_their_key(
    postgres_url: str, template: str, kept: int, is_evaluated: bool
) -> None:
    """A full scan takes no longer while all kept steps are on a few pages; later `analyze_grown` makes sessions plan again."""
    with cloned_database(postgres_url, template) as url:
        fetch(
            url,
            "INSERT INTO kept_step (run_id, attempt, number, hops, to_run_ids, to_attempts, round)"
            " SELECT g, 1, 2, repeat('x', 152)::bytea, '{1}', '{1}', 1 FROM generate_series(1, $1::integer) g",
            kept,
        )
        assert "kept_step" in [
            str(row["grown"]) for row in fetch(url, "SELECT g::text AS grown FROM grown_tables(3) g")
        ]
        fetch(url, "SELECT analyze_grown()")
        arguments = walk_arguments("10 s", "NULL", is_evaluated=is_evaluated)
        root = plan_of(url, walk_query(Direction.DOWNSTREAM, is_evaluated=is_evaluated), arguments)
        assert "kept_step_pkey" in indexes_of(root)
        assert "kept_step" not in scans_of(root)


def test_a_region_is_looked_up_by_jobs_and_data(filled_url: str) -> None:
    """Thousands of runs of a job read the same data: each pair of a job and data is one index step."""
    arguments = "ARRAY[1]::bigint[], 20000, 'infinity', 'infinity', '0', false, false"
    root = plan_of(filled_url, query("region_before"), arguments)
    assert {"asset_read_job_idx", "asset_write_use_idx"} <= indexes_of(root)
    assert scans_of(root) & {"run", "asset_read", "asset_write"} == set()


def test_updates_are_read_in_their_order(filled_url: str) -> None:
    """The first run that updated nothing ends the search."""
    arguments = "ARRAY[1]::bigint[], '{2026-01-01}'::timestamptz[], '{2026-02-01}'::timestamptz[], 'infinity', 'infinity', false"
    root = plan_of(filled_url, query("updates_between"), arguments)
    assert {"asset_write_data_idx", "asset_read_pkey"} <= indexes_of(root)
    assert scans_of(root) & {"run", "asset_read", "asset_write"} == set()


LARGE = ("run", "edge", "entity", "run_event", "run_facets", "asset_read", "asset_write", "mention", "content")

DETAILED = "ARRAY[1]::bigint[], 0, 20, 5020, '{nominalTime}', true"

QUESTIONS = """[
    {"question": 0, "types": ["Consumes"], "with_removed": true, "start": 0, "count": 20, "with_total": true, "with_stamps": true},
    {"question": 1, "kinds": ["dataset"], "with_removed": false, "start": 20, "count": 20, "with_total": false}]"""

VALUES = """[
    {"question": 0, "aspects": ["status"], "facets": ["documentation"], "ingested": true},
    {"question": 1, "aspects": [], "ingested": false}]"""

LOOKED_UP = {
    "ends of relationships": (query("outgoing_ends"), "ARRAY[1, 2]::bigint[], NULL, true, 5001, 501"),
    "ends of some types": (query("outgoing_ends"), "ARRAY[1, 2]::bigint[], '{Consumes}', false, 5001, 501"),
    "relationships of runs": (query("outgoing_relationships"), f"ARRAY[1, 2], ARRAY[0, 1], '{QUESTIONS}'"),
    "values of entities": (
        query("values_of_entities"),
        f"ARRAY[1, NULL], ARRAY[NULL, gen_random_uuid()], '{{0,1}}', '{VALUES}'",
    ),
    "containers": (query("containers_of_entities"), "ARRAY[1, 2]::bigint[]"),
    "the newest run event": (query("newest_run_event"), ""),
    "runs by id": (query("runs_by_id"), "ARRAY[1, 2]::bigint[]"),
    "runs by native id": (query("runs_by_native_id"), "ARRAY['x']"),
    "runs of a run": (query("children_of_runs"), DETAILED),
    "upstream runs": (query("upstreams_of_runs"), DETAILED),
    "assets of runs": (query("assets_of_runs"), "ARRAY[1, 2]::bigint[], '{INPUT,OUTPUT}'"),
    "edges of runs": (query("edges_of_runs"), "ARRAY[1, 2]::bigint[], '{INPUT,OUTPUT}'"),
    "events of runs": (query("events_of_runs"), "ARRAY[1]::bigint[], '-infinity', 'infinity', 20"),
    "anomalies of runs": (history.ALL, "ARRAY[1, 2]::bigint[], 'infinity', 'infinity', '{INPUT,OUTPUT}'"),
    "unusual work": (history.WORK, "ARRAY[1, 2]::bigint[], 'infinity', 'infinity', '{OUTPUT}'"),
    "runs of a job": (query("newest_runs_of_templates"), "ARRAY[1]::bigint[], '-infinity', 'infinity', 501"),
    "members": (query("members_of_runs"), "ARRAY[1, 2]::bigint[], 10001"),
    "dependencies": (query("dependencies_of_runs"), "'{0,0}', '{1,2}', '{0,0}', '{1,2}'"),
    "attempts": (query("attempts_of_runs"), "'{1,2}'"),
    "quality of a dataset": (query("quality_of_assets"), "ARRAY[1]::bigint[], '-infinity', 'infinity', 0, 20"),
    "quality of a version": (query("quality_of_versions"), "'{1,2}', '{1,1}', 20"),
}


@pytest.mark.parametrize("name", LOOKED_UP)
def test_nothing_large_is_scanned(name: str, filled_url: str) -> None:
    sql, arguments = LOOKED_UP[name]
    assert scans_of(plan_of(filled_url, sql, arguments)) & set(LARGE) == set()


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("anomalies of runs", "run_template_idx"),
        ("runs of a job", "run_template_idx"),
        ("members", "run_parent_idx"),
        ("quality of a dataset", "edge_asset_idx"),
        ("quality of a dataset", "edge_measured_idx"),
        ("quality of a version", "edge_measured_idx"),
    ],
)
def test_an_index_gives_the_order(name: str, index: str, filled_url: str) -> None:
    sql, arguments = LOOKED_UP[name]
    assert index in indexes_of(plan_of(filled_url, sql, arguments))


@pytest.mark.parametrize("name", ["runs of a job", "quality of a dataset"])
def test_a_page_sorts_no_history(name: str, filled_url: str) -> None:
    sql, arguments = LOOKED_UP[name]
    sorts = [node for node in nodes_of(plan_of(filled_url, sql, arguments)) if node["Node Type"] == "Sort"]
    assert all(map(is_limited, sorts))


def test_run_events_are_read_from_their_place_on(filled_url: str) -> None:
    """The cost follows the page: the query scans nothing, and reads no history of a watched asset."""
    [asset] = fetch(filled_url, "SELECT e.urn_key FROM entity e JOIN edge g ON g.asset_id = e.id LIMIT 1")
    arguments = f"100, 9223372036854775807, 1000, ARRAY['{asset['urn_key']}']::uuid[]"
    root = plan_of(filled_url, query("run_events_after"), arguments)
    assert {"run_event_seq_key", "edge_run_asset_key"} <= indexes_of(root)
    assert "edge_asset_idx" not in indexes_of(root)
    assert scans_of(root) == set()


@pytest.mark.parametrize("only_listed", ["false", "true"])
def test_few_runs_are_expected_within_a_run_whatever_others_contain(only_listed: str, database_url: str) -> None:
    """As of walks: the estimate sizes the hash table of the recursion."""
    fetch(
        database_url,
        """INSERT INTO entity (kind, urn, is_stub, trace_id)
           SELECT 'dataProcessInstance', 'urn:li:dataProcessInstance:' || n, false, gen_random_uuid() FROM generate_series(0, 3000) n""",
    )
    fetch(
        database_url,
        """INSERT INTO run (id, native_id, parent_id) SELECT e.id, e.urn, nullif(p.id, e.id)
           FROM entity e, entity p WHERE p.urn = 'urn:li:dataProcessInstance:0'""",
    )
    fetch(database_url, "ANALYZE run")
    [[source]] = fetch(database_url, "SELECT prosrc FROM pg_proc WHERE proname = 'descendants_of'")
    given = source.replace("run_ids", "$1::bigint[]").replace("only_listed", "$2::boolean")
    sql, _, _ = given.partition("RETURN QUERY")[2].partition(";")
    expected = [
        node["Plan Rows"]
        for node in nodes_of(plan_of(database_url, sql, f"ARRAY[1], {only_listed}"))
        if node["Node Type"] == "Recursive Union"
    ]
    assert [rows < 20_000 for rows in expected] == [True]
