"""Make and restore an archive of a whole database, in the custom format of `pg_dump`."""

import os
import re
import subprocess
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from headwater.backup.errors import BackupError
from headwater.backup.programs import Programs, dump_programs, reading_programs, restoring_programs
from headwater.store.connections import connected
from headwater.store.whole import analyze, is_empty, server_facts

_BEGIN: Final = b"PGDMP"
"""The first bytes of an archive in the custom format."""

_SOURCE: Final = re.compile(r"Dumped from database version: (\d+)")


def is_archive(file: Path) -> bool:
    """Return True for an archive, whatever its name is. Raises OSError for a file that cannot be read."""
    with file.open("rb") as opened:
        return opened.read(len(_BEGIN)) == _BEGIN


async def back_up(url: str, file: Path) -> Programs:
    """Write the database at one moment to a new file; return the programs that did it.

    The file gets its name once it is whole and on disk. Raises BackupError, or the driver's errors.
    """
    async with connected(url) as connection:
        programs = dump_programs(await server_facts(connection))
    unfinished = file.with_name(f"{file.name}.part")
    try:
        unfinished.touch(mode=0o600, exist_ok=False)
    except FileExistsError as error:
        raise BackupError(f"{unfinished} exists: another backup writes it, or left it when it was killed") from error
    try:
        _run(programs, "pg_dump", url, "--format=custom", f"--file={unfinished}")
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    unfinished.rename(file)
    return programs


async def restore(url: str, file: Path) -> None:
    """Restore an archive into an empty database: all of it, or nothing.

    Owners and rights on tables become those of the connection's user. Raises BackupError, or the driver's errors.
    """
    async with connected(url) as connection:
        server = await server_facts(connection)
        source = _source_major(reading_programs(server), file)
        if source > server.major:
            raise BackupError(
                f"{file} was made by Postgres {source}, and the database runs Postgres {server.major}: restore into"
                " the same or a newer one"
            )
        if not await is_empty(connection):
            raise BackupError(
                "The database is not empty, and a restore never overwrites: expected a new one. Make it by CREATE"
                " DATABASE and set HEADWATER_DATABASE_URL, or for the embedded Postgres set HEADWATER_DATA_DIR to a"
                " new folder."
            )
        programs = next((one for one in restoring_programs(server) if _listed(one, file).returncode == 0), None)
        if programs is None:
            raise BackupError(
                f"{file} was written by a newer pg_dump, whose pg_restore cannot restore into Postgres {server.major}:"
                " restore into Postgres 17 or newer"
            )
        options = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges")
        _run(programs, "pg_restore", url, *options, f"{file}")
        await analyze(connection)


def _source_major(programs: Programs, file: Path) -> int:
    """Return the major version of the server that an archive is of. Raises BackupError if it cannot be read."""
    result = _listed(programs, file)
    found = _SOURCE.search(result.stdout)
    if result.returncode or not found:
        raise BackupError(f"pg_restore {programs.major} cannot read {file}: {result.stderr.strip() or 'no archive'}")
    return int(found[1])


def _listed(programs: Programs, file: Path) -> subprocess.CompletedProcess[str]:
    """Let programs list the content of an archive."""
    command = [f"{programs.folder}/pg_restore", "--list", f"{file}"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _run(programs: Programs, program: str, url: str, *options: str) -> None:
    """Run a program on a database. Raises BackupError with its words if it fails."""
    address, password = _without_password(url)
    environment = os.environ | ({} if password is None else {"PGPASSWORD": password})
    command = [f"{programs.folder}/{program}", "--no-password", f"--dbname={address}", *options]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if result.returncode:
        raise BackupError(f"{program} {programs.major} failed: {result.stderr.strip()}")


def _without_password(url: str) -> tuple[str, str | None]:
    """Return a URL without its password, which other users could see among the processes; and the password."""
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    if any(key == "sslpassword" for key, _ in pairs):
        raise BackupError(
            "sslpassword: expected none in the URL, where other users would see it: name a key without one"
        )
    given = [unquote(parts.password)] if parts.password else [value for key, value in pairs if key == "password"]
    user, at, host = parts.netloc.rpartition("@")
    query = urlencode([pair for pair in pairs if pair[0] != "password"], quote_via=quote)
    address = f"{parts.scheme}://{user.partition(':')[0]}{at}{host}{parts.path}{'?' if query else ''}{query}"
    return address, given[0] if given else None
