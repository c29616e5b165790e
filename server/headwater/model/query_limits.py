"""The default limits of queries (docs/limits.md)."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class QueryLimits:
    """The limits of one GraphQL query."""

    depth: int = 15
    tokens: int = 5000
    aliases: int = 50
    cost: int = 500_000


DEFAULT_LIMITS: Final = QueryLimits()

EXPENSIVE_FIELDS: Final = 5_000
"""A query with probably more fields waits for its slot: so many take some 5 ms of the server's only thread."""

MOST_CHEAP_FIELDS: Final = 15_000
"""A query with possibly more fields waits, too: full pages of 20 runs, three lists of 20 entities each, still pass."""

EXPENSIVE_QUERIES: Final = 2
"""The number of expensive queries that are executed at the same time."""

MAX_WALK_SECONDS: Final = 25.0
"""The longest time to ask of a walk; the walk then ends with a part of the answer."""

STATEMENT_SECONDS: Final = 30.0
"""The time after which a statement is cancelled."""

MERGE_SECONDS: Final = 30.0
"""The longest time of a merge over HTTP, and its longest wait for other merges."""

WAIT_SECONDS: Final = 10.0
"""The longest wait of a statement for a connection."""
