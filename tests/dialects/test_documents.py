"""split_document: from bytes to records, each with exactly its own bytes."""

import gc
import json
import math
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.dialects.documents import Record, each_record, split_document
from headwater.dialects.problems import UnusableError
from headwater.errors import TooLargeError

TraceFunction = Callable[[FrameType, str, object], Any]

BOM = b"\xef\xbb\xbf"
EVENT = '{"eventTime": 1,  "b":[ 1.0,1e2 ] ,"a":"\\u00e9 é"}'
ITEMS = [
    EVENT.encode(),
    b"[1,[2]]",
    b'"],["',
    b"-0.0",
    b"1E400",
    b"null",
    b'{"events":[1]}',
    b'{"a":1,"a":2}',
    b'"\\ud800"',
    b"{}",
]

JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**6), 10**6), st.floats(allow_nan=False), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=8,
)
SPACES = st.text(" \t\r\n", max_size=3)


def values(body: bytes) -> list[Any]:
    return [record.value for record in split_document(body)]


def bodies(body: bytes) -> list[bytes]:
    return [record.body for record in split_document(body)]


def refusal(body: bytes) -> str:
    with pytest.raises(UnusableError) as refused:
        list(split_document(body))
    assert refused.value.message
    return refused.value.code


@pytest.mark.parametrize("body", [EVENT, "1", '"a"', "null", "{}", '{"a": [{"events": []}]}'])
def test_one_value_is_one_record(body: str) -> None:
    [record] = split_document(body.encode())
    assert record[:3] == (json.loads(body), body.encode(), None)


def lines_run(body: bytes) -> int:
    """Return the number of lines of Python that splitting a document runs."""
    lines = 0

    def count(_frame: FrameType, event: str, _argument: object) -> TraceFunction:
        nonlocal lines
        lines += event == "line"
        return count

    before, collects = sys.gettrace(), gc.isenabled()
    gc.disable()  # what other tests left behind may run lines of its own at its end
    sys.settrace(count)
    try:
        with suppress(UnusableError):
            list(split_document(body))
    finally:
        sys.settrace(before)
        if collects:
            gc.enable()
    return lines


@pytest.mark.parametrize("body", ["%s", "%s[]", "[%s]", "[%s1%s,%s2%s]%s", '{%s"events"%s:%s[%s{}%s]%s}', "1%s", "%sx"])
def test_white_space_takes_no_step_for_each_character(body: str) -> None:
    spaces = body.count("%s")
    few, many = (body % ((" \n" * length,) * spaces) for length in (5, 50_000))
    assert lines_run(many.encode()) == lines_run(few.encode())


def test_white_space_around_a_value_is_not_part_of_it() -> None:
    assert bodies(b' \t\r\n{"a": 1}\r\n ') == [b'{"a": 1}']


def test_the_items_of_an_array_keep_their_bytes() -> None:
    for separator in (b",", b" , ", b"\r\n,\n"):
        body = b" [ " + separator.join(ITEMS) + b"\t]\n"
        assert bodies(body) == ITEMS
        assert values(body) == json.loads(body)


def test_the_events_of_an_object_keep_their_bytes() -> None:
    body = (
        b'\n{"before": {"events": [0]}, "events" :\t['
        + b" ,\n".join(ITEMS)
        + b' ] , "after":["events", {"events":[0]}]}\n'
    )
    assert bodies(body) == ITEMS
    assert values(body) == json.loads(body)["events"]


ALIKE = [
    b'{"a":1}',
    b'{"a":[{"a":2},{"a":3}]}',
    b'{"b":{"a":4}}',
    b'{"a":NaN}',
    b'{"a":"\\"a\\":5},{"}',
    '{"a":"é"}'.encode(),
    b"6",
    b'{"a":{"a":{"a":7}}}',
]


@pytest.mark.parametrize("separator", [b",", b" ,\n"])
@pytest.mark.parametrize("first", range(len(ALIKE)))
def test_items_that_open_alike_keep_their_bytes(first: int, separator: bytes) -> None:
    items = ALIKE[first:] + ALIKE[:first]
    assert bodies(b"[" + separator.join(items) + b"]") == items


@pytest.mark.parametrize("between", [b"", b" ", b"x", b",,", b":", b"]", b"},"])
def test_items_that_open_alike_are_parted_by_one_comma(between: bytes) -> None:
    assert refusal(b'[{"a":1},{"a":2}' + between + b'{"a":3}]') == "json.invalid"


def test_nothing_of_what_proves_to_be_no_json_is_a_record() -> None:
    body = b'[{"a":1},{"a":2},{"a":3},]'
    read: list[str] = []

    def make(place: str, record: Record) -> str:
        read.append(place)
        return record.error.code if record.error else ""

    assert each_record(body, "a", make) == ["json.invalid"]
    assert read == ["a#1", "a#2", "a#3", "a"], "each is made before the next is read"


@pytest.mark.parametrize("body", [b"[]", b" [ ] ", b'{"events": []}', b'{"a": [1], "events" : [ ] }'])
def test_an_empty_list_holds_no_records(body: bytes) -> None:
    assert list(split_document(body)) == []


@pytest.mark.parametrize(
    "body", [b'{"events": {}}', b'{"events": null}', b'{"events": "[1]"}', b'{"run": {"events": [1]}}']
)
def test_only_a_top_level_list_of_events_is_opened(body: bytes) -> None:
    assert bodies(body) == [body]


def test_an_event_with_a_key_events_is_still_one_event() -> None:
    body = b'{"eventTime": "2026-01-01T00:00:00Z", "events": [1, 2]}'
    assert bodies(body) == [body]


