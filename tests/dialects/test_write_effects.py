"""The effect of a write on older data, by the facets of dbt and Iceberg."""

from typing import Any

import pytest

from headwater.dialects.openlineage.writes import FACET, effect_facet

from conftest import fetch, merge_items
from events import NAMESPACE, parsed, run_event, uuid

INSERT = {"strategy": "insert_overwrite"}


@pytest.mark.parametrize(
    ("config", "run", "effect"),
    [
        ({"materialized": "table"}, {}, "REPLACE"),
        ({"materialized": "view"}, {}, "REPLACE"),
        ({"materialized": "seed"}, {}, "REPLACE"),
        ({"materialized": "snapshot"}, {}, "APPEND"),
        ({"materialized": "incremental"}, {}, "APPEND"),
        ({"materialized": "incremental", "incremental": {"strategy": "merge"}}, {"full_refresh": True}, "REPLACE"),
        ({"materialized": "incremental", "incremental": {"full_refresh": False}}, {"full_refresh": True}, "APPEND"),
        ({"materialized": "incremental", "incremental": {"full_refresh": True}}, {}, "REPLACE"),
        ({"materialized": "incremental", "incremental": INSERT}, {}, "REPLACE"),
        ({"materialized": "incremental", "incremental": {**INSERT, "partition_by": {"columns": ["ds"]}}}, {}, "APPEND"),
        ({"materialized": "incremental", "incremental": "odd"}, {"full_refresh": "yes"}, "APPEND"),
        ({"materialized": "ephemeral"}, {}, None),
        ({"materialized": ["table"]}, {}, None),
        ({}, {}, None),
        ("odd", {}, None),
    ],
)
def test_dbt_models(config: Any, run: dict[str, Any], effect: str | None) -> None:
    told = effect_facet({"dbt_run": run}, {"dbt_model": {"config": config}}, {})
    assert (told and told["effect"]) == effect
    assert told is None or told["isMeasured"] is False


@pytest.mark.parametrize(
    ("operation", "metrics", "effect"),
    [
        ("append", {"addedDataFiles": 1, "totalDataFiles": 3}, "APPEND"),
        ("append", {"addedDataFiles": 3, "totalDataFiles": 3}, None),  # also CREATE OR REPLACE TABLE … AS SELECT
        ("replace", {"addedDataFiles": 3, "totalDataFiles": 3}, "APPEND"),
        ("overwrite", {"addedDataFiles": 1, "totalDataFiles": 1}, None),  # also MERGE into a table of one file
        ("overwrite", {"addedDataFiles": 3, "totalDataFiles": 9}, "APPEND"),
        ("delete", {"addedDataFiles": 0, "totalDataFiles": 0}, "REPLACE"),
        ("overwrite", {}, None),
        ("overwrite", {"addedDataFiles": "3", "totalDataFiles": 9}, None),
        ("overwrite", None, None),
        (["append"], {}, None),
        ("strange", {"addedDataFiles": 3, "totalDataFiles": 9}, "APPEND"),
    ],
)
def test_iceberg_commits(operation: Any, metrics: Any, effect: str | None) -> None:
    report = {"operation": operation, "commitMetrics": metrics}
    told = effect_facet({}, {"dbt_model": {"config": {}}}, {"icebergCommitReport": report})
    assert (told and told["effect"]) == effect
    assert told is None or told["isMeasured"] is True


def test_an_output_shows_the_effect_beside_what_was_sent() -> None:
    model = {"namespace": NAMESPACE, "name": "m", "facets": {"dbt_model": {"config": {"materialized": "table"}}}}
    model["outputFacets"] = {"outputStatistics": {"rowCount": 1}}
    [item] = parsed(run_event("COMPLETE", "00:00:00", uuid(1), inputs=[model], outputs=[model]))
    found = [fact.facets for fact in item.facet_sets if FACET in fact.facets]
    assert len(found) == 1
    assert "outputStatistics" in found[0]


@pytest.mark.parametrize("odd", [[1], "text", 5, None, {"headwater_write": {"effect": [], "isMeasured": "x"}}])
def test_odd_facets_of_an_output_do_no_harm(odd: Any, database_url: str) -> None:
    model = {"namespace": NAMESPACE, "name": "m", "facets": {"dbt_model": {"config": {"materialized": "table"}}}}
    table = {"namespace": NAMESPACE, "name": "t", "outputFacets": odd}
    outputs = [{**model, "outputFacets": odd}, table]
    merge_items(database_url, parsed(run_event("COMPLETE", "00:00:00", uuid(1), outputs=outputs)))
    rows = fetch(database_url, "SELECT a.name, w.effect FROM asset_write w JOIN entity a ON a.id = w.asset_id")
    assert {row["name"]: row["effect"] for row in rows} == {"m": "REPLACE", "t": "UNKNOWN"}
