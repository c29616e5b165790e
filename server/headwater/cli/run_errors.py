"""Errors of `headwater run`: a failed server is 4, since 3 means drift; arguments have the names of the shell."""

import re
from typing import Any

import click

from headwater.cli.database_errors import is_of_database
from headwater.errors import BadRequestError, HeadwaterError, SettingsError
from headwater.texts import named_reason_of

_OPTIONS = {
    "runId": "RUN_ID",
    "eventType": "--event-type",
    "revision": "--revision",
    "inputs, outputs": "--input, --output",
}
_ARGUMENT = re.compile(rf"^({'|'.join(_OPTIONS)})(?=:)")
_EXIT_SERVER = 4


class RunCommands(click.Group):
    """Commands that exit with 4 if the server or the database fails."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BadRequestError as error:
            raise BadRequestError(_in_words_of_the_shell(str(error))) from error
        except SettingsError:
            raise
        except (HeadwaterError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            click.echo(f"headwater: {named_reason_of(error) if isinstance(error, OSError) else error}", err=True)
            ctx.exit(_EXIT_SERVER)
        except Exception as error:
            if not is_of_database(error):
                raise
            click.echo(f"headwater: the database refused a statement: {error}", err=True)
            ctx.exit(_EXIT_SERVER)


def _in_words_of_the_shell(message: str) -> str:
    text = _ARGUMENT.sub(lambda found: _OPTIONS[found[1]], message)
    text = text.replace("expected also the process (and the namespace)", "expected also --process (and --namespace)")
    return text.replace("`registerRun` registers one", "`headwater run register` registers one")
