"""An answer about lineage: the source of all fields of `Impact`."""

import strawberry

from headwater.lineage.head import Asked
from headwater.lineage.impact import Impact

OUT_OF_TIME = "Null if maxSeconds ran out first."
"""A sentence for the descriptions of all fields that are computed from an answer."""


@strawberry.type
class Answered:
    """A question with its answer."""

    asked: strawberry.Private[Asked]

    async def whole(self) -> Impact:
        """Return the whole answer; some fields need only its head."""
        return await self.asked.whole()
