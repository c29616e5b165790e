"""OpenLineage's standard facets of a run, as types."""

from datetime import datetime
from typing import Any

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.openlineage import OpenLineageTag, openlineage_tags, texts_of
from headwater.graphql.runs.properties import log_url
from headwater.model.loose_json import objects, text, time


@strawberry.type(description="The period of data that the run processes (nominalTime).")
class NominalTime:
    start: datetime | None = strawberry.field(description="The start of the period, UTC. Null: not reported.")
    end: datetime | None = strawberry.field(description="The end of the period, UTC. Null: not reported.")


@strawberry.type(description="The error of a failed run (errorMessage).")
class RunError:
    message: str | None = strawberry.field(description="The message, as the tool wrote it.")
    programming_language: str | None = strawberry.field(
        description="The language of the stack trace, such as `python`."
    )
    stack_trace: str | None = strawberry.field(description="The stack trace of the pipeline's code.")


@strawberry.type(description="A test that the run executed (test).")
class RunTest:
    name: str | None = strawberry.field(description="The name of the test.")
    status: str | None = strawberry.field(description="`pass`, `fail` or `skip`, as sent.")
    severity: str | None = strawberry.field(description="`error` or `warn`. Null: not reported.")
    type: str | None = strawberry.field(description="The kind of test, such as `not_null`.")
    description: str | None = strawberry.field(description="The description of the test.")
    expected: str | None = strawberry.field(description="The expected value, as the tool wrote it.")
    actual: str | None = strawberry.field(description="The actual value, as the tool wrote it.")


@strawberry.type(description="The run's log, from Databand (log) or Airflow (airflow.taskInstance.log_url).")
class RunLog:
    body: str | None = strawberry.field(description="The text of the log. Null: only the URL is known.")
    url: str | None = strawberry.field(description="The URL of the log.")


@strawberry.type(description="The engine that executed the run (processing_engine).")
class ProcessingEngine:
    name: str | None = strawberry.field(description="The name of the engine, such as `spark`.")
    version: str | None = strawberry.field(description="The version of the engine.")
    adapter_version: str | None = strawberry.field(description="The version of the engine's OpenLineage integration.")


@strawberry.type(description="The run's query in the system that executed it (externalQuery).")
class ExternalQuery:
    id: str | None = strawberry.field(description="The id of the query in that system.")
    source: str | None = strawberry.field(description="The system, such as `snowflake`.")


def run_tests(facet: Any) -> list[RunTest]:
    """The tests in a test facet, in the order of the facet."""
    return [
        RunTest(
            name=text(test, "name"),
            status=text(test, "status"),
            severity=text(test, "severity"),
            type=text(test, "type"),
            description=text(test, "description"),
            expected=text(test, "expected"),
            actual=text(test, "actual"),
        )
        for test in objects(facet, "tests")
    ]


@strawberry.type
class RunFacets:
    """The typed facets of a run. Values that do not have OpenLineage's shape are null."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(description="The period of data that the run processes.")
    async def nominal_time(self, info: Info) -> NominalTime | None:
        if (facet := await info.context.facet(self.row_id, "nominalTime")) is None:
            return None
        return NominalTime(start=time(facet, "nominalStartTime"), end=time(facet, "nominalEndTime"))

    @strawberry.field(description="The run's error. Null: not reported.")
    async def error(self, info: Info) -> RunError | None:
        return texts_of(RunError, await info.context.facet(self.row_id, "errorMessage"))

    @strawberry.field(description="The run's tags, in the order of the event.")
    async def tags(self, info: Info) -> list[OpenLineageTag]:
        return openlineage_tags(await info.context.facet(self.row_id, "tags"))

    @strawberry.field(description="The run's tests, in the order of the event.")
    async def tests(self, info: Info) -> list[RunTest]:
        return run_tests(await info.context.facet(self.row_id, "test"))

    @strawberry.field(description="The run's log, or its URL.")
    async def log(self, info: Info) -> RunLog | None:
        facets = await info.context.facets(self.row_id, "airflow", "log")
        body, url = text(facets, "log", "logBody"), log_url(facets)
        return None if body is None and url is None else RunLog(body=body, url=url)

    @strawberry.field(description="The engine that executed the run.")
    async def processing_engine(self, info: Info) -> ProcessingEngine | None:
        if (facet := await info.context.facet(self.row_id, "processing_engine")) is None:
            return None
        return ProcessingEngine(
            name=text(facet, "name"),
            version=text(facet, "version"),
            adapter_version=text(facet, "openlineageAdapterVersion"),
        )

    @strawberry.field(description="The run's query in an external system.")
    async def external_query(self, info: Info) -> ExternalQuery | None:
        if (facet := await info.context.facet(self.row_id, "externalQuery")) is None:
            return None
        return ExternalQuery(id=text(facet, "externalQueryId"), source=text(facet, "source"))
