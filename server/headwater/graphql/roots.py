"""The root fields: entities by URN or name, runs, and searches. Other root fields stand beside their types."""

import asyncio
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.cost.price import SEARCH, WALK, price
from headwater.graphql.cursor_paging import After, First
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.entities.governance import Tag
from headwater.graphql.entities.people import CorpGroup, CorpUser
from headwater.graphql.entities.platforms import DataPlatform, DataPlatformInstance
from headwater.graphql.impact.queries import ImpactQueries
from headwater.graphql.lists import check_length
from headwater.graphql.lookup import Urn, expect_entity, find_entity
from headwater.graphql.offset_paging import MAX_COUNT, Count, StoredStart
from headwater.graphql.quarantine import QuarantineMutations, QuarantineQueries
from headwater.graphql.runs.hung import HungRuns
from headwater.graphql.runs.instance import DataProcessInstance
from headwater.graphql.runs.listed import AllRuns
from headwater.graphql.runs.page import DataProcessInstanceResult, run_page
from headwater.graphql.runs.registry import RegistryMutations, RegistryQueries
from headwater.graphql.runs.run_events import RunEventQueries, RunEventSubscriptions
from headwater.graphql.runs.template_runs import expect_template, find_template
from headwater.graphql.search.across_lineage import (
    DEFAULT_COUNT,
    ScrollAcrossLineageResults,
    ScrollInput,
    SearchAcrossLineageResults,
    SearchInput,
    scroll_across_lineage,
    search_across_lineage,
)
from headwater.graphql.search.entities import (
    ScrollEntitiesInput,
    ScrollResults,
    SearchEntitiesInput,
    SearchResults,
    scroll_entities,
    search_entities,
)
from headwater.graphql.search.names import SearchConnection, search_names
from headwater.graphql.stored.assets import Dataset
from headwater.graphql.stored.containers import Container
from headwater.graphql.stored.models import MLModel, MLModelGroup
from headwater.graphql.stored.templates import DataFlow, DataJob
from headwater.graphql.trace import TraceQueries
from headwater.texts import check_text
from headwater.urn import job_run_key, named_dataset_urn, named_job_urn, run_uuid

MAX_URNS = 1000

Namespace = Annotated[str, strawberry.argument(description="The namespace, exactly as in events.")]
Name = Annotated[str, strawberry.argument(description="The name, exactly as in events.")]


