"""Platforms and their installations, with DataHub's names and nullability: where an asset is kept, what runs a job."""

from enum import Enum
from typing import Any

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.catalog import Governed
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.entities.governance import Ingested
from headwater.graphql.entities.properties import CustomPropertiesEntry, custom_properties
from headwater.model.loose_json import text, truth
from headwater.urn import parse_urn

PREFIX = "urn:li:dataPlatform:"


def _kind(value: str, description: str) -> Any:
    return strawberry.enum_value(value, description=description)


@strawberry.enum(description="What kind of thing a platform is.")
class PlatformType(Enum):
    FILE_SYSTEM = _kind("FILE_SYSTEM", "Such as hdfs.")
    KEY_VALUE_STORE = _kind("KEY_VALUE_STORE", "Such as redis.")
    MESSAGE_BROKER = _kind("MESSAGE_BROKER", "Such as kafka.")
    OBJECT_STORE = _kind("OBJECT_STORE", "Such as s3.")
    OLAP_DATASTORE = _kind("OLAP_DATASTORE", "Such as pinot.")
    OTHERS = _kind("OTHERS", "Anything else.")
    QUERY_ENGINE = _kind("QUERY_ENGINE", "Such as presto.")
    RELATIONAL_DB = _kind("RELATIONAL_DB", "Such as postgres.")
    SEARCH_ENGINE = _kind("SEARCH_ENGINE", "Such as elasticsearch.")


@strawberry.type(description="What is said of a platform, as DataHub once called it (dataPlatformInfo).")
class DataPlatformInfo:
    type: PlatformType = strawberry.field(description="What kind of thing it is.")
    display_name: str | None = strawberry.field(description="Its name to show.")
    dataset_name_delimiter: str = strawberry.field(description="What stands between the parts of its datasets' names.")
    logo_url: str | None = strawberry.field(description="Where its logo is.")


@strawberry.type(description="What is said of a platform (dataPlatformInfo).")
class DataPlatformProperties(DataPlatformInfo):
    logical: bool | None = strawberry.field(description="Whether its datasets are models made by hand.")


@strawberry.type(description="A platform, such as postgres or airflow: by its name.")
class DataPlatform(Ingested):
    name: str = strawberry.field(description="The name in the URN.")

    @strawberry.field(description="Null where no dataPlatformInfo was given.")
    async def properties(self, info: Info) -> DataPlatformProperties | None:
        value = await self.value_of(info, "dataPlatformInfo")
        if value is None:
            return None
        return DataPlatformProperties(**_platform_info(value), logical=truth(value, "logical"))

    @strawberry.field(description="The same as `properties`.", deprecation_reason="`properties` has it.")
    async def info(self, info: Info) -> DataPlatformInfo | None:
        value = await self.value_of(info, "dataPlatformInfo")
        return None if value is None else DataPlatformInfo(**_platform_info(value))

    @strawberry.field(
        description="The name that its properties give, else the one in the URN.",
        deprecation_reason="`properties` has it.",
    )
    async def display_name(self, info: Info) -> str | None:
        return text(await self.value_of(info, "dataPlatformInfo"), "displayName") or self.name


@strawberry.type(description="What is said of an installation of a platform (dataPlatformInstanceProperties).")
class DataPlatformInstanceProperties:
    name: str | None = strawberry.field(description="Its name to show.")
    description: str | None = strawberry.field(description="What it is.")
    external_url: str | None = strawberry.field(description="Where it is.")
    custom_properties: list[CustomPropertiesEntry] | None = strawberry.field(
        description="Other properties, in the order of their keys."
    )


@strawberry.type(description="An installation of a platform, such as one of several Airflows.")
class DataPlatformInstance(Governed):
    @strawberry.field(description="The platform in the URN.")
    def platform(self) -> DataPlatform:
        return platform_of(parse_urn(self.urn).parts[0])

    @strawberry.field(description="What tells it from the platform's other installations.")
    def instance_id(self) -> str:
        return parse_urn(self.urn).parts[-1]

    @strawberry.field(description="Null where no dataPlatformInstanceProperties was given.")
    async def properties(self, info: Info) -> DataPlatformInstanceProperties | None:
        value = await self.value_of(info, "dataPlatformInstanceProperties")
        if value is None:
            return None
        return DataPlatformInstanceProperties(
            name=text(value, "name"),
            description=text(value, "description"),
            external_url=text(value, "externalUrl"),
            custom_properties=custom_properties(self.urn, value),
        )


def platform_of(given: str) -> DataPlatform:
    """The platform of a name or a URN."""
    name = given.removeprefix(PREFIX)
    return DataPlatform(urn=PREFIX + name, type=EntityType.DATA_PLATFORM, name=name)


def platform_instance_of(urn: str) -> DataPlatformInstance:
    """The installation with a URN."""
    return DataPlatformInstance(urn=urn, type=EntityType.DATA_PLATFORM_INSTANCE)


def _platform_info(value: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": PlatformType.__members__.get(text(value, "type") or "", PlatformType.OTHERS),
        "display_name": text(value, "displayName"),
        "dataset_name_delimiter": text(value, "datasetNameDelimiter") or ".",
        "logo_url": text(value, "logoUrl"),
    }
