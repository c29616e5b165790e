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
    """Fetch runs from other systems, such as GitLab."""


@sync_commands.command("gitlab")
@click.option("--project", required=True, metavar="GROUP/NAME|ID", help="The project, by path or number.")
@click.option("--url", default="https://gitlab.com", show_default=True, help="The URL of GitLab.")
@click.option("--once", is_flag=True, help="Fetch one round, then exit.")
@click.option(
    "--every",
    type=Duration(),
    metavar="DURATION",
    help="Fetch rounds until Ctrl-C, with this pause between them, such as 5m.",
)
@click.option(
    "--since",
    type=Duration(),
    metavar="DURATION",
    help="Start the first round this far back. Default: the end of the last round; without one, 7d.",
)
def gitlab_command(project: str, url: str, once: bool, every: timedelta | None, since: timedelta | None) -> None:
    """Fetch the pipelines of a GitLab project, with their stages and jobs (docs/gitlab.md).

    The environment variable GITLAB_TOKEN has a token with the scope read_api. Fetching twice is safe.

    Exit codes: 0 success; 1 a pipeline went to quarantine or could not be read; 2 wrong usage or settings; 3 failure.
    """
    if not project.strip("/"):
        raise click.UsageError("--project: expected a path such as group/project, or a number")
    if once == (every is not None):
        raise click.UsageError("expected one of: --once, --every DURATION")
    token = os.environ.get(TOKEN_VARIABLE, "").strip()
    if not re.fullmatch("[!-~]+", token):
        raise SettingsError(
            f"{TOKEN_VARIABLE}: expected a GitLab token with the scope read_api in this environment variable"
        )
    try:
        # Here, so that the other commands do not need httpx, and a help does not wait for the driver.
        from headwater.cli.sync_rounds import synchronise
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"fetching from GitLab needs {error.name}, which is not installed: pip install 'headwater[gitlab]'"
        ) from error
    if not synchronise(url, token, project, every, since):
        raise SystemExit(EXIT_QUARANTINED)
