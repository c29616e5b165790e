"""Released migrations never change, and every release records its own."""

import hashlib
import re
import tomllib
from pathlib import Path

import pytest

import headwater
from headwater.store.queries import sql_folder

from conftest import ROOT

Checksums = dict[str, str]

RECORDS = Path(__file__).with_name("released_migrations.toml")
FIRST = (0, 2, 0)
"""From this release on a store is never made anew."""


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def releases(changelog: str, version: str) -> list[str]:
    """Return the releases with migrations to record, the oldest first; the code's own version may be one."""
    named = {*re.findall(r"^## \[(\d+\.\d+\.\d+)\]", changelog, re.MULTILINE), version}
    return sorted((one for one in named if numbers(one) >= FIRST), key=numbers)


def mistakes(released: list[str], records: dict[str, Checksums], files: Checksums) -> list[str]:
    """Return sentences about mistakes in releases, their recorded checksums, and those of today's files."""
    found = []
    if missing := [one for one in released if one not in records]:
        lines = "\n".join(f'"{name}" = "{checksum}"' for name, checksum in sorted(files.items()))
        found.append(f'{RECORDS.name} lacks {", ".join(missing)}; add\n["{missing[-1]}"]\n{lines}')
    found += [f"{one} is recorded, and is no release" for one in records if one not in released]
    before: Checksums = {}
    for release in sorted(records, key=numbers):
        found += [f"{release} lacks {name} of an earlier release" for name in before.keys() - records[release].keys()]
        before = before | records[release]
        for name, checksum in records[release].items():
            if name not in files:
                found.append(f"{release} has {name}, which is no longer there")
            elif files[name] != checksum:
                found.append(f"{release} has another {name}: bring it back, and make the change a new migration")
    last = max(before, default="")
    found += [f"{name} comes before released ones: a store of a release has passed it" for name in files.keys() - before.keys() if name < last]  # fmt: skip
    return found


def test_released_migrations_are_as_they_were() -> None:
    released = releases((ROOT / "CHANGELOG.md").read_text(), headwater.__version__)
    paths = (sql_folder() / "migrations").glob("*.sql")
    files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
    assert mistakes(released, tomllib.loads(RECORDS.read_text()), files) == []


A, B = {"0001.sql": "a"}, {"0001.sql": "a", "0002.sql": "b"}


@pytest.mark.parametrize(
    ("records", "files", "said"),
    [
        ({"0.2.0": A, "0.3.0": B}, B | {"0003.sql": "c"}, ""),
        ({"0.2.0": A}, B, 'lacks 0.3.0; add\n["0.3.0"]\n"0001.sql" = "a"\n"0002.sql" = "b"'),
        ({"0.2.0": A, "0.3.0": B, "0.4.0": B}, B, "0.4.0 is recorded"),
        ({"0.2.0": A, "0.3.0": B}, {"0001.sql": "other", "0002.sql": "b"}, "0.2.0 has another 0001.sql"),
        ({"0.2.0": A, "0.3.0": B}, A, "0002.sql, which is no longer there"),
        ({"0.2.0": A, "0.3.0": {"0002.sql": "b"}}, B, "0.3.0 lacks 0001.sql"),
        ({"0.2.0": A, "0.3.0": B}, B | {"0001b.sql": "c"}, "0001b.sql comes before"),
    ],
    ids=["good", "forgotten", "no release", "edited", "removed", "left out", "put in between"],
)
def test_a_mistake_is_seen(records: dict[str, Checksums], files: Checksums, said: str) -> None:
    found = mistakes(["0.2.0", "0.3.0"], records, files)
    assert bool(found) == bool(said)
    assert any(said in sentence for sentence in found) or not said


def test_a_release_is_named_by_the_changelog_or_by_the_code() -> None:
    changelog = "## [Unreleased]\n## [0.10.0] - 2027-01-01\n## [0.2.0] - 2026-12-01\n## [0.1.0] - 2026-11-21\n"
    assert releases(changelog, "0.10.1") == ["0.2.0", "0.10.0", "0.10.1"]
    assert releases("## [0.1.0]", "0.1.0") == []
