"""The edges to a hub come page by page from an index: no query sorts or compares a hundred thousand runs."""

import json
from collections.abc import Iterator

import pytest

from headwater.store.queries import query
from plans import blocks_of, most_rows, plan_of, scans_of, seem_large

from conftest import cloned_database, fetch
from hub_history import RUNS, fill_hubs

PAGE = 20


def asked(number: int, **given: object) -> dict[str, object]:
    """Return a question about relationships, with its number."""
    return {
        "question": number,
        "with_removed": True,
        "start": 0,
        "count": PAGE,
        "with_total": False,
        "with_stamps": True,
        **given,
    }


def question(**given: object) -> str:
    """Return the arguments after an entity that has the only question."""
    return f", '{{0}}', '{json.dumps([asked(0, **given)])}'"


@pytest.fixture(scope="module")
def hubs_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        fill_hubs(url)
        seem_large(url)
        yield url


@pytest.mark.parametrize("kind", ["dataset", "dataJob", "dataProcessInstance"])
@pytest.mark.parametrize("types", [["Consumes"], ["InstanceOf"], ["ChildOf"], ["Consumes", "Produces"], None])
def test_a_page_of_what_points_at_a_hub_reads_no_more_than_itself(
    kind: str, types: list[str] | None, hubs_url: str
) -> None:
    [[hub]] = fetch(hubs_url, "SELECT min(id) FROM entity WHERE kind = $1", kind)
    arguments = f"ARRAY[{hub}]{question(types=types)}"
    root = plan_of(hubs_url, query("incoming_relationships"), arguments, is_executed=True)
    assert most_rows(root) < 20 * PAGE < RUNS


def test_pages_of_several_questions_read_no_more_than_themselves(hubs_url: str) -> None:
    [[hub]] = fetch(hubs_url, "SELECT min(id) FROM entity WHERE kind = 'dataset'")
    questions = [asked(number, types=types) for number, types in enumerate((["Consumes"], ["Produces"], None))]
    arguments = f"ARRAY[{hub}, {hub}, {hub}], '{{0,1,2}}', '{json.dumps(questions)}'"
    root = plan_of(hubs_url, query("incoming_relationships"), arguments, is_executed=True)
    assert most_rows(root) < 3 * 20 * PAGE < RUNS


@pytest.mark.parametrize("types", ["NULL", "'{Consumes,InstanceOf}'"])
def test_the_other_ends_of_runs_are_read_by_keys(types: str, hubs_url: str) -> None:
    """No rows but those of the asked runs: their job, parent and data, mostly the same for all."""
    runs = [row["id"] for row in fetch(hubs_url, "SELECT id FROM run ORDER BY id LIMIT 20")]
    root = plan_of(
        hubs_url, query("outgoing_ends"), f"'{set(runs)}'::bigint[], {types}, true, 5001, 501", is_executed=True
    )
    assert most_rows(root) <= 10 * len(runs)
    assert not scans_of(root) & {"entity", "run", "edge", "relationship"}


# the pages of runs, the kind of their owners, the column by which they find these, and the last arguments
PAGES_OF_RUNS = {
    "runs_of_assets": ("dataset", "id", ", 'INPUT'"),
    "runs_of_templates": ("dataJob", "urn_key", ""),
    "children_of_runs": ("dataProcessInstance", "id", ""),
}


def counted(most: int) -> str:
    """Return the arguments of a page without runs, whose owner has so many runs counted."""
    return f", 0, 0, {most}, NULL, false"


# the counted entities, their kind, the column by which a query finds these, and the arguments beside the hub
COUNTS = {
    "count_incoming_relationships": ("dataset", "id", question(with_removed=False)),
    **{name: (kind, found_by, counted(RUNS) + more) for name, (kind, found_by, more) in PAGES_OF_RUNS.items()},
}


def hub_of(url: str, kind: str, found_by: str) -> str:
    """Return the hub of a kind as an array in SQL, by the column that a query finds it by."""
    [[key]] = fetch(url, f"SELECT e.{found_by} FROM entity e WHERE e.kind = $1 ORDER BY e.id LIMIT 1", kind)
    return f"'{{{key}}}'"


@pytest.mark.parametrize("kind", ["dataProcessInstance", "dataset"])
def test_runs_are_counted_by_their_kind_without_their_entities(kind: str, hubs_url: str) -> None:
    [[hub]] = fetch(hubs_url, "SELECT min(id) FROM entity WHERE kind = 'dataset'")
    arguments = f"ARRAY[{hub}]{question(kinds=[kind], with_removed=False)}"
    root = plan_of(hubs_url, query("count_incoming_relationships"), arguments, is_executed=True)
    assert blocks_of(root) < RUNS // 50


