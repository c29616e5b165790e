"""The files of a load: found as Spark finds them, known by content, and divided among tasks."""

import hashlib
from pathlib import Path

import pytest

from headwater.errors import BadRequestError
from headwater.loader import local
from headwater.loader.files import Files, divided
from headwater.loader.lines import RemoteFile
from headwater.loader.local import find_local, is_local, survey_local
from headwater.loader.parts import Part
from headwater.store.loaded_parts import PartKey


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.json", "b c/d%20.ndjson", "b c/_SUCCESS", ".hidden/e.json", "b c/f.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(name)
    return tmp_path


def names(folder: Path, *paths: str) -> list[str]:
    return sorted(url.removeprefix(f"file:{folder}/") for url in find_local(f"{folder}/{path}" for path in paths))


def test_folders_and_globs_give_the_files_that_spark_would_read(folder: Path) -> None:
    assert names(folder, "") == ["a.json", "b c/d%20.ndjson", "b c/f.txt"]
    assert names(folder, "*", "b c") == ["a.json", "b c/d%20.ndjson", "b c/d%20.ndjson", "b c/f.txt", "b c/f.txt"]
    assert names(folder, "b c/d%20.ndjson") == ["b c/d%20.ndjson"]
    assert names(folder, "*/*.[n]djson") == ["b c/d%20.ndjson"]
    with pytest.raises(BadRequestError, match=r"none\.json"):
        names(folder, "none.json")


def test_urls_and_braces_are_for_spark(tmp_path: Path) -> None:
    named = tmp_path / "at 10:00 {a}.json"
    named.touch()
    paths = [str(named), "events/*.json", "s3a://bucket/a", "file:/tmp/a", "{a,b}.json"]
    assert [is_local(path) for path in paths] == [True, True, False, False, False]


def parts_of(content: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Part]:
    monkeypatch.setattr(local, "PART_BYTES", 100)
    path = folder / "lines.ndjson"
    path.write_text(content)
    [parts] = survey_local([f"file:{path}"])
    assert {part.digest for part in parts} == {hashlib.sha256(path.read_bytes()).digest()}
    return list(parts)


def lines_in_parts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Part]:
    parts = parts_of('{"a": 1}\n' * 50, folder, monkeypatch)
    assert [part.is_last for part in parts] == [False] * 4 + [True]
    return parts


@pytest.mark.parametrize("first", ['{"a": "cut o', '{"a": 12', '{"a": 1,', '{"a": [1, {"b": 2}', '{"a": nul'])
def test_a_first_line_that_is_cut_off_keeps_no_file_whole(
    first: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(parts_of(f"{first}\n" + '{"a": 1}\n' * 50, folder, monkeypatch)) > 1


@pytest.mark.parametrize(
    "first", ["[", '{"events": [{"a": nul}, ', '{"a":', '[{"a": 1},', '{"a": 1} {"b":', '{"a": ' + "1" * 5000 + "}"]
)
def test_what_may_be_a_document_of_many_lines_is_one_part(
    first: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(parts_of(f"{first}\n" + '{"a": 1}\n' * 50, folder, monkeypatch)) == 1


def test_only_the_parts_that_are_missing_are_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = lines_in_parts(folder, monkeypatch)
    files = Files([parts], [RemoteFile("s3a://a", b"x", 10), RemoteFile("s3a://b", b"y", 10)])
    assert files.whole == (0, 470, 3)
    loaded = {part.key for part in parts[1:4]} | {PartKey(b"x", 0, 4), PartKey(b"x", 4, 10), PartKey(b"y", 4, 10)}
    left = files.without(loaded)
    assert (left.local, left.skipped, left.resumed) == ([[parts[0], parts[4]]], 1, 1)
    assert [file.url for file in left.remote] == ["s3a://b"]
    assert left.without({part.key for part in parts}).local == []


def test_tasks_share_the_parts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = lines_in_parts(folder, monkeypatch)
    for processes in (1, 2, 8):
        shares = divided(parts, processes)
        assert len(shares) == min(processes, len(parts))
        assert sorted(part for share in shares for part in share) == parts
        assert max(map(len, shares)) - min(map(len, shares)) <= 1
