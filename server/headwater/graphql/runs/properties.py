"""A run's properties in DataHub's shape, from its aspect or from its OpenLineage facets."""

from collections.abc import Iterator
from enum import Enum
from typing import Any

import strawberry

from headwater.graphql.entities.audit import AuditStamp, stamp_of
from headwater.graphql.entities.properties import CustomPropertiesEntry, custom_properties
from headwater.graphql.makers import maker
from headwater.graphql.scalars import Long
from headwater.model.loose_json import objects, text


@strawberry.enum(description="The kind of a run.")
class DataProcessType(Enum):
    BATCH_SCHEDULED = strawberry.enum_value("BATCH_SCHEDULED", description="A batch run, started by a schedule.")
    BATCH_AD_HOC = strawberry.enum_value("BATCH_AD_HOC", description="A batch run, started by a person.")
    STREAMING = strawberry.enum_value("STREAMING", description="A run of a streaming job.")


@strawberry.type(description="The properties of a run (dataProcessInstanceProperties, or its OpenLineage facets).")
class DataProcessInstanceProperties:
    name: str = strawberry.field(description="The name in the aspect; for an OpenLineage run, the producer's run id.")
    type: DataProcessType | None = strawberry.field(
        description="The type in DataHub's aspect. For an OpenLineage run: STREAMING if its job streams,"
        " BATCH_SCHEDULED with a nominal time, else null."
    )
    external_url: str | None = strawberry.field(description="The URL of the run in the tool that executed it.")
    created: AuditStamp = strawberry.field(
        description="The start of the run: from the aspect, else the earliest known."
    )
    custom_properties: list[CustomPropertiesEntry] | None = strawberry.field(
        description="The custom properties. For an OpenLineage run: from its nominalTime, processing_engine, tags,"
        " databand_tags and externalQuery facets."
    )


_make_properties = maker(DataProcessInstanceProperties)
_make_entry = maker(CustomPropertiesEntry)

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
"""The facets of a run that give its properties."""

_NAMED = {
    "nominalTime": ("nominalStartTime", "nominalEndTime"),
    "processing_engine": ("name", "version", "openlineageAdapterVersion"),
    "externalQuery": ("externalQueryId", "source"),
    "databand_tags": ("projectName", "runName"),
}
_PROPERTIES = [(facet, [(name, f"{facet}.{name}") for name in names]) for facet, names in _NAMED.items()]
"""The members of facets that become custom properties, with their keys."""

_WITH_PROPERTIES = frozenset({*_NAMED, "tags"})
_WITH_URL = frozenset(PROPERTY_FACETS) - _WITH_PROPERTIES
"""The facets with custom properties, and those with the URL: a run mostly lacks one or the other."""


def run_properties(
    urn: str, name: str, created: AuditStamp, facets: dict[str, Any], job_facets: dict[str, Any]
) -> DataProcessInstanceProperties:
    """Make properties from the facets of a run (PROPERTY_FACETS) and of its job (jobType)."""
    return _make_properties(
        name=name,
        type=_type(facets, job_facets),
        external_url=None if _WITH_URL.isdisjoint(facets) else log_url(facets) or text(facets, "gitlab", "web_url"),
        created=created,
        custom_properties=[]
        if _WITH_PROPERTIES.isdisjoint(facets)
        else [_make_entry(key=key, value=value, associated_urn=urn) for key, value in _pairs(facets)],
    )


def declared_properties(urn: str, aspect: dict[str, Any]) -> DataProcessInstanceProperties:
    """Make properties from the aspect dataProcessInstanceProperties."""
    kind = text(aspect, "type")
    return DataProcessInstanceProperties(
        name=text(aspect, "name") or "",
        type=DataProcessType(kind) if kind in DataProcessType.__members__ else None,
        external_url=text(aspect, "externalUrl"),
        created=stamp_of(aspect, "created") or AuditStamp(time=Long(0), actor=None),
        custom_properties=custom_properties(urn, aspect),
    )


def _type(facets: dict[str, Any], job_facets: dict[str, Any]) -> DataProcessType | None:
    if job_facets and text(job_facets, "jobType", "processingType") == "STREAMING":
        return DataProcessType.STREAMING
    return DataProcessType.BATCH_SCHEDULED if "nominalTime" in facets else None


def log_url(facets: dict[str, Any]) -> str | None:
    """Airflow's log URL of the task instance, else the URL in Databand's log facet."""
    return text(facets, "airflow", "taskInstance", "log_url") or text(facets, "log", "logUrl")


def _pairs(facets: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    for facet, names in _PROPERTIES:
        members = facets.get(facet)
        for name, key in names if isinstance(members, dict) else ():
            if (value := text(members, name)) is not None:
                yield key, value
    for tag in objects(facets, "tags", "tags"):
        if (named := text(tag, "key")) is not None:
            yield named, text(tag, "value")
