"""A run's properties, as DataHub has them: from its aspect, or from its OpenLineage facets."""

from collections.abc import Iterator
from enum import Enum
from typing import Any

import strawberry

from headwater.graphql.entities.audit import AuditStamp, stamp_of
from headwater.graphql.entities.properties import CustomPropertiesEntry, custom_properties
from headwater.graphql.scalars import Long
from headwater.model.loose_json import objects, text


@strawberry.enum(description="How a run came about.")
class DataProcessType(Enum):
    BATCH_SCHEDULED = strawberry.enum_value("BATCH_SCHEDULED", description="By its schedule.")
    BATCH_AD_HOC = strawberry.enum_value("BATCH_AD_HOC", description="Somebody wanted it.")
    STREAMING = strawberry.enum_value("STREAMING", description="It goes on.")


@strawberry.type(description="What is said of a run (dataProcessInstanceProperties, or its OpenLineage facets).")
class DataProcessInstanceProperties:
    name: str = strawberry.field(description="Of an OpenLineage run its id as its producer gave it.")
    type: DataProcessType | None = strawberry.field(
        description="As DataHub's aspect says; of an OpenLineage run STREAMING where its job streams, BATCH_SCHEDULED"
        " where it has a nominal time, else null."
    )
    external_url: str | None = strawberry.field(description="The run in the tool that ran it.")
    created: AuditStamp = strawberry.field(
        description="When the run began, as far as is known; by the aspect where there is one."
    )
    custom_properties: list[CustomPropertiesEntry] | None = strawberry.field(
        description="Of an OpenLineage run from its nominalTime, processing_engine, tags, databand_tags and"
        " externalQuery facets."
    )


PROPERTY_FACETS = (
    "nominalTime",
    "processing_engine",
    "externalQuery",
    "tags",
    "airflow",
    "gitlab",
    "log",
    "databand_tags",
)
"""The facets of a run that its properties are made of."""

_PROPERTIES = (
    ("nominalTime", ("nominalStartTime", "nominalEndTime")),
    ("processing_engine", ("name", "version", "openlineageAdapterVersion")),
    ("externalQuery", ("externalQueryId", "source")),
    ("databand_tags", ("projectName", "runName")),
)


def run_properties(
    urn: str, name: str, created: AuditStamp, facets: dict[str, Any], job_facets: dict[str, Any]
) -> DataProcessInstanceProperties:
    """Properties from the facets of a run (PROPERTY_FACETS) and of its job (jobType)."""
    return DataProcessInstanceProperties(
        name=name,
        type=_type(facets, job_facets),
        external_url=log_url(facets) or text(facets, "gitlab", "web_url"),
        created=created,
        custom_properties=[
            CustomPropertiesEntry(key=key, value=value, associated_urn=urn) for key, value in _pairs(facets)
        ],
    )


def declared_properties(urn: str, aspect: dict[str, Any]) -> DataProcessInstanceProperties:
    """Properties from the aspect dataProcessInstanceProperties."""
    kind = text(aspect, "type")
    return DataProcessInstanceProperties(
        name=text(aspect, "name") or "",
        type=DataProcessType(kind) if kind in DataProcessType.__members__ else None,
        external_url=text(aspect, "externalUrl"),
        created=stamp_of(aspect, "created") or AuditStamp(time=Long(0), actor=None),
        custom_properties=custom_properties(urn, aspect),
    )


def _type(facets: dict[str, Any], job_facets: dict[str, Any]) -> DataProcessType | None:
    if text(job_facets, "jobType", "processingType") == "STREAMING":
        return DataProcessType.STREAMING
    return DataProcessType.BATCH_SCHEDULED if "nominalTime" in facets else None


def log_url(facets: dict[str, Any]) -> str | None:
    """Airflow's log of the task instance, or the one of Databand's log facet."""
    return text(facets, "airflow", "taskInstance", "log_url") or text(facets, "log", "logUrl")


def _pairs(facets: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    for facet, names in _PROPERTIES:
        for name in names:
            if (value := text(facets, facet, name)) is not None:
                yield f"{facet}.{name}", value
    for tag in objects(facets, "tags", "tags"):
        if (key := text(tag, "key")) is not None:
            yield key, text(tag, "value")
