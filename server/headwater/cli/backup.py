"""`headwater backup` and `headwater restore`."""

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path

import click

from headwater.cli.settings import command_settings

_SETTINGS_SUFFIX = ".toml"


@click.command()
@click.argument("target")
@click.option("--with-secrets", is_flag=True, help="Write the settings' secrets, too: URLs with passwords, the token.")
def backup(target: str, with_secrets: bool) -> None:
    """Back up the whole store to a file, while servers run.

    TARGET is a new file, or a folder, in which the file gets the time as its name. A name that ends with / is a
    folder, made if it is not there. The backup is the store at the moment of its start. The file is an archive of
    pg_dump, in its custom format; beside it, FILE.toml has the settings, without secrets.
    """
    from headwater.app.database import check_database, database_as_found
    from headwater.backup import BackupError, back_up
    from headwater.backup.settings_file import settings_text

    settings = command_settings()
    started = time.monotonic()
    folder = Path(target)
    if target.endswith("/"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / f"headwater-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.dump" if folder.is_dir() else folder
    beside = file.with_name(file.name + _SETTINGS_SUFFIX)
    for path in (file, beside):
        if path.exists():
            raise BackupError(f"{path} exists: expected the name of a new file, or a folder")
    if not file.parent.is_dir():
        raise BackupError(f"{file.parent} is no folder: make it, or choose another one")
    with database_as_found(settings, makes_store=False) as url:
        check_database(url, settings.direct_setting)
        programs = asyncio.run(back_up(url, file))
    beside.touch(mode=0o600)
    beside.write_text(settings_text(settings, has_secrets=with_secrets))
    seconds = time.monotonic() - started
    click.echo(f"{file}: {file.stat().st_size:,} bytes in {seconds:.1f} s, by pg_dump {programs.major}")
    click.echo(f"{beside}: the settings{'' if with_secrets else ', without secrets'}")


@click.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def restore_command(file: Path) -> None:
    """Restore a backup into an empty database.

    The database is that of the settings. It gets all of the backup or, after an error, nothing. The command restores
    no settings: copy what you need from FILE.toml.
    """
    from headwater.app.database import check_database, database_as_found
    from headwater.backup import restore

    settings = command_settings()
    started = time.monotonic()
    with database_as_found(settings) as url:
        check_database(url, settings.direct_setting)
        asyncio.run(restore(url, file))
    click.echo(f"restored {file} in {time.monotonic() - started:.1f} s")
    if settings.database_url is not None:
        click.echo("next: `headwater migrate`, then start the servers")
