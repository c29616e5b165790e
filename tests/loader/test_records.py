"""Records of files of any shape, size and damage: each record once, and memory for a few of them only."""

import bz2
import gzip
import io
import json
import tracemalloc
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zstandard import ZstdCompressor

from headwater.loader import local
from headwater.loader.local import survey_local
from headwater.loader.packing import PIECE_BYTES, unpacked
from headwater.loader.parts import open_parts
from headwater.loader.records import Placed, read_records

ITEMS = [{"eventTime": f"2026-01-01T00:00:{n:02}Z", "n": n, "text": "ü]},{[ \\ \" ☃" * n} for n in range(30)]  # fmt: skip
ARRAY = json.dumps(ITEMS, ensure_ascii=False).encode()


def read(content: bytes, piece_bytes: int = PIECE_BYTES) -> list[Placed]:
    pieces = (content[at : at + piece_bytes] for at in range(0, len(content), piece_bytes))
    return list(read_records(pieces, "file", 1, is_start=True))


def values(found: list[Placed]) -> list[object]:
    return [one.record.value for one in found if one.record.error is None]


def refused(found: list[Placed]) -> list[tuple[str, int, str, bytes]]:
    return [(one.source, one.line, one.record.error.code, one.record.body) for one in found if one.record.error]


def lines(*documents: str) -> bytes:
    return "\n".join(documents).encode()


WHOLE = {
    "an array in one line": ARRAY,
    "an array of many lines": json.dumps(ITEMS, indent=2).encode(),
    "a line each": lines(*map(json.dumps, ITEMS)),
    "several to a line": lines(*(json.dumps(some) for some in (ITEMS[:7], ITEMS[7:8], ITEMS[8:]))),
    "under events": json.dumps({"events": ITEMS, "more": {"a": []}}, indent=1).encode(),
    "under events, which come last": json.dumps({"more": {"a": []}, "events": ITEMS}, indent=1).encode(),
    "documents of many lines, one after the other": lines(*(json.dumps(one, indent=2) for one in ITEMS)),
    "an array of many lines, then a line each": lines(json.dumps(ITEMS[:9], indent=2), *map(json.dumps, ITEMS[9:])),
    "with a BOM": b"\xef\xbb\xbf" + json.dumps(ITEMS, indent=2).encode(),
    "with blank lines": b"\n \r\n" + json.dumps(ITEMS, indent="\n").encode() + b"\n\n",
}


