"""`headwater upgrade-postgres`."""

import click

from headwater.cli.settings import command_settings


@click.command("upgrade-postgres")
@click.option(
    "--remove-old", is_flag=True, help="Remove the older stores that upgrades have left, and do nothing else."
)
def upgrade_postgres_command(remove_old: bool) -> None:
    """Move the store of the embedded Postgres to the newest installed version of Postgres.

    It dumps the store, restores it into a new one, and puts that in the place of the old. The old store stays beside,
    unchanged, until --remove-old. Stop all other commands and servers before.
    """
    from headwater.backup import upgrade
    from headwater.errors import SettingsError

    settings = command_settings()
    if settings.database_url is not None:
        raise SettingsError(
            "HEADWATER_DATABASE_URL is set: this command is for the embedded Postgres; upgrade yours by its own means"
        )
    if remove_old:
        removed = upgrade.remove_old(settings.data_dir)
        click.echo("\n".join(f"removed {folder}" for folder in removed) or "there is no older store")
    elif not upgrade.upgrade_postgres(settings.data_dir, click.echo):
        click.echo("the store has the newest installed version of Postgres: nothing to do")
    else:
        click.echo("`headwater upgrade-postgres --remove-old` removes it.")
