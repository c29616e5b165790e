"""A version with other rules derives a store again: the result equals a fresh load by that version."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from pydantic import SecretStr

from headwater.app.database import Upgraded, database, migrate_database
from headwater.settings import Settings
from headwater.store.derivation import DERIVATION_VERSION
from headwater.store.functions import functions_schema

from conftest import HEADWATER, ROOT, cloned_database, fetch, merge_items
from events import parent, parsed, run_event, uuid
from server_process import Server
from store_dump import dump

EVENTS = [
    run_event(word, f"00:00:0{second}", uuid(number), "flow.job", inputs=["a"], outputs=["b"], parent=parent(uuid(9)))
    for number in (1, 2)
    for second, word in enumerate(("START", "ABORT" if number == 1 else "FAIL"))
]


def change(path: Path, text: str, by: str) -> None:
    """Replace a text in a file."""
    before = path.read_text()
    assert text in before, path
    path.write_text(before.replace(text, by))


@pytest.fixture(scope="module")
def earlier_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an earlier version, which took ABORT for a success, and every failure for a retry."""
    folder = tmp_path_factory.mktemp("earlier")
    shutil.copytree(
        ROOT / "server" / "headwater", folder / "server" / "headwater", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copytree(ROOT / "sql", folder / "sql")
    package = folder / "server" / "headwater"
    change(
        package / "dialects" / "openlineage" / "run.py",
        '"ABORT": ("COMPLETE", "FAILURE")',
        '"ABORT": ("COMPLETE", "SUCCESS")',
    )
    change(
        folder / "sql" / "functions" / "states.sql",
        "        (t.final).result,\n",
        "        replace((t.final).result, 'FAILURE', 'UP_FOR_RETRY'),\n",
    )
    number = f"DERIVATION_VERSION: Final = {DERIVATION_VERSION}"
    change(package / "store" / "derivation.py", number, f"DERIVATION_VERSION: Final = {DERIVATION_VERSION - 1}")
    return folder / "server"


def results(database_url: str) -> list[str]:
    rows = fetch(database_url, "SELECT result FROM run WHERE result IS NOT NULL ORDER BY native_id")
    return [row["result"] for row in rows]


def test_an_upgraded_store_equals_a_fresh_load(
    postgres_url: str, template: str, database_url: str, earlier_code: Path
) -> None:
    """The upgrade waits until no server of the earlier version, with its rules, is left."""
    environment = os.environ | {"PYTHONPATH": str(earlier_code), "HEADWATER_DATABASE_URL": database_url}
    subprocess.run([*HEADWATER, "migrate"], env=environment, check=True)
    fetch(database_url, "UPDATE derivation_version SET version = $1", DERIVATION_VERSION - 1)
    with Server(database_url, code=str(earlier_code)) as server:
        for event in EVENTS:
            assert server.post(event).status_code == 201
    assert results(database_url) == ["SUCCESS", "UP_FOR_RETRY"]
    assert migrate_database(database_url) == Upgraded([], is_derived_again=False, is_waiting=True)
    with Server(database_url) as server:
        assert server.post(EVENTS[0]).status_code == 201
    assert results(database_url) == ["SUCCESS", "UP_FOR_RETRY"]
    fetch(database_url, "UPDATE functions_in_use SET seen_at = seen_at - interval '1 hour'")
    assert migrate_database(database_url) == Upgraded([], is_derived_again=True, is_waiting=False)
    assert results(database_url) == ["FAILURE", "FAILURE"]
    with cloned_database(postgres_url, template) as fresh:
        merge_items(fresh, parsed(*EVENTS))
        assert dump(database_url) == dump(fresh)
    assert migrate_database(database_url) == Upgraded([], is_derived_again=False, is_waiting=False)


def test_a_store_without_other_servers_is_derived_at_once(database_url: str) -> None:
    """The embedded Postgres derives at its start, with any earlier contents."""
    merge_items(database_url, parsed(*EVENTS))
    before = dump(database_url)
    fetch(database_url, "UPDATE derivation_version SET version = 0")
    fetch(database_url, "UPDATE run SET result = 'SKIPPED' WHERE result IS NOT NULL")
    fetch(database_url, "INSERT INTO functions_in_use (schema_name) VALUES ('headwater_0123456789ab')")
    assert migrate_database(database_url).is_waiting
    assert migrate_database(database_url, is_ours=True) == Upgraded([], is_derived_again=True, is_waiting=False)
    assert dump(database_url) == before


def test_newer_rules_are_left_alone(database_url: str) -> None:
    fetch(database_url, "UPDATE derivation_version SET version = $1", DERIVATION_VERSION + 1)
    assert migrate_database(database_url) == Upgraded([], is_derived_again=False, is_waiting=False)
    assert noted_version(database_url) == DERIVATION_VERSION + 1


def test_an_earlier_version_that_merges_again_has_all_derived_again(database_url: str) -> None:
    fetch(database_url, "UPDATE derivation_version SET version = $1", DERIVATION_VERSION + 1)
    with database(Settings(database_url=SecretStr(database_url))):
        assert noted_version(database_url) == DERIVATION_VERSION
    with database(Settings(database_url=SecretStr(database_url))):
        assert noted_version(database_url) == DERIVATION_VERSION


def test_other_rules_are_another_version_of_the_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other rules change the version: a server with older parsing shows, even if its functions have the same text."""
    before = functions_schema()
    functions_schema.cache_clear()
    monkeypatch.setattr("headwater.store.functions.DERIVATION_VERSION", DERIVATION_VERSION + 1)
    try:
        assert functions_schema() != before
    finally:
        functions_schema.cache_clear()


def noted_version(database_url: str) -> int:
    version: int = fetch(database_url, "SELECT version FROM derivation_version")[0]["version"]
    return version
