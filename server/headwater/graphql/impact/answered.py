"""An answer about lineage: the source of all fields of `Impact`."""

import strawberry

from headwater.lineage.head import Asked, Head
from headwater.lineage.impact import Impact

OUT_OF_TIME = "Null if maxSeconds ran out first."
"""A sentence for the descriptions of all fields that are computed from an answer."""


@strawberry.type
class Answered:
    """A question with its answer."""

    asked: strawberry.Private[Asked]

    @property
    def head(self) -> Head | None:
        """The head of the answer; None for a whole one."""
        return self.asked.answer if isinstance(self.asked.answer, Head) else None

    @property
    def whole(self) -> Impact:
        """The whole answer: queries for more than a head get it (`queries.py`)."""
        assert isinstance(self.asked.answer, Impact)
        return self.asked.answer
