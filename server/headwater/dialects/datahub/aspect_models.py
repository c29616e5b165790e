"""DataHub's schemas of the aspects that Headwater reads.

Fields are required, typed and enumerated as in DataHub's schemas; a test compares them with the SDK's copies. Unknown
fields are allowed, since versions of DataHub differ.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationInfo, field_validator
from pydantic.alias_generators import to_camel

from headwater.dialects.datahub.aspect_fields import (
    FIRST_MILLIS,
    LAST_MILLIS,
    FabricType,
    HyperParameter,
    Int,
    Interval,
    JobStatus,
    JobType,
    Long,
    MatchType,
    Millis,
    Urn,
)


class Record(BaseModel):
    """A record of DataHub's schemas; on the wire its fields are in camel case."""

    model_config = ConfigDict(strict=True, extra="ignore", alias_generator=to_camel)


class AuditStamp(Record):
    """The actor and time of a change."""

    time: Millis
    actor: Urn
    impersonator: Urn | None = None
    message: str | None = None


class TimeStamp(Record):
    """The time of a change, with an optional actor."""

    time: Millis
    actor: Urn | None = None


class Edge(Record):
    """A related entity, with the times of the relation."""

    source_urn: Urn | None = None
    destination_urn: Urn
    created: AuditStamp | None = None
    last_modified: AuditStamp | None = None
    properties: dict[str, str] | None = None


class Properties(Record):
    """The common fields of many aspects."""

    custom_properties: dict[str, str] | None = None
    external_url: str | None = None


class RunProperties(Properties):
    """dataProcessInstanceProperties"""

    name: str
    type: Literal["BATCH_SCHEDULED", "BATCH_AD_HOC", "STREAMING"] | None = None
    created: AuditStamp


class RunInput(Record):
    """dataProcessInstanceInput"""

    inputs: list[Urn]
    input_edges: list[Edge] | None = None


class RunOutput(Record):
    """dataProcessInstanceOutput"""

    outputs: list[Urn]
    output_edges: list[Edge] | None = None


class RunRelationships(Record):
    """dataProcessInstanceRelationships"""

    parent_template: Urn | None = None
    parent_instance: Urn | None = None
    upstream_instances: list[Urn]


class RunResult(Record):
    """The result of a run, as DataHub's word and the producer's word."""

    type: Literal["SUCCESS", "FAILURE", "SKIPPED", "UP_FOR_RETRY"]
    native_result_type: str


class Window(Record):
    """A length of time."""

    unit: Interval
    multiple: Int | None = None


class TimePartition(Record):
    """A partition of a table by time."""

    start_time_millis: Millis
    length: Window


class Partition(Record):
    """The part of a table that a timeseries aspect describes."""

    partition: str
    time_partition: TimePartition | None = None
    type: Literal["FULL_TABLE", "QUERY", "PARTITION"] | None = None


class TimeseriesAspect(Record):
    """The fields that tell values of a timeseries aspect apart (TimeseriesAspectBase)."""

    timestamp_millis: Millis
    event_granularity: Window | None = None
    partition_spec: Partition | None = None
    message_id: str | None = None


class RunEvent(TimeseriesAspect):
    """dataProcessInstanceRunEvent"""

    external_url: str | None = None
    status: Literal["STARTED", "COMPLETE"]
    attempt: Int | None = None
    result: RunResult | None = None
    duration_millis: Long | None = None

    @field_validator("duration_millis")
    @classmethod
    def _has_start(cls, duration: int | None, info: ValidationInfo) -> int | None:
        """Check that the start, so long before the event, is a valid time."""
        end = info.data.get("timestamp_millis")
        if duration is not None and end is not None and not FIRST_MILLIS <= end - duration <= LAST_MILLIS:
            raise ValueError("milliseconds before timestampMillis that lead to a year from 1 to 9999")
        return duration


class NamedValue(Record):
    """A hyperparameter or a metric."""

    name: str
    description: str | None = None
    value: str | None = None
    created_at: Millis | None = None


class TrainingRun(Properties):
    """mlTrainingRunProperties"""

    id: str | None = None
    output_urls: list[str] | None = None
    hyper_params: list[NamedValue] | None = None
    training_metrics: list[NamedValue] | None = None


class Status(Record):
    """status"""

    removed: bool | None = None
    lifecycle_stage: Urn | None = None
    lifecycle_last_updated: AuditStamp | None = None


class SubTypes(Record):
    """subTypes"""

    type_names: list[str]


class Container(Record):
    """container"""

    container: Urn


class PlatformInstance(Record):
    """dataPlatformInstance"""

    platform: Urn
    instance: Urn | None = None


class JobInfo(Properties):
    """dataJobInfo"""

    name: str
    description: str | None = None
    type: JobType
    flow_urn: Urn | None = None
    created: TimeStamp | None = None
    last_modified: TimeStamp | None = None
    status: JobStatus | None = None
    env: FabricType | None = None


