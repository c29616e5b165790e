"""`headwater sync`."""

import os
import re
from datetime import timedelta

import click

from headwater.cli.duration import Duration
from headwater.cli.load import EXIT_QUARANTINED
from headwater.errors import SettingsError

TOKEN_VARIABLE = "GITLAB_TOKEN"


@click.group("sync")
def sync_commands() -> None:
    """Fetch what other systems know of runs."""


@sync_commands.command("gitlab")
@click.option("--project", required=True, metavar="GROUP/NAME|ID", help="The project's path, or its number.")
@click.option("--url", default="https://gitlab.com", show_default=True, help="The address of GitLab.")
@click.option("--once", is_flag=True, help="One round, then end.")
@click.option(
    "--every", type=Duration(), metavar="DURATION", help="A round, then wait for so long, and so on, until Ctrl-C."
)
@click.option(
    "--since",
    type=Duration(),
    metavar="DURATION",
    help="Look back so far, once. Default: to where the last round ended, at first 7d.",
)
def gitlab_command(project: str, url: str, once: bool, every: timedelta | None, since: timedelta | None) -> None:
    """Fetch the pipelines of a GitLab project, with their stages and jobs (docs/gitlab.md).

    The token is in GITLAB_TOKEN; it needs the scope read_api. Again is safe: what is known changes nothing.

    Exits 0; 1 if a pipeline went to quarantine or could not be read; 2 if it was called wrongly; 3 if it failed.
    """
    if not project.strip("/"):
        raise click.UsageError("--project: expected a path such as group/project, or a number")
    if once == (every is not None):
        raise click.UsageError("say how often, in one of these ways: --once, --every")
    token = os.environ.get(TOKEN_VARIABLE, "").strip()
    if not re.fullmatch("[!-~]+", token):
        raise SettingsError(f"{TOKEN_VARIABLE}: set it to a token of GitLab with the scope read_api")
    try:
        # Here, so that the other commands do not need httpx, and a help does not wait for the driver.
        from headwater.cli.sync_rounds import synchronise
    except ModuleNotFoundError as error:
        raise SettingsError(f"synchronising needs {error.name}: pip install 'headwater[gitlab]'") from error
    if not synchronise(url, token, project, every, since):
        raise SystemExit(EXIT_QUARANTINED)