@pytest.mark.parametrize("name", COUNTS)
def test_a_hub_is_counted_in_an_index_alone(name: str, hubs_url: str) -> None:
    """The removed ones come from an index as a whole, without a look-up for each."""
    kind, found_by, arguments = COUNTS[name]
    root = plan_of(hubs_url, query(name), f"{hub_of(hubs_url, kind, found_by)}{arguments}", is_executed=True)
    assert blocks_of(root) < RUNS // 50


def test_a_page_with_its_total_reads_little_more_than_both(hubs_url: str) -> None:
    [[hub]] = fetch(hubs_url, "SELECT min(id) FROM entity WHERE kind = 'dataset'")
    arguments = f"ARRAY[{hub}]{question(with_removed=False, with_total=True)}"
    root = plan_of(hubs_url, query("incoming_relationships"), arguments, is_executed=True)
    assert blocks_of(root) < RUNS // 50 + 40 * PAGE


@pytest.mark.parametrize("name", PAGES_OF_RUNS)
def test_the_runs_of_a_hub_are_counted_no_further_than_asked(name: str, hubs_url: str) -> None:
    kind, found_by, more = PAGES_OF_RUNS[name]
    root = plan_of(hubs_url, query(name), f"{hub_of(hubs_url, kind, found_by)}{counted(PAGE)}{more}", is_executed=True)
    assert most_rows(root) <= PAGE


def test_the_runs_of_a_hub_with_two_names_are_counted_no_further_than_asked(hubs_url: str) -> None:
    names = [row["id"] for row in fetch(hubs_url, "SELECT id FROM entity WHERE kind = 'dataset' ORDER BY id LIMIT 2")]
    fetch(hubs_url, "UPDATE entity SET class_id = $1 WHERE id = ANY ($2::bigint[])", names[0], names)
    root = plan_of(hubs_url, query("runs_of_assets"), f"ARRAY[{names[0]}]{counted(PAGE)}, 'INPUT'", is_executed=True)
    fetch(hubs_url, "UPDATE entity SET class_id = NULL WHERE id = ANY ($1::bigint[])", names)
    assert most_rows(root) <= len(names) * PAGE


CHOICES = ["NULL, NULL, NULL, true", "'{InstanceOf}', NULL, '{dataJob}', false"]
"""Types and kinds of edges, and true if removed ends count."""


def place(number: int, hubs_url: str) -> str:
    """Return the place of a run among all edges, and a page from there."""
    [[run]] = fetch(hubs_url, "SELECT min(id) + $1 FROM entity WHERE kind = 'dataProcessInstance'", number)
    return f"{run}, 'Consumes', 0, {PAGE}"


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("number", [0, RUNS // 2])
def test_a_page_of_the_graph_reads_no_more_than_itself(choice: str, number: int, hubs_url: str) -> None:
    root = plan_of(hubs_url, query("edges_of_graph"), f"{choice}, {place(number, hubs_url)}", is_executed=True)
    assert root["Actual Rows"] == PAGE
    assert most_rows(root) < 20 * PAGE


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("is_to_hub", [False, True])
def test_edges_of_a_source_are_read_from_it(choice: str, is_to_hub: bool, hubs_url: str) -> None:
    [[hub]] = fetch(hubs_url, "SELECT urn_key FROM entity WHERE kind = 'dataJob' ORDER BY id LIMIT 1")
    [[run]] = fetch(
        hubs_url, "SELECT e.urn_key FROM run r JOIN entity e USING (id) WHERE r.native_id = 'r%d'" % (RUNS // 2 + 1)
    )
    destinations = f"'{{{hub}}}'" if is_to_hub else "NULL"
    root = plan_of(
        hubs_url,
        query("edges_of_sources"),
        f"{choice}, {place(0, hubs_url)}, '{{{run}}}', {destinations}",
        is_executed=True,
    )
    assert root["Actual Rows"] > 0
    assert most_rows(root) < PAGE


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("number", [0, RUNS // 2])
def test_edges_to_a_hub_are_sorted_before_their_sources_are_looked_up(choice: str, number: int, hubs_url: str) -> None:
    [[hub]] = fetch(hubs_url, "SELECT urn_key FROM entity WHERE kind = 'dataJob' ORDER BY id LIMIT 1")
    arguments = f"{choice}, {place(number, hubs_url)}, '{{{hub}}}'"
    root = plan_of(hubs_url, query("edges_to_entities"), arguments, is_executed=True)
    assert root["Actual Rows"] == PAGE
    assert blocks_of(root) < RUNS // 10
    assert not scans_of(root) & {"entity", "run", "edge", "relationship"}
