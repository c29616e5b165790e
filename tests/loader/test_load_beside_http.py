"""A load, and a client that sends other events of the same runs meanwhile: both end in the store of one merge."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from pyspark.sql import SparkSession

from headwater.loader import files

from events import parent, run_event, uuid
from loads import DumpOf, counts, load_paths
from server_process import LINEAGE, Server
from store_dump import dump

RUNS = 400


def events(word: str, minute: int) -> list[dict[str, Any]]:
    """Return an event of each run; ten runs each have one parent."""
    return [
        run_event(word, f"00:{minute:02}:00", uuid(n), parent=parent(uuid(9000 + n // 10)), outputs=[f"d{n % 7}"])
        for n in range(RUNS)
    ]


def test_events_over_http_go_on_beside_a_load(
    spark: SparkSession,
    tmp_path: Path,
    database_url: str,
    dump_of_one_merge: DumpOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "WAVE_BYTES", 1)
    starts, ends = events("START", 1), events("COMPLETE", 2)
    for number in range(4):
        (tmp_path / f"{number}.ndjson").write_text("\n".join(map(json.dumps, ends[number::4])))
    loaded = Event()
    with Server(database_url) as server, ThreadPoolExecutor() as pool:

        def send() -> Iterator[bool]:
            """Send all events; yield True for each answer that came while the load ran."""
            for start in starts:
                assert server.post(start, LINEAGE).status_code == 201
                yield not loaded.is_set()

        sent = pool.submit(lambda: sum(send()))
        summary = load_paths(spark, database_url, tmp_path)
        loaded.set()
        assert sent.result() > 10
    assert counts(summary) == (RUNS, 0, 0)
    assert dump(database_url) == dump_of_one_merge(*starts, *ends)
