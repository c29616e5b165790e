"""Backups of a whole store, by Postgres' own programs: `archive.py` makes and restores them."""

from headwater.backup.archive import back_up, restore
from headwater.backup.errors import BackupError

__all__ = ["BackupError", "back_up", "restore"]
