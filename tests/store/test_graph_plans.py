"""What points at a hub is read page by page from an index: a hundred thousand runs are neither sorted nor compared."""

from collections.abc import Iterator

import pytest

from headwater.store.queries import query
from plans import most_rows, plan_of, seem_large

from conftest import cloned_database, fetch
from hub_history import RUNS, fill_hubs

PAGE = 20


@pytest.fixture(scope="module")
def hubs_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        fill_hubs(url)
        seem_large(url)
        yield url


@pytest.mark.parametrize("kind", ["dataset", "dataJob", "dataProcessInstance"])
@pytest.mark.parametrize(
    "types", ["ARRAY['Consumes']", "ARRAY['InstanceOf']", "ARRAY['ChildOf']", "ARRAY['Consumes', 'Produces']", "NULL"]
)
def test_a_page_of_what_points_at_a_hub_reads_no_more_than_itself(kind: str, types: str, hubs_url: str) -> None:
    [[hub]] = fetch(hubs_url, "SELECT min(id) FROM entity WHERE kind = $1", kind)
    arguments = f"ARRAY[{hub}], {types}, NULL, true, 0, {PAGE}"
    root = plan_of(hubs_url, query("incoming_relationships"), arguments, is_executed=True)
    assert most_rows(root) < 20 * PAGE < RUNS
