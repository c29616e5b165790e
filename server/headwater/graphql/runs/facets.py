"""What a run's events said of the run itself in OpenLineage's standard facets, typed."""

from datetime import datetime
from typing import Any

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.openlineage import OpenLineageTag, openlineage_tags
from headwater.graphql.runs.properties import log_url
from headwater.model.loose_json import objects, text, time


@strawberry.type(description="The period that the run is for (nominalTime).")
class NominalTime:
    start: datetime | None = strawberry.field(description="When the period begins, UTC; null where nobody said.")
    end: datetime | None = strawberry.field(description="When the period ends, UTC; null where nobody said.")


@strawberry.type(description="Why the run failed (errorMessage).")
class RunError:
    message: str | None = strawberry.field(description="What went wrong, in the words of the tool.")
    programming_language: str | None = strawberry.field(
        description="The language of the stack trace, such as `python`."
    )
    stack_trace: str | None = strawberry.field(description="The stack trace of the pipeline's code.")


@strawberry.type(description="A test that the run made (test).")
class RunTest:
    name: str | None = strawberry.field(description="The name of the test.")
    status: str | None = strawberry.field(description="`pass`, `fail` or `skip`, as it was sent.")
    severity: str | None = strawberry.field(description="`error` or `warn`, where the producer says so.")
    type: str | None = strawberry.field(description="The kind of test, such as `not_null`.")
    description: str | None = strawberry.field(description="What it tests, in words.")
    expected: str | None = strawberry.field(description="What was expected, in the words of the tool.")
    actual: str | None = strawberry.field(description="What was found, in the words of the tool.")


@strawberry.type(description="The run's log, as Databand (log) and Airflow (airflow.taskInstance.log_url) tell it.")
class RunLog:
    body: str | None = strawberry.field(description="The text of the log; null where only its address is known.")
    url: str | None = strawberry.field(description="Where the log can be read.")


@strawberry.type(description="The system that ran it (processing_engine).")
class ProcessingEngine:
    name: str | None = strawberry.field(description="Such as `spark`.")
    version: str | None = strawberry.field(description="The version of the engine.")
    adapter_version: str | None = strawberry.field(description="The version of its OpenLineage integration.")


@strawberry.type(description="The query that the run was, in the system that ran it (externalQuery).")
class ExternalQuery:
    id: str | None = strawberry.field(description="The id of the query there.")
    source: str | None = strawberry.field(description="The system, such as `snowflake`.")


def run_tests(facet: Any) -> list[RunTest]:
    """From a test facet, in its order."""
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
    """The typed facets of a run. What has another shape than OpenLineage's is null."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(description="The period that the run is for.")
    async def nominal_time(self, info: Info) -> NominalTime | None:
        if (facet := await info.context.facet(self.row_id, "nominalTime")) is None:
            return None
        return NominalTime(start=time(facet, "nominalStartTime"), end=time(facet, "nominalEndTime"))

    @strawberry.field(description="Why it failed; null where nobody said.")
    async def error(self, info: Info) -> RunError | None:
        if (facet := await info.context.facet(self.row_id, "errorMessage")) is None:
            return None
        return RunError(
            message=text(facet, "message"),
            programming_language=text(facet, "programmingLanguage"),
            stack_trace=text(facet, "stackTrace"),
        )

    @strawberry.field(description="In the order of the event.")
    async def tags(self, info: Info) -> list[OpenLineageTag]:
        return openlineage_tags(await info.context.facet(self.row_id, "tags"))

    @strawberry.field(description="In the order of the event.")
    async def tests(self, info: Info) -> list[RunTest]:
        return run_tests(await info.context.facet(self.row_id, "test"))

    @strawberry.field(description="Its log, or where it is.")
    async def log(self, info: Info) -> RunLog | None:
        facets = await info.context.facets(self.row_id, "airflow", "log")
        body, url = text(facets, "log", "logBody"), log_url(facets)
        return None if body is None and url is None else RunLog(body=body, url=url)

    @strawberry.field(description="The system that ran it.")
    async def processing_engine(self, info: Info) -> ProcessingEngine | None:
        if (facet := await info.context.facet(self.row_id, "processing_engine")) is None:
            return None
        return ProcessingEngine(
            name=text(facet, "name"),
            version=text(facet, "version"),
            adapter_version=text(facet, "openlineageAdapterVersion"),
        )

    @strawberry.field(description="The query that it was.")
    async def external_query(self, info: Info) -> ExternalQuery | None:
        if (facet := await info.context.facet(self.row_id, "externalQuery")) is None:
            return None
        return ExternalQuery(id=text(facet, "externalQueryId"), source=text(facet, "source"))
