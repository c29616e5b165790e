"""The time and the actor of an action, with DataHub's names and nullability."""

from typing import Any

import strawberry

from headwater.graphql.scalars import Long
from headwater.model.loose_json import text, whole_number


@strawberry.type(description="The time and the actor of an action.")
class AuditStamp:
    time: Long = strawberry.field(description="Milliseconds since the epoch.")
    actor: str | None = strawberry.field(description="The URN of the actor; null if unknown.")


def stamp_of(value: Any, *path: str) -> AuditStamp | None:
    """The stamp at a path in an aspect; None without a time there."""
    time = whole_number(value, *path, "time")
    return None if time is None else AuditStamp(time=Long(time), actor=text(value, *path, "actor"))
