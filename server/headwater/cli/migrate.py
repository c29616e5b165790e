"""`headwater migrate`."""

import click

from headwater.cli.progress import show_progress
from headwater.cli.rebuild import ShownRebuild
from headwater.cli.settings import command_settings


@click.command()
def migrate() -> None:
    """Upgrade the database to this version's schema and rules.

    If a rule has changed, all state is computed again from the event log, while servers keep running. That
    waits until servers of other versions have ended: run the command again then (docs/upgrading.md).
    """
    from headwater.app.database import GO_ON_OR_ABANDON, database_as_found, migrate_database
    from headwater.store.derivation import DERIVATION_VERSION
    from headwater.store.functions import functions_schema

    settings = command_settings()
    with database_as_found(settings) as url:
        done = migrate_database(
            url, ShownRebuild(), is_ours=settings.database_url is None, setting=settings.direct_setting
        )
    show_progress("")
    lines = [f"created functions {name}" if name == functions_schema() else f"applied {name}" for name in done.applied]
    if done.is_derived_again:
        lines.append(f"computed all state again, by version {DERIVATION_VERSION} of the rules")
    if done.is_waiting:
        lines.append(
            f"version {DERIVATION_VERSION} of the rules is not applied yet: another version of headwater used the"
            " database in the last 15 minutes. Stop its servers, then run `headwater migrate` again"
        )
    click.echo("\n".join(lines) or "the database is up to date: nothing to apply")
    if done.is_rebuild_left:
        click.echo(f"a rebuild was interrupted: {GO_ON_OR_ABANDON}")
