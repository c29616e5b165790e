"""Request and answer types of DataHub's operations. Source: DataHub's SDK.

An aspect's own value is open here; `dialects/datahub/aspect_models.py` has the values' types. The shapes of OpenAPI v3
are in `openapi_shapes.py`.
"""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

Urn = Annotated[str, Field(pattern="^urn:li:[A-Za-z]+:.+")]

Value = dict[str, Any]
"""The value of an aspect, in DataHub's JSON."""

Millis = int
"""Milliseconds since the epoch."""


class DataHubRefused(TypedDict):
    """The reason of a refusal; exceptionClass is a code of docs/codes.md, or the name of the error."""

    message: str
    status: NotRequired[int]
    exceptionClass: NotRequired[str]


class AuditStamp(TypedDict):
    """The time and the actor of a change."""

    time: Millis
    actor: Urn


class SystemMetadata(TypedDict):
    """The metadata of a value, from the writer and from the store: properties have its telemetryTraceId."""

    version: NotRequired[str]
    aspectCreated: NotRequired[AuditStamp]
    aspectModified: NotRequired[AuditStamp]
    properties: NotRequired[dict[str, Any]]


class SerializedAspect(TypedDict):
    """An aspect as a JSON text."""

    value: str
    contentType: Literal["application/json"]


class MetadataChangeProposal(TypedDict):
    """A change of one aspect of one entity."""

    entityType: str
    entityUrn: Urn
    changeType: Literal["UPSERT", "CREATE", "CREATE_ENTITY", "DELETE", "PATCH"]
    aspectName: str
    aspect: NotRequired[SerializedAspect]
    systemMetadata: NotRequired[dict[str, Any]]
    headers: NotRequired[dict[str, str]]


class IngestProposal(TypedDict):
    """One proposal."""

    proposal: MetadataChangeProposal


class IngestProposals(TypedDict):
    """Several proposals, accepted or refused together."""

    proposals: list[MetadataChangeProposal]


class Criterion(TypedDict):
    """A condition on a field of a value."""

    field: str
    condition: NotRequired[str]
    values: NotRequired[list[str]]
    negated: NotRequired[bool]


# "and" and "or" are not valid names in Python.
Conjunction = TypedDict("Conjunction", {"and": list[Criterion]})
"""Conditions; all must be met."""

Filter = TypedDict("Filter", {"or": NotRequired[list[Conjunction]]})
"""Conjunctions; at least one must be met."""


class TimeseriesQuery(TypedDict):
    """The requested values over time; the newest come first."""

    urn: Urn
    aspect: str
    startTimeMillis: NotRequired[Millis]
    endTimeMillis: NotRequired[Millis]
    filter: NotRequired[Filter]
    limit: NotRequired[int]


class Snapshot(TypedDict):
    """An entity; each aspect stands under the name of its record."""

    urn: Urn
    aspects: list[dict[str, Value]]


class SnapshotHolder(TypedDict):
    """A snapshot, under the name of its record."""

    value: dict[str, Snapshot]


class IngestSnapshot(TypedDict):
    """One snapshot."""

    entity: SnapshotHolder
    systemMetadata: NotRequired[dict[str, Any]]


class IngestSnapshots(TypedDict):
    """Several snapshots."""

    entities: list[SnapshotHolder]
    systemMetadata: NotRequired[list[dict[str, Any]]]


class DeleteEntity(TypedDict):
    """The entity to delete."""

    urn: Urn


class Metric(TypedDict):
    """An aggregation of a field over the values of a group."""

    fieldPath: str
    aggregationType: Literal["LATEST", "SUM", "CARDINALITY"]


class TimeWindow(TypedDict):
    """A span of time."""

    unit: Literal["SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR"]
    multiple: NotRequired[int]


class GroupingBucket(TypedDict):
    """The grouping of the values."""

    key: str
    type: Literal["DATE_GROUPING_BUCKET", "STRING_GROUPING_BUCKET"]
    timeWindowSize: NotRequired[TimeWindow]


class StatisticsQuery(TypedDict):
    """The requested metrics, and a filter of the values."""

    entityName: str
    aspectName: str
    metrics: list[Metric]
    groupingBuckets: NotRequired[list[GroupingBucket]]
    filter: NotRequired[Filter]


