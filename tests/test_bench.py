"""The benchmarks: their events are valid, and a question that a limit ends has a figure, too."""

import asyncio
import json
from itertools import islice

import pytest

from headwater.store.walks import Limits

import impact
from conftest import fetch
from history import events
from impact_history import history
from openlineage_spec import problems
from payloads import bodies

RUNS_OF_A_DAY = 2740


def test_events_are_valid() -> None:
    assert all(6_500 < len(body) < 7_500 for body in islice(bodies(), 20)), "docs/benchmarks.md says 7 kB"
    for body in (*islice(bodies(), 20), *events(10)):
        assert problems(json.loads(body)) == []


def test_a_question_that_a_limit_ends_takes_for_ever(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(impact, "LIMITS", Limits(steps=1, seconds=25))
    try:
        url = history(postgres_url, RUNS_OF_A_DAY)
        asyncio.run(impact._measure(url, RUNS_OF_A_DAY, 1))
    finally:
        fetch(postgres_url, f"DROP DATABASE IF EXISTS bench_impact_{RUNS_OF_A_DAY} WITH (FORCE)")
    [line] = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| goal")]
    assert "missed" in line
    assert line.count(" inf ") >= 2, line
