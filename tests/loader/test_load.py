"""A load: every shape of file by real Spark, the same store as without Spark, no loss, repeatable.

The command runs once; the other loads share a Spark, whose start takes longer than they do.
"""

import bz2
import csv
import gzip
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from pyspark.sql import SparkSession
from zstandard import ZstdCompressor

from headwater.dialects import databand
from headwater.errors import BadRequestError
from headwater.loader.job import Job
from headwater.loader.load import load
from headwater.loader.session import SparkError
from headwater.registry.checksums import sha256
from headwater.trace import new_trace

from conftest import cloned_database, fetch, merge_items, parse_files
from databand_events import SOURCE
from events import parsed, run_event, uuid
from loads import counts, load_paths
from store_dump import dump

Run = Callable[..., CompletedProcess[str]]
TRACE = "ab" * 16


@pytest.fixture(scope="module")
def database_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        yield url


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of every shape: 4 + 2 + 2 + 1 + 1 + 2 + 3 events that parse, and 3 records that do not."""
    folder = tmp_path_factory.mktemp("load files %20")
    events = [json.dumps(run_event("START", "00:00:00", uuid(n))) for n in range(20)]
    (folder / "lines.ndjson").write_bytes(
        f"\n{events[0]}\r\n{events[1]}\n\nnot json\n{events[2]}\n[{events[3]}]\n".encode() + b'{"a": "\xff"}\n'
    )
    (folder / "array.json").write_text(f"[{events[4]},\n{events[5]}]")
    (folder / "events.json").write_text(json.dumps({"events": [json.loads(e) for e in events[6:8]]}, indent=2))
    (folder / "pretty.json").write_text(json.dumps(json.loads(events[8]), indent=4))
    (folder / "more").mkdir()
    with gzip.open(folder / "more" / "one.ndjson.gz", "wt") as file:
        file.write(events[9])
    (folder / "broken first line.ndjson").write_text("{\n" + "\n".join(events[10:12]))
    (folder / "empty.json").write_text("")
    (folder / "one.ndjson.bz2").write_bytes(bz2.compress(events[12].encode()))
    (folder / "one.ndjson.zst").write_bytes(ZstdCompressor().compress(events[13].encode()))
    with (folder / "lineage_events.csv").open("w") as file:
        csv.writer(file).writerows([["event_time", "event"], ["2026-01-01 00:00:00+00", events[14]]])
    return folder


@pytest.fixture(scope="module")
def first_load(run_headwater: Run, folder: Path, database_url: str) -> CompletedProcess[str]:
    traceparent = f"00-{TRACE}-{'cd' * 8}-01"
    return run_headwater("load", str(folder), "--traceparent", traceparent, DATABASE_URL=database_url)


def test_summary_and_exit_code(first_load: CompletedProcess[str]) -> None:
    assert first_load.returncode == 1, first_load.stderr
    assert "18 events in 10 file(s): 15 new, 0 known before, 3 quarantined (3 json.invalid); " in first_load.stderr
    assert re.search(
        r"; \d+\.\d s, \d+ merges in \d+\.\d s \(\d+\.\d s waiting for others\),"
        r" \d+ Spark tasks in \d+\.\d s \(\d+ k?B between them\), database \d+(\.\d+)? MB,"
        rf" trace {TRACE}$",
        first_load.stderr.strip(),
    )


def test_every_event_is_there_once(first_load: CompletedProcess[str], database_url: str) -> None:
    assert sorted(row["native_id"] for row in fetch(database_url, "SELECT native_id FROM run")) == [
        uuid(n) for n in range(15)
    ]


def test_unparsable_records_are_in_quarantine_with_file_and_line(
    first_load: CompletedProcess[str], database_url: str, folder: Path
) -> None:
    rows = fetch(database_url, "SELECT source, position, code, payload FROM quarantine ORDER BY source, position")
    assert [(row["source"], row["position"], row["code"], row["payload"]) for row in rows] == [
        (f"file:{folder}/broken first line.ndjson", 1, "json.invalid", b"{"),
        (f"file:{folder}/lines.ndjson", 5, "json.invalid", b"not json"),
        (f"file:{folder}/lines.ndjson", 8, "json.invalid", b'{"a": "\xff"}'),
    ]


def test_rows_carry_the_trace_of_the_load(first_load: CompletedProcess[str], database_url: str) -> None:
    traces = fetch(database_url, "SELECT trace_id FROM event UNION SELECT trace_id FROM quarantine")
    assert [row["trace_id"].hex for row in traces] == [TRACE]


def test_a_database_that_goes_away_is_one_sentence(tmp_path: Path) -> None:
    """Spark's own error would contain the stacks of the executor and of Java."""
    path = tmp_path / "one.ndjson"
    path.write_text(json.dumps(run_event("COMPLETE", "00:00:00", uuid(1), outputs=["a"])))
    job = Job("postgresql://nobody:secret@127.0.0.1:1/none", new_trace().trace_id)
    with pytest.raises(SparkError) as raised:
        load([str(path)], job, quick=True, again=True)  # so that an executor is the first to ask the database
    assert str(raised.value) == "the database does not answer: Connection refused"