@pytest.mark.parametrize("content", WHOLE.values(), ids=WHOLE.keys())
@pytest.mark.parametrize("piece_bytes", [1, 100, PIECE_BYTES])
def test_every_record_is_read_once(content: bytes, piece_bytes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.loader.document.PIECE_BYTES", piece_bytes)
    monkeypatch.setattr("headwater.loader.window.PIECE_BYTES", piece_bytes)
    found = read(content, piece_bytes)
    assert refused(found) == []
    assert values(found) == ITEMS
    assert all(json.loads(one.record.body) == one.record.value for one in found)


@given(cut=st.integers(1, len(ARRAY) - 1), is_pretty=st.booleans())
def test_a_cut_off_array_gives_the_items_before_the_cut_and_one_error(cut: int, is_pretty: bool) -> None:
    whole = json.dumps(ITEMS, indent=2).encode() if is_pretty else ARRAY
    found = read(whole[:cut])
    assert values(found) == ITEMS[: len(values(found))]
    [(_, line, code, rest)] = refused(found)
    assert (line, code) == (1, "json.invalid")
    assert whole[:cut].endswith(rest)
    pretty = [json.dumps(one, indent=2).replace("\n", "\n  ") for one in ITEMS]
    texts = pretty if is_pretty else [json.dumps(one, ensure_ascii=False) for one in ITEMS]
    cut_off = [*texts, ""][len(values(found))].encode()
    assert cut_off.startswith(rest.strip(b"[, \n"))


def test_a_cut_off_object_is_one_error_with_all_of_it() -> None:
    content = json.dumps(ITEMS[3], indent=2).encode()[:-9]
    assert refused(read(content)) == [("file", 1, "json.invalid", content)]


@pytest.mark.parametrize(
    ("content", "found", "errors"),
    [
        (b'{\n{"a": 1}\n{"a": 2}', [{"a": 1}, {"a": 2}], [("file", 1, b"{")]),
        (b'[{"a": 1},\n{"a": 2}\n{"a": 3}\n', [{"a": 1}, {"a": 2}, {"a": 3}], [("file#3", 1, b"")]),
        (b'[{"a": 1},\n {"a": nul},\n{"a": 3}\n]', [{"a": 1}, {"a": 3}], [("file#2", 1, b'{"a": nul},'), ("file", 4, b"]")]),
        (b'{"a": 1}\n{"a": 2} {"a": 3}\n{"a": 4', [{"a": 1}], [("file", 2, b'{"a": 2} {"a": 3}'), ("file", 3, b'{"a": 4')]),
        (b'{"a": "cut o\n{"a": 2}\n{"a": 3}', [{"a": 2}, {"a": 3}], [("file", 1, b'{"a": "cut o')]),
        (b'[\n{"a": 1},\n{"b": "\xff"},\n{"a": 3}]', [{"a": 1}, {"a": 3}], [("file#2", 1, b'{"b": "\xff"}')]),
    ],
)  # fmt: skip
def test_the_rest_of_a_broken_document_is_read_line_by_line(
    content: bytes, found: list[object], errors: list[tuple[str, int, bytes]]
) -> None:
    placed = read(content)
    assert values(placed) == found
    assert [(source, line, body) for source, line, _, body in refused(placed)] == errors


def test_an_item_that_is_too_deep_is_refused_alone() -> None:
    deep = b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    found = read(b'[{"a": 1},\n' + deep + b',\n{"a": 3}]')
    assert values(found) == [{"a": 1}, {"a": 3}]
    assert [code for _, _, code, _ in refused(found)] == ["json.too_deep"]


@pytest.mark.parametrize("separator", [b", ", b",\n"])
def test_an_array_far_larger_than_the_window_needs_no_memory_for_the_whole(separator: bytes) -> None:
    """64 MB in one document: memory holds a few windows of it."""
    item, items = json.dumps({"eventTime": "now", "text": "x" * 16_000}).encode(), 4_000

    def pieces() -> Iterator[bytes]:
        yield b"[" + item
        for _ in range(items - 1):
            yield separator + item
        yield b"]"

    tracemalloc.start()
    try:
        assert sum(one.record.error is None for one in read_records(pieces(), "file", 1, is_start=True)) == items
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak_bytes < 12 * PIECE_BYTES < len(item) * items / 5


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".zst": lambda data: ZstdCompressor().compress(data),
}


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_packed_file_that_is_cut_off_is_read_up_to_the_cut(suffix: str) -> None:
    texts = [json.dumps({"n": n, "hash": sha256(str(n).encode()).hexdigest()}) for n in range(100_000)]
    packed = PACKERS[suffix](lines(*texts))
    whole = list(read_records(unpacked(io.BytesIO(packed), suffix), "file", 1, is_start=True))
    assert (len(whole), refused(whole)) == (100_000, [])
    found = list(read_records(unpacked(io.BytesIO(packed[: len(packed) // 2]), suffix), "file", 1, is_start=True))
    [(source, line, code, _)] = refused(found)
    assert (source, line, code) == ("file", len(found), "file.damaged")
    assert 10_000 < len(found) < 90_000
    assert values(found) == [json.loads(text) for text in texts[: len(found) - 1]]


@pytest.mark.parametrize("suffix", PACKERS)
def test_packed_files_that_are_joined_are_read_whole(suffix: str) -> None:
    packed = PACKERS[suffix](b'{"a": 1}\n') + PACKERS[suffix](b'{"a": 2}\n')
    assert values(list(read_records(unpacked(io.BytesIO(packed), suffix), "f", 1, is_start=True))) == [
        {"a": 1},
        {"a": 2},
    ]


@pytest.mark.parametrize("part_bytes", [40, 64, 500])
def test_parts_of_a_file_hold_each_line_once_with_its_number(
    part_bytes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "PART_BYTES", part_bytes)
    texts = ["{}" if n % 3 else json.dumps({"n": n, "text": "x" * (n % 50)}) for n in range(60)]
    path = tmp_path / "lines.ndjson"
    path.write_text("\n".join(texts))
    [parts] = survey_local([f"file:{path}"])
    assert len(parts) > 1
    assert [part.start for part in parts[1:]] == [part.end for part in parts[:-1]]
    found = [
        (placed.line, placed.record.body.decode())
        for part, first_line, pieces in open_parts(parts)
        for placed in read_records(pieces, part.file, first_line, is_start=part.start == 0)
    ]
    assert found == list(enumerate(texts, 1))
