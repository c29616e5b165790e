"""The fields of a run that are read from its row when a query asks."""

import strawberry
from asyncpg import Record


@strawberry.type
class StoredRun:
    """A run with its row of run_view, or of a list; None for a run that the store does not know."""

    row: strawberry.Private[Record | None]

    @property
    def template_id(self) -> int | None:
        """The id of the run's job or flow."""
        return None if self.row is None else self.row["template_id"]

    @property
    def template_urn(self) -> str | None:
        """The URN of the run's job or flow."""
        return None if self.row is None else self.row["template_urn"]

    @property
    def parent_id(self) -> int | None:
        """The id of the run that contains the run."""
        return None if self.row is None else self.row["parent_id"]

    @property
    def parent_urn(self) -> str | None:
        """The URN of the run that contains the run."""
        return None if self.row is None else self.row["parent_urn"]