def test_loading_again_changes_nothing(
    first_load: CompletedProcess[str], spark: SparkSession, folder: Path, database_url: str
) -> None:
    before = dump(database_url)
    assert counts(load_paths(spark, database_url, folder, again=True)) == (0, 15, 3)
    assert dump(database_url) == before


def test_loaded_files_are_known_by_their_content_and_skipped(
    first_load: CompletedProcess[str], spark: SparkSession, folder: Path, tmp_path: Path, database_url: str
) -> None:
    """Not by their names: a file that has changed is read, and one that has moved is not."""
    (tmp_path / "moved.json").write_bytes((folder / "array.json").read_bytes())
    (tmp_path / "pretty.json").write_text(json.dumps(run_event("START", "00:00:00", uuid(15))))
    summary = load_paths(spark, database_url, folder, tmp_path)
    assert (summary.files, summary.skipped, *counts(summary)) == (1, 11, 1, 0, 0)
    summary = load_paths(spark, database_url, tmp_path / "moved.json", dialect="openlineage")
    assert (summary.files, summary.skipped, *counts(summary)) == (1, 0, 0, 2, 0)


def test_a_dry_run_tells_the_content_and_writes_nothing(
    run_headwater: Run, folder: Path, corpus: Path, tmp_path: Path
) -> None:
    sink = corpus / "datahub" / "file_sink" / "simple.json"
    arguments = ["load", "--dry-run", str(folder), str(sink)]
    told = run_headwater(*arguments, "--json", HEADWATER_DATA_DIR=str(tmp_path / "data"))
    assert told.returncode == 1, told.stderr
    found = json.loads(told.stdout)
    kinds = {(one["dialect"], one["kind"]): one["records"] for one in found["kinds"]}
    assert (found["files"], kinds["openlineage", "run event"], found["codes"]) == (11, 15, {"json.invalid": 3})
    assert found["records"] == sum(kinds.values()) + 3
    assert [(one["source"], one["line"], one["code"]) for one in found["refused"]] == [
        (f"file:{folder}/broken first line.ndjson", 1, "json.invalid"),
        (f"file:{folder}/lines.ndjson", 5, "json.invalid"),
        (f"file:{folder}/lines.ndjson", 8, "json.invalid"),
    ]
    assert not (tmp_path / "data").exists()


def test_files_in_many_parts_give_the_store_that_one_merge_gives(
    spark: SparkSession, tmp_path: Path, postgres_url: str, template: str
) -> None:
    """Tasks share a file above 16 MB: no line is lost, and line numbers hold."""
    pad = "x" * 4000
    events = [run_event("COMPLETE", "00:00:00", uuid(n), outputs=[f"d{n % 7}"], note={"pad": pad}) for n in range(4000)]
    lines = [json.dumps(event) for event in events]
    lines[3500] = "{broken"
    path = tmp_path / "big.ndjson"
    path.write_text("\n".join(lines))
    assert path.stat().st_size > 16_000_000
    with cloned_database(postgres_url, template) as loaded, cloned_database(postgres_url, template) as merged:
        assert counts(load_paths(spark, loaded, path)) == (3999, 0, 1)
        assert [row["position"] for row in fetch(loaded, "SELECT position FROM quarantine")] == [3501]
        merge_items(merged, parsed(*events[:3500], *events[3501:]))
        by_spark, by_hand = dump(loaded), dump(merged)
        assert by_spark.pop("quarantine")
        assert by_spark == by_hand


