"""An embedded Postgres, for machines without a `DATABASE_URL` (Linux and macOS).

The rest of Headwater calls `launcher.py`. It starts `supervisor.py`, a separate process with the postmaster as its
child. The supervisor stops the postmaster when the last process that uses it is gone. A long-lived process has a
`Keeper` (`keeper.py`), which starts another supervisor when the old one is gone.
"""

from headwater.embedded.errors import EmbeddedPostgresError
from headwater.embedded.folder import default_data_dir, has_cluster
from headwater.embedded.launcher import EmbeddedPostgres

__all__ = ["EmbeddedPostgres", "EmbeddedPostgresError", "default_data_dir", "has_cluster"]
