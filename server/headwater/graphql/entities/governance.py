"""What DataHub's aspects say of every kind of thing that somebody looks after, with its names and nullability."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.catalog import Catalogued
from headwater.graphql.entities.deprecation import Deprecable
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.global_tags import GlobalTags, global_tags
from headwater.graphql.entities.institutional_memory import Documented
from headwater.graphql.entities.ownership import Owned
from headwater.graphql.entities.status import Removable
from headwater.graphql.scalars import Long


@strawberry.type
class Ingested(Entity):
    """What ingestion gives."""

    @strawberry.field(
        description="When an ingestion run last sent an aspect of it; milliseconds since the epoch. As in DataHub,"
        " events and clients' own proposals do not count: null where there are only these."
    )
    async def last_ingested(self, info: Info) -> Long | None:
        row_id = await self.stored_id(info.context)
        millis = None if row_id is None else await info.context.load(info.context.reader.graph.last_ingested, row_id)
        return None if millis is None else Long(millis)


@strawberry.type
class Governed(Removable, Owned, Deprecable, Documented, Catalogued):
    """What has owners, tags and documents."""

    @strawberry.field(description="DataHub's tags (globalTags); null where none were given.")
    async def tags(self, info: Info) -> GlobalTags | None:
        return global_tags(self.urn, await self.value_of(info, "globalTags"))

    @strawberry.field(description="The same as `tags`.", deprecation_reason="`tags` has it.")
    async def global_tags(self, info: Info) -> GlobalTags | None:
        return global_tags(self.urn, await self.value_of(info, "globalTags"))
