"""Who may do what: the scopes, and what a token grants."""

from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from headwater.errors import ForbiddenError


class Scope(StrEnum):
    """What a token may be good for. ADMIN includes the others; WRITE does not include READ."""

    READ = "READ"
    WRITE = "WRITE"
    ADMIN = "ADMIN"


class Grant(NamedTuple):
    """What the bearer of a token may do; bound to a source, only at that source's address."""

    scopes: frozenset[Scope]
    source_id: UUID | None = None

    def require(self, *scopes: Scope) -> None:
        """Raises ForbiddenError where none of some scopes is granted."""
        if self.scopes.isdisjoint((*scopes, Scope.ADMIN)):
            raise ForbiddenError(f"The token does not have the scope {' or '.join(scopes).lower()}.")

    def require_source(self, source: object) -> None:
        """Raises ForbiddenError for a token that is bound to another source than this (an id or its text), or none."""
        if self.source_id is not None and str(source).lower() != str(self.source_id):
            raise ForbiddenError("The token is only good for the address of its source.")


EVERYTHING = Grant(frozenset(Scope))
"""What the operator may do, and everybody where no token is needed."""

NOTHING = Grant(frozenset())
"""What may be done before it is known by whom."""
