"""Releases stay good: their stores can be migrated, and their schemas' promises hold."""

import asyncio
import tomllib
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from graphql import build_schema

from headwater.app.database import migrate_database
from headwater.store.rebuild import rebuild

from conftest import ROOT, with_database
from upgrade.record import DUMP, SCHEMA, dump_lines, folders, restore

MEMBERS = ("fields", "values")


@pytest.fixture
def empty_database_url(postgres_url: str) -> Iterator[str]:
    """An empty database."""
    name = f"test_{uuid.uuid4().hex[:12]}"

    async def execute(statement: str) -> None:
        connection = await asyncpg.connect(postgres_url)
        await connection.execute(statement)
        await connection.close()

    asyncio.run(execute(f"CREATE DATABASE {name}"))
    yield with_database(postgres_url, name)
    asyncio.run(execute(f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_a_store_of_a_release_is_migrated(folder: Path, empty_database_url: str) -> None:
    """Its dump is the recorded one: after an intended change of rules, `make record VERSION=dumps` writes it anew."""
    asyncio.run(restore(empty_database_url, folder))
    migrate_database(empty_database_url, is_ours=True)
    expected = (folder / DUMP).read_text().splitlines(keepends=True)
    assert len(expected) > 100
    assert asyncio.run(dump_lines(empty_database_url)) == expected
    asyncio.run(rebuild(empty_database_url, lambda _: None))
    assert asyncio.run(dump_lines(empty_database_url)) == expected


def test_each_release_has_left_its_store() -> None:
    released = tomllib.loads((ROOT / "tests" / "store" / "released_migrations.toml").read_text())
    assert {folder.name for folder in folders()} == set(released)


def removed(before: str, now: str) -> list[str]:
    """Return the parts of a schema that another lacks, and that were not deprecated.

    A type may go once each of its members was deprecated.
    """
    old, new = build_schema(before).type_map, build_schema(now).type_map
    found = []
    for name, one in old.items():
        kept = new.get(name)
        members = _members(one)
        if kept is None and (not members or not all(map(_is_deprecated, members.values()))):
            found.append(name)
        if kept is None:
            continue
        for member, old_member in members.items():
            new_member = _members(kept).get(member)
            if new_member is None:
                found += [] if _is_deprecated(old_member) else [f"{name}.{member}"]
                continue
            found += [
                f"{name}.{member}({argument})"
                for argument, old_argument in getattr(old_member, "args", {}).items()
                if argument not in new_member.args and not _is_deprecated(old_argument)
            ]
        found += [
            f"{name} {other.name}"
            for part in ("interfaces", "types")
            for other in getattr(one, part, ())
            if other.name not in {same.name for same in getattr(kept, part, ())}
        ]
    return found


def _members(one: Any) -> dict[str, Any]:
    return next((getattr(one, part) for part in MEMBERS if hasattr(one, part)), {})


def _is_deprecated(member: Any) -> bool:
    return member.deprecation_reason is not None


def test_nothing_leaves_the_schema_that_was_not_deprecated_for_one_release() -> None:
    released = folders()[-1]
    assert removed((released / SCHEMA).read_text(), (ROOT / "schema.graphql").read_text()) == []


BEFORE = """
interface Named { name: String }
type Query implements Named { name: String, old: Old @deprecated(reason: "x"), kept(a: Int, b: Int @deprecated(reason: "x")): Kind, find(given: Given): Any }
type Old { x: Int @deprecated(reason: "x") }
type Other { y: Int }
union Any = Query | Other
enum Kind { A B @deprecated(reason: "x") C }
input Given { one: Int, two: Int @deprecated(reason: "x") }
"""


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("old: Old @deprecated(reason: \"x\"), ", ""), []),
        (("b: Int @deprecated(reason: \"x\")", ""), []),
        (("a: Int, ", ""), ["Query.kept(a)"]),
        ((", find(given: Given): Any", ""), ["Query.find"]),
        (("B @deprecated(reason: \"x\")", ""), []),
        (("A B", "B"), ["Kind.A"]),
        (("one: Int, ", ""), ["Given.one"]),
        ((", two: Int @deprecated(reason: \"x\")", ""), []),
        (("Query | Other", "Query"), ["Any Other"]),
        ((" implements Named", ""), ["Query Named"]),
        (("y: Int", "y: Int, z: Int"), []),
    ],
)  # fmt: skip
def test_removed_parts_of_a_schema(change: tuple[str, str], told: list[str]) -> None:
    after = BEFORE.replace(*change)
    assert after != BEFORE
    assert removed(BEFORE, after) == told


def test_a_type_may_go_once_all_of_it_was_deprecated() -> None:
    field, old, other = (
        'old: Old @deprecated(reason: "x"), ',
        'type Old { x: Int @deprecated(reason: "x") }',
        "type Other { y: Int }",
    )
    assert removed(BEFORE, BEFORE.replace(field, "").replace(old, "")) == []
    assert removed(BEFORE, BEFORE.replace(other, "").replace("Query | Other", "Query")) == ["Other", "Any Other"]
