"""Properties of jobs, flows, datasets and containers in DataHub's aspects, with DataHub's names and nullability."""

from typing import Any, TypeVar

import strawberry

from headwater.graphql.entities.audit import AuditStamp, stamp_of
from headwater.graphql.entities.fabric import FabricType
from headwater.graphql.scalars import Long
from headwater.model.loose_json import member, text, whole_number


@strawberry.type(description="A custom property from the producer.")
class CustomPropertiesEntry:
    key: str = strawberry.field(description="The name of the property.")
    value: str | None = strawberry.field(description="The value, as text.")
    associated_urn: str = strawberry.field(description="The URN of the entity with the property.")


def custom_properties(urn: str, value: Any) -> list[CustomPropertiesEntry]:
    """The custom properties of a DataHub aspect, sorted by key."""
    given = member(value, "customProperties")
    names = sorted(given) if isinstance(given, dict) else []
    return [CustomPropertiesEntry(key=name, value=text(given, name), associated_urn=urn) for name in names]


@strawberry.type
class Properties:
    """The properties that all entities have."""

    name: str = strawberry.field(description="The name to show: the producer's name, else the name in the URN.")
    description: str | None = strawberry.field(
        description="The description in DataHub's aspect, else in OpenLineage's documentation facet."
    )
    external_url: str | None = strawberry.field(description="The entity's page in its own tool.")
    custom_properties: list[CustomPropertiesEntry] | None = strawberry.field(
        description="Other properties, sorted by key."
    )


@strawberry.type(description="Properties of a flow (dataFlowInfo).")
class DataFlowProperties(Properties):
    project: str | None = strawberry.field(description="The project or namespace of the flow.")


@strawberry.type(description="Properties of a flow (dataFlowInfo), under DataHub's earlier name.")
class DataFlowInfo(DataFlowProperties):
    pass


@strawberry.type(description="Properties of a job (dataJobInfo).")
class DataJobProperties(Properties):
    pass


@strawberry.type(description="Properties of a job (dataJobInfo), under DataHub's earlier name.")
class DataJobInfo(Properties):
    pass


@strawberry.type(description="Properties of a container (containerProperties).")
class ContainerProperties(Properties):
    qualified_name: str | None = strawberry.field(description="The full name in the platform.")


@strawberry.type(description="Properties of a dataset (datasetProperties).")
class DatasetProperties(Properties):
    qualified_name: str | None = strawberry.field(description="The full name in the platform.")
    origin: FabricType = strawberry.field(description="The environment in the URN.")
    created: Long | None = strawberry.field(
        description="The time of creation in the platform; milliseconds since the epoch."
    )
    created_actor: str | None = strawberry.field(description="The URN of the creator.")
    last_modified: AuditStamp = strawberry.field(
        description="The last change in the platform. Time 0, as in DataHub, if unknown."
    )
    last_modified_actor: str | None = strawberry.field(
        description="The URN of the actor of the last change.", deprecation_reason="Use `lastModified`."
    )


@strawberry.type
class EditableProperties:
    """Changes that DataHub's own UI allows for all entities."""

    description: str | None = strawberry.field(description="The description; overrides `properties`.")


@strawberry.type(description="Changes of a flow in DataHub's own UI (editableDataFlowProperties).")
class DataFlowEditableProperties(EditableProperties):
    pass


@strawberry.type(description="Changes of a job in DataHub's own UI (editableDataJobProperties).")
class DataJobEditableProperties(EditableProperties):
    pass


@strawberry.type(description="Changes of a container in DataHub's own UI (editableContainerProperties).")
class ContainerEditableProperties(EditableProperties):
    pass


@strawberry.type(description="Changes of a model in DataHub's own UI (editableMlModelProperties).")
class MLModelEditableProperties(EditableProperties):
    pass


@strawberry.type(description="Changes of a group of models in DataHub's own UI (editableMlModelGroupProperties).")
class MLModelGroupEditableProperties(EditableProperties):
    pass


@strawberry.type(description="Changes of a dataset in DataHub's own UI (editableDatasetProperties).")
class DatasetEditableProperties(EditableProperties):
    name: str | None = strawberry.field(description="The name; overrides `properties`.")


Edited = TypeVar("Edited", bound=EditableProperties)


def edited(kind: type[Edited], value: dict[str, Any] | None) -> Edited | None:
    """The changes in an aspect with a description; None without an aspect."""
    return None if value is None else kind(description=text(value, "description"))


def common_properties(urn: str, name: str, value: dict[str, Any]) -> dict[str, Any]:
    """The fields of Properties in an aspect. name: the default for an aspect without a name."""
    return {
        "name": text(value, "name") or name,
        "description": text(value, "description"),
        "external_url": text(value, "externalUrl"),
        "custom_properties": custom_properties(urn, value),
    }


def dataset_properties(urn: str, name: str, origin: FabricType, value: dict[str, Any]) -> DatasetProperties:
    """The properties in the aspect datasetProperties."""
    created, modified = whole_number(value, "created", "time"), stamp_of(value, "lastModified")
    return DatasetProperties(
        **common_properties(urn, name, value),
        qualified_name=text(value, "qualifiedName"),
        origin=origin,
        created=None if created is None else Long(created),
        created_actor=text(value, "created", "actor"),
        last_modified=modified or AuditStamp(time=Long(0), actor=None),
        last_modified_actor=None if modified is None else modified.actor,
    )
