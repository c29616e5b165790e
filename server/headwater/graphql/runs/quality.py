"""`quality`: measurements and tests of data, each with its run (docs/anomalies.md)."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

import strawberry
from asyncpg import Record

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.openlineage import (
    DataQualityAssertion,
    DataQualityMetrics,
    assertions,
    data_quality_metrics,
    edge_statistics,
)
from headwater.graphql.runs.anomalies import EdgeDirection
from headwater.graphql.runs.facets import RunTest, run_tests
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.scalars import Long

_FACETS = ("outputStatistics", "dataQualityMetrics", "dataQualityAssertions")


@strawberry.type(description="Measurements and tests of a dataset, from a run that wrote the dataset or tested it.")
class DataQuality:
    run_id: strawberry.Private[int]
    direction: EdgeDirection = strawberry.field(
        description="OUTPUT: from the run that wrote the dataset. INPUT: from a run that read it."
    )
    row_count: Long | None = strawberry.field(
        description="The rows that the run wrote (outputStatistics), else the rows that it counted"
        " (dataQualityMetrics). Null: neither was reported."
    )
    metrics: DataQualityMetrics | None = strawberry.field(description="The run's metrics. Null: not reported.")
    assertions: list[DataQualityAssertion] = strawberry.field(
        description="The run's tests of this dataset (dataQualityAssertions), in the order of the event."
    )
    tests: list[RunTest] = strawberry.field(
        description="The run's own tests (test), in the order of the event. They concern all its inputs. Empty for"
        " OUTPUT."
    )

    @strawberry.field(description="The run.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.run_id)

    @strawberry.field(description="The end of the run, else its start, UTC.")
    async def time(self, info: Info) -> datetime | None:
        row = await info.context.run_by_id(self.run_id)
        found: datetime | None = row and (row["ended_at"] or row["created_at"])
        return found

    @strawberry.field(description="The number of passed `assertions` and `tests`.")
    def passed(self) -> int:
        return sum(one.success is True for one in self.assertions) + sum(one.status == "pass" for one in self.tests)

    @strawberry.field(description="The number of failed `assertions` and `tests`.")
    def failed(self) -> int:
        return sum(one.success is False for one in self.assertions) + sum(one.status == "fail" for one in self.tests)


async def qualities(context: Context, rows: Sequence[Record]) -> list[DataQuality]:
    """The measurements and tests for each edge (edge_id, run_id, direction), in the given order."""
    return list(await asyncio.gather(*(_quality(context, row) for row in rows)))


async def _quality(context: Context, row: Record) -> DataQuality:
    is_output = row["direction"] == "OUTPUT"
    facets, test = await asyncio.gather(
        context.load(context.reader.facets.values_of_edges, (row["edge_id"], _FACETS)),
        context.facet(row["run_id"], "test"),
    )
    written = edge_statistics(facets.get("outputStatistics"))
    metrics = data_quality_metrics(facets.get("dataQualityMetrics"))
    counts = (found.row_count for found in (written, metrics) if found is not None)
    return DataQuality(
        run_id=row["run_id"],
        direction=EdgeDirection(row["direction"]),
        row_count=next((count for count in counts if count is not None), None),
        metrics=metrics,
        assertions=assertions(facets.get("dataQualityAssertions")),
        tests=[] if is_output else run_tests(test),
    )
