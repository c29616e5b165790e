"""Machine learning in DataHub's aspects: parameters, metrics, and the runs behind a model."""

from typing import Any

import strawberry

from headwater.graphql.scalars import Long
from headwater.model.loose_json import objects, text, texts, whole_number


@strawberry.type(description="A parameter of a model's training.")
class MLHyperParam:
    name: str | None = strawberry.field(description="The name.")
    description: str | None = strawberry.field(description="The purpose.")
    value: str | None = strawberry.field(description="The value, as text.")
    created_at: Long | None = strawberry.field(description="The time of creation; milliseconds since the epoch.")


@strawberry.type(description="A measure of the quality of a training or a model.")
class MLMetric:
    name: str | None = strawberry.field(description="The name.")
    description: str | None = strawberry.field(description="The measured quality.")
    value: str | None = strawberry.field(description="The value, as text.")
    created_at: Long | None = strawberry.field(description="The time of creation; milliseconds since the epoch.")


@strawberry.type(description="The jobs and runs that trained a model, and the ones that use the model.")
class MLModelLineageInfo:
    training_jobs: list[str] | None = strawberry.field(description="URNs of the jobs and runs that trained the model.")
    downstream_jobs: list[str] | None = strawberry.field(description="URNs of the jobs and runs that use the model.")


def hyper_params(value: Any) -> list[MLHyperParam | None]:
    """The parameters, in the order of the aspect."""
    return [MLHyperParam(**_named(one)) for one in objects(value, "hyperParams")]


def training_metrics(value: Any) -> list[MLMetric | None]:
    """The metrics, in the order of the aspect."""
    return [MLMetric(**_named(one)) for one in objects(value, "trainingMetrics")]


def lineage_info(value: Any) -> MLModelLineageInfo:
    """The jobs and runs that an aspect names."""
    return MLModelLineageInfo(
        training_jobs=texts(value, "trainingJobs"), downstream_jobs=texts(value, "downstreamJobs")
    )


def _named(item: dict[str, Any]) -> dict[str, Any]:
    created = whole_number(item, "createdAt")
    return {
        "name": text(item, "name"),
        "description": text(item, "description"),
        "value": text(item, "value"),
        "created_at": None if created is None else Long(created),
    }
