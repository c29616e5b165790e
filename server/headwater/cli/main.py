"""`headwater`: the commands, and the one place where errors become messages and exit codes."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

import headwater
from headwater.cli.database_errors import is_of_database
from headwater.errors import BadRequestError, HeadwaterError, SettingsError
from headwater.garbage import collect_rarely_from_now
from headwater.texts import named_reason_of

EXIT_USAGE = 2
EXIT_FAILED = 3
EXIT_INTERRUPTED = 130


_COMMANDS = {
    "demo": ("demo.demo", "Load two months of a made-up online shop and serve them."),
    "serve": ("serve.serve", "Serve GraphQL at /graphql and REST, with its page at /docs."),
    "worker": ("queue_worker.worker_command", "Merge queued writes until Ctrl-C or SIGTERM."),
    "load": (
        "load.load_command",
        "Load OpenLineage, DataHub and Databand files, with PySpark.",
    ),
    "impact": ("impact.impact_command", "Show what a run, job or dataset has affected, and why."),
    "run": ("run.run_commands", "Prove what a run left behind, by checksums of its files."),
    "sync": ("sync.sync_commands", "Fetch runs from other systems, such as GitLab."),
    "token": ("token.token_commands", "Create, list and revoke bearer tokens."),
    "source": (
        "source.source_commands",
        "Create, list and revoke addresses for Databand's clients.",
    ),
    "quarantine": (
        "quarantine.quarantine",
        "List, show, replay and drop events that could not be used.",
    ),
    "trace": ("trace.trace_commands", "Show what became of a request, or wait for its merge."),
    "alias": ("alias.alias_commands", "Declare that two namespaces name the same data."),
    "writes": ("writes.writes_command", "Declare whether writes append to a dataset or replace it."),
    "storage": ("storage.storage_command", "Show what takes the space: tables, months of the log, sources."),
    "retention": (
        "retention.retention_commands",
        "Set the runs to keep, show what would go, and remove it.",
    ),
    "erase": (
        "erase.erase_command",
        "Erase TEXT, such as a person's name in a facet, from the log and from all that follows from it.",
    ),
    "dump": ("dump.dump", "Print the store as text to compare with another store."),
    "export": ("export.export_command", "Write the event log to a new FOLDER, as files that `headwater load` takes."),
    "backup": ("backup.backup", "Back up the whole store to a file, while servers run."),
    "restore": ("backup.restore_command", "Restore a backup into an empty database."),
    "upgrade-postgres": (
        "upgrade_postgres.upgrade_postgres_command",
        "Move the embedded Postgres' store to a newer Postgres.",
    ),
    "migrate": ("migrate.migrate", "Upgrade the database to this version's schema and rules."),
    "rebuild": (
        "rebuild.rebuild_command",
        "Compute all state again from the event log.",
    ),
    "explain": ("explain.explain_command", "Show a GraphQL query's plan, its cost and its SQL statements."),
    "schema": ("schema.schema", "Print the GraphQL schema as SDL."),
}
"""The module of each command and the first line of its help, in the order of the help.

A command is imported when it is asked for: GraphQL and numpy take seconds.
"""


class _Commands(click.Group):
    """Turns Headwater's errors, and a database that is not there, into a sentence and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except HeadwaterError as error:
            click.echo(f"headwater: {error}", err=True)
            ctx.exit(EXIT_USAGE if isinstance(error, BadRequestError | SettingsError) else EXIT_FAILED)
        except click.FileError as error:
            click.echo(f"headwater: {error.format_message()}", err=True)
            ctx.exit(EXIT_FAILED)
        except BrokenPipeError:
            raise  # click ends quietly where the reader of a pipe, such as `head`, has had enough
        except OSError as error:
            click.echo(f"headwater: {named_reason_of(error)}", err=True)
            ctx.exit(EXIT_FAILED)
        except (KeyboardInterrupt, click.Abort):
            click.echo("headwater: interrupted", err=True)
            ctx.exit(EXIT_INTERRUPTED)
        except Exception as error:
            if not is_of_database(error):
                raise
            click.echo(f"headwater: the database refused a statement: {error}", err=True)
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


@click.group(
    cls=_Commands,
    epilog="Settings come from the environment (HEADWATER_DATABASE_URL, HEADWATER_PORT, HEADWATER_TOKEN, …) or from"
    " headwater.toml: see docs/settings.md. Without a database URL, Headwater runs its own Postgres in"
    " HEADWATER_DATA_DIR.",
)
@click.version_option(headwater.__version__, prog_name="headwater")
def cli() -> None:
    """Run-level data lineage: the run that wrote a table, what the run read, and the runs downstream since.

    \b
    Try it on a made-up shop:        headwater demo
    Load OpenLineage files:          headwater load events/ more.ndjson.gz
    Serve GraphQL on port 8080:      headwater serve
    Show what a bad write affected:  headwater impact --dataset NAMESPACE NAME --at TIME
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line. Exits 0, 1 (records are quarantined, or still are), 2 (usage) or 3 (failed)."""
    collect_rarely_from_now()
    sys.exit(cli.main(args=arguments, prog_name="headwater", standalone_mode=True))
