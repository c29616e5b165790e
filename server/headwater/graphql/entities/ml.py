"""What machine learning adds to DataHub's aspects: parameters, metrics, and which runs made a model."""

from typing import Any

import strawberry

from headwater.graphql.scalars import Long
from headwater.model.loose_json import objects, text, texts, whole_number


@strawberry.type(description="A parameter that a model was trained with.")
class MLHyperParam:
    name: str | None = strawberry.field(description="Its name.")
    description: str | None = strawberry.field(description="What it is for.")
    value: str | None = strawberry.field(description="Its value, as text.")
    created_at: Long | None = strawberry.field(description="Milliseconds since the epoch.")


@strawberry.type(description="A measure of how good a training or a model is.")
class MLMetric:
    name: str | None = strawberry.field(description="Its name.")
    description: str | None = strawberry.field(description="What it measures.")
    value: str | None = strawberry.field(description="Its value, as text.")
    created_at: Long | None = strawberry.field(description="Milliseconds since the epoch.")


@strawberry.type(description="Which jobs and runs made a model, and which use it.")
class MLModelLineageInfo:
    training_jobs: list[str] | None = strawberry.field(description="URNs of the jobs and runs that trained it.")
    downstream_jobs: list[str] | None = strawberry.field(description="URNs of the jobs and runs that use it.")


def hyper_params(value: Any) -> list[MLHyperParam | None]:
    """The parameters in an aspect, in its order."""
    return [MLHyperParam(**_named(one)) for one in objects(value, "hyperParams")]


def training_metrics(value: Any) -> list[MLMetric | None]:
    """The metrics in an aspect, in its order."""
    return [MLMetric(**_named(one)) for one in objects(value, "trainingMetrics")]


def lineage_info(value: Any) -> MLModelLineageInfo:
    """Which jobs and runs an aspect names."""
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
