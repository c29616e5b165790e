"""The contents of a data folder, and its default place."""

import os
import pwd
import sys
from collections.abc import Mapping
from pathlib import Path

from headwater.embedded.errors import EmbeddedPostgresError


class DataFolder:
    """The paths in one data folder."""

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()
        self.cluster = self.root / "pgdata"
        self.next = self.root / "pgdata.next"  # a whole cluster of a newer Postgres, which takes the place of pgdata
        self.config = self.root / "postgresql.conf"
        self.access = self.root / "pg_hba.conf"
        self.password = self.root / "password"
        self.port = self.root / "port"  # the last port used, kept when the server stops
        self.log = self.root / "server.log"  # of the supervisor and of Postgres
        self.ready = self.root / "ready"  # there while Postgres accepts connections
        self.start_lock = self.root / "start.lock"  # held by the one process that starts the server
        self.users_lock = self.root / "users.lock"  # shared by the processes that use the server
        self.supervisor_lock = self.root / "supervisor.lock"  # held by the supervisor; has its pid
        self.postmaster_lock = self.root / "postmaster.lock"  # held by every process of Postgres

    def major(self) -> int | None:
        """Return the major version of the cluster's Postgres; None without a cluster."""
        version = self.cluster / "PG_VERSION"
        return int(version.read_text()) if version.exists() else None

    def set_aside(self, major: int) -> Path:
        """Return the place of an older cluster after its upgrade."""
        return self.root / f"pgdata-{major}"

    def create(self) -> None:
        """Make the folder if it is missing: private, but for root passable by `nobody`.

        Raises EmbeddedPostgresError if it cannot be written.
        """
        try:
            if not self.root.exists():
                self.root.mkdir(parents=True, exist_ok=True)
                self.root.chmod(0o711 if os.geteuid() == 0 else 0o700)
            self.log.touch(mode=0o600)
        except OSError as error:
            raise EmbeddedPostgresError(
                f"The data folder {self.root} cannot be written ({error.strerror}). Choose another "
                "one (HEADWATER_DATA_DIR), or set DATABASE_URL to a Postgres of your own."
            ) from error


def has_cluster(data_dir: Path) -> bool:
    """True if a data folder has a Postgres, also in the middle of an upgrade. Raises OSError if it cannot be read."""
    data = DataFolder(data_dir)
    return data.cluster.exists() or data.next.exists()


def finish_upgrade(data: DataFolder) -> None:
    """Put the cluster of an upgrade in its place, if there is one; the old one stays beside.

    An interruption at any point loses nothing: the next call continues.
    """
    if not data.next.exists():
        return
    if major := data.major():
        data.cluster.rename(data.set_aside(major))
    data.next.rename(data.cluster)


def keep_text(path: Path, text: str, mode: int = 0o600) -> None:
    """Make a file hold a text. Raises OSError, and leaves the file unchanged in that case.

    Nothing is written if the file already holds the text, so that a full disk does not matter.
    """
    if not path.exists() or path.read_bytes() != text.encode():
        new = path.with_name(f"{path.name}.new")
        new.touch(mode=mode)
        new.write_text(text)
        new.replace(path)
    path.chmod(mode)


def default_data_dir(environ: Mapping[str, str]) -> Path:
    """Return the user's folder: `$XDG_DATA_HOME/headwater` or the platform's equivalent.

    Root's folder is one that `nobody` can reach, unlike root's home.
    """
    if os.geteuid() == 0:
        return Path("/var/lib/headwater")
    if environ.get("XDG_DATA_HOME", "").startswith("/"):
        return Path(environ["XDG_DATA_HOME"], "headwater")
    below = "Library/Application Support" if sys.platform == "darwin" else ".local/share"
    return _home(environ) / below / "headwater"


def _home(environ: Mapping[str, str]) -> Path:
    try:
        return Path(environ.get("HOME") or pwd.getpwuid(os.geteuid()).pw_dir)
    except KeyError:
        raise EmbeddedPostgresError(
            "This user has no home folder for the data of Postgres: set XDG_DATA_HOME, "
            "or DATABASE_URL to a Postgres of your own."
        ) from None
