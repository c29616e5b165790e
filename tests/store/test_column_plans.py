"""What runs told of columns is looked up by run: no question reads the facets of the history."""

from collections.abc import Iterator

import pytest

from headwater.store.columns import MAX_RUNS
from headwater.store.queries import query
from plans import plan_of, scans_of, seem_large

from conftest import cloned_database, fetch
from history import fill

RUNS = f"ARRAY{[*range(1, 51)]}::bigint[]"
TIMES = "'infinity'::timestamptz, 'infinity'::timestamptz"

READ = {
    "column_facets_of_runs": f"{RUNS}, {TIMES}",
    "derived_classes": f"{RUNS}, {TIMES}",
    "ruled_pairs": f"{RUNS}, {TIMES}",
    "data_by_urn": "ARRAY[text_key('urn:li:dataset:1'), text_key('urn:li:dataset:2')]",
    "telling_runs": f"ARRAY[1, 2]::bigint[], 'INPUT', '-infinity', 'infinity', {MAX_RUNS}",
    "vias_of_pairs": "ARRAY[1, 2]::bigint[]",
}


@pytest.fixture(scope="module")
def filled_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        fill(url, 3000)
        seem_large(url)
        yield url


@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize("is_generic", [False, True], ids=["planned for its arguments", "generic"])
def test_columns_are_looked_up(name: str, is_generic: bool, filled_url: str) -> None:
    plan = plan_of(filled_url, query(name), READ[name], is_generic=is_generic)
    large = {
        row[0] for row in fetch(filled_url, "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > 1000")
    }
    assert large >= {"run", "edge", "entity"}
    assert scans_of(plan) & large == set()
