"""The fields of a run that are read from its row when a query asks."""

from collections.abc import Mapping
from typing import Any

import strawberry


@strawberry.type
class StoredRun:
    """A run with its row of run_view, or of a list; a run that the store does not know has one, too (`mapper.py`)."""

    row: strawberry.Private[Mapping[str, Any]]

    @property
    def template_id(self) -> int | None:
        """The id of the run's job or flow."""
        found: int | None = self.row["template_id"]
        return found

    @property
    def template_urn(self) -> str | None:
        """The URN of the run's job or flow."""
        found: str | None = self.row["template_urn"]
        return found

    @property
    def parent_id(self) -> int | None:
        """The id of the run that contains the run."""
        found: int | None = self.row["parent_id"]
        return found

    @property
    def parent_urn(self) -> str | None:
        """The URN of the run that contains the run."""
        found: str | None = self.row["parent_urn"]
        return found
