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
    """The properties of both models and groups of models."""

    name: str | None = strawberry.field(description="The name to show, else the name in the URN.")
    description: str | None = strawberry.field(description="The description.")
    external_url: str | None = strawberry.field(description="The page in the model's own tool.")
    custom_properties: list[CustomPropertiesEntry] | None = strawberry.field(
        description="Other properties, sorted by key."
    )
    created: AuditStamp | None = strawberry.field(description="The time and the actor of the creation.")
    last_modified: AuditStamp | None = strawberry.field(description="The time and the actor of the last change.")
    ml_model_lineage_info: MLModelLineageInfo | None = strawberry.field(description="The jobs and runs in the aspect.")


@strawberry.type(description="A version of a model or group.")
class VersionTag:
    version_tag: str | None = strawberry.field(description="The version.")


@strawberry.type(description="Properties of a group of models (mlModelGroupProperties).")
class MLModelGroupProperties(_ModelProperties):
    version: VersionTag | None = strawberry.field(description="The version.")
    created_at: Long | None = strawberry.field(
        description="The time of creation; milliseconds since the epoch.", deprecation_reason="Use `created`."
    )


@strawberry.type(description="A group with the versions of a machine-learning model.")
class MLModelGroup(OfPlatform, EntityWithRelationships):
    @strawberry.field(description="The name in the URN.")
    def name(self) -> str:
        return self.part(1)

    @strawberry.field(description="The description.", deprecation_reason="Use `properties`.")
    async def description(self, info: Info) -> str | None:
        return text(await self.described(info, "mlModelGroupProperties"), "description")

    @strawberry.field(description="Properties of the group; null if the store does not know the group.")
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

    @strawberry.field(description="Changes made in DataHub's own UI (editableMlModelGroupProperties).")
    async def editable_properties(self, info: Info) -> MLModelGroupEditableProperties | None:
        return edited(MLModelGroupEditableProperties, await self.value_of(info, "editableMlModelGroupProperties"))


@strawberry.type(description="Properties of a model (mlModelProperties).")
class MLModelProperties(_ModelProperties):
    group_urns: strawberry.Private[list[str]]
    date: Long | None = strawberry.field(
        description="The time of creation; milliseconds since the epoch.", deprecation_reason="Use `created`."
    )
    version: str | None = strawberry.field(description="The version.")
    type: str | None = strawberry.field(description="The kind of model, such as a classifier.")
    hyper_params: list[MLHyperParam | None] | None = strawberry.field(description="The parameters of the training.")
    training_metrics: list[MLMetric | None] | None = strawberry.field(description="The metrics of the training.")
    ml_features: list[str] | None = strawberry.field(description="URNs of the features in use.")
    tags: list[str] | None = strawberry.field(description="Tags, in the order of the aspect.")

    @strawberry.field(description="The groups with this model as a version, in the order of the aspect.")
    async def groups(self, info: Info) -> list[MLModelGroup | None] | None:
        rows = await asyncio.gather(*map(info.context.entity_by_urn, self.group_urns))
        found = [info.context.to_entity(row) for row in rows if row]
        return [group for group in found if isinstance(group, MLModelGroup)]


@strawberry.type(description="A machine-learning model: an asset.")
class MLModel(Asset):
    @strawberry.field(description="The name in the URN.")
    def name(self) -> str:
        return self.part(1)

    @strawberry.field(description="The description.", deprecation_reason="Use `properties`.")
    async def description(self, info: Info) -> str | None:
        return text(await self.described(info, "mlModelProperties"), "description")

    @strawberry.field(description="Properties of the model; null if the store does not know the model.")
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

    @strawberry.field(description="Changes made in DataHub's own UI (editableMlModelProperties).")
    async def editable_properties(self, info: Info) -> MLModelEditableProperties | None:
        return edited(MLModelEditableProperties, await self.value_of(info, "editableMlModelProperties"))


def _common(urn: str, name: str, value: dict[str, Any]) -> dict[str, Any]:
    return {
        **common_properties(urn, name, value),
        "created": stamp_of(value, "created"),
        "last_modified": stamp_of(value, "lastModified"),
        "ml_model_lineage_info": lineage_info(value),
    }
