"""Aspects of a run beside its properties, with DataHub's names and nullability."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.ml import MLHyperParam, MLMetric, hyper_params, training_metrics
from headwater.graphql.entities.ownership import Removable
from headwater.graphql.entities.placement import Placed
from headwater.graphql.entities.platforms import DataPlatform, platform_of
from headwater.graphql.runs.stored_run import StoredRun
from headwater.model.loose_json import text, texts
from headwater.urn import DATA_FLOW, DATA_JOB, parse_urn


@strawberry.type(description="Inputs and results of a training run (mlTrainingRunProperties).")
class MLTrainingRunProperties:
    id: str | None = strawberry.field(description="The run's id in its platform.")
    output_urls: list[str | None] | None = strawberry.field(description="The URLs of the run's results.")
    hyper_params: list[MLHyperParam | None] | None = strawberry.field(
        description="The hyperparameters, in the order of the aspect."
    )
    training_metrics: list[MLMetric | None] | None = strawberry.field(
        description="The metrics, in the order of the aspect."
    )


@strawberry.type
class RunAspects(Placed, Removable, StoredRun):
    @strawberry.field(
        description="The platform in the dataPlatformInstance aspect, else the tool that runs the job or flow. Null:"
        " both are unknown."
    )
    async def platform(self, info: Info) -> DataPlatform | None:
        named = text(await self.value_of(info, "dataPlatformInstance"), "platform")
        orchestrator = _orchestrator(self.template_urn) if named is None and self.template_urn else named
        return None if orchestrator is None else platform_of(orchestrator)

    @strawberry.field(description="The mlTrainingRunProperties aspect. Null: the run has none.")
    async def ml_training_run_properties(self, info: Info) -> MLTrainingRunProperties | None:
        value = await self.value_of(info, "mlTrainingRunProperties")
        if value is None:
            return None
        urls = texts(value, "outputUrls")
        return MLTrainingRunProperties(
            id=text(value, "id"),
            output_urls=None if urls is None else [*urls],
            hyper_params=hyper_params(value),
            training_metrics=training_metrics(value),
        )


def _orchestrator(template_urn: str) -> str | None:
    """The tool in the URN of a job or a flow; None for datasets, the templates of dbt's test runs."""
    template = parse_urn(template_urn)
    flow = parse_urn(template.parts[0]) if template.kind == DATA_JOB else template
    return flow.parts[0] if flow.kind == DATA_FLOW else None