@strawberry.type
class EntityQueries:
    @strawberry.field(description="A job by its URN.")
    async def data_job(self, info: Info, urn: Urn) -> DataJob | None:
        return await expect_template(DataJob, info, urn)

    @strawberry.field(description="A flow by its URN.")
    async def data_flow(self, info: Info, urn: Urn) -> DataFlow | None:
        return await expect_template(DataFlow, info, urn)

    @strawberry.field(description="A dataset by its URN.")
    async def dataset(self, info: Info, urn: Urn) -> Dataset | None:
        return await expect_entity(Dataset, info.context, urn)

    @strawberry.field(description="A machine-learning model by its URN.")
    async def ml_model(self, info: Info, urn: Urn) -> MLModel | None:
        return await expect_entity(MLModel, info.context, urn)

    @strawberry.field(description="A group of versions of a machine-learning model, by its URN.")
    async def ml_model_group(self, info: Info, urn: Urn) -> MLModelGroup | None:
        return await expect_entity(MLModelGroup, info.context, urn)

    @strawberry.field(description="An experiment, a notebook, a database or a folder, by its URN.")
    async def container(self, info: Info, urn: Urn) -> Container | None:
        return await expect_entity(Container, info.context, urn)

    @strawberry.field(description="A platform by its URN.")
    async def data_platform(self, info: Info, urn: Urn) -> DataPlatform | None:
        return await expect_entity(DataPlatform, info.context, urn)

    @strawberry.field(description="An installation of a platform, by its URN.")
    async def data_platform_instance(self, info: Info, urn: Urn) -> DataPlatformInstance | None:
        return await expect_entity(DataPlatformInstance, info.context, urn)

    @strawberry.field(description="A DataHub tag by its URN.")
    async def tag(self, info: Info, urn: Urn) -> Tag | None:
        return await expect_entity(Tag, info.context, urn)

    @strawberry.field(description="A user by the URN.")
    async def corp_user(self, info: Info, urn: Urn) -> CorpUser | None:
        return await expect_entity(CorpUser, info.context, urn)

    @strawberry.field(description="A group of users by its URN.")
    async def corp_group(self, info: Info, urn: Urn) -> CorpGroup | None:
        return await expect_entity(CorpGroup, info.context, urn)

    @strawberry.field(description="Any entity by its URN.")
    async def entity(self, info: Info, urn: Urn) -> Entity | None:
        return await find_template(info, urn) or await find_entity(info.context, urn)

    @strawberry.field(description="Several entities, in the order of the given URNs. At most 1000.")
    async def entities(
        self,
        info: Info,
        urns: Annotated[list[str], strawberry.argument(description=f"The URNs, at most {MAX_URNS}.")],
        check_for_existence: Annotated[
            bool | None,
            strawberry.argument(description="True: unknown entities are null in the list. Default: false."),
        ] = None,
    ) -> list[Entity | None] | None:
        check_length("urns", urns, MAX_URNS)
        found = await asyncio.gather(*(find_entity(info.context, urn, "urns") for urn in urns))
        if not check_for_existence:
            return list(found)
        ids = await asyncio.gather(*(entity.stored_id(info.context) for entity in found))
        return [None if row_id is None else entity for entity, row_id in zip(found, ids, strict=True)]

    @strawberry.field(description="True if the store knows the URN, like `exists` of the entity.")
    async def entity_exists(self, info: Info, urn: Urn) -> bool | None:
        entity = await find_entity(info.context, urn)
        return await entity.stored_id(info.context) is not None

    @strawberry.field(description="A job by its OpenLineage namespace and name, as in events.")
    async def openlineage_job(self, info: Info, namespace: Namespace, name: Name) -> DataJob | None:
        _check_names(namespace, name)
        return await expect_template(DataJob, info, named_job_urn(namespace, name))

    @strawberry.field(description="A dataset by its OpenLineage namespace and name, as in events.")
    async def openlineage_dataset(self, info: Info, namespace: Namespace, name: Name) -> Dataset | None:
        _check_names(namespace, name)
        return await expect_entity(Dataset, info.context, named_dataset_urn(namespace, name))


def _check_names(namespace: str, name: str) -> None:
    """Check names. Raises BadRequestError, naming the argument, for names that no event can have."""
    for argument, text in (("namespace", namespace), ("name", name)):
        check_text(argument, text)
        if not text:
            raise BadRequestError(f"{argument}: expected a name as events give it, got an empty one")


@strawberry.type
class RunQueries:
    @strawberry.field(
        description="A run by its URN, or by its run id in the place of the URN's UUID. If jobs share the id: the run"
        " that began first."
    )
    async def data_process_instance(self, info: Info, urn: Urn) -> DataProcessInstance | None:
        return await expect_entity(DataProcessInstance, info.context, urn)

    @strawberry.field(
        description="A run by its OpenLineage run id. If several jobs share the id: the run of the named job, else"
        " the run that began first. Null: no such run."
    )
    async def openlineage_run(
        self,
        info: Info,
        run_id: Annotated[str, strawberry.argument(description="The run id, as in events.")],
        namespace: Annotated[
            str | None,
            strawberry.argument(description="The namespace of the run's job, together with name. Default: any job."),
        ] = None,
        name: Annotated[
            str | None,
            strawberry.argument(description="The name of the run's job, together with namespace. Default: any job."),
        ] = None,
    ) -> DataProcessInstance | None:
        if (namespace is None) != (name is None):
            raise BadRequestError("namespace, name: expected both of the run's job, or neither")
        for argument, text in (("runId", run_id), ("namespace", namespace), ("name", name)):
            check_text(argument, text or "")
        if namespace is not None and name is not None:
            row_id = await info.context.reader.runs.id_by_key(job_run_key(namespace, name, run_id))
        else:
            row_id = await info.context.load(info.context.reader.runs.ids_by_native_id, str(run_uuid(run_id) or run_id))
        row = None if row_id is None else await info.context.run_by_id(row_id)
        return None if row is None else info.context.to_instance(row)

    @strawberry.field(
        description="The runs that hang: STARTED for longer than the history of their job explains. Newest first,"
        " ties by URN. Default: 20; at most 1000."
    )
    def hung_runs(self, info: Info, start: StoredStart = None, count: Count = None) -> DataProcessInstanceResult | None:
        return run_page(info, HungRuns(), start, count)

    @strawberry.field(
        description="The runs with this checksum in their evidence, newest first, ties by URN. At most 1000.",
        metadata=price(length=100),
    )
    async def runs_by_checksum(
        self,
        info: Info,
        checksum: Annotated[str, strawberry.argument(description="The checksum, exactly as the run sent it.")],
    ) -> list[DataProcessInstance] | None:
        check_text("checksum", checksum)
        rows = await info.context.reader.runs.by_checksum(checksum, MAX_COUNT)
        return [info.context.to_instance(row) for row in rows]


