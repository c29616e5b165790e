"""Access rights: scopes, and the grant of a token."""

from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from headwater.errors import ForbiddenError


class Scope(StrEnum):
    """The rights of a token. ADMIN includes the others; none of these includes another."""

    READ = "READ"
    WRITE = "WRITE"
    METRICS = "METRICS"
    ADMIN = "ADMIN"


class Grant(NamedTuple):
    """The rights of a token's bearer; a token bound to a source is only valid at the address of that source."""

    scopes: frozenset[Scope]
    source_id: UUID | None = None

    def require(self, *scopes: Scope) -> None:
        """Raise ForbiddenError unless one of some scopes is granted."""
        if self.scopes.isdisjoint((*scopes, Scope.ADMIN)):
            raise ForbiddenError(f"The token does not have the scope {' or '.join(scopes).lower()}.")

    @property
    def may_log_spans(self) -> bool:
        """True if the bearer may have the spans of a request logged."""
        return Scope.ADMIN in self.scopes

    def require_source(self, source: object) -> None:
        """Raise ForbiddenError if the token is bound to another source than this id or its text; None is no source."""
        if self.source_id is not None and str(source).lower() != str(self.source_id):
            raise ForbiddenError("The token works only for the URL of its source.")


EVERYTHING = Grant(frozenset(Scope))
"""The grant of the operator, and of everybody if no token is needed."""

NOTHING = Grant(frozenset())
"""The grant before the caller is known."""
