"""`headwater load --watch`: each file once, by its content, also after a restart."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from subprocess import CompletedProcess
from threading import Thread

import pytest
from pyspark.sql import SparkSession

from headwater.errors import BadRequestError
from headwater.loader.job import Job
from headwater.loader.load import Summary
from headwater.loader.watch import start_watch, watch
from headwater.trace import new_trace

from conftest import fetch
from events import run_event, uuid

PATIENCE_SECONDS = 120


class Watched:
    """A folder that a stream follows, with the summaries of its batches."""

    def __init__(self, folder: Path, database_url: str) -> None:
        self._database_url = database_url
        self.files = folder / "some files"
        self.checkpoint = folder / "checkpoint"
        self.files.mkdir()
        self.told: list[Summary] = []

    @contextmanager
    def following(self, spark: SparkSession) -> Iterator[None]:
        """Follow the folder during the block, until Spark has committed its last batch: else it comes again."""
        job = Job(self._database_url, new_trace().trace_id)
        query = start_watch(
            spark, str(self.files), str(self.checkpoint), job, lambda summary, _: self.told.append(summary)
        )
        try:
            yield
            query.processAllAvailable()
        finally:
            query.stop()

    def put(self, name: str, *numbers: int) -> None:
        """Move a whole file of events into the folder."""
        part = self.files / f".{name}"
        part.write_text("\n".join(json.dumps(run_event("START", "00:00:00", uuid(n))) for n in numbers))
        part.rename(self.files / name)

    def wait(self, batches: int) -> list[Summary]:
        """Return the summaries once there are so many."""
        give_up = time.monotonic() + PATIENCE_SECONDS
        while len(self.told) < batches:
            assert time.monotonic() < give_up, self.told
            time.sleep(0.05)
        return self.told


def test_each_file_that_comes_is_loaded_once_by_its_content(
    spark: SparkSession, tmp_path: Path, database_url: str
) -> None:
    watched = Watched(tmp_path, database_url)
    watched.put("first one.ndjson", 1, 2)
    with watched.following(spark):
        watched.wait(1)
        watched.put("second.ndjson", 3)
        watched.wait(2)
    watched.put("copy of first.ndjson", 1, 2)
    watched.put("third.ndjson", 3, 4)
    with watched.following(spark):  # goes on after the files that the checkpoint knows
        told = watched.wait(3)
    assert [(one.files, one.skipped, one.new, one.duplicates) for one in told] == [
        (1, 0, 2, 0),
        (1, 0, 1, 0),
        (1, 1, 1, 1),
    ]
    assert len({one.trace_id for one in told}) == 3
    assert [row["native_id"] for row in fetch(database_url, "SELECT native_id FROM run ORDER BY native_id")] == [
        uuid(n) for n in (1, 2, 3, 4)
    ]


def test_a_watch_goes_on_until_its_stream_ends(
    spark: SparkSession, tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.loader.watch.spark_session", lambda _: nullcontext(spark))
    watched = Watched(tmp_path, database_url)
    watched.put("one.ndjson", 1)
    job = Job(database_url, new_trace().trace_id)

    def end() -> None:
        watched.wait(1)
        for query in spark.streams.active:
            query.stop()

    ends = Thread(target=end)
    ends.start()
    watch(str(watched.files), str(watched.checkpoint), job, lambda summary, _: watched.told.append(summary))
    ends.join()
    assert [one.new for one in watched.told] == [1]


def test_only_a_folder_can_be_watched(spark: SparkSession, tmp_path: Path, database_url: str) -> None:
    job = Job(database_url, new_trace().trace_id)
    with pytest.raises(BadRequestError, match="expected a folder to watch"):
        start_watch(spark, str(tmp_path / "none"), str(tmp_path / "state"), job, lambda *_: None)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--watch", "some"], "--checkpoint"),
        (["--checkpoint", "state", "some"], "--watch"),
        (["--watch", "--checkpoint", "state", "--again", "some"], "--again"),
        (["--watch", "--checkpoint", "state", "some", "more"], "one folder"),
    ],
)
def test_wrong_options_are_told(
    arguments: list[str], said: str, run_headwater: Callable[..., CompletedProcess[str]]
) -> None:
    result = run_headwater("load", *arguments)
    assert (result.returncode, said in result.stderr) == (2, True), result.stderr
