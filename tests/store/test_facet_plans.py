"""Facets are found by their owner: no reader unfolds unneeded sets."""

from collections.abc import Iterator

import pytest

from headwater.store.queries import query
from plans import plan_of, scans_of

from conftest import cloned_database, fetch

LARGE = {"run_facets", "entity_facets", "facet_set", "content"}

FILL = [
    """INSERT INTO entity (kind, urn, namespace, name, is_stub, trace_id)
    SELECT 'dataset', 'urn:li:dataset:' || n, 'test', 'd' || n, false, gen_random_uuid() FROM generate_series(1, 5000) AS g (n)""",
    "INSERT INTO content SELECT text_key('value' || n), '{}' FROM generate_series(1, 10000) AS g (n)",
    """INSERT INTO facet_set
    SELECT text_key('set' || n), jsonb_build_object('schema', text_key('value' || n)) FROM generate_series(1, 10000) AS g (n)""",
    """INSERT INTO entity_facets (entity_id, at, names_key, set_key, is_terminal)
    SELECT 1 + n % 5000, now(), text_key('names' || n / 5000), text_key('set' || n), false FROM generate_series(1, 10000) AS g (n)""",
    """INSERT INTO run_facets (run_id, at, names_key, set_key, scope, is_terminal)
    SELECT 5000 + n, now(), text_key('names'), text_key('set' || n), 'OWN', false FROM generate_series(1, 10000) AS g (n)""",
    "VACUUM (ANALYZE)",
]

SCHEMA = '[{"question": 0, "aspects": [], "facets": ["schema"], "ingested": false}]'

READ = {
    "all facets": (query("facets_of_entities"), "ARRAY[1, 2]::bigint[], NULL, NULL"),
    "values of a facet": (query("values_of_entities"), f"ARRAY[1, 2], '{{NULL,NULL}}', '{{0,0}}', '{SCHEMA}'"),
    "what kind a job of watched runs is": (query("watched_runs"), "NULL, now()"),
    "what parts of a run are called": (query("members_of_runs"), "ARRAY[1, 2]::bigint[], 10001"),
    "one facet of a run": (
        "SELECT FROM entity_facet f WHERE f.entity_id = $1 AND f.scope = 'OWN' AND f.name = 'errorMessage' AND NOT f.is_deleted",
        "1::bigint",
    ),
}


@pytest.fixture(scope="module")
def filled_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        for statement in FILL:
            fetch(url, statement)
        yield url


@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize("is_generic", [False, True], ids=["planned for its arguments", "generic"])
def test_facets_are_looked_up_by_their_owner(name: str, is_generic: bool, filled_url: str) -> None:
    sql, arguments = READ[name]
    assert scans_of(plan_of(filled_url, sql, arguments, is_generic=is_generic)) & LARGE == set()
