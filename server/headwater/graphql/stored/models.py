"""Machine-learning models and their groups, with DataHub's names and nullability."""

import asyncio
from typing import Any

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.audit import AuditStamp, stamp_of
from headwater.graphql.entities.lineage import EntityWithRelationships
from headwater.graphql.entities.ml import (
    MLHyperParam,
    MLMetric,
    MLModelLineageInfo,
    hyper_params,
    lineage_info,
    training_metrics,
)
from headwater.graphql.entities.properties import (
    CustomPropertiesEntry,
    MLModelEditableProperties,
    MLModelGroupEditableProperties,
    common_properties,
    edited,
)
from headwater.graphql.scalars import Long
from headwater.graphql.stored.assets import Asset, OfPlatform
from headwater.model.loose_json import text, texts, whole_number


@strawberry.type
class _ModelProperties:
    """What models and groups of them have."""

    name: str | None = strawberry.field(description="Its name to show, else the one in the URN.")
    description: str | None = strawberry.field(description="What it is.")
    external_url: str | None = strawberry.field(description="Where its own tool shows it.")
    custom_properties: list[CustomPropertiesEntry] | None = strawberry.field(
        description="Other properties, in the order of their keys."
    )
    created: AuditStamp | None = strawberry.field(description="When it was made.")
    last_modified: AuditStamp | None = strawberry.field(description="When it was last changed.")
    ml_model_lineage_info: MLModelLineageInfo | None = strawberry.field(
        description="The jobs and runs that its aspect names."
    )


@strawberry.type(description="Which version something is.")
class VersionTag:
    version_tag: str | None = strawberry.field(description="The version.")


@strawberry.type(description="What is said of a group of models (mlModelGroupProperties).")
class MLModelGroupProperties(_ModelProperties):
    version: VersionTag | None = strawberry.field(description="Which version it is.")
    created_at: Long | None = strawberry.field(
        description="When it was made; milliseconds since the epoch.", deprecation_reason="`created` has it."
    )


@strawberry.type(description="The versions of a machine-learning model.")
class MLModelGroup(OfPlatform, EntityWithRelationships):
    @strawberry.field(description="The name in the URN.")
    def name(self) -> str:
        return self.part(1)

    @strawberry.field(description="What it is.", deprecation_reason="`properties` has it.")
    async def description(self, info: Info) -> str | None:
        return text(await self.described(info, "mlModelGroupProperties"), "description")

    @strawberry.field(description="Null where the store does not know it.")
    async def properties(self, info: Info) -> MLModelGroupProperties | None:
        if self.row_id is None:
            return None
        value = await self.described(info, "mlModelGroupProperties")
        created, version = whole_number(value, "createdAt"), text(value, "version", "versionTag")
        return MLModelGroupProperties(
            **_common(self.urn, self.part(1), value),
            version=None if version is None else VersionTag(version_tag=version),
            created_at=None if created is None else Long(created),
        )

    @strawberry.field(description="What was changed in DataHub's own UI (editableMlModelGroupProperties).")
    async def editable_properties(self, info: Info) -> MLModelGroupEditableProperties | None:
        return edited(MLModelGroupEditableProperties, await self.value_of(info, "editableMlModelGroupProperties"))


@strawberry.type(description="What is said of a model (mlModelProperties).")
class MLModelProperties(_ModelProperties):
    group_urns: strawberry.Private[list[str]]
    date: Long | None = strawberry.field(
        description="When it was made; milliseconds since the epoch.", deprecation_reason="`created` has it."
    )
    version: str | None = strawberry.field(description="Which version it is.")
    type: str | None = strawberry.field(description="What kind of model it is, such as a classifier.")
    hyper_params: list[MLHyperParam | None] | None = strawberry.field(description="What it was trained with.")
    training_metrics: list[MLMetric | None] | None = strawberry.field(description="How good it is.")
    ml_features: list[str] | None = strawberry.field(description="URNs of the features that it uses.")
    tags: list[str] | None = strawberry.field(description="Words for it, in the order of the aspect.")

    @strawberry.field(description="The groups that it is a version in, in the order of the aspect.")
    async def groups(self, info: Info) -> list[MLModelGroup | None] | None:
        rows = await asyncio.gather(*map(info.context.entity_by_urn, self.group_urns))
        found = [info.context.to_entity(row) for row in rows if row]
        return [group for group in found if isinstance(group, MLModelGroup)]


@strawberry.type(description="A machine-learning model: an asset.")
class MLModel(Asset):
    @strawberry.field(description="The name in the URN.")
    def name(self) -> str:
        return self.part(1)

    @strawberry.field(description="What it is.", deprecation_reason="`properties` has it.")
    async def description(self, info: Info) -> str | None:
        return text(await self.described(info, "mlModelProperties"), "description")

    @strawberry.field(description="Null where the store does not know it.")
    async def properties(self, info: Info) -> MLModelProperties | None:
        if self.row_id is None:
            return None
        value = await self.described(info, "mlModelProperties")
        date = whole_number(value, "date")
        return MLModelProperties(
            **_common(self.urn, self.part(1), value),
            group_urns=texts(value, "groups") or [],
            date=None if date is None else Long(date),
            version=text(value, "version", "versionTag"),
            type=text(value, "type"),
            hyper_params=hyper_params(value),
            training_metrics=training_metrics(value),
            ml_features=texts(value, "mlFeatures"),
            tags=texts(value, "tags"),
        )

    @strawberry.field(description="What was changed in DataHub's own UI (editableMlModelProperties).")
    async def editable_properties(self, info: Info) -> MLModelEditableProperties | None:
        return edited(MLModelEditableProperties, await self.value_of(info, "editableMlModelProperties"))


def _common(urn: str, name: str, value: dict[str, Any]) -> dict[str, Any]:
    return {
        **common_properties(urn, name, value),
        "created": stamp_of(value, "created"),
        "last_modified": stamp_of(value, "lastModified"),
        "ml_model_lineage_info": lineage_info(value),
    }
