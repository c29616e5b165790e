"""OpenLineage's tags, of runs, jobs and datasets alike."""

from typing import Any

import strawberry

from headwater.model.loose_json import objects, text


@strawberry.type(description="A tag as OpenLineage has it: a key with a value.")
class OpenLineageTag:
    key: str = strawberry.field(description="The key.")
    value: str | None = strawberry.field(description="Its value.")
    source: str | None = strawberry.field(description="Who set it, such as `CONFIG` or `INTEGRATION`.")
    field: str | None = strawberry.field(description="On a dataset: the column that it is about, if about one.")


def openlineage_tags(facet: Any) -> list[OpenLineageTag]:
    """From a tags facet, in its order; without what has no key."""
    return [
        OpenLineageTag(key=key, value=text(tag, "value"), source=text(tag, "source"), field=text(tag, "field"))
        for tag in objects(facet, "tags")
        if (key := text(tag, "key")) is not None
    ]
