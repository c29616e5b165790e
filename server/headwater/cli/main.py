"""`headwater`: the commands, and the one place where errors become messages and exit codes."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import asyncpg
import click

import headwater
from headwater.errors import BadRequestError, HeadwaterError, SettingsError

EXIT_USAGE = 2
EXIT_FAILED = 3
EXIT_INTERRUPTED = 130


_COMMANDS = {
    "demo": "demo.demo",
    "serve": "serve.serve",
    "load": "load.load_command",
    "impact": "impact.impact_command",
    "sync": "sync.sync_commands",
    "token": "token.token_commands",
    "source": "source.source_commands",
    "quarantine": "quarantine.quarantine",
    "alias": "alias.alias_commands",
    "writes": "writes.writes_command",
    "dump": "dump.dump",
    "migrate": "migrate.migrate",
    "schema": "schema.schema",
}
"""Where each command is, in the order in which one meets them: it is imported when it is asked for, since GraphQL and
numpy alone take seconds."""


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
        except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            click.echo(f"headwater: the database says: {error}", err=True)
            ctx.exit(EXIT_FAILED)
        except OSError as error:
            click.echo(f"headwater: {error}", err=True)
            ctx.exit(EXIT_FAILED)
        except (KeyboardInterrupt, click.Abort):
            click.echo("headwater: interrupted", err=True)
            ctx.exit(EXIT_INTERRUPTED)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which one meets them."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name; None where there is none."""
        if cmd_name not in _COMMANDS:
            return None
        module, _, attribute = _COMMANDS[cmd_name].partition(".")
        command: click.Command = getattr(import_module(f"headwater.cli.{module}"), attribute)
        return command


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
