"""The benchmarks: their events are valid, and their figures are computed correctly."""

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from contextlib import ExitStack
from itertools import islice
from math import inf
from pathlib import Path

import pytest

from headwater.app.database import migrate_database
from headwater.store.connections import connect
from headwater.store.walks import Limits

import corpus
import hub
import impact
import parse
from conftest import cloned_database, fetch
from copy_limit import CopyLimit
from cpu import cpu_seconds, postmaster
from history import events
from impact_history import history
from load_client import Answer, Measured, summarise
from load_files import mixed
from openlineage_spec import problems
from payloads import bodies, starts_first
from servers import headwater, new_database
from verdicts import Figure

RUNS_OF_A_DAY = 2740
BUSY = """
import os, subprocess, sys
subprocess.run([sys.executable, "-c", "sum(range(20_000_000))"])
print(sum(os.times()[:4]), flush=True)
sys.stdin.read()
"""
"""Starts a process that ends, and prints the CPU of both."""


def test_events_are_valid() -> None:
    assert all(6_500 < len(body) < 7_500 for body in islice(bodies(), 20)), "docs/benchmarks.md says 7 kB"
    for body in (*islice(bodies(), 20), *events(10), *hub.history(2)):
        assert problems(json.loads(body)) == []


def test_starts_come_before_the_ends_of_as_many_runs() -> None:
    events = list(islice(bodies(), 6))
    apart = starts_first(events, 2)
    assert sorted(apart) == sorted(events)
    assert [json.loads(event)["eventType"] for event in apart] == ["START"] * 2 + ["COMPLETE"] * 2 + [
        "START",
        "COMPLETE",
    ]


def test_a_question_that_a_limit_ends_takes_for_ever(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(impact, "LIMITS", Limits(steps=1, seconds=25))
    try:
        url = history(postgres_url, RUNS_OF_A_DAY)
        with headwater(url) as server:
            setting = impact.Setting(url, RUNS_OF_A_DAY, server, os.getpid())
            costs = asyncio.run(impact.measure(setting, 1))
    finally:
        fetch(postgres_url, f"DROP DATABASE IF EXISTS bench_impact_{RUNS_OF_A_DAY} WITH (FORCE)")
    [(size, _), *_] = costs
    assert costs[size, impact.REQUEST].millis == inf
    assert costs[size, impact.CTE].millis < inf
    assert " inf " in capsys.readouterr().out


def test_the_cpu_of_a_process_has_that_of_ended_children() -> None:
    with subprocess.Popen([sys.executable, "-c", BUSY], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        used = float(process.stdout.readline())
        assert cpu_seconds(process.pid) == pytest.approx(used, abs=0.05)
        process.communicate()
    assert used > 0.1, "it did not work long enough to be told from nothing"


async def test_the_postmaster_is_of_this_machine(database_url: str) -> None:
    one, other = await connect(database_url), await connect(database_url)
    assert postmaster(one.get_server_pid()) == postmaster(other.get_server_pid())
    await one.close()
    await other.close()
    with pytest.raises(RuntimeError, match="no Postgres"):
        postmaster(os.getpid())


def test_every_row_of_a_merge_is_copied_and_inserted(postgres_url: str, template: str) -> None:
    async def copied(merged_url: str, copied_url: str, inserted_url: str) -> float:
        limit = await CopyLimit.begin(merged_url, copied_url, inserted_url)
        step = await limit.step()
        await limit.close()
        return step.rows

    with ExitStack() as stack:
        merged, *others = (stack.enter_context(cloned_database(postgres_url, template)) for _ in range(3))
        assert asyncio.run(copied(merged, *others)) > 10
        expected = rows_by_table(merged)
        for other in others:
            assert rows_by_table(other) == expected


def rows_by_table(url: str) -> dict[str, int]:
    tables = fetch(url, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
    counted = {table: fetch(url, f"SELECT count(*) FROM {table}")[0][0] for (table,) in tables}
    return {table: rows for table, rows in counted.items() if rows}


def test_copies_of_recorded_events_are_of_other_runs() -> None:
    one, other = corpus.copies(range(2))
    if not one:
        pytest.skip(f"no recorded events in {corpus.EVENTS}")
    assert len(one) == len(other)
    runs = [{json.loads(body).get("run", {}).get("runId") for body in copy} - {None} for copy in (one, other)]
    assert len(runs[0]) == len(runs[1]) > 100
    assert not runs[0] & runs[1]


def test_files_to_load_have_second_and_cut_copies() -> None:
    events = [json.dumps({"number": number}).encode() for number in range(3000)]
    lines = list(mixed(events))
    assert Counter(Counter(line for line in lines if line in events).values()) == {1: 2800, 2: 200}
    assert sum(line not in events for line in lines) == 30


@pytest.mark.parametrize(
    ("now", "required", "goal", "verdict"),
    [
        (0.39, 0.4, 0.7, "missed"),
        (0.4, 0.4, 0.7, "reached"),
        (0.7, 0.4, 0.7, "goal reached"),
        (1.71, 1.7, 1.2, "missed"),
        (1.7, 1.7, 1.2, "reached"),
        (1.2, 1.7, 1.2, "goal reached"),
    ],
)
def test_a_figure_has_a_verdict(now: float, required: float, goal: float, verdict: str) -> None:
    assert Figure("", now, required, goal).verdict == verdict


def test_a_round_is_summarised() -> None:
    answers = [Answer(at=3.0, took=2.0), Answer(at=1.5, took=0.5), Answer(at=2.0, took=1.0)]
    assert summarise(answers, 3) == Measured(1, 1000, 2000, 2000, pause_millis=1000)


def test_the_way_of_an_event_is_measured_in_parts(postgres_url: str, tmp_path: Path) -> None:
    (tmp_path / "some.ndjson").write_bytes(b"\n".join(islice(bodies(), 6)))
    with new_database(postgres_url, "bench_parse") as url:
        migrate_database(url)
        figures = asyncio.run(parse.parse_figures(url, parse.sources(tmp_path), 10, 1))
    assert set(figures) == {(source, step) for source in ("7 kB", "files") for step in parse.STEPS}
    for micros in figures.values():
        assert min(micros) > 0
        assert micros.ratio == pytest.approx(sum(micros[1:]) / micros.json_loads)


def test_events_of_files_are_others_in_every_round(tmp_path: Path) -> None:
    (tmp_path / "some.ndjson").write_bytes(b"\n".join(islice(bodies(), 6)))
    files = parse.sources(tmp_path)["files"].events_of
    first, second = ([json.loads(event) for event in files(number)] for number in range(2))
    assert len(first) == len(second) == 6
    for one, other in zip(first, second, strict=True):
        assert one["run"]["runId"] != other["run"]["runId"]
        assert one["eventTime"] != other["eventTime"]
        assert one["job"] == other["job"]