def test_real_events_give_the_store_that_one_merge_gives(
    spark: SparkSession, corpus: Path, postgres_url: str, template: str
) -> None:
    folder = corpus / "openlineage" / "events"
    with cloned_database(postgres_url, template) as loaded, cloned_database(postgres_url, template) as merged:
        summary = load_paths(spark, loaded, folder)
        assert (summary.new + summary.duplicates, summary.quarantined) == (549, 0)
        merge_items(merged, parse_files(*folder.glob("*.ndjson")))
        assert dump(loaded) == dump(merged)


def test_bodies_for_databand_give_the_store_that_http_gives(
    spark: SparkSession, corpus: Path, tmp_path: Path, postgres_url: str, template: str
) -> None:
    """Some are packed, some not; and a refused record stays with its source."""
    posted = corpus / "databand" / "posted"
    bodies = [posted / "example1.json", *posted.glob("example2_p[1-3]*.json"), *posted.glob("example2_p[4-7]*.json.gz")]
    for path in bodies:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "broken.ndjson").write_bytes(b'[{"eventTime": "never"}]')
    with cloned_database(postgres_url, template) as loaded, cloned_database(postgres_url, template) as merged:
        fetch(loaded, "INSERT INTO source (id, name) VALUES ($1, 'gitlab')", SOURCE)
        summary = load_paths(spark, loaded, tmp_path, dialect="databand", source=SOURCE)
        assert (summary.files, *counts(summary)) == (9, 52, 0, 1)
        for path in sorted(tmp_path.iterdir()):
            body = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            merge_items(merged, databand.parse_document(body, "test", 1, SOURCE))
        assert dump(loaded) == dump(merged)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--dialect", "databand"], "--source ID"),
        (["--source", SOURCE], "--dialect databand"),
        (["--dialect", "databand", "--source", "gitlab"], "UUID"),
        (["--dialect", "databand", "--source", SOURCE], f"no source has the id {SOURCE}"),
    ],
)
def test_databand_needs_a_source_that_is_there(
    arguments: list[str], said: str, run_headwater: Run, database_url: str
) -> None:
    result = run_headwater("load", *arguments, "any", DATABASE_URL=database_url)
    assert (result.returncode, said in result.stderr) == (2, True), result.stderr


