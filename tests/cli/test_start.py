"""A command imports its modules when it runs: checked by loaded modules, since times differ between machines."""

import subprocess
import sys
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from headwater.cli.main import cli

HEAVY = {
    "asyncpg", "networkx", "numpy", "orjson", "pydantic", "pyspark", "scipy", "starlette", "strawberry", "structlog", "uvicorn",
}  # fmt: skip

PROBE = """
import sys
from headwater.cli.main import cli
{}
print(*sorted({{name.partition(".")[0] for name in sys.modules}}))
"""


def imported(statement: str) -> set[str]:
    """Return the packages that a fresh Python has loaded after a statement."""
    result = subprocess.run([sys.executable, "-c", PROBE.format(statement)], capture_output=True, text=True, check=True)
    return set(result.stdout.splitlines()[-1].split())


def every_command(group: click.Group, *names: str) -> Iterator[list[str]]:
    """Yield the words of each command and subcommand; the group's words come first."""
    yield [*names]
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from every_command(command, *names, name)
        else:
            yield [*names, name]


def test_help_imports_nothing_heavy() -> None:
    """One Python runs the help of every command."""
    asked = [["--version"], *([*words, "--help"] for words in every_command(cli))]
    assert len(asked) > 25
    found = imported(f"for words in {asked!r}: cli.main(words, 'headwater', standalone_mode=False)")
    assert "click" in found
    assert found & HEAVY == set()


def test_commands_on_the_database_import_no_graphql(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands import no numpy either, which also takes long."""
    monkeypatch.setenv("HEADWATER_DATABASE_URL", database_url)
    lists = [[name, "list"] for name in ("token", "source", "quarantine", "alias")]
    asked = [["migrate"], ["rebuild"], ["dump", "--canonical"], ["writes"], *lists]
    found = imported(f"for words in {asked!r}: cli.main(words, 'headwater', standalone_mode=False)")
    assert "asyncpg" in found
    assert found & {"numpy", "graphql", "strawberry", "starlette", "uvicorn", "pyspark", "networkx", "httpx"} == set()


def test_a_load_imports_no_graphql_before_spark() -> None:
    """When `headwater load` begins to look for its files, it has loaded the settings and the driver."""
    found = imported("import headwater.cli.load, headwater.app.database, headwater.settings")
    assert found & HEAVY == {"asyncpg", "pydantic", "structlog"}


def test_an_impact_imports_no_graphql() -> None:
    found = imported("import headwater.cli.impact_answer")
    assert "numpy" in found
    assert found & {"strawberry", "graphql", "starlette", "uvicorn", "networkx"} == set()


@pytest.mark.parametrize(
    "command",
    ["token revoke", "source revoke", "quarantine show", "quarantine replay", "quarantine drop", "alias drop"],
)
def test_a_help_says_where_its_argument_is_found(command: str) -> None:
    group, name = command.split()
    said = " ".join(CliRunner().invoke(cli, [group, name, "--help"]).output.split())
    assert f"`headwater {group} list`" in said


def test_the_list_of_commands_says_what_each_says_itself() -> None:
    context = click.Context(cli)
    shown = context.get_help()
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        widest = max(map(len, cli.list_commands(context)))
        limit = context.make_formatter().width - 6 - widest
        assert f"\n  {name:<{widest}}  {command.get_short_help_str(limit)}\n" in shown
