"""Platforms, the systems that hold assets or run jobs, and their installations. Names and nullability are DataHub's."""

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


@strawberry.enum(description="The kind of a platform.")
class PlatformType(Enum):
    FILE_SYSTEM = _kind("FILE_SYSTEM", "A file system, such as hdfs.")
    KEY_VALUE_STORE = _kind("KEY_VALUE_STORE", "A key-value store, such as redis.")
    MESSAGE_BROKER = _kind("MESSAGE_BROKER", "A message broker, such as kafka.")
    OBJECT_STORE = _kind("OBJECT_STORE", "An object store, such as s3.")
    OLAP_DATASTORE = _kind("OLAP_DATASTORE", "An analytical database, such as pinot.")
    OTHERS = _kind("OTHERS", "Any other platform.")
    QUERY_ENGINE = _kind("QUERY_ENGINE", "A query engine, such as presto.")
    RELATIONAL_DB = _kind("RELATIONAL_DB", "A relational database, such as postgres.")
    SEARCH_ENGINE = _kind("SEARCH_ENGINE", "A search engine, such as elasticsearch.")


@strawberry.type(description="Properties of a platform (dataPlatformInfo), under DataHub's earlier name.")
class DataPlatformInfo:
    type: PlatformType = strawberry.field(description="The kind of platform.")
    display_name: str | None = strawberry.field(description="The name to show.")
    dataset_name_delimiter: str = strawberry.field(description="The separator between the parts of a dataset's name.")
    logo_url: str | None = strawberry.field(description="The address of the logo.")


@strawberry.type(description="Properties of a platform (dataPlatformInfo).")
class DataPlatformProperties(DataPlatformInfo):
    logical: bool | None = strawberry.field(description="True if the platform's datasets are models made by hand.")


@strawberry.type(description="A platform, such as postgres or airflow.")
class DataPlatform(Ingested):
    name: str = strawberry.field(description="The name in the URN.")

    @strawberry.field(description="Properties of the platform; null without the aspect dataPlatformInfo.")
    async def properties(self, info: Info) -> DataPlatformProperties | None:
        value = await self.value_of(info, "dataPlatformInfo")
        if value is None:
            return None
        return DataPlatformProperties(**_platform_info(value), logical=truth(value, "logical"))

    @strawberry.field(description="The same as `properties`.", deprecation_reason="Use `properties`.")
    async def info(self, info: Info) -> DataPlatformInfo | None:
        value = await self.value_of(info, "dataPlatformInfo")
        return None if value is None else DataPlatformInfo(**_platform_info(value))

    @strawberry.field(
        description="The name in `properties`, else the name in the URN.",
        deprecation_reason="Use `properties`.",
    )
    async def display_name(self, info: Info) -> str | None:
        return text(await self.value_of(info, "dataPlatformInfo"), "displayName") or self.name


@strawberry.type(description="Properties of an installation of a platform (dataPlatformInstanceProperties).")
class DataPlatformInstanceProperties:
    name: str | None = strawberry.field(description="The name to show.")
    description: str | None = strawberry.field(description="The description.")
    external_url: str | None = strawberry.field(description="The address of the installation.")
    custom_properties: list[CustomPropertiesEntry] | None = strawberry.field(
        description="Other properties, sorted by key."
    )


@strawberry.type(description="An installation of a platform, such as one of several Airflows.")
class DataPlatformInstance(Governed):
    @strawberry.field(description="The platform in the URN.")
    def platform(self) -> DataPlatform:
        return platform_of(parse_urn(self.urn).parts[0])

    @strawberry.field(description="The identifier among the platform's installations.")
    def instance_id(self) -> str:
        return parse_urn(self.urn).parts[-1]

    @strawberry.field(
        description="Properties of the installation; null without the aspect dataPlatformInstanceProperties."
    )
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
    """The platform with a name or a URN."""
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
