"""The names under which OpenLineage knows something, and what its facets say of jobs and datasets alike.

They are inside `openlineage`, since DataHub has `tags` and `ownership` of another shape on the entities themselves.
"""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.tags import OpenLineageTag, openlineage_tags
from headwater.model.loose_json import objects, text


@strawberry.type(description="The names under which OpenLineage events know it, as they were given.")
class OpenLineageName:
    row_id: strawberry.Private[int | None]
    namespace: str = strawberry.field(description="The namespace, as events give it.")
    name: str = strawberry.field(description="The name, as events give it.")


@strawberry.type(description="Who answers for it (ownership).")
class OpenLineageOwner:
    name: str | None = strawberry.field(description="Who it is, such as `team:data-platform`.")
    type: str | None = strawberry.field(description="Such as `MAINTAINER`, in the producer's words.")


@strawberry.type(description="What it is, in words (documentation).")
class OpenLineageDocumentation:
    description: str | None = strawberry.field(description="The text.")
    content_type: str | None = strawberry.field(description="Such as `text/markdown`.")


@strawberry.type
class OpenLineageMetadata(OpenLineageName):
    """What OpenLineage's facets say of jobs and datasets alike. What has another shape than theirs is null."""

    @strawberry.field(description="In the order of the event (ownership).")
    async def owners(self, info: Info) -> list[OpenLineageOwner]:
        facet = await info.context.facet(self.row_id, "ownership")
        return [
            OpenLineageOwner(name=text(owner, "name"), type=text(owner, "type")) for owner in objects(facet, "owners")
        ]

    @strawberry.field(description="In the order of the event.")
    async def tags(self, info: Info) -> list[OpenLineageTag]:
        return openlineage_tags(await info.context.facet(self.row_id, "tags"))

    @strawberry.field(description="What it is, in words; null where nobody said.")
    async def documentation(self, info: Info) -> OpenLineageDocumentation | None:
        if (facet := await info.context.facet(self.row_id, "documentation")) is None:
            return None
        return OpenLineageDocumentation(description=text(facet, "description"), content_type=text(facet, "contentType"))
