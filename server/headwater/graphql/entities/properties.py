"""What DataHub's aspects say of jobs, flows, datasets and containers, with DataHub's names and nullability."""

from typing import Any, TypeVar

import strawberry

from headwater.graphql.entities.audit import AuditStamp, stamp_of
from headwater.graphql.entities.fabric import FabricType
from headwater.graphql.scalars import Long
from headwater.model.loose_json import member, text, whole_number


@strawberry.type(description="A property that its producer gave it.")
class CustomPropertiesEntry:
    key: str = strawberry.field(description="Its name.")
    value: str | None = strawberry.field(description="Its value, as text.")
    associated_urn: str = strawberry.field(description="The entity that has the property.")


def custom_properties(urn: str, value: Any) -> list[CustomPropertiesEntry]:
    """The custom properties of a DataHub aspect, by key."""
    given = member(value, "customProperties")
    names = sorted(given) if isinstance(given, dict) else []
    return [CustomPropertiesEntry(key=name, value=text(given, name), associated_urn=urn) for name in names]


@strawberry.type
class Properties:
    """What the properties of all entities have."""

    name: str = strawberry.field(description="Its name to show: what its producer calls it, else the one in the URN.")
    description: str | None = strawberry.field(
        description="By DataHub's aspect; without it by OpenLineage's documentation facet."
    )
    external_url: str | None = strawberry.field(description="Where its own tool shows it.")
    custom_properties: list[CustomPropertiesEntry] | None = strawberry.field(
        description="Other properties, in the order of their keys."
    )


@strawberry.type(description="What is said of a flow (dataFlowInfo).")
class DataFlowProperties(Properties):
    project: str | None = strawberry.field(description="The project or namespace that it is in.")


@strawberry.type(description="What is said of a flow, as DataHub once called it (dataFlowInfo).")
class DataFlowInfo(DataFlowProperties):
    pass


@strawberry.type(description="What is said of a job (dataJobInfo).")
class DataJobProperties(Properties):
    pass


@strawberry.type(description="What is said of a job, as DataHub once called it (dataJobInfo).")
class DataJobInfo(Properties):
    pass


@strawberry.type(description="What is said of a container (containerProperties).")
class ContainerProperties(Properties):
    qualified_name: str | None = strawberry.field(description="Its full name in its platform.")


@strawberry.type(description="What is said of a dataset (datasetProperties).")
class DatasetProperties(Properties):
    qualified_name: str | None = strawberry.field(description="Its full name in its platform.")
    origin: FabricType = strawberry.field(description="The environment in its URN.")
    created: Long | None = strawberry.field(description="When its platform made it; milliseconds since the epoch.")
    created_actor: str | None = strawberry.field(description="Who made it, as a URN.")
    last_modified: AuditStamp = strawberry.field(
        description="When its platform last changed it. Time 0, as DataHub has it, where nobody said."
    )
    last_modified_actor: str | None = strawberry.field(
        description="Who last changed it, as a URN.", deprecation_reason="`lastModified` has it."
    )


@strawberry.type
class EditableProperties:
    """What can be changed of everything in DataHub's own UI."""

    description: str | None = strawberry.field(description="Goes before the one in `properties`.")


@strawberry.type(description="What was changed of a flow in DataHub's own UI (editableDataFlowProperties).")
class DataFlowEditableProperties(EditableProperties):
    pass


@strawberry.type(description="What was changed of a job in DataHub's own UI (editableDataJobProperties).")
class DataJobEditableProperties(EditableProperties):
    pass


@strawberry.type(description="What was changed of a container in DataHub's own UI (editableContainerProperties).")
class ContainerEditableProperties(EditableProperties):
    pass


@strawberry.type(description="What was changed of a model in DataHub's own UI (editableMlModelProperties).")
class MLModelEditableProperties(EditableProperties):
    pass


@strawberry.type(
    description="What was changed of a group of models in DataHub's own UI (editableMlModelGroupProperties)."
)
class MLModelGroupEditableProperties(EditableProperties):
    pass


@strawberry.type(description="What was changed of a dataset in DataHub's own UI (editableDatasetProperties).")
class DatasetEditableProperties(EditableProperties):
    name: str | None = strawberry.field(description="Goes before the one in `properties`.")


Edited = TypeVar("Edited", bound=EditableProperties)


def edited(kind: type[Edited], value: dict[str, Any] | None) -> Edited | None:
    """What was changed, from an aspect that has a description; None where there is no aspect."""
    return None if value is None else kind(description=text(value, "description"))


def common_properties(urn: str, name: str, value: dict[str, Any]) -> dict[str, Any]:
    """The fields of Properties, from an aspect; name is for those to whom it gives none."""
    return {
        "name": text(value, "name") or name,
        "description": text(value, "description"),
        "external_url": text(value, "externalUrl"),
        "custom_properties": custom_properties(urn, value),
    }


def dataset_properties(urn: str, name: str, origin: FabricType, value: dict[str, Any]) -> DatasetProperties:
    """From the aspect datasetProperties."""
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
