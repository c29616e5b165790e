"""Root fields: entities by URN, and by the names that OpenLineage events give."""

import asyncio
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.global_tags import Tag
from headwater.graphql.entities.people import CorpGroup, CorpUser
from headwater.graphql.entities.platforms import DataPlatform, DataPlatformInstance
from headwater.graphql.lists import check_length
from headwater.graphql.lookup import Urn, expect_entity, find_entity
from headwater.graphql.stored.assets import Dataset
from headwater.graphql.stored.containers import Container
from headwater.graphql.stored.models import MLModel, MLModelGroup
from headwater.graphql.stored.templates import DataFlow, DataJob
from headwater.texts import check_text
from headwater.urn import named_dataset_urn, named_job_urn

MAX_URNS = 1000

Namespace = Annotated[str, strawberry.argument(description="The namespace, exactly as events give it.")]
Name = Annotated[str, strawberry.argument(description="The name, exactly as events give it.")]


@strawberry.type
class EntityQueries:
    @strawberry.field(description="A job.")
    async def data_job(self, info: Info, urn: Urn) -> DataJob | None:
        return await expect_entity(DataJob, info.context, urn)

    @strawberry.field(description="A flow.")
    async def data_flow(self, info: Info, urn: Urn) -> DataFlow | None:
        return await expect_entity(DataFlow, info.context, urn)

    @strawberry.field(description="A dataset.")
    async def dataset(self, info: Info, urn: Urn) -> Dataset | None:
        return await expect_entity(Dataset, info.context, urn)

    @strawberry.field(description="A machine-learning model.")
    async def ml_model(self, info: Info, urn: Urn) -> MLModel | None:
        return await expect_entity(MLModel, info.context, urn)

    @strawberry.field(description="A group of the versions of a machine-learning model.")
    async def ml_model_group(self, info: Info, urn: Urn) -> MLModelGroup | None:
        return await expect_entity(MLModelGroup, info.context, urn)

    @strawberry.field(description="An experiment, a notebook, a database or a folder.")
    async def container(self, info: Info, urn: Urn) -> Container | None:
        return await expect_entity(Container, info.context, urn)

    @strawberry.field(description="A platform.")
    async def data_platform(self, info: Info, urn: Urn) -> DataPlatform | None:
        return await expect_entity(DataPlatform, info.context, urn)

    @strawberry.field(description="An installation of a platform.")
    async def data_platform_instance(self, info: Info, urn: Urn) -> DataPlatformInstance | None:
        return await expect_entity(DataPlatformInstance, info.context, urn)

    @strawberry.field(description="A tag of DataHub's.")
    async def tag(self, info: Info, urn: Urn) -> Tag | None:
        return await expect_entity(Tag, info.context, urn)

    @strawberry.field(description="A user.")
    async def corp_user(self, info: Info, urn: Urn) -> CorpUser | None:
        return await expect_entity(CorpUser, info.context, urn)

    @strawberry.field(description="A group of users.")
    async def corp_group(self, info: Info, urn: Urn) -> CorpGroup | None:
        return await expect_entity(CorpGroup, info.context, urn)

    @strawberry.field(description="Any entity.")
    async def entity(self, info: Info, urn: Urn) -> Entity | None:
        return await find_entity(info.context, urn)

    @strawberry.field(description="Several entities, in the order of their URNs in the argument. At most 1000.")
    async def entities(
        self,
        info: Info,
        urns: Annotated[list[str], strawberry.argument(description=f"The URNs, at most {MAX_URNS}.")],
        check_for_existence: Annotated[
            bool | None,
            strawberry.argument(
                description="Whether null stands for those that the store does not know. Default: false."
            ),
        ] = None,
    ) -> list[Entity | None] | None:
        check_length("urns", urns, MAX_URNS)
        found = await asyncio.gather(*(find_entity(info.context, urn, "urns") for urn in urns))
        if not check_for_existence:
            return list(found)
        ids = await asyncio.gather(*(entity.stored_id(info.context) for entity in found))
        return [None if row_id is None else entity for entity, row_id in zip(found, ids, strict=True)]

    @strawberry.field(description="Whether the store knows a URN, as `exists` of the entity says.")
    async def entity_exists(self, info: Info, urn: Urn) -> bool | None:
        entity = await find_entity(info.context, urn)
        return await entity.stored_id(info.context) is not None

    @strawberry.field(description="A job by its OpenLineage namespace and name, as its events give them.")
    async def openlineage_job(self, info: Info, namespace: Namespace, name: Name) -> DataJob | None:
        _check_names(namespace, name)
        return await expect_entity(DataJob, info.context, named_job_urn(namespace, name))

    @strawberry.field(description="A dataset by its OpenLineage namespace and name, as events give them.")
    async def openlineage_dataset(self, info: Info, namespace: Namespace, name: Name) -> Dataset | None:
        _check_names(namespace, name)
        return await expect_entity(Dataset, info.context, named_dataset_urn(namespace, name))


def _check_names(namespace: str, name: str) -> None:
    """Raises BadRequestError, naming the argument, for names that no event can give."""
    for argument, text in (("namespace", namespace), ("name", name)):
        check_text(argument, text)
        if not text:
            raise BadRequestError(f"{argument}: expected a name as events give it, got an empty one")
