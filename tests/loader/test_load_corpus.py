"""All recorded files that a load takes, in one folder and one load: the summary accounts for every record."""

import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from conftest import fetch
from loads import load_paths

FILES = (
    *("openlineage/events/*.ndjson", "openlineage/quirks/*.*", "openlineage/client_captures/file_*/*.*"),
    *("dpone/events/*.*json", "dpone/cases/*/.dpone/run-registry/*__run_registry.json"),
    *("dpone/cases/*/.dpone/lineage/*/*__openlineage.json", "datahub/file_sink/*.json", "datahub/golden/*.json"),
)


def documents(path: Path) -> Iterator[Any]:
    """Yield the JSON documents of a file: the whole of it, else its lines, where None stands for a broken one."""
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
    try:
        yield json.loads(text)
    except ValueError:
        lines = [line for line in text.splitlines() if line.strip()]
        yield from map(json.loads, lines) if len(lines) > 1 else [None]


def records(document: Any) -> int:
    """Return the number of events, and of the aspects of DataHub's snapshots, in a document."""
    if isinstance(document, list):
        return sum(map(records, document))
    if document is not None and list(document) == ["events"]:
        return records(document["events"])
    if document is not None and "proposedSnapshot" in document:
        [snapshot] = document["proposedSnapshot"].values()
        return len(snapshot["aspects"])
    return 1


def test_every_record_of_the_corpus_is_accounted_for(
    spark: SparkSession, corpus: Path, tmp_path: Path, database_url: str
) -> None:
    paths = [path for pattern in FILES for path in sorted(corpus.glob(pattern))]
    assert len(paths) > 100
    for path in paths:  # without the dots of `.dpone`, which would hide the files
        shutil.copy(path, tmp_path / "__".join(path.relative_to(corpus).parts))
    summary = load_paths(spark, database_url, tmp_path)
    assert summary.files == len(paths)
    assert summary.records == sum(records(document) for path in paths for document in documents(path))
    logged = fetch(database_url, "SELECT count(*) FILTER (WHERE dialect = 'openlineage') AS events FROM event")
    assert logged[0]["events"] <= summary.new
    assert summary.quarantined == sum(summary.codes.values())
    quarantined = fetch(database_url, "SELECT code, count(*) AS total FROM quarantine GROUP BY code")
    assert {row["code"]: row["total"] for row in quarantined} == summary.codes
    assert (load_paths(spark, database_url, tmp_path).skipped, summary.skipped) == (len(paths), 0)
