"""Who may do what: the scopes, and what a token grants."""

from enum import StrEnum
from typing import NamedTuple
from uuid import UUID


class Scope(StrEnum):
    """What a token may be good for. ADMIN includes the others; WRITE does not include READ."""

    READ = "READ"
    WRITE = "WRITE"
    ADMIN = "ADMIN"


class Grant(NamedTuple):
    """What the bearer of a token may do; bound to a source, only at that source's address."""

    scopes: frozenset[Scope]
    source_id: UUID | None = None

    def has(self, scope: Scope) -> bool:
        """Whether a scope is granted."""
        return scope in self.scopes or Scope.ADMIN in self.scopes


EVERYTHING = Grant(frozenset(Scope))
"""What the operator may do, and everybody where no token is needed."""
