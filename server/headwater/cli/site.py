"""Everything that a process needs to serve."""

from typing import NamedTuple

from headwater.settings import Settings
from headwater.store.database import Database


class Site(NamedTuple):
    """A database and how it is served, to be sent to another process; GraphiQL opens with default_query."""

    settings: Settings
    database: Database
    default_query: str = ""
