"""`headwater migrate`."""

import click

from headwater.app.database import database_as_found, migrate_database
from headwater.settings import load_settings


@click.command()
def migrate() -> None:
    """Bring the database to the schema of this version."""
    with database_as_found(load_settings()) as url:
        names = migrate_database(url)
    click.echo("\n".join(f"applied {name}" for name in names) or "nothing to apply: the database is up to date")