class Success(TypedDict):
    """All is stored."""

    value: Literal["success"]


class TimeseriesValue(TypedDict):
    """One value."""

    aspect: SerializedAspect
    systemMetadata: dict[str, Any] | None


class TimeseriesValues(TypedDict):
    """Values over time."""

    entityName: str
    aspectName: str
    limit: int
    values: list[TimeseriesValue]


class TimeseriesAnswer(TypedDict):
    """Values over time, as Rest.li answers."""

    value: TimeseriesValues


class DeletedRows(TypedDict):
    """The number of deleted aspects and timeseries values."""

    urn: Urn
    rows: int
    timeseriesRows: int


class DeleteAnswer(TypedDict):
    """The numbers of deleted rows, as Rest.li answers."""

    value: DeletedRows


class RelatedAspect(TypedDict):
    """An aspect of an entity that names another."""

    entity: Urn
    relationship: str
    aspect: str


class DeletedReferences(TypedDict):
    """The number of references, and the first of them."""

    total: int
    relatedAspects: list[RelatedAspect]


class DeleteReferencesAnswer(TypedDict):
    """The deleted references, as Rest.li answers."""

    value: DeletedReferences


class DeleteReferences(TypedDict):
    """The entity whose references are to be deleted."""

    urn: Urn
    dryRun: NotRequired[bool]


class Table(TypedDict):
    """A row for each group; the columns are the groups, then the metrics."""

    columnNames: list[str]
    columnTypes: list[str]
    rows: list[list[str]]


class Statistics(TypedDict):
    """Metrics."""

    entityName: str
    aspectName: str
    aggregationSpecs: list[Metric]
    groupingBuckets: list[GroupingBucket]
    table: Table


class StatisticsAnswer(TypedDict):
    """Metrics, as Rest.li answers."""

    value: Statistics


class AspectAnswer(TypedDict):
    """The value of an aspect, under the name of its record."""

    version: int
    aspect: dict[str, Value]
    systemMetadata: SystemMetadata


class EntityAnswer(TypedDict):
    """The values of the aspects of an entity, by name."""

    urn: Urn
    aspects: dict[str, Value]


class AspectEnvelope(TypedDict):
    """An aspect with its metadata."""

    name: str
    type: Literal["VERSIONED"]
    version: int
    value: Value
    created: AuditStamp
    systemMetadata: SystemMetadata


class EntityV2Answer(TypedDict):
    """The aspects of an entity, by name."""

    urn: Urn
    entityName: str
    aspects: dict[str, AspectEnvelope]


class Page(TypedDict):
    """The place of a page in a list."""

    start: int
    count: int
    total: int


class RestLiRelationship(TypedDict):
    """An entity at the other end of a relationship."""

    type: str
    entity: Urn


class RestLiRelationships(Page):
    """A page of relationships."""

    relationships: list[RestLiRelationship]


class OpenApiRelationship(TypedDict):
    """An entity at the other end of a relationship."""

    relationshipType: str
    urn: Urn


class OpenApiRelationships(Page):
    """A page of relationships."""

    entities: list[OpenApiRelationship]


WriteStatus = Literal["ACTIVE_STATE", "HISTORIC_STATE", "NO_OP", "PENDING", "ERROR", "TRACE_NOT_IMPLEMENTED"]


class WriteException(TypedDict):
    """The reason why a write was refused: exceptionClass is its code (docs/codes.md), and the stack is never told."""

    message: str
    exceptionClass: str
    stackTrace: list[str]


class StorageState(TypedDict):
    """The state of a write in one storage."""

    writeStatus: WriteStatus
    writeMessage: NotRequired[str]
    writeExceptions: NotRequired[list[WriteException]]


class WriteState(TypedDict):
    """The result of an aspect's write."""

    success: bool
    primaryStorage: StorageState
    searchStorage: StorageState


TraceQuery = dict[Urn, list[str]]
"""Names of aspects by the URN of their entity; an empty list asks for all aspects that the entity can have."""

TraceAnswer = dict[Urn, dict[str, WriteState]]
"""The results of the writes, by URN and aspect."""
