"""`headwater load` of DataHub's files: the same store as accepting the proposals one by one."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from headwater.dialects.datahub.proposal import items_of_record
from headwater.loader.local import survey_local

from conftest import CORPUS, cloned_database, fetch, merge_items
from events import parsed, run_event, uuid
from loads import counts, load_paths
from proposals import DATASET, RUN, accept_each, item
from store_dump import dump

FILES = [
    *sorted(CORPUS.glob("datahub/file_sink/*.json")),
    CORPUS / "datahub" / "golden" / "dbt_test_model_performance_golden.json",  # snapshots and proposals
    CORPUS / "datahub" / "golden" / "e2e_playwright_data.json",  # as Avro tags them
]
SNAPSHOT = "com.linkedin.pegasus2avro.metadata.snapshot.DatasetSnapshot"


def items_of_file(path: Path) -> list[Any]:
    return [item for record in json.loads(path.read_bytes()) for item in items_of_record(record)]


def described(text: str) -> dict[str, Any]:
    return item(DATASET, "editableDatasetProperties", {"description": text})


def quarantined(database_url: str) -> list[tuple[str, str, int, str, bytes]]:
    rows = fetch(
        database_url, "SELECT dialect, source, position, code, payload FROM quarantine ORDER BY source, position"
    )
    return [(row["dialect"], row["source"], row["position"], row["code"], row["payload"]) for row in rows]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_real_files_give_the_store_that_accepting_gives(
    path: Path, spark: SparkSession, corpus: Path, postgres_url: str, template: str
) -> None:
    items = items_of_file(path)
    with cloned_database(postgres_url, template) as loaded, cloned_database(postgres_url, template) as accepted:
        assert counts(load_paths(spark, loaded, path)) == (len(items), 0, 0)
        accept_each(accepted, *([one] for one in items))
        assert dump(loaded) == dump(accepted)


def test_files_of_all_shapes_and_dialects_give_the_store_of_their_order(
    spark: SparkSession, tmp_path: Path, postgres_url: str, template: str
) -> None:
    """Each file replaces or patches facts of the one before it, and Spark reads the largest first."""
    add = {"patch": [{"op": "add", "path": "/customProperties/of", "value": "patch"}], "arrayPrimaryKeys": {}}
    proposals = [
        *(described(f"lines {n}") for n in range(5)),
        item(DATASET, "datasetProperties", {"customProperties": {"of": "array", "too": "array"}}),
        described("array"),
        item(DATASET, "datasetProperties", add, "PATCH"),
        described("packed"),
        *(described(f"z {n} {'x' * 500}") for n in range(1000, 2100)),  # in several steps
        item(RUN, "status", {"removed": False}),
    ]
    lines = [json.dumps(one) for one in proposals]
    events = [run_event("START", "00:00:00", uuid(n)) for n in range(3)]
    (tmp_path / "a lines.ndjson").write_text("\n".join([json.dumps(events[0]), *lines[:5], json.dumps(events[1])]))
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "array.json").write_text(json.dumps([*proposals[5:7], events[2]], indent=4))
    with gzip.open(tmp_path / "c.json.gz", "wt") as file:
        json.dump(proposals[7:9], file, indent=4)
    (tmp_path / "d.ndjson").write_text("\n".join(lines[9:]))
    with cloned_database(postgres_url, template) as loaded, cloned_database(postgres_url, template) as by_hand:
        assert counts(load_paths(spark, loaded, tmp_path)) == (len(proposals) + 3, 0, 0)
        merge_items(by_hand, parsed(*events))
        accept_each(by_hand, *([one] for one in proposals))
        assert dump(loaded) == dump(by_hand)


def test_a_large_array_of_many_lines_is_read_whole(spark: SparkSession, tmp_path: Path, database_url: str) -> None:
    """Tasks share a file above 16 MB, but only with one record a line."""
    proposals = [described(f"{n} {'x' * 200_000}") for n in range(100)]
    lines, array = tmp_path / "lines.ndjson", tmp_path / "array.json"
    lines.write_text("\n".join(map(json.dumps, proposals)))
    array.write_text("\n" + json.dumps(proposals, indent=4))
    assert [len(parts) for parts in survey_local([f"file:{path}" for path in (lines, array)])] == [2, 1]
    assert counts(load_paths(spark, database_url, array)) == (100, 0, 0)


def test_upserts_loaded_again_give_the_same_store(spark: SparkSession, tmp_path: Path, database_url: str) -> None:
    (tmp_path / "one.ndjson").write_text("\n".join(json.dumps(described(text)) for text in "abc"))
    assert counts(load_paths(spark, database_url, tmp_path)) == (3, 0, 0)
    before = dump(database_url)
    assert "editableDatasetProperties" in "".join(before["versioned_aspect"])
    assert counts(load_paths(spark, database_url, tmp_path)) == (0, 0, 0)
    assert counts(load_paths(spark, database_url, tmp_path, again=True)) == (3, 0, 0)
    assert dump(database_url) == before


def test_refused_records_are_in_quarantine_and_the_others_are_accepted(
    spark: SparkSession, tmp_path: Path, database_url: str, postgres_url: str, template: str
) -> None:
    tags = item(RUN, "globalTags", {"tags": []})
    nothing = item(DATASET, "status", "of no object")
    aspects: Sequence[Any] = [{"com.linkedin.pegasus2avro.common.Status": {"removed": True}}, {"Unknown": {}}]
    snapshot = {"proposedSnapshot": {SNAPSHOT: {"urn": DATASET, "aspects": aspects}}}
    created = item(DATASET, "datasetProperties", {"name": "a"}, "CREATE")
    records = [described("a"), tags, created, snapshot, created, nothing]
    path = tmp_path / "some.json"
    path.write_text("\n".join(["[", ",\n".join(map(json.dumps, records)), "]"]))
    (tmp_path / "lines.ndjson").write_text("\n".join(map(json.dumps, [described("b"), tags])))
    assert counts(load_paths(spark, database_url, tmp_path)) == (4, 0, 5)
    found = quarantined(database_url)
    assert [row[:4] for row in found] == [
        ("datahub", f"file:{tmp_path}/lines.ndjson", 2, "aspect.unknown"),
        ("datahub", f"file:{path}#2", 1, "aspect.unknown"),
        ("datahub", f"file:{path}#4", 1, "aspect.unknown"),
        ("datahub", f"file:{path}#5", 1, "proposal.exists"),
        ("datahub", f"file:{path}#6", 1, "aspect.invalid"),
    ]
    assert [json.loads(row[4]) for row in found[:2]] == [tags, tags]
    unknown = json.loads(found[2][4])
    assert (unknown["entityUrn"], unknown["aspectName"], unknown["aspect"]) == (DATASET, "Unknown", {"json": {}})
    with cloned_database(postgres_url, template) as accepted:
        accept_each(
            accepted, [described("b")], [described("a")], [created], [item(DATASET, "status", {"removed": True})]
        )
        by_spark = dump(database_url)
        by_spark.pop("quarantine")
        assert by_spark == dump(accepted)


def test_a_dialect_that_is_said_is_not_told_by_shape(spark: SparkSession, tmp_path: Path, database_url: str) -> None:
    event = json.dumps(run_event("START", "00:00:00", uuid(1)))
    path = tmp_path / "some.ndjson"
    path.write_text("\n".join([json.dumps(described("a")), '{"entityUrn": ', event, "[" * 5000]))
    assert counts(load_paths(spark, database_url, path, dialect="datahub")) == (1, 0, 3)
    assert [(row[0], row[2], row[3]) for row in quarantined(database_url)] == [
        ("datahub", 2, "json.invalid"),
        ("datahub", 3, "urn.invalid"),
        ("datahub", 4, "json.invalid"),
    ]
    assert counts(load_paths(spark, database_url, path, dialect="openlineage")) == (1, 0, 3)
