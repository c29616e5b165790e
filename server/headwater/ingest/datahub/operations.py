"""Requests and answers of Rest.li, `/config` and traces. Their shapes are in `shapes.py`."""

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
        Parameter("urn", "The entity at one end of the relationships.", Urn, is_required=True, example=DATASET),
        Parameter(
            "direction",
            "The direction, seen from this entity.",
            is_required=True,
            choices=("INCOMING", "OUTGOING"),
            example="INCOMING",
        ),
        Parameter(
            types,
            "Relationship types: repeated, separated by commas, or as Rest.li's `List(a,b)`. Default: all.",
            list[str],
        ),
        Parameter("start", "The number of results to skip.", int, default=0),
        Parameter("count", "The size of the page.", int, default=default_count),
    )


GET_CONFIG: Final = Operation(
    "GET", TAG, "The server's features", {200: Answer("The features that DataHub's SDK reads first.", dict[str, Any])}
)

POST_ASPECTS: Final = Operation(
    "POST",
    TAG,
    "Rest.li: write proposals, or read timeseries values",
    {
        200: Answer("The proposals are stored; or the values.", Success | TimeseriesAnswer),
        **WRITE_REFUSALS,
    },
    description=(
        "The action `ingestProposal` takes `proposal`. `ingestProposalBatch` takes `proposals`, and stores all or none."
        " `getTimeseriesAspectValues` takes `urn` and `aspect`."
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
    "Rest.li: read an aspect",
    {200: Answer("The value of the aspect.", AspectAnswer), **UNUSABLE, **NOT_FOUND},
    parameters=[
        URN,
        Parameter("aspect", "The name of the aspect.", is_required=True, example="datasetProperties"),
        Parameter("version", "Only 0, the newest, is supported.", int, default=0),
    ],
)

POST_ENTITIES: Final = Operation(
    "POST",
    TAG,
    "Rest.li: write snapshots, or delete an entity or references to it",
    {
        200: Answer(
            "The snapshots are stored; or the number of deletions.", Success | DeleteAnswer | DeleteReferencesAnswer
        ),
        **WRITE_REFUSALS,
    },
    description=(
        "The action `ingest` takes `entity`. `batchIngest` takes `entities`. `delete` and `deleteReferences` take"
        " `urn`."
    ),
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
    "Rest.li: read the aspects of an entity",
    {200: Answer("The values of the aspects.", EntityAnswer), **UNUSABLE, **NOT_FOUND},
    parameters=[URN],
)

GET_ENTITY_V2: Final = Operation(
    "GET",
    TAG,
    "Rest.li: read the aspects of an entity with their metadata",
    {200: Answer("The aspects. An unknown entity has only its key.", EntityV2Answer), **UNUSABLE},
    parameters=[URN, ASPECTS],
)

POST_ANALYTICS: Final = Operation(
    "POST",
    TAG,
    "Rest.li: aggregate timeseries values",
    {200: Answer("A table of metrics.", StatisticsAnswer), **UNUSABLE_BODY},
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
    "Rest.li: read the relationships of an entity",
    {200: Answer("A page of relationships.", RestLiRelationships), **UNUSABLE},
    parameters=_page("types", 100),
)

GET_OPENAPI_RELATIONSHIPS: Final = Operation(
    "GET",
    TAG,
    "Read the relationships of an entity",
    {200: Answer("A page of relationships.", OpenApiRelationships), **UNUSABLE},
    parameters=_page("relationshipTypes", 200),
)

POST_TRACE: Final = Operation(
    "POST",
    TAG,
    "Read the state of the writes of a trace",
    {200: Answer("The state of each write.", TraceAnswer), **UNUSABLE_BODY},
    parameters=[
        Parameter(
            "trace_id",
            "The trace id, 32 hexadecimal digits; or the whole `traceparent` from the answer to a write.",
            place="path",
            example="00062c53a468cbd8077e7dd079846870",
        ),
        Parameter("onlyIncludeErrors", "Show only failed writes.", bool, default=True),
        Parameter("detailed", "Add `writeExceptions` to failed writes.", bool, default=False),
    ],
    body=Body(TraceQuery, {"one aspect": {DATASET: ["datasetProperties"]}}),
)
