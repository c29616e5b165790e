"""The queue is read by its indexes, however long it is: a worker asks again and again."""

from collections.abc import Iterator

import pytest

from headwater.store.queries import query
from plans import most_rows, plan_of, scans_of

from conftest import cloned_database, fetch

FILL = [
    """INSERT INTO queued_write (dialect, source, tenant, body, urn_key, aspect, trace_id, span_id, is_logged, enqueued_at)
    SELECT CASE WHEN n % 2 = 0 THEN 'datahub' ELSE 'openlineage' END, 'POST', '', '\\x00',
        CASE WHEN n % 2 = 0 THEN text_key('urn' || n) END, 'status', text_key('trace' || n), '', false, now()
    FROM generate_series(1, 20000) AS g (n)""",
    "DELETE FROM queued_write WHERE urn_key IS NOT NULL AND seq < 19000",
    "INSERT INTO repeated_write (trace_id, key, at) SELECT trace_id, trace_id, now() FROM queued_write",
    "VACUUM (ANALYZE) queued_write, repeated_write",
]

READ = {
    "claim_documents": "",
    "oldest_proposals": "NULL, 1000, 16000000",
    "has_proposals": "",
    "last_queued": "ARRAY[text_key('urn2')]",
    "leave_queue": "ARRAY[1, 2]::bigint[]",
    "queue_state": "",
    "writes_of_trace": "text_key('trace1'), 10, ARRAY[text_key('urn2')], false",
}


@pytest.fixture(scope="module")
def filled_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        for statement in FILL:
            fetch(url, statement)
        yield url


@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize("is_generic", [False, True], ids=["planned for its arguments", "generic"])
def test_the_queue_is_read_by_its_indexes(name: str, is_generic: bool, filled_url: str) -> None:
    plan = plan_of(filled_url, query(name), READ[name], is_generic=is_generic)
    assert {"queued_write", "repeated_write"}.isdisjoint(scans_of(plan))


@pytest.mark.parametrize("name", ["oldest_proposals", "has_proposals"])
def test_proposals_are_found_behind_many_documents(name: str, filled_url: str) -> None:
    """While proposals are looked for, no other merge runs."""
    plan = plan_of(filled_url, query(name), READ[name], is_executed=True)
    assert most_rows(plan) <= 1000
