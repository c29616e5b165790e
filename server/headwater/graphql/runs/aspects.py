"""What DataHub's aspects say of a run beside its properties, with DataHub's names and nullability."""

from typing import Any

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.containers import Container
from headwater.graphql.scalars import Long
from headwater.model.loose_json import member, objects, text, whole_number


@strawberry.type(description="Whether it was deleted softly: then it is in no list.")
class Status:
    removed: bool


@strawberry.type(description="What kind of thing it is, in the words of its platform.")
class SubTypes:
    type_names: list[str] | None


@strawberry.type
class MLHyperParam:
    name: str | None
    description: str | None
    value: str | None
    created_at: Long | None = strawberry.field(description="Milliseconds since the epoch.")


@strawberry.type
class MLMetric:
    name: str | None
    description: str | None
    value: str | None
    created_at: Long | None = strawberry.field(description="Milliseconds since the epoch.")


@strawberry.type(description="What a training run was given, and what came of it.")
class MLTrainingRunProperties:
    id: str | None
    output_urls: list[str | None] | None
    hyper_params: list[MLHyperParam | None] | None
    training_metrics: list[MLMetric | None] | None


@strawberry.interface(description="What DataHub's aspects say of a run.")
class RunAspects:
    row_id: strawberry.Private[int | None]

    @strawberry.field(description="Null where DataHub's aspects say nothing of it.")
    async def status(self, info: Info) -> Status | None:
        value = await self._value(info, "status")
        return None if value is None else Status(removed=member(value, "removed") is True)

    @strawberry.field(description="What kind of run it is, in the words of its platform; null where nobody said.")
    async def sub_types(self, info: Info) -> SubTypes | None:
        names = member(await self._value(info, "subTypes"), "typeNames")
        return SubTypes(type_names=[name for name in names if isinstance(name, str)]) if names else None

    @strawberry.field(description="The experiment or notebook that holds the run.")
    async def container(self, info: Info) -> Container | None:
        urn = text(await self._value(info, "container"), "container")
        row = None if urn is None else await info.context.entity_by_urn(urn)
        found = info.context.to_entity(row) if row else None
        return found if isinstance(found, Container) else None

    @strawberry.field(description="What the training run was given, and what came of it; null of other runs.")
    async def ml_training_run_properties(self, info: Info) -> MLTrainingRunProperties | None:
        value = await self._value(info, "mlTrainingRunProperties")
        if value is None:
            return None
        urls = member(value, "outputUrls")
        return MLTrainingRunProperties(
            id=text(value, "id"),
            output_urls=[url for url in urls if isinstance(url, str)] if isinstance(urls, list) else None,
            hyper_params=[MLHyperParam(**_named(one)) for one in objects(value, "hyperParams")],
            training_metrics=[MLMetric(**_named(one)) for one in objects(value, "trainingMetrics")],
        )

    async def _value(self, info: Info, aspect: str) -> dict[str, Any] | None:
        return None if self.row_id is None else await info.context.aspect(self.row_id, aspect)


def _named(item: dict[str, Any]) -> dict[str, Any]:
    created = whole_number(item, "createdAt")
    return {
        "name": text(item, "name"),
        "description": text(item, "description"),
        "value": text(item, "value"),
        "created_at": None if created is None else Long(created),
    }