@pytest.mark.parametrize(
    ("body", "expected"),
    [(b'{"events": [1], "events": [2, 3]}', [2, 3]), (b'{"\\u0065vents": [4]}', [4]), (b'{"events": 1, "events": [5]}', [5]),
     (b'{"a": "\\"events\\": [9]", "events": [6]}', [6]), (b'{"a": "{", "events": [7]}', [7])],
)  # fmt: skip
def test_the_list_is_the_one_that_json_readers_see(body: bytes, expected: list[int]) -> None:
    assert values(body) == json.loads(body)["events"] == expected


@pytest.mark.parametrize("body", [b'{"a": 1}', b'[{"a": 1}]', b'{"events": [{"a": 1}]}'])
def test_a_byte_order_mark_is_skipped(body: bytes) -> None:
    assert values(BOM + body) == [{"a": 1}]


def test_items_after_a_byte_order_mark_keep_their_bytes() -> None:
    assert bodies(BOM + b'[{"a": "\xef\xbb\xbf"}, 2]') == [b'{"a": "\xef\xbb\xbf"}', b"2"]


@pytest.mark.parametrize(
    "body",
    [b"{} x", b"{}{}", b"[1] x", b"[1][2]", b'{"events": [1]} x', b"{},", b"1 2", b"{}\n\n{}", b"[1]]", b"{}\x00"],
)
def test_text_after_the_document_is_refused(body: bytes) -> None:
    assert refusal(body) == "json.invalid"


def test_several_documents_are_told_to_be_an_array() -> None:
    [message] = each_record(b"{}\n{}", "a", lambda _, record: str(record.error))
    assert message == (
        "there is more text after the JSON value, at character 3: expected one JSON document; for several OpenLineage"
        " events, an array to /api/v1/lineage/batch"
    )


@pytest.mark.parametrize(
    "body",
    [b"", b" \n", BOM, b"{", b"[", b"[1", b"[1,", b"[1,]", b"[,1]", b"[1 2]", b"{'a': 1}", b'{"a"}', b'{"a": 1,}', b"[1, tru]",
     b'{"events": [1,]}', b'{"a": "\n"}', b'{"a": "\x00"}', b"\x0b{}", b"{}\x0c", BOM + BOM + b"{}"],
)  # fmt: skip
def test_a_body_that_is_not_json_is_refused(body: bytes) -> None:
    assert refusal(body) == "json.invalid"


@pytest.mark.parametrize(
    "body", [b'"\xff"', b'{"a": "\xed\xa0\x80"}', b'["\xc3", 1]', b'{"events": ["\xc3"]}', '{"a": 1}'.encode("utf-16")]
)
def test_a_body_that_is_not_utf_8_is_refused(body: bytes) -> None:
    assert refusal(body) == "json.invalid"


@pytest.mark.parametrize(
    "body",
    [
        b'{"a":' + b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"events": [' + b"[" * 100_000,
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    ],
)
def test_a_body_nested_too_deep_is_refused(body: bytes) -> None:
    assert refusal(body) == "json.too_deep"


def test_a_document_nested_to_a_sane_depth_is_read() -> None:
    body = b'{"a":' * 200 + b"1" + b"}" * 200
    assert bodies(body) == [body]


@pytest.mark.parametrize("in_array", [False, True])
@pytest.mark.parametrize(
    ("body", "is_plain"),
    [
        ('{"a": 1.5, "b": -999999999999999999, "c": "\\u0000é"}', True),
        ('{"a": 18446744073709551616}', False),
        ('{"a": -9999999999999999999}', False),
        ('{"a": NaN}', False),
        ('{"a": "\\ud800"}', False),
    ],
)
def test_a_record_is_plain_where_no_number_or_text_needs_care(body: str, is_plain: bool, in_array: bool) -> None:
    [record] = split_document(f"[{body}]".encode() if in_array else body.encode())
    assert record.is_plain == is_plain
    assert json.dumps(record.value) == json.dumps(json.loads(body))


def test_more_records_than_are_wanted_are_refused() -> None:
    assert len(list(split_document(b"[1, 2]", 2))) == 2
    for body in (b"[1, 2, 3]", b'{"events": [1, 2, 3]}'):
        with pytest.raises(TooLargeError, match="at most 2 events"):
            list(split_document(body, 2))


def test_nan_and_the_infinities_are_read_as_clients_write_them() -> None:
    nan, *infinities = values(b"[NaN, Infinity, -Infinity, 1e999]")
    assert math.isnan(nan)
    assert infinities == [math.inf, -math.inf, math.inf]


@given(st.lists(JSON, max_size=5), SPACES, SPACES, st.booleans())
def test_any_array_is_split_into_its_items(items: list[Any], before: str, after: str, ascii_only: bool) -> None:
    written = [json.dumps(item, ensure_ascii=ascii_only) for item in items]
    inside = f"[{before}" + f"{after},{before}".join(written) + f"{after}]"
    for document in (inside, f'{{"a": [1],{before}"events"{after}:{before}{inside}{after}}}'):
        records = list(split_document((before + document + after).encode()))
        assert [record[:2] for record in records] == [
            (item, text.encode()) for item, text in zip(items, written, strict=True)
        ]


@given(st.one_of(st.binary(max_size=40), st.text('[]{}":,\\ ets10\ufeff', max_size=30).map(str.encode)))
def test_any_bytes_are_split_or_refused(body: bytes) -> None:
    try:
        records = list(split_document(body))
    except UnusableError as error:
        assert error.code in {"json.invalid", "json.too_deep"}  # noqa: PT017
        return
    for record in records:
        assert json.dumps(json.loads(record.body.removeprefix(BOM))) == json.dumps(record.value)
