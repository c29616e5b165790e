"""Root fields: runs by URN, by the id that their producer gave, and by what they are like."""

from typing import Annotated

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Info
from headwater.graphql.lookup import Urn, expect_entity
from headwater.graphql.offset_paging import MAX_COUNT, Count, StoredStart
from headwater.graphql.price import price
from headwater.graphql.runs.hung import HungRuns
from headwater.graphql.runs.instance import DataProcessInstance
from headwater.graphql.runs.page import DataProcessInstanceResult, run_page
from headwater.texts import check_text
from headwater.urn import job_run_key, run_uuid


@strawberry.type
class RunQueries:
    @strawberry.field(description="A run. The bare UUID that several jobs share stands for the run that began first.")
    async def data_process_instance(self, info: Info, urn: Urn) -> DataProcessInstance | None:
        return await expect_entity(DataProcessInstance, info.context, urn)

    @strawberry.field(
        description="A run by its OpenLineage run id; of several jobs that share the id, the one of the job that is"
        " named, else the one that began first. Null where there is none."
    )
    async def openlineage_run(
        self,
        info: Info,
        run_id: Annotated[str, strawberry.argument(description="The id, as events give it.")],
        namespace: Annotated[
            str | None, strawberry.argument(description="Of the run's job, together with name. Default: any job.")
        ] = None,
        name: Annotated[
            str | None, strawberry.argument(description="Of the run's job, together with namespace. Default: any job.")
        ] = None,
    ) -> DataProcessInstance | None:
        if (namespace is None) != (name is None):
            raise BadRequestError("namespace, name: expected both of the run's job, or neither")
        for argument, text in (("runId", run_id), ("namespace", namespace), ("name", name)):
            check_text(argument, text or "")
        if namespace is not None and name is not None:
            row_id = await info.context.reader.run_id_by_key(job_run_key(namespace, name, run_id))
        else:
            row_id = await info.context.run_id_by_native_id(str(run_uuid(run_id) or run_id))
        row = None if row_id is None else await info.context.run_by_id(row_id)
        return None if row is None else info.context.to_instance(row)

    @strawberry.field(
        description="The runs that hang: STARTED for longer than the history of their job explains. Newest first,"
        " ties by URN. Default: 20; at most 1000."
    )
    def hung_runs(self, start: StoredStart = None, count: Count = None) -> DataProcessInstanceResult | None:
        return run_page(HungRuns(), start, count)

    @strawberry.field(
        description="The runs that gave evidence with this checksum, newest first, ties by URN. At most 1000.",
        metadata=price(length=100),
    )
    async def runs_by_checksum(
        self,
        info: Info,
        checksum: Annotated[str, strawberry.argument(description="The checksum, exactly as the run gave it.")],
    ) -> list[DataProcessInstance] | None:
        check_text("checksum", checksum)
        rows = await info.context.reader.lineage.runs_by_checksum(checksum, MAX_COUNT)
        return [info.context.to_instance(row) for row in rows]
