"""Pages of registrations come from indexes: a page reads little more than itself, or one process's registrations."""

from collections.abc import Iterator

import pytest

from headwater.store.queries import query
from headwater.store.registrations import page_query
from plans import most_rows, plan_of

from conftest import cloned_database, fetch

ROWS, PROCESSES = 20_000, 100
PAGE = 20
FILL = f"""
    INSERT INTO run_registration (id, scope_key, revision, run_key, run_id, namespace, process, passed, recorded_at, is_entry,
        entry_checksum, checksum_keys, document, trace_id)
    SELECT text_key('i' || n), text_key('r' || n), 1, text_key('r' || n), 'run_' || n, 'n', 'job_' || n % {PROCESSES}, n % 2 = 0,
        timestamptz '2026-01-01' + n * interval '1 minute', true, 'e' || n,
        ARRAY[text_key('e' || n), text_key('f' || n / 10)], '{{}}', text_key('t')
    FROM generate_series(1, {ROWS}) n"""
LAST = "'9999-12-31', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 20"


@pytest.fixture(scope="module")
def filled_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        fetch(url, FILL)
        fetch(url, "ANALYZE run_registration")
        yield url


@pytest.mark.parametrize(
    ("narrowed", "arguments", "most"),
    [
        ("checksum", f"text_key('f7'), NULL, NULL, NULL, {LAST}", PAGE),
        ("run_id", f"NULL, text_key('run_7'), NULL, NULL, {LAST}", PAGE),
        ("process", f"NULL, NULL, text_key('job_7'), NULL, {LAST}", ROWS // PROCESSES),
        ("", f"NULL, NULL, NULL, true, {LAST}", 3 * PAGE),
    ],
)
def test_a_page_reads_little_more_than_itself(narrowed: str, arguments: str, most: int, filled_url: str) -> None:
    root = plan_of(filled_url, page_query(narrowed), arguments, is_executed=True)
    assert most_rows(root) <= most


def test_the_other_readers_use_indexes(filled_url: str) -> None:
    for name, arguments in {
        "registrations_by_id": "ARRAY[text_key('i5')]",
        "registrations_of_run_id": "text_key('run_5'), NULL, NULL, NULL, 11",
        "registration_revisions": "ARRAY[text_key('r5')], ARRAY[1]",
        "last_verifications": "ARRAY[text_key('i5')]",
    }.items():
        root = plan_of(filled_url, query(name), arguments, is_executed=True)
        assert most_rows(root) <= PAGE, name
