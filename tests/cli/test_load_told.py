"""The words of `headwater load`: its summary and a dry run, as text and JSON, and its progress in terminals and logs."""

import json
import sys
from collections import Counter
from uuid import UUID

import pytest

from headwater.cli.load_progress import load_progress, progress_text
from headwater.cli.load_told import checked_as_json, checked_text, summary_as_json, summary_line
from headwater.loader.dry_run import Checked, Refused
from headwater.loader.load import Summary
from headwater.loader.progress import Count, Progress
from headwater.loader.spark_metrics import SparkMetrics

TRACE_ID = UUID("ab" * 16)
SPARK = SparkMetrics(12, 1, 30.25, 0.125, 2_500_000)
SUMMARY = Summary(8, 3, 1, 1200, 30, 5, Counter({"json.invalid": 4, "file.damaged": 1}), 7, 2.25, 0.5, TRACE_ID, SPARK)
REFUSED = Refused("file:/a.ndjson", 7, "json.invalid", "not JSON: the document is cut off")
CHECKED = Checked(
    2, Counter({("openlineage", "run event"): 1100, ("datahub", "status"): 3}), Counter({"json.invalid": 1}), [REFUSED]
)
HALF = Progress(Count(1_500, 3_000_000, 1), Count(0, 12_000_000, 4), 30.0)


def test_a_summary_is_one_line() -> None:
    assert summary_line(SUMMARY, 10.0, 20_000_000) == (
        "1,235 events in 8 file(s), 3 loaded before (--again takes them), 1 begun before: 1,200 new, 30 known before,"
        " 5 quarantined (4 json.invalid, 1 file.damaged); 10.0 s, 7 merges in 2.2 s (0.5 s waiting for others),"
        " 12 Spark tasks (1 failed) in 30.2 s (2.5 MB between them),"
        f" database 20 MB, trace {TRACE_ID.hex}"
    )


def test_a_summary_as_json_has_all_of_it() -> None:
    assert json.loads(summary_as_json(SUMMARY, 10.0, 20_000_000)) == {
        "files": 8,
        "skippedFiles": 3,
        "resumedFiles": 1,
        "records": 1235,
        "new": 1200,
        "duplicates": 30,
        "quarantined": 5,
        "codes": {"json.invalid": 4, "file.damaged": 1},
        "seconds": 10.0,
        "merges": 7,
        "mergeSeconds": 2.25,
        "waitedSeconds": 0.5,
        "databaseBytes": 20_000_000,
        "traceId": TRACE_ID.hex,
        "spark": {
            "tasks": 12,
            "failedTasks": 1,
            "taskSeconds": 30.25,
            "garbageSeconds": 0.125,
            "shuffledBytes": 2_500_000,
        },
    }


def test_a_dry_run_names_kinds_and_refused_records() -> None:
    text = checked_text(CHECKED)
    assert text.startswith("1,104 records in 2 file(s); nothing was written.\n\n")
    for words in ("run event", "1,100", "json.invalid", "file:/a.ndjson", "the document is cut off"):
        assert words in text
    found = json.loads(checked_as_json(CHECKED))
    assert (found["files"], found["records"], found["codes"]) == (2, 1104, {"json.invalid": 1})
    assert found["kinds"][0] == {"dialect": "openlineage", "kind": "run event", "records": 1100}
    assert found["refused"] == [REFUSED._asdict()]


def test_progress_has_files_records_rate_and_the_time_left() -> None:
    assert progress_text(HALF) == "loading: 1 of 4 files, 3 MB of 12 MB, 1,500 records, 50 a second, 1 min 30 s left"
    assert progress_text(HALF._replace(done=Count())).endswith("0 records, 0 a second")


def test_a_log_gets_a_line_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    with load_progress(every_seconds=60) as tell:
        tell(HALF)
    assert capsys.readouterr().err == ""
    with load_progress(every_seconds=0) as tell:
        tell(HALF)
        tell(HALF)
    assert capsys.readouterr().err == f"{progress_text(HALF)}\n" * 2


def test_a_terminal_has_one_line_that_is_empty_at_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with load_progress() as tell:
        tell(HALF)
    begin = "\r\x1b[K"
    assert capsys.readouterr().err == f"{begin}starting Spark{begin}{progress_text(HALF)}{begin}"
