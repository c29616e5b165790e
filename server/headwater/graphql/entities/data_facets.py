"""OpenLineage's standard facets of what a run read or wrote, typed."""

from datetime import datetime
from typing import Any

import strawberry
from strawberry.scalars import JSON

from headwater.graphql.scalars import Long
from headwater.model.loose_json import member, objects, text, time, truth, whole_number


@strawberry.type(description="How much of it the run read or wrote (inputStatistics, outputStatistics).")
class EdgeStatistics:
    row_count: Long | None = strawberry.field(description="How many rows; null where the run did not say.")
    size: Long | None = strawberry.field(description="How many bytes; null where the run did not say.")
    file_count: Long | None = strawberry.field(description="How many files; null where the run did not say.")


@strawberry.type(description="What the run measured in the data (dataQualityMetrics).")
class DataQualityMetrics:
    row_count: Long | None = strawberry.field(description="How many rows; null where the run did not say.")
    bytes: Long | None = strawberry.field(description="How many bytes; null where the run did not say.")
    file_count: Long | None = strawberry.field(description="How many files; null where the run did not say.")
    last_updated: datetime | None = strawberry.field(description="When the data changed last, UTC.")
    column_metrics: JSON | None = strawberry.field(
        description="By column: nullCount, distinctCount, min, max and so on."
    )


@strawberry.type(description="A test of the data that the run made (dataQualityAssertions).")
class DataQualityAssertion:
    assertion: str | None = strawberry.field(description="The kind of test, such as `not_null`.")
    success: bool | None = strawberry.field(description="Whether it held.")
    column: str | None = strawberry.field(description="Null where it is about the whole dataset.")
    severity: str | None = strawberry.field(description="`error` or `warn`, where the producer says so.")
    name: str | None = strawberry.field(description="The name of the test.")
    expected: str | None = strawberry.field(description="What was expected, in the words of the tool.")
    actual: str | None = strawberry.field(description="What was found, in the words of the tool.")


@strawberry.type(description="A change of the dataset itself, not of rows in it (lifecycleStateChange).")
class LifecycleStateChange:
    change: str | None = strawberry.field(
        description="ALTER, CREATE, DROP, OVERWRITE, RENAME or TRUNCATE, as it was sent."
    )
    previous_namespace: str | None = strawberry.field(
        description="With `previousName`: what it was called before a RENAME."
    )
    previous_name: str | None = strawberry.field(description="The name before a RENAME.")


def edge_statistics(facet: Any) -> EdgeStatistics | None:
    """From an inputStatistics or outputStatistics facet; None where it is not there."""
    if facet is None:
        return None
    return EdgeStatistics(
        row_count=_long(facet, "rowCount"), size=_long(facet, "size"), file_count=_long(facet, "fileCount")
    )


def data_quality_metrics(facet: Any) -> DataQualityMetrics | None:
    """From a dataQualityMetrics facet; None where it is not there."""
    if facet is None:
        return None
    columns = member(facet, "columnMetrics")
    return DataQualityMetrics(
        row_count=_long(facet, "rowCount"),
        bytes=_long(facet, "bytes"),
        file_count=_long(facet, "fileCount"),
        last_updated=time(facet, "lastUpdated"),
        column_metrics=JSON(columns) if isinstance(columns, dict) else None,
    )


def assertions(facet: Any) -> list[DataQualityAssertion]:
    """From a dataQualityAssertions facet, in its order."""
    return [
        DataQualityAssertion(
            assertion=text(item, "assertion"),
            success=truth(item, "success"),
            column=text(item, "column"),
            severity=text(item, "severity"),
            name=text(item, "name"),
            expected=text(item, "expected"),
            actual=text(item, "actual"),
        )
        for item in objects(facet, "assertions")
    ]


def lifecycle_state_change(facet: Any) -> LifecycleStateChange | None:
    """From a lifecycleStateChange facet; None where it is not there."""
    if facet is None:
        return None
    return LifecycleStateChange(
        change=text(facet, "lifecycleStateChange"),
        previous_namespace=text(facet, "previousIdentifier", "namespace"),
        previous_name=text(facet, "previousIdentifier", "name"),
    )


def _long(facet: Any, name: str) -> Long | None:
    number = whole_number(facet, name)
    return None if number is None else Long(number)
