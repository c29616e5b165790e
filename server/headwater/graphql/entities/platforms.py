"""Platforms, with DataHub's names and nullability: where an asset is kept, what runs a job."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity, EntityType
from headwater.model.loose_json import text

PREFIX = "urn:li:dataPlatform:"


@strawberry.type(description="A platform, such as postgres or airflow: by its name, of which the store keeps no more.")
class DataPlatform(Entity):
    urn: str
    type: EntityType
    name: str


@strawberry.type(description="Which platform it is of (DataHub's dataPlatformInstance).")
class DataPlatformInstance:
    platform: DataPlatform


def platform_of(given: str) -> DataPlatform:
    """The platform of a name or a URN."""
    name = given.removeprefix(PREFIX)
    return DataPlatform(urn=PREFIX + name, type=EntityType.DATA_PLATFORM, name=name)


async def platform_instance(info: Info, entity_id: int | None) -> DataPlatformInstance | None:
    """The platform that an entity's aspect names; None where it has none."""
    value = None if entity_id is None else await info.context.aspect(entity_id, "dataPlatformInstance")
    platform = text(value, "platform")
    return DataPlatformInstance(platform=platform_of(platform)) if platform else None