class FlowInfo(Properties):
    """dataFlowInfo"""

    name: str
    description: str | None = None
    project: str | None = None
    created: TimeStamp | None = None
    last_modified: TimeStamp | None = None
    env: FabricType | None = None


class FineGrainedLineage(Record):
    """The source fields or datasets of a field."""

    upstream_type: Literal["FIELD_SET", "DATASET", "NONE"]
    upstreams: list[Urn] | None = None
    downstream_type: Literal["FIELD", "FIELD_SET"]
    downstreams: list[Urn] | None = None
    transform_operation: str | None = None
    confidence_score: float | None = None
    query: Urn | None = None
    match_type: MatchType | None = None


class JobInputOutput(Record):
    """dataJobInputOutput"""

    input_datasets: list[Urn]
    input_dataset_edges: list[Edge] | None = None
    output_datasets: list[Urn]
    output_dataset_edges: list[Edge] | None = None
    input_datajobs: list[Urn] | None = None
    input_datajob_edges: list[Edge] | None = None
    input_dataset_fields: list[Urn] | None = None
    output_dataset_fields: list[Urn] | None = None
    fine_grained_lineages: list[FineGrainedLineage] | None = None


class DatasetProperties(Properties):
    """datasetProperties"""

    name: str | None = None
    qualified_name: str | None = None
    description: str | None = None
    uri: str | None = None
    created: TimeStamp | None = None
    last_modified: TimeStamp | None = None
    tags: list[str] | None = None


class Upstream(Record):
    """A source of a dataset."""

    audit_stamp: AuditStamp | None = None
    created: AuditStamp | None = None
    dataset: Urn
    type: Literal["COPY", "TRANSFORMED", "VIEW"]
    properties: dict[str, str] | None = None
    query: Urn | None = None
    match_type: MatchType | None = None


class UpstreamLineage(Record):
    """upstreamLineage"""

    upstreams: list[Upstream]
    fine_grained_lineages: list[FineGrainedLineage] | None = None


class Attribution(Record):
    """The source of a piece of metadata."""

    time: Millis
    actor: Urn
    source: Urn | None = None
    source_detail: dict[str, str] | None = None


class VersionTag(Record):
    """The name of a version."""

    version_tag: str | None = None
    metadata_attribution: Attribution | None = None


class Trained(Properties):
    """Runs that made and used a model or a group of models."""

    training_jobs: list[Urn] | None = None
    downstream_jobs: list[Urn] | None = None
    name: str | None = None
    description: str | None = None
    created: TimeStamp | None = None
    last_modified: TimeStamp | None = None
    version: VersionTag | None = None


class ModelProperties(Trained):
    """mlModelProperties"""

    date: Millis | None = None
    type: str | None = None
    hyper_parameters: dict[str, HyperParameter] | None = None
    hyper_params: list[NamedValue] | None = None
    training_metrics: list[NamedValue] | None = None
    online_metrics: list[NamedValue] | None = None
    ml_features: list[Urn] | None = None
    tags: list[str] | None = None
    deployments: list[Urn] | None = None
    groups: list[Urn] | None = None


class ModelGroupProperties(Trained):
    """mlModelGroupProperties"""

    created_at: Millis | None = None


class ContainerProperties(Properties):
    """containerProperties"""

    name: str
    qualified_name: str | None = None
    description: str | None = None
    env: FabricType | None = None
    created: TimeStamp | None = None
    last_modified: TimeStamp | None = None


class SystemMetadata(Record):
    """The origin of an aspect: the ingestion run and its time of observation."""

    last_observed: Long | None = None
    run_id: str | None = None
    last_run_id: str | None = None
    pipeline_name: str | None = None
    registry_name: str | None = None
    registry_version: str | None = None
    properties: dict[str, str] | None = None
    version: str | None = None
    schema_version: Long | None = None
    aspect_created: AuditStamp | None = None
    aspect_modified: AuditStamp | None = None


MODELS: dict[str, type[Record]] = {
    "container": Container,
    "containerProperties": ContainerProperties,
    "dataFlowInfo": FlowInfo,
    "dataJobInfo": JobInfo,
    "dataJobInputOutput": JobInputOutput,
    "dataPlatformInstance": PlatformInstance,
    "dataProcessInstanceInput": RunInput,
    "dataProcessInstanceOutput": RunOutput,
    "dataProcessInstanceProperties": RunProperties,
    "dataProcessInstanceRelationships": RunRelationships,
    "dataProcessInstanceRunEvent": RunEvent,
    "datasetProperties": DatasetProperties,
    "mlModelGroupProperties": ModelGroupProperties,
    "mlModelProperties": ModelProperties,
    "mlTrainingRunProperties": TrainingRun,
    "status": Status,
    "subTypes": SubTypes,
    "upstreamLineage": UpstreamLineage,
}
"""Models by the name of their aspect."""
