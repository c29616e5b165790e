"""A run's properties, as DataHub has them, from its OpenLineage facets."""

from collections.abc import Iterator
from enum import Enum
from typing import Any

import strawberry

from headwater.graphql.entities import CustomPropertiesEntry
from headwater.graphql.scalars import Long


@strawberry.enum
class DataProcessType(Enum):
    BATCH_SCHEDULED = "BATCH_SCHEDULED"
    BATCH_AD_HOC = "BATCH_AD_HOC"
    STREAMING = "STREAMING"


@strawberry.type
class AuditStamp:
    time: Long = strawberry.field(description="Milliseconds since the epoch.")
    actor: str | None = strawberry.field(description="Who it was, as a URN; null where nobody said.")


@strawberry.type
class DataProcessInstanceProperties:
    name: str = strawberry.field(description="The run's id as its producer gave it.")
    type: DataProcessType | None = strawberry.field(
        description="STREAMING where its job streams, BATCH_SCHEDULED where it has a nominal time, else null."
    )
    external_url: str | None = strawberry.field(description="The run in the tool that ran it.")
    created: AuditStamp
    custom_properties: list[CustomPropertiesEntry] | None = strawberry.field(
        description="From its nominalTime, processing_engine, tags and externalQuery facets."
    )


def run_properties(
    urn: str, name: str, created: AuditStamp, facets: dict[str, Any], job_facets: dict[str, Any]
) -> DataProcessInstanceProperties:
    """Properties from the facets of a run and of its job."""
    return DataProcessInstanceProperties(
        name=name,
        type=_type(facets, job_facets),
        external_url=_external_url(facets),
        created=created,
        custom_properties=[
            CustomPropertiesEntry(key=key, value=str(value), associated_urn=urn) for key, value in _pairs(facets)
        ],
    )


def _type(facets: dict[str, Any], job_facets: dict[str, Any]) -> DataProcessType | None:
    if job_facets.get("jobType", {}).get("processingType") == "STREAMING":
        return DataProcessType.STREAMING
    return DataProcessType.BATCH_SCHEDULED if "nominalTime" in facets else None


def _external_url(facets: dict[str, Any]) -> str | None:
    """Airflow's log of the task instance, or Databand's log facet."""
    instance = facets.get("airflow", {}).get("taskInstance")
    airflow = instance.get("log_url") if isinstance(instance, dict) else None
    url = airflow or facets.get("log", {}).get("logUrl")
    return url if isinstance(url, str) else None


def _pairs(facets: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for facet, names in (
        ("nominalTime", ("nominalStartTime", "nominalEndTime")),
        ("processing_engine", ("name", "version", "openlineageAdapterVersion")),
        ("externalQuery", ("externalQueryId", "source")),
    ):
        for name in names:
            if (value := facets.get(facet, {}).get(name)) is not None:
                yield f"{facet}.{name}", value
    tags = facets.get("tags", {}).get("tags")
    for tag in tags if isinstance(tags, list) else []:
        if isinstance(tag, dict) and isinstance(tag.get("key"), str):
            yield tag["key"], tag.get("value")
