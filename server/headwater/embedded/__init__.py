"""A Postgres of Headwater's own, for machines where no `DATABASE_URL` is set (Linux and macOS).

`launcher.py` is what the rest of Headwater calls. It starts `supervisor.py`, a process of its own,
which has the postmaster as its child and stops it when the last process that uses it is gone. A process that
lives long has a `Keeper` (`keeper.py`), which starts another supervisor when the old one is gone.
"""

from headwater.embedded.errors import EmbeddedPostgresError
from headwater.embedded.folder import default_data_dir
from headwater.embedded.launcher import EmbeddedPostgres

__all__ = ["EmbeddedPostgres", "EmbeddedPostgresError", "default_data_dir"]
