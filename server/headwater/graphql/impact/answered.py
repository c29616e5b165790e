"""An answer about lineage, of which all fields of `Impact` are worked out."""

import strawberry

from headwater.lineage.impact import Impact

OUT_OF_TIME = "Null where maxSeconds were over before it was found."
"""A sentence in the descriptions of fields that follow from an answer."""


@strawberry.type
class Answered:
    """A question with its answer."""

    asked: strawberry.Private[Impact]