SearchText = Annotated[
    str,
    strawberry.argument(
        description="One or several words of letters and digits; other characters separate words. `*` at the end"
        " changes nothing."
    ),
]
SearchTypes = Annotated[
    list[EntityType] | None,
    strawberry.argument(description="Only entities of these types. Default, and with an empty list: all types."),
]


@strawberry.type
class SearchQueries:
    @strawberry.field(
        description="Entities by name. Each word of the text must begin a word of the name, in any case; for a run,"
        " the text must begin its id. Exact names first, then names that begin with the text, then others. Ties by"
        " kind and URN; runs come last, by their ids (docs/searching.md).",
        metadata=price(SEARCH),
    )
    async def search(
        self, info: Info, text: SearchText, types: SearchTypes = None, first: First = None, after: After = None
    ) -> SearchConnection | None:
        return await search_names(info.context, text, types, first, after)

    @strawberry.field(
        description="All entities that match filters and words of the name, by offset (docs/searching.md).",
        metadata=price(SEARCH, length=DEFAULT_COUNT),
    )
    async def search_across_entities(self, info: Info, asked: SearchEntitiesInput) -> SearchResults | None:
        return await search_entities(info.context, asked)

    @strawberry.field(
        description="The same as searchAcrossEntities, by cursors. Every page costs the same, and the scroll never"
        " expires (docs/searching.md).",
        metadata=price(SEARCH, length=DEFAULT_COUNT),
    )
    async def scroll_across_entities(self, info: Info, asked: ScrollEntitiesInput) -> ScrollResults | None:
        return await scroll_entities(info.context, asked)

    @strawberry.field(
        description="All entities upstream or downstream of an entity, nearest first, then by URN (docs/datahub.md).",
        metadata=price(WALK, length=DEFAULT_COUNT),
    )
    async def search_across_lineage(self, info: Info, asked: SearchInput) -> SearchAcrossLineageResults | None:
        return await search_across_lineage(info.context, await _named(info.context, asked.urn), asked)

    @strawberry.field(
        description="The same as searchAcrossLineage, page by page.", metadata=price(WALK, length=DEFAULT_COUNT)
    )
    async def scroll_across_lineage(self, info: Info, asked: ScrollInput) -> ScrollAcrossLineageResults | None:
        return await scroll_across_lineage(info.context, await _named(info.context, asked.urn), asked)


async def _named(context: Context, urn: str | None) -> Entity:
    """The start of a search over lineage. Raises BadRequestError if no URN is given."""
    if urn is None:
        raise BadRequestError("urn: expected the URN of the entity to start at")
    return await find_entity(context, urn)


@strawberry.type(description="All queries of the API.")
class Query(
    EntityQueries,
    RunQueries,
    AllRuns,
    RunEventQueries,
    RegistryQueries,
    ImpactQueries,
    SearchQueries,
    QuarantineQueries,
    TraceQueries,
):
    """All queries."""


@strawberry.type(description="All changes. They need a token with the scope *admin*; the run registry, *write*.")
class Mutation(QuarantineMutations, RegistryMutations):
    """All mutations."""


@strawberry.type(description="All subscriptions, over WebSocket (graphql-transport-ws).")
class Subscription(RunEventSubscriptions):
    """All subscriptions."""
