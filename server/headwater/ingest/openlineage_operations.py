"""Requests and answers of OpenLineage's operations. Source of the events: OpenLineage.json, its facets left open."""

from datetime import datetime
from typing import Any, Final, Literal, NotRequired
from uuid import UUID

from typing_extensions import TypedDict

from headwater.operations import UNAVAILABLE, UNUSABLE_BODY, Answer, Body, Operation, Parameter

_TAG: Final = "OpenLineage"

Facets = dict[str, dict[str, Any]]
"""Facets by their names."""

EventType = Literal["START", "RUNNING", "COMPLETE", "ABORT", "FAIL", "OTHER"]


class OpenLineageRun(TypedDict):
    """A run, by its id."""

    runId: UUID
    facets: NotRequired[Facets]


class OpenLineageJob(TypedDict):
    """A job, by its names."""

    namespace: str
    name: str
    facets: NotRequired[Facets]


class OpenLineageDataset(TypedDict):
    """A dataset, by its names."""

    namespace: str
    name: str
    facets: NotRequired[Facets]


class OpenLineageInput(OpenLineageDataset):
    """A dataset that was read."""

    inputFacets: NotRequired[Facets]


class OpenLineageOutput(OpenLineageDataset):
    """A dataset that was written."""

    outputFacets: NotRequired[Facets]


class OpenLineageEvent(TypedDict):
    """The common members of all events."""

    eventTime: datetime
    producer: str
    schemaURL: str


class RunEvent(OpenLineageEvent):
    """A change of a run."""

    eventType: NotRequired[EventType]
    run: OpenLineageRun
    job: OpenLineageJob
    inputs: NotRequired[list[OpenLineageInput]]
    outputs: NotRequired[list[OpenLineageOutput]]


class JobEvent(OpenLineageEvent):
    """The declaration of a job."""

    job: OpenLineageJob
    inputs: NotRequired[list[OpenLineageInput]]
    outputs: NotRequired[list[OpenLineageOutput]]


class DatasetEvent(OpenLineageEvent):
    """The declaration of a dataset."""

    dataset: OpenLineageDataset


Event = RunEvent | JobEvent | DatasetEvent


class EventBatch(TypedDict):
    """Many events."""

    events: list[Event]


class Quarantined(TypedDict):
    """The reason why an event is in quarantine; the codes are in docs/codes.md."""

    code: str
    message: str
    quarantined: Literal[True]


class Queued(TypedDict):
    """A request whose events are durable, and wait to be merged; `trace(id:)` of GraphQL says what became of them."""

    status: Literal["queued"]
    traceId: str


class FailedEvent(TypedDict):
    """An event of a batch that is in quarantine."""

    index: int
    reason: str
    retriable: Literal[False]


class BatchCounts(TypedDict):
    """The number of events, by result."""

    received: int
    successful: int
    failed: int
    retriable: int
    non_retriable: int


class BatchSummary(TypedDict):
    """The result of each event of a batch."""

    status: Literal["success", "partial_success"]
    summary: BatchCounts
    failed_events: list[FailedEvent]


_EXAMPLE: Final[Event] = {
    "eventType": "COMPLETE",
    "eventTime": datetime.fromisoformat("2026-11-21T02:10:00+00:00"),
    "producer": "https://example.com/swagger",
    "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
    "run": {"runId": UUID("0b54b3c6-2d0c-4f0e-9f0a-3a3f1a6b7c11")},
    "job": {"namespace": "example", "name": "orders.load"},
    "inputs": [{"namespace": "s3://landing", "name": "orders.csv"}],
    "outputs": [{"namespace": "postgres://shop:5432", "name": "shop.public.orders"}],
}

IS_ASYNC: Final = Parameter(
    "async", "True: answer once the body is queued, before it is merged. Default: HEADWATER_ASYNC.", bool, default=False
)
QUEUED: Final = Answer("The body is durable in the queue (`async=true`).", Queued)

_BATCH_ANSWER: Final = Answer(
    "The result of each event. An event in quarantine does not affect the others.", BatchSummary
)

POST_LINEAGE: Final = Operation(
    "POST",
    _TAG,
    "Send an event",
    {
        201: Answer("The event is stored."),
        200: _BATCH_ANSWER,
        202: QUEUED,
        422: Answer("The event cannot be used. It is in quarantine, with its bytes.", Quarantined),
        **UNUSABLE_BODY,
        503: UNAVAILABLE,
    },
    description="Takes one event, or an array of events. An array gets the answer of a batch, unless it has one event.",
    parameters=[IS_ASYNC],
    body=Body(Event | list[Event], {"a run has ended": _EXAMPLE}),
)

POST_BATCH: Final = Operation(
    "POST",
    _TAG,
    "Send many events",
    {200: _BATCH_ANSWER, 202: QUEUED, **UNUSABLE_BODY, 503: UNAVAILABLE},
    parameters=[IS_ASYNC],
    body=Body(list[Event] | EventBatch, {"one run": [_EXAMPLE]}),
)
