"""What OpenLineage's operations take and answer. Source of the events: OpenLineage.json, its facets left open."""

from datetime import datetime
from typing import Any, Final, Literal, NotRequired
from uuid import UUID

from typing_extensions import TypedDict

from headwater.operations import UNAVAILABLE, UNUSABLE_BODY, Answer, Body, Operation

_TAG: Final = "OpenLineage"

Facets = dict[str, dict[str, Any]]
"""Facets by their names."""

EventType = Literal["START", "RUNNING", "COMPLETE", "ABORT", "FAIL", "OTHER"]


class OpenLineageRun(TypedDict):
    """A run by its id."""

    runId: UUID
    facets: NotRequired[Facets]


class OpenLineageJob(TypedDict):
    """A job by its names."""

    namespace: str
    name: str
    facets: NotRequired[Facets]


class OpenLineageDataset(TypedDict):
    """A dataset by its names."""

    namespace: str
    name: str
    facets: NotRequired[Facets]


class OpenLineageInput(OpenLineageDataset):
    """What was read."""

    inputFacets: NotRequired[Facets]


class OpenLineageOutput(OpenLineageDataset):
    """What was written."""

    outputFacets: NotRequired[Facets]


class OpenLineageEvent(TypedDict):
    """What every event has."""

    eventTime: datetime
    producer: str
    schemaURL: str


class RunEvent(OpenLineageEvent):
    """What happened to a run."""

    eventType: NotRequired[EventType]
    run: OpenLineageRun
    job: OpenLineageJob
    inputs: NotRequired[list[OpenLineageInput]]
    outputs: NotRequired[list[OpenLineageOutput]]


class JobEvent(OpenLineageEvent):
    """What is declared of a job."""

    job: OpenLineageJob
    inputs: NotRequired[list[OpenLineageInput]]
    outputs: NotRequired[list[OpenLineageOutput]]


class DatasetEvent(OpenLineageEvent):
    """What is declared of a dataset."""

    dataset: OpenLineageDataset


Event = RunEvent | JobEvent | DatasetEvent


class EventBatch(TypedDict):
    """Many events."""

    events: list[Event]


class Quarantined(TypedDict):
    """Why an event is in quarantine; the codes are in docs/codes.md."""

    code: str
    message: str
    quarantined: Literal[True]


class FailedEvent(TypedDict):
    """An event of a batch that is in quarantine."""

    index: int
    reason: str
    retriable: Literal[False]


class BatchCounts(TypedDict):
    """How many events became what."""

    received: int
    successful: int
    failed: int
    retriable: int
    non_retriable: int


class BatchSummary(TypedDict):
    """What became of each event of a batch."""

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

_BATCH_ANSWER: Final = Answer("What became of each event; a bad one never rejects the others.", BatchSummary)

POST_LINEAGE: Final = Operation(
    "POST",
    _TAG,
    "Send an event",
    {
        201: Answer("The event is stored."),
        200: _BATCH_ANSWER,
        422: Answer("The event cannot be used; it is in quarantine, with its bytes.", Quarantined),
        **UNUSABLE_BODY,
        503: UNAVAILABLE,
    },
    description="An array of any other length than one is answered as a batch is.",
    body=Body(Event | list[Event], {"a run has ended": _EXAMPLE}),
)

POST_BATCH: Final = Operation(
    "POST",
    _TAG,
    "Send many events",
    {200: _BATCH_ANSWER, **UNUSABLE_BODY, 503: UNAVAILABLE},
    body=Body(list[Event] | EventBatch, {"one run": [_EXAMPLE]}),
)
