"""Find the programs of Postgres that fit a server: an older `pg_dump` refuses a newer server."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from headwater.backup.errors import BackupError
from headwater.embedded.binaries import WHEEL, major_of, program_folders
from headwater.store.whole import ServerFacts

_UNKNOWN_TO_OLDER = 17
"""From this version on, `pg_restore` sets a parameter (transaction_timeout) that older servers do not know."""


class Programs(NamedTuple):
    """The folder of `pg_dump` and `pg_restore`, and their major version."""

    major: int
    folder: Path


def dump_programs(server: ServerFacts) -> Programs:
    """Return the programs of the server's version, else of the next newer one.

    An archive of the same version can be restored into the most servers. Raises BackupError if there are none.
    """
    fitting = [found for found in _fitting(server) if found.major >= server.major]
    if not fitting:
        raise _missing("pg_dump", server)
    return min(fitting, key=lambda found: found.major)


def reading_programs(server: ServerFacts) -> Programs:
    """Return the newest programs, which read all archives. Raises BackupError if there are none."""
    found = max(_fitting(server), key=lambda found: found.major, default=None)
    if found is None:
        raise _missing("pg_restore", server)
    return found


def restoring_programs(server: ServerFacts) -> list[Programs]:
    """Return the programs that can restore into a server: of its version, then newer ones, then older ones.

    All of them read an old archive, perhaps only the newer ones a new one. Raises BackupError if there are none.
    """
    is_old = server.major < _UNKNOWN_TO_OLDER
    found = [one for one in _fitting(server) if not is_old or one.major < _UNKNOWN_TO_OLDER]
    if not found:
        raise _missing("pg_restore", server, oldest_unfit=_UNKNOWN_TO_OLDER if is_old else None)
    return sorted(found, key=lambda one: (one.major < server.major, abs(one.major - server.major)))


def _fitting(server: ServerFacts) -> Iterator[Programs]:
    for folder in program_folders():
        major = major_of(folder / "pg_dump")
        if major and (not server.is_encrypted or _speaks_tls(folder)):
            yield Programs(major, folder)


def _speaks_tls(folder: Path) -> bool:
    """Return False for programs that were built without TLS, as the wheel's are."""
    if not (folder / "pg_config").exists():
        return True
    command = [f"{folder}/pg_config", "--configure"]
    options = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return "--with-ssl" in options or "--with-openssl" in options


def _missing(program: str, server: ServerFacts, oldest_unfit: int | None = None) -> BackupError:
    folders = [f"{folder} ({major})" for folder in program_folders() if (major := major_of(folder / "pg_dump"))]
    tls = " with TLS, which the connection uses" if server.is_encrypted else ""
    newest = "or newer" if oldest_unfit is None else f"to {oldest_unfit - 1}"
    has_no_use = server.is_encrypted or oldest_unfit is not None
    wheel = "" if has_no_use else f", or the wheel {WHEEL.replace('_', '-')} (pip install 'headwater[embedded]')"
    return BackupError(
        f"expected {program} of Postgres {server.major} {newest}{tls}. Found: {', '.join(folders) or 'none'}."
        f" Install it (on Debian: apt install postgresql-client-{server.major}{wheel}), or put its folder on PATH."
    )
