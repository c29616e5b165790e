"""The account that Postgres runs as: ours, or `nobody` for root, since Postgres refuses root.

The programs that make a cluster (`initdb`, and `postgres --single`) need a name for the account, and accept none from
`PGUSER` or `--username`. Containers often run as a number without a name; `postgres` itself accepts that.
"""

import os
import pwd
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from headwater.embedded.errors import EmbeddedPostgresError
from headwater.embedded.linux import borrow_name


class Account:
    """Runs the programs of Postgres with the right owner, and without our environment."""

    def __init__(self) -> None:
        self._other = _nobody() if os.geteuid() == 0 else None

    def run_named(self, command: Sequence[str], folder: Path, stdin: str = "") -> None:
        """Run a program that needs a name for its account, to its end. Raises EmbeddedPostgresError if it fails."""
        is_named = self._other is not None or _has_name(os.geteuid())
        pipe, null = subprocess.PIPE, subprocess.DEVNULL
        borrow = None if is_named else borrow_name
        try:
            with self.popen(command, folder, stdin=pipe, stdout=null, before_exec=borrow) as process:
                process.communicate(stdin.encode())
        except subprocess.SubprocessError as error:
            raise EmbeddedPostgresError(_nameless()) from error
        if process.returncode:
            failed = f"{command[0]} failed with exit code {process.returncode}."
            raise EmbeddedPostgresError(failed if is_named else f"{failed} {_nameless()}")

    def own(self, path: Path) -> None:
        """Give a file or folder of ours to the account."""
        if self._other:
            os.chown(path, self._other.pw_uid, self._other.pw_gid)

    def can_enter(self, folder: Path) -> bool:
        """Return True if the account can pass through a folder and all above it."""
        path = folder.resolve()
        return not self._other or all(p.stat().st_mode & 0o001 for p in (path, *path.parents))

    def can_run(self, program: Path) -> bool:
        if not self._other:
            return True
        return self.can_enter(program.parent) and program.stat().st_mode & 0o005 == 0o005

    def popen(
        self,
        command: Sequence[str],
        folder: Path,
        *,
        stdin: int = subprocess.DEVNULL,
        stdout: int | None = None,
        pass_fds: Sequence[int] = (),
        before_exec: Callable[[], None] | None = None,
    ) -> subprocess.Popen[bytes]:
        """Start a program in a folder; its stderr goes to ours."""
        return subprocess.Popen(
            command,
            cwd=folder,
            env={"LC_ALL": "C", "PATH": os.defpath},
            stdin=stdin,
            stdout=stdout,
            pass_fds=pass_fds,
            preexec_fn=before_exec,
            user=self._other.pw_uid if self._other else None,
            group=self._other.pw_gid if self._other else None,
            extra_groups=[] if self._other else None,
        )


def _nobody() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam("nobody")
    except KeyError:
        raise EmbeddedPostgresError(
            "As root, Postgres runs as the user nobody, who has no line in /etc/passwd: run as another user, "
            "or set DATABASE_URL to a Postgres of your own."
        ) from None


def _has_name(uid: int) -> bool:
    try:
        return bool(pwd.getpwuid(uid).pw_name)
    except KeyError:
        return False


def _nameless() -> str:
    """Return the advice for a user without a name, if the kernel lends none."""
    uid, gid = os.geteuid(), os.getegid()
    return (
        f"User {uid} has no line in /etc/passwd, and Postgres makes no database without one. Add it when the image is "
        f"built (echo 'headwater:x:{uid}:{gid}::/tmp:/sbin/nologin' >> /etc/passwd), run as a user who has one, "
        "or set DATABASE_URL to a Postgres of your own."
    )
