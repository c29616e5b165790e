"""Create the database cluster, and write its configuration."""

import secrets
import shutil
import tempfile
from pathlib import Path

from headwater.embedded.account import Account
from headwater.embedded.errors import EmbeddedPostgresError
from headwater.embedded.folder import DataFolder, keep_text

ROLE = DATABASE = "headwater"

# For bulk loads and large aggregates on a machine of 2 to 8 GB. fsync stays on.
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_locks_per_transaction": "1024",  # a merge of a load takes some thousand locks
    "shared_buffers": "256MB",
    "work_mem": "16MB",
    "maintenance_work_mem": "128MB",
    "effective_cache_size": "1GB",
    "random_page_cost": "1.1",
    "jit": "off",
    "wal_level": "minimal",  # lets COPY into a new table skip the WAL
    "max_wal_senders": "0",  # required by minimal
    "max_logical_replication_workers": "0",
    "max_wal_size": "4GB",
    "wal_compression": "on",  # of the whole pages written by the first change after a checkpoint
    "checkpoint_timeout": "15min",
    "log_checkpoints": "off",
    "log_line_prefix": "%m [%p] ",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "lc_messages": "C",
}


INITDB_OPTIONS = (
    f"--username={ROLE}",
    "--auth=trust",  # never used: the server reads the access file beside the cluster
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
)


MAX_CONNECTIONS = 60
"""The default number of connections."""


def write_config(data: DataFolder, max_connections: int) -> None:
    """Write the two files beside the cluster: root must not write where `nobody` can."""
    note = "# Written at every start; for settings of your own there is ALTER SYSTEM.\n"
    all_settings = SETTINGS | {"max_connections": f"{max_connections}"}
    settings = "".join(f"{name} = '{value}'\n" for name, value in all_settings.items())
    keep_text(data.config, note + settings, 0o644)
    keep_text(data.access, "host all all 127.0.0.1/32 scram-sha-256\n", 0o644)


def postgres_options(data: DataFolder, cluster: Path) -> list[str]:
    """Return the arguments of `postgres` for a cluster."""
    return ["-D", f"{cluster}", "-c", f"config_file={data.config}", "-c", f"hba_file={data.access}"]


def create_cluster(data: DataFolder, binaries: Path, account: Account) -> None:
    """Make the cluster, with its role, password and database. Raises EmbeddedPostgresError.

    It is built beside its place, so that an unfinished one is never used.
    """
    for unfinished in data.root.glob("pgdata.new-*"):
        shutil.rmtree(unfinished, ignore_errors=True)
    new = Path(tempfile.mkdtemp(prefix="pgdata.new-", dir=data.root))
    account.own(new)
    account.run_named([f"{binaries}/initdb", "-D", f"{new}", *INITDB_OPTIONS], data.root)
    options = [*postgres_options(data, new), "-c", "exit_on_error=on"]
    password = data.password.read_text() if data.password.exists() else secrets.token_urlsafe(24)
    sql = f"ALTER ROLE {ROLE} PASSWORD '{password}'\nCREATE DATABASE {DATABASE}\n"
    account.run_named([f"{binaries}/postgres", "--single", *options, "postgres"], data.root, sql)
    keep_text(data.password, password)
    new.rename(data.cluster)


def read_password(data: DataFolder) -> str:
    """Return the password of the role. Raises EmbeddedPostgresError if its file cannot be read."""
    try:
        return data.password.read_text()
    except OSError as error:
        raise EmbeddedPostgresError(
            f"{data.password} cannot be read ({error.strerror}): restore it, or remove {data.root} "
            "to start with an empty database."
        ) from error
