"""When something was done, and by whom, with DataHub's names and nullability."""

from typing import Any

import strawberry

from headwater.graphql.scalars import Long
from headwater.model.loose_json import text, whole_number


@strawberry.type(description="When something was done, and by whom.")
class AuditStamp:
    time: Long = strawberry.field(description="Milliseconds since the epoch.")
    actor: str | None = strawberry.field(description="Who it was, as a URN; null where nobody said.")


def stamp_of(value: Any, *path: str) -> AuditStamp | None:
    """The stamp that a path leads to in an aspect; None where there is none."""
    time = whole_number(value, *path, "time")
    return None if time is None else AuditStamp(time=Long(time), actor=text(value, *path, "actor"))
