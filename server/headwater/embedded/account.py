"""The account that Postgres runs as: ours, or `nobody` if we are root, whom Postgres refuses."""

import os
import pwd
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path


class Account:
    """Runs the programs of Postgres with the right owner, and with nothing of our environment."""

    def __init__(self) -> None:
        self._other = pwd.getpwnam("nobody") if os.geteuid() == 0 else None

    def own(self, path: Path) -> None:
        """Give a file or folder of ours to the account."""
        if self._other:
            os.chown(path, self._other.pw_uid, self._other.pw_gid)

    def can_enter(self, folder: Path) -> bool:
        """Whether the account can pass through a folder and all above it."""
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
        """Start a program in a folder; what it says on stderr goes where ours goes."""
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
