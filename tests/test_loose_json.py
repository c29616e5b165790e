"""Reading JSON of any shape returns the requested value, or nothing."""

from datetime import UTC, datetime
from typing import Any

import pytest

from headwater.model.loose_json import member, objects, text, time, truth, whole_number

ODD: list[Any] = [None, [], {}, [1], {"a": {"b": []}}, {"a": []}, {"a": None}, "a", 3, True]


@pytest.mark.parametrize("value", ODD)
def test_a_path_that_leads_nowhere_gives_nothing(value: Any) -> None:
    assert (text(value, "a", "b"), whole_number(value, "a", "b"), truth(value, "a", "b"), time(value, "a", "b")) == (
        None, None, None, None
    )  # fmt: skip
    assert objects(value, "a", "b") == []


@pytest.mark.parametrize(
    ("value", "expected"),
    [("x", "x"), ("", ""), (3, "3"), (1.5, "1.5"), (False, "false"), (None, None), ({}, None), ([], None)],
)
def test_texts(value: Any, expected: str | None) -> None:
    assert text({"a": {"b": value}}, "a", "b") == expected
    assert text(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, 0), (-7, -7), (3.0, 3), (3.5, None), (True, None), ("3", None), (None, None), (2**63 - 1, 2**63 - 1),
        (2**63, None), (1e300, None), ([1], None),
    ],
)  # fmt: skip
def test_whole_numbers(value: Any, expected: int | None) -> None:
    assert whole_number({"n": value}, "n") == expected


def test_truths_times_objects_and_members() -> None:
    assert (truth({"a": False}, "a"), truth({"a": "true"}, "a"), truth({"a": 1}, "a")) == (False, None, None)
    assert time({"t": "2026-01-01 02:00:00+02:00"}, "t") == datetime(2026, 1, 1, tzinfo=UTC)
    assert time({"t": "2026-01-01T00:00:00"}, "t") == datetime(2026, 1, 1, tzinfo=UTC)
    assert (time({"t": "soon"}, "t"), time({"t": 5}, "t")) == (None, None)
    assert objects({"a": [{"b": 1}, None, 5, [], {}]}, "a") == [{"b": 1}, {}]
    assert member({"a": {"b": [1]}}, "a", "b") == [1]
