"""Request and answer of Databand's bulk operation (docs/databand.md). Source of the events: IBM's examples."""

from typing import Final, NotRequired
from uuid import UUID

from typing_extensions import TypedDict

from headwater.ingest.openlineage_operations import (
    IS_ASYNC,
    QUEUED,
    Facets,
    OpenLineageDataset,
    OpenLineageJob,
    Quarantined,
)
from headwater.operations import UNAVAILABLE, UNUSABLE_BODY, Answer, Body, Operation, Parameter, Refused

EXAMPLE_SOURCE: Final = "0b54b3c6-2d0c-4f0e-9f0a-3a3f1a6b7c11"


class DatabandRun(TypedDict):
    """A run, by the client's id, which may be any text."""

    runId: str
    facets: NotRequired[Facets]


class DatabandEvent(TypedDict):
    """A change of a run; members may be absent or of another shape."""

    eventType: NotRequired[str | None]
    eventTime: NotRequired[str | None]
    run: DatabandRun
    job: OpenLineageJob
    inputs: NotRequired[list[OpenLineageDataset] | None]
    outputs: NotRequired[list[OpenLineageDataset] | None]


class RejectedEvent(TypedDict):
    """An event in quarantine; the codes are in docs/codes.md."""

    index: int
    code: str
    message: str


class EventWarnings(TypedDict):
    """The repairs of an event; without an index, of all events."""

    index: int | None
    codes: list[str]


class BulkSummary(TypedDict):
    """The result of each event."""

    received: int
    accepted: int
    duplicates: int
    rejected: list[RejectedEvent]
    warnings: list[EventWarnings]
    traceId: str


_EXAMPLE: Final[DatabandEvent] = {
    "eventType": "COMPLETE",
    "eventTime": "2026-11-21 02:10:00+00:00",
    "run": {"runId": "pipeline-7", "facets": {"startTime": {"startTime": "2026-11-21 02:00:00+00:00"}}},
    "job": {"namespace": "example", "name": "nightly"},
    "inputs": [],
    "outputs": [],
}

POST_BULK: Final = Operation(
    "POST",
    "Databand",
    "Send the events of pipelines",
    {
        200: Answer("The result of each event. A rejected event does not affect the others.", BulkSummary),
        202: QUEUED,
        **UNUSABLE_BODY,
        400: Answer("The body cannot be unpacked, or is not JSON and now in quarantine.", Refused | Quarantined),
        404: Answer("The source does not exist, or is revoked.", Refused),
        503: UNAVAILABLE,
    },
    parameters=[
        Parameter(
            "source",
            "The id of a source, as `headwater source create` prints it in the URL.",
            UUID,
            "path",
            example=EXAMPLE_SOURCE,
        ),
        IS_ASYNC,
    ],
    body=Body(list[DatabandEvent] | DatabandEvent, {"a pipeline has ended": [_EXAMPLE]}),
)
