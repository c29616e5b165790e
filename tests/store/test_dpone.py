"""Facts from dpone's exports: checksums that find a run, and the times of the export."""

from typing import Any

import pytest

from conftest import fetch, merge_items
from events import parsed, run_event, uuid

SHA = "ab" * 32


def test_checksums_are_kept_without_placeholders(database_url: str) -> None:
    facets: dict[str, Any] = {
        "dpone_run": {"passed": True, "run_result_sha256": SHA, "run_registry_entry_sha256": "0" * 64},
        "dpone_artifacts": {
            "artifacts": [{"name": "quality", "sha256": "cd" * 32}, {"name": "none", "sha256": "unknown"}, 5]
        },
        "dpone_airflowCorrelation": {"artifacts": {"workloadPackSha256": "sha256:ef", "releaseId": "x"}},
    }
    merge_items(database_url, parsed(run_event("COMPLETE", "00:00:00", "run_01", **facets)))
    rows = fetch(database_url, "SELECT name, checksum FROM run_checksum ORDER BY name")
    assert [tuple(row) for row in rows] == [
        ("artifact.quality", "cd" * 32), ("run_result", SHA), ("workloadPack", "sha256:ef")
    ]  # fmt: skip


def test_the_time_of_an_export_is_approximate(database_url: str) -> None:
    merge_items(database_url, parsed(run_event("COMPLETE", "00:00:00", uuid(1), dpone_run={"passed": True})))
    assert [row[0] for row in fetch(database_url, "SELECT is_time_approximate FROM run")] == [True]
    merge_items(database_url, parsed(run_event("COMPLETE", "00:01:00", uuid(1))))
    assert [row[0] for row in fetch(database_url, "SELECT is_time_approximate FROM run")] == [False]


@pytest.mark.parametrize("facet", [{"passed": False}, {"passed": True, "status": "error"}])
def test_a_success_that_did_not_pass_leaves_a_warning(facet: dict[str, Any]) -> None:
    [changes] = parsed(run_event("COMPLETE", "00:00:00", uuid(1), dpone_run=facet))
    assert changes.event.warnings == ["event_type.contradicts_facet"]


def test_the_last_export_counts(database_url: str) -> None:
    """A START of an export is no START, so no failure stands against a later success."""
    words = [("START", "00:00:00"), ("FAIL", "00:01:00"), ("COMPLETE", "00:02:00")]
    merge_items(
        database_url, parsed(*(run_event(word, time, "run_01", dpone_run={"passed": None}) for word, time in words))
    )
    assert [row[0] for row in fetch(database_url, "SELECT result FROM run")] == ["SUCCESS"]
