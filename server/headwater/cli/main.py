"""`headwater`: the commands, and the one place where errors become messages and exit codes."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

import headwater
from headwater.errors import BadRequestError, HeadwaterError, SettingsError

EXIT_USAGE = 2
EXIT_FAILED = 3
EXIT_INTERRUPTED = 130


_COMMANDS = {
    "demo": ("demo.demo", "Load two months of a made-up online shop and serve them."),
    "serve": (
        "serve.serve",
        "Serve GraphQL at /graphql and REST (writing, and DataHub's reads), with pages to try both.",
    ),
    "load": (
        "load.load_command",
        "Load OpenLineage events, DataHub's proposals or Databand's bodies from files, folders and globs, by PySpark.",
    ),
    "impact": (
        "impact.impact_command",
        "Show everything that a run, a job, a flow, a dataset or a model has affected, and why.",
    ),
    "sync": ("sync.sync_commands", "Fetch what other systems know of runs."),
    "token": ("token.token_commands", "Bearer tokens, which the server needs beyond this machine (docs/tokens.md)."),
    "source": (
        "source.source_commands",
        "Clients that send to an address of their own, such as Databand's (docs/tokens.md).",
    ),
    "quarantine": (
        "quarantine.quarantine",
        "What was refused: look at it, replay it after a fix, or drop it (docs/quarantine.md).",
    ),
    "alias": ("alias.alias_commands", "Say that two namespaces name the same data."),
    "writes": (
        "writes.writes_command",
        "Say whether writes of the dataset or model URN append to it or replace it, where they do not say themselves.",
    ),
    "dump": ("dump.dump", "Print the store as text that is the same for the same facts, one JSON object a line."),
    "migrate": ("migrate.migrate", "Bring the database to the schema and the rules of this version."),
    "rebuild": ("rebuild.rebuild_command", "Derive everything again from the log of events, while servers go on."),
    "schema": ("schema.schema", "Print the GraphQL schema in SDL (what schema.graphql keeps)."),
}
"""Where each command is, and the beginning of its help, in the order in which one meets them.

A command is imported when it is asked for: GraphQL and numpy alone take seconds.
"""


class _Commands(click.Group):
    """Turns Headwater's errors, and a database that is not there, into a sentence and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except HeadwaterError as error:
            click.echo(f"headwater: {error}", err=True)
            ctx.exit(EXIT_USAGE if isinstance(error, BadRequestError | SettingsError) else EXIT_FAILED)
        except BrokenPipeError:
            raise  # click ends quietly where the reader of a pipe, such as `head`, has had enough
        except OSError as error:
            click.echo(f"headwater: {error}", err=True)
            ctx.exit(EXIT_FAILED)
        except (KeyboardInterrupt, click.Abort):
            click.echo("headwater: interrupted", err=True)
            ctx.exit(EXIT_INTERRUPTED)
        except Exception as error:
            if not _is_of_database(error):
                raise
            click.echo(f"headwater: the database says: {error}", err=True)
            ctx.exit(EXIT_FAILED)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which one meets them."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name; None where there is none."""
        if cmd_name not in _COMMANDS:
            return None
        module, _, attribute = _COMMANDS[cmd_name][0].partition(".")
        command: click.Command = getattr(import_module(f"headwater.cli.{module}"), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of the commands, none of which is imported for it."""
        limit = formatter.width - 6 - max(map(len, _COMMANDS))
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, click.Command(name, help=told).get_short_help_str(limit))
                    for name, (_, told) in _COMMANDS.items()
                ]
            )


def _is_of_database(error: Exception) -> bool:
    """True for an error of the driver: a command that raises one has imported it."""
    driver = sys.modules.get("asyncpg")
    return driver is not None and isinstance(error, driver.PostgresError | driver.InterfaceError)


@click.group(
    cls=_Commands,
    epilog="Settings come from the environment (HEADWATER_DATABASE_URL, HEADWATER_PORT, HEADWATER_TOKEN, …) or from"
    " headwater.toml; docs/settings.md has them all. With no database URL, Headwater runs a Postgres of its own.",
)
@click.version_option(headwater.__version__, prog_name="headwater")
def cli() -> None:
    """Run-level data lineage: which run wrote this table, what it read, and what has worked on it since.

    \b
    Try it on a made-up shop:     headwater demo
    Load OpenLineage files:       headwater load events/ more.ndjson.gz
    Serve GraphQL on port 8080:   headwater serve
    What a bad write went into:   headwater impact --dataset NAMESPACE NAME --at TIME
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line. Exits 0, 1 (records are quarantined, or still are), 2 (usage) or 3 (failed)."""
    sys.exit(cli.main(args=arguments, prog_name="headwater", standalone_mode=True))
