"""The operations of Rest.li, of `/config` and of traces: what each takes and answers. Shapes are in `shapes.py`."""

import json
from typing import Any, Final

from headwater.ingest.datahub.operation_parts import (
    ASPECTS,
    DATASET,
    DESCRIPTION,
    NOT_FOUND,
    SNAPSHOT_RECORD,
    TAG,
    UNUSABLE,
    UNUSABLE_BODY,
    URN,
    WRITE_REFUSALS,
)
from headwater.ingest.datahub.shapes import (
    AspectAnswer,
    DeleteAnswer,
    DeleteEntity,
    DeleteReferences,
    DeleteReferencesAnswer,
    EntityAnswer,
    EntityV2Answer,
    IngestProposal,
    IngestProposals,
    IngestSnapshot,
    IngestSnapshots,
    OpenApiRelationships,
    RestLiRelationships,
    StatisticsAnswer,
    StatisticsQuery,
    Success,
    TimeseriesAnswer,
    TimeseriesQuery,
    TraceAnswer,
    TraceQuery,
    Urn,
)
from headwater.operations import Answer, Body, Operation, Parameter


def _page(types: str, default_count: int) -> tuple[Parameter, ...]:
    return (
        Parameter("urn", "The entity at one end.", Urn, is_required=True, example=DATASET),
        Parameter(
            "direction",
            "Seen from this entity.",
            is_required=True,
            choices=("INCOMING", "OUTGOING"),
            example="INCOMING",
        ),
        Parameter(types, "The types that are asked for, by default all; as lists of aspects are given.", list[str]),
        Parameter("start", "How many to leave out.", int, default=0),
        Parameter("count", "How many to show.", int, default=default_count),
    )


GET_CONFIG: Final = Operation(
    "GET", TAG, "The server's features", {200: Answer("Features that DataHub's SDK reads first.", dict[str, Any])}
)

POST_ASPECTS: Final = Operation(
    "POST",
    TAG,
    "Rest.li: write proposals, or read values over time",
    {
        200: Answer("All is stored; or the values.", Success | TimeseriesAnswer),
        **WRITE_REFUSALS,
    },
    description=(
        "`ingestProposal` takes `proposal` and `ingestProposalBatch` `proposals`, all or none; "
        "`getTimeseriesAspectValues` takes `urn` and `aspect`."
    ),
    body=Body(
        IngestProposal | IngestProposals | TimeseriesQuery,
        {
            "ingestProposal": {
                "proposal": {
                    "entityType": "dataset",
                    "entityUrn": DATASET,
                    "changeType": "UPSERT",
                    "aspectName": "datasetProperties",
                    "aspect": {"value": json.dumps(DESCRIPTION), "contentType": "application/json"},
                }
            },
            "getTimeseriesAspectValues": {"urn": DATASET, "aspect": "operation", "limit": 10},
        },
    ),
)

GET_ASPECT: Final = Operation(
    "GET",
    TAG,
    "Rest.li: an aspect",
    {200: Answer("Its value.", AspectAnswer), **UNUSABLE, **NOT_FOUND},
    parameters=[
        URN,
        Parameter("aspect", "The aspect's name.", is_required=True, example="datasetProperties"),
        Parameter("version", "Only 0, the newest, is there.", int, default=0),
    ],
)

POST_ENTITIES: Final = Operation(
    "POST",
    TAG,
    "Rest.li: write snapshots, or delete an entity or what names it",
    {
        200: Answer("All is stored; or what was deleted.", Success | DeleteAnswer | DeleteReferencesAnswer),
        **WRITE_REFUSALS,
    },
    description="`ingest` takes `entity`, `batchIngest` `entities`, `delete` and `deleteReferences` `urn`.",
    body=Body(
        IngestSnapshot | IngestSnapshots | DeleteEntity | DeleteReferences,
        {
            "ingest": {
                "entity": {
                    "value": {
                        SNAPSHOT_RECORD: {
                            "urn": DATASET,
                            "aspects": [{"com.linkedin.pegasus2avro.dataset.DatasetProperties": DESCRIPTION}],
                        }
                    }
                }
            },
            "delete": {"urn": DATASET},
            "deleteReferences": {"urn": DATASET, "dryRun": True},
        },
    ),
)

GET_ENTITY: Final = Operation(
    "GET",
    TAG,
    "Rest.li: the aspects of an entity",
    {200: Answer("Their values.", EntityAnswer), **UNUSABLE, **NOT_FOUND},
    parameters=[URN],
)

GET_ENTITY_V2: Final = Operation(
    "GET",
    TAG,
    "Rest.li: the aspects of an entity, and all that is known of them",
    {200: Answer("The aspects; for an entity that nobody wrote, its key alone.", EntityV2Answer), **UNUSABLE},
    parameters=[URN, ASPECTS],
)

POST_ANALYTICS: Final = Operation(
    "POST",
    TAG,
    "Rest.li: metrics over values over time",
    {200: Answer("A table.", StatisticsAnswer), **UNUSABLE_BODY},
    body=Body(
        StatisticsQuery,
        {
            "getTimeseriesStats": {
                "entityName": "dataset",
                "aspectName": "datasetProfile",
                "metrics": [{"fieldPath": "rowCount", "aggregationType": "LATEST"}],
                "groupingBuckets": [
                    {
                        "key": "timestampMillis",
                        "type": "DATE_GROUPING_BUCKET",
                        "timeWindowSize": {"unit": "DAY", "multiple": 1},
                    }
                ],
                "filter": {"or": [{"and": [{"field": "urn", "condition": "EQUAL", "values": [DATASET]}]}]},
            }
        },
    ),
)

GET_RELATIONSHIPS: Final = Operation(
    "GET",
    TAG,
    "Rest.li: the relationships of an entity",
    {200: Answer("A page of them.", RestLiRelationships), **UNUSABLE},
    parameters=_page("types", 100),
)

GET_OPENAPI_RELATIONSHIPS: Final = Operation(
    "GET",
    TAG,
    "The relationships of an entity",
    {200: Answer("A page of them.", OpenApiRelationships), **UNUSABLE},
    parameters=_page("relationshipTypes", 200),
)

POST_TRACE: Final = Operation(
    "POST",
    TAG,
    "What became of the writes of a trace",
    {200: Answer("The state of each write.", TraceAnswer), **UNUSABLE_BODY},
    parameters=[
        Parameter(
            "trace_id",
            "The id of the trace, 32 hexadecimal digits, or the whole `traceparent` of the answer to a write.",
            place="path",
            example="0123456789abcdef0123456789abcdef",
        ),
        Parameter("onlyIncludeErrors", "Whether to leave out what is well.", bool, default=True),
    ],
    body=Body(TraceQuery, {"one aspect": {DATASET: ["datasetProperties"]}}),
)
