"""A failing property test ends soon, and its smallest case can be kept and repeated."""

import itertools
import time
from pathlib import Path

import hypothesis.internal.conjecture.engine
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import property_cases
from property_cases import body_of, kept_cases, writes_its_case

NUMBERS = st.lists(st.integers(0, 10_000), max_size=30)


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(property_cases, "FAILED", tmp_path / "failed")
    monkeypatch.setattr(property_cases, "KEPT", tmp_path / "kept")


@settings(database=None)
@given(case=NUMBERS)
@writes_its_case(list[int])
def small(case: list[int]) -> None:
    assert sum(case) < 1_000


def test_the_smallest_case_is_in_a_file_that_the_failure_names(tmp_path: Path) -> None:
    with pytest.raises(AssertionError) as failure:
        small()
    written = tmp_path / "failed" / "small.json"
    assert any(str(written) in note for note in failure.value.__notes__)
    kept = tmp_path / "kept" / "small"
    kept.mkdir(parents=True)
    written.rename(kept / "one.json")
    [parameter] = kept_cases(small, list[int])
    assert (parameter.id, parameter.values) == ("one", ([1_000],))
    with pytest.raises(AssertionError):
        body_of(small)(case=parameter.values[0])


def test_shrinking_ends_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def calls(seconds: float) -> int:
        monkeypatch.setattr(hypothesis.internal.conjecture.engine, "MAX_SHRINKING_SECONDS", seconds)
        asked = itertools.count()

        @settings(database=None, derandomize=True)
        @given(numbers=NUMBERS)
        def slow(numbers: list[int]) -> None:
            next(asked)
            time.sleep(0.002)
            assert len(set(numbers)) < 8

        with pytest.raises(AssertionError):
            slow()
        return next(asked)

    assert hypothesis.internal.conjecture.engine.MAX_SHRINKING_SECONDS <= 45, "beside the rest of a minute"
    assert calls(0.01) * 2 < calls(60)