def test_what_can_be_read_of_files_that_are_cut_off_is_loaded(
    spark: SparkSession, tmp_path: Path, postgres_url: str, template: str
) -> None:
    events = [run_event("START", "00:00:00", uuid(n), note={"pad": sha256(str(n).encode()) * 3}) for n in range(400)]
    array, lines = json.dumps(events[:200]).encode(), "\n".join(map(json.dumps, events[200:])).encode()
    packed = gzip.compress(lines)
    (tmp_path / "cut %20 off.json").write_bytes(array[: len(array) // 2])
    (tmp_path / "cut off.ndjson.gz").write_bytes(packed[: len(packed) // 2])
    with cloned_database(postgres_url, template) as url:
        summary = load_paths(spark, url, tmp_path)
        assert (summary.duplicates, summary.codes) == (0, {"json.invalid": 1, "file.damaged": 1})
        assert 98 < summary.new < 302
        rows = fetch(url, "SELECT source, position, message FROM quarantine ORDER BY code DESC")
        assert rows[0]["source"].startswith(f"file:{tmp_path}/cut %20 off.json#")
        assert rows[1]["source"] == f"file:{tmp_path}/cut off.ndjson.gz"
        assert "copy the whole file again" in rows[1]["message"]
        (tmp_path / "cut off.ndjson.gz").write_bytes(packed)
        summary = load_paths(spark, url, tmp_path)
        assert (summary.skipped, summary.new + summary.duplicates, summary.quarantined) == (1, 200, 0)


def test_a_packed_file_is_unpacked_whatever_its_name_is(spark: SparkSession, tmp_path: Path, database_url: str) -> None:
    packed: dict[str, Callable[[bytes], bytes]] = {"one.NDJSON.GZ": gzip.compress, "two.json": bz2.compress}
    for number, (name, pack) in enumerate(packed.items()):
        (tmp_path / name).write_bytes(pack(json.dumps(run_event("START", "00:00:00", uuid(number))).encode()))
    summary = load_paths(spark, database_url, tmp_path)
    assert (summary.records, summary.quarantined) == (2, 0)


def test_wrong_paths_are_told_by_their_names(spark: SparkSession, database_url: str) -> None:
    for path in ("no/such/path", "_hidden.json"):
        with pytest.raises(BadRequestError, match=path):
            load_paths(spark, database_url, path)


def test_paths_that_nothing_can_be_read_from_are_told(spark: SparkSession, tmp_path: Path, database_url: str) -> None:
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "gone.json").symlink_to("/no/such/target")
    (tmp_path / "pipe").mkdir()
    os.mkfifo(tmp_path / "pipe" / "events.json")
    for path, said in (
        (tmp_path / "link", "gone.json is a link to nothing"),
        (tmp_path / "pipe", "events.json is no file"),
        ("http://localhost:1/events.json", "expected a file system that lists files, such as s3a"),
        ("s3a://bucket/events", "Spark has no connector for s3a://bucket/events"),
        ("nothing://bucket/events", "Spark has no connector for nothing://bucket/events"),
    ):
        with pytest.raises(BadRequestError, match=said):
            load_paths(spark, database_url, path)


def test_a_link_to_a_folder_around_it_is_followed_once(spark: SparkSession, tmp_path: Path, database_url: str) -> None:
    (tmp_path / "one.json").write_text(json.dumps(run_event("START", "00:00:00", uuid(1))))
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "loop").symlink_to("..")
    assert load_paths(spark, database_url, tmp_path).files == 1


def test_files_of_dpones_registry(spark: SparkSession, corpus: Path, postgres_url: str, template: str) -> None:
    case = corpus / "dpone" / "cases" / "01_passed" / ".dpone"
    files = [*(case / "run-registry").glob("run_01__*.json"), *(case / "lineage").rglob("*.json")]
    with cloned_database(postgres_url, template) as url:
        assert load_paths(spark, url, *files).quarantined == 0
        rows = fetch(url, "SELECT revision, is_entry, entry_checksum FROM run_registration")
        [entry] = (case / "run-registry").glob("run_01__*.json")
        assert [tuple(row) for row in rows] == [(1, True, sha256(entry.read_bytes()))]


def test_urls_that_only_spark_can_open(spark: SparkSession, tmp_path: Path, postgres_url: str, template: str) -> None:
    """By Hadoop's viewfs, an object store of this machine."""
    folder = tmp_path / "a b"
    folder.mkdir()
    events = [run_event("START", "00:00:00", uuid(n)) for n in range(8)]
    (folder / "lines.ndjson").write_text("\n".join([json.dumps(events[0]), "{broken", json.dumps(events[1])]))
    (folder / "array.json").write_text(json.dumps(events[2:6], indent=2))
    (folder / "one.ndjson.gz").write_bytes(gzip.compress(json.dumps(events[6]).encode()))
    (tmp_path / "here.json").write_text(json.dumps(events[7]))
    hadoop = spark.sparkContext._jsc.hadoopConfiguration()
    hadoop.set("fs.viewfs.mounttable.store.link./data", f"file://{tmp_path}")
    with cloned_database(postgres_url, template) as url:
        paths = ["viewfs://store/data/a b", f"{tmp_path}/{{here,there}}.json"]
        assert counts(load_paths(spark, url, *paths)) == (8, 0, 1)
        [row] = fetch(url, "SELECT source, position FROM quarantine")
        assert (row["source"], row["position"]) == ("viewfs://store/data/a b/lines.ndjson", 2)
        summary = load_paths(spark, url, *paths)
        assert (summary.files, summary.skipped) == (0, 4)
        summary = load_paths(spark, url, folder)  # the same files by another way
        assert (summary.files, summary.skipped) == (0, 3)
