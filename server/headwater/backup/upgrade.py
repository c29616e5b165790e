"""Move the store of the embedded Postgres to a newer major version, by an archive."""

import asyncio
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from headwater.backup.archive import back_up, restore
from headwater.backup.errors import BackupError
from headwater.embedded.account import Account
from headwater.embedded.binaries import find_binaries, major_of, reachable_binaries
from headwater.embedded.cluster import MAX_CONNECTIONS, read_password, write_config
from headwater.embedded.folder import DataFolder, finish_upgrade, keep_text
from headwater.embedded.launcher import EmbeddedPostgres
from headwater.embedded.locks import FileLock
from headwater.embedded.postmaster import running_alone
from headwater.store.connections import connected
from headwater.store.whole import left_behind

Tell = Callable[[str], None]

_WORK = "upgrade"
"""The folder in which the new cluster is made."""


def upgrade_postgres(root: Path, tell: Tell) -> bool:
    """Move the store in a data folder to the newest installed Postgres; return False if it has that already.

    tell gets a sentence before each step. The old cluster is never changed, and stays beside the new one. An
    interruption leaves the old one in use. Raises BackupError if processes use the store, or if there is none;
    EmbeddedPostgresError if the old or a newer Postgres is not installed.
    """
    data = DataFolder(root)
    with _held(data):
        finish_upgrade(data)
        old = data.major()
        if old is None:
            raise BackupError(f"{data.root} has no store of the embedded Postgres: expected one in HEADWATER_DATA_DIR")
        new = major_of(find_binaries() / "postgres") or 0
        if new <= old:
            return False
        if data.set_aside(old).exists():
            raise BackupError(f"{data.set_aside(old)} exists from an earlier upgrade: move it, or use --remove-old")
        _copy(data, old, new, tell)
        finish_upgrade(data)
        tell(f"The store is of Postgres {new} now. The old one stays in {data.set_aside(old)}.")
    return True


def remove_old(root: Path) -> list[Path]:
    """Remove the older clusters beside the present one; return their folders. Raises BackupError if it is missing."""
    data = DataFolder(root)
    found = sorted(data.root.glob("pgdata-[0-9]*"))
    if found and data.major() is None:
        raise BackupError(f"{data.cluster} is missing: the older stores beside it are not removed")
    for folder in found:
        shutil.rmtree(folder)
    return found


@contextmanager
def _held(data: DataFolder) -> Iterator[None]:
    """Keep all other processes from the store. Raises BackupError if one uses it."""
    data.create()
    with FileLock(data.start_lock) as starting, FileLock(data.supervisor_lock) as supervised:
        if not (starting.acquire() and supervised.acquire()):
            raise BackupError(
                f"The Postgres in {data.root} is in use: stop all commands and servers of headwater first"
            )
        with data.log.open("a") as log:  # whoever waits for long prints the end of this file
            log.write("headwater upgrade-postgres is moving the store to a newer Postgres: wait for its end\n")
        yield


def _copy(data: DataFolder, old: int, new: int, tell: Tell) -> None:
    """Make the new cluster from the old one, whole, at the place from which `finish_upgrade` takes it."""
    work = DataFolder(data.root / _WORK)
    postgres = EmbeddedPostgres(work.root)
    _await_end(postgres)
    shutil.rmtree(work.root, ignore_errors=True)
    work.create()
    archive = work.root / "store.dump"
    size = sum(file.stat().st_size for file in data.cluster.rglob("*") if file.is_file())
    tell(f"Copying {size / 1e6:,.0f} MB from Postgres {old} to {new}. That needs up to twice as much space meanwhile.")
    account = Account()
    binaries = reachable_binaries(find_binaries(old), account, data.root)
    write_config(data, MAX_CONNECTIONS)
    tell(f"1. Dump the store of Postgres {old}.")
    with running_alone(data, binaries, account) as url:
        if names := asyncio.run(_left_behind(url)):
            tell(f"Not copied, make them again if you need them: {', '.join(names)}.")
        asyncio.run(back_up(url, archive))
    tell(f"2. Restore it in Postgres {new}.")
    keep_text(work.password, read_password(data))
    with postgres:
        asyncio.run(restore(postgres.url(), archive))
    tell("3. Put the new store in the place of the old one.")
    _await_end(postgres)
    work.cluster.rename(data.next)
    shutil.rmtree(work.root)


async def _left_behind(url: str) -> list[str]:
    async with connected(url) as connection:
        return await left_behind(connection)


def _await_end(postgres: EmbeddedPostgres) -> None:
    while postgres.is_running():
        time.sleep(0.05)
