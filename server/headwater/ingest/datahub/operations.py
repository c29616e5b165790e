"""DataHub's operations: what each takes and answers. Their shapes are in `shapes.py`."""

import json
from typing import Any, Final

from headwater.ingest.datahub.openapi_shapes import (
    OpenApiAspect,
    OpenApiAspectPatch,
    OpenApiAspectWrite,
    OpenApiEntity,
    OpenApiEntityPatch,
    OpenApiEntityQuery,
    OpenApiEntityWrite,
)
from headwater.ingest.datahub.shapes import (
    AspectAnswer,
    DataHubRefused,
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
    Value,
)
from headwater.operations import Answer, Body, Operation, Parameter

_TAG: Final = "DataHub"

_DATASET: Final = "urn:li:dataset:(urn:li:dataPlatform:s3,example/orders.csv,PROD)"
_SNAPSHOT_RECORD: Final = "com.linkedin.pegasus2avro.metadata.snapshot.DatasetSnapshot"
_DESCRIPTION: Final = {"description": "Orders, as the shop sends them"}

_UNUSABLE: Final = {400: Answer("The request is not what was expected; nothing was kept.", DataHubRefused)}
_UNUSABLE_BODY: Final = {**_UNUSABLE, 413: Answer("The body is too large; nothing was kept.", DataHubRefused)}
_NOT_FOUND: Final = {404: Answer("It is not there.", DataHubRefused)}
_UNUSABLE_PROPOSAL: Final = {
    422: Answer("A proposal that DataHub would refuse too (docs/codes.md); nothing was kept.", DataHubRefused)
}
_WRITE_REFUSALS: Final = {
    **_UNUSABLE_BODY,
    412: Answer("An aspect is not as the headers of its proposal expect; nothing was kept.", DataHubRefused),
    **_UNUSABLE_PROPOSAL,
    503: Answer("The server or its database cannot take it now: send it again in a moment.", DataHubRefused),
}

_URN: Final = Parameter("urn", "The entity.", Urn, "path", example=_DATASET)
_KIND: Final = Parameter("kind", "The type of the entities.", place="path", example="dataset")
_ASPECT: Final = Parameter("aspect", "The aspect's name.", place="path", example="datasetProperties")
_ASPECTS: Final = Parameter(
    "aspects",
    "The aspects that are asked for, by default all: repeated, or separated by commas, or in Rest.li's `List(a,b)`.",
    list[str],
)
_SYSTEM_METADATA: Final = Parameter("systemMetadata", "Whether values come with their metadata.", bool, default=False)
_ASYNC_TEXT: Final = "Decides the status alone, 202 or 200: what is answered is always stored."
_IS_ASYNC: Final = Parameter("async", _ASYNC_TEXT, bool, default=True)
_IS_ASPECT_ASYNC: Final = Parameter("async", _ASYNC_TEXT, bool, default=False)
_CREATE: Final = (
    Parameter("createIfNotExists", "Write only aspects that are not there.", bool, default=False),
    Parameter("createEntityIfNotExists", "Write only where the entity is not there.", bool, default=False),
)


def _page(types: str, default_count: int) -> tuple[Parameter, ...]:
    return (
        Parameter("urn", "The entity at one end.", Urn, is_required=True, example=_DATASET),
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
    "GET", _TAG, "What the server can", {200: Answer("What DataHub's SDK asks before it sends.", dict[str, Any])}
)

POST_ASPECTS: Final = Operation(
    "POST",
    _TAG,
    "Rest.li: write proposals, or read values over time",
    {
        200: Answer("All is stored; or the values.", Success | TimeseriesAnswer),
        **_WRITE_REFUSALS,
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
                    "entityUrn": _DATASET,
                    "changeType": "UPSERT",
                    "aspectName": "datasetProperties",
                    "aspect": {"value": json.dumps(_DESCRIPTION), "contentType": "application/json"},
                }
            },
            "getTimeseriesAspectValues": {"urn": _DATASET, "aspect": "operation", "limit": 10},
        },
    ),
)

GET_ASPECT: Final = Operation(
    "GET",
    _TAG,
    "Rest.li: an aspect",
    {200: Answer("Its value.", AspectAnswer), **_UNUSABLE, **_NOT_FOUND},
    parameters=[
        _URN,
        Parameter("aspect", "The aspect's name.", is_required=True, example="datasetProperties"),
        Parameter("version", "Only 0, the newest, is there.", int, default=0),
    ],
)

POST_ENTITIES: Final = Operation(
    "POST",
    _TAG,
    "Rest.li: write snapshots, or delete an entity or what names it",
    {
        200: Answer("All is stored; or what was deleted.", Success | DeleteAnswer | DeleteReferencesAnswer),
        **_WRITE_REFUSALS,
    },
    description="`ingest` takes `entity`, `batchIngest` `entities`, `delete` and `deleteReferences` `urn`.",
    body=Body(
        IngestSnapshot | IngestSnapshots | DeleteEntity | DeleteReferences,
        {
            "ingest": {
                "entity": {
                    "value": {
                        _SNAPSHOT_RECORD: {
                            "urn": _DATASET,
                            "aspects": [{"com.linkedin.pegasus2avro.dataset.DatasetProperties": _DESCRIPTION}],
                        }
                    }
                }
            },
            "delete": {"urn": _DATASET},
            "deleteReferences": {"urn": _DATASET, "dryRun": True},
        },
    ),
)

GET_ENTITY: Final = Operation(
    "GET",
    _TAG,
    "Rest.li: the aspects of an entity",
    {200: Answer("Their values.", EntityAnswer), **_UNUSABLE, **_NOT_FOUND},
    parameters=[_URN],
)

GET_ENTITY_V2: Final = Operation(
    "GET",
    _TAG,
    "Rest.li: the aspects of an entity, and all that is known of them",
    {200: Answer("The aspects; of an entity that nobody wrote its key.", EntityV2Answer), **_UNUSABLE},
    parameters=[_URN, _ASPECTS],
)

POST_ANALYTICS: Final = Operation(
    "POST",
    _TAG,
    "Rest.li: metrics over values over time",
    {200: Answer("A table.", StatisticsAnswer), **_UNUSABLE_BODY},
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
                "filter": {"or": [{"and": [{"field": "urn", "condition": "EQUAL", "values": [_DATASET]}]}]},
            }
        },
    ),
)

GET_RELATIONSHIPS: Final = Operation(
    "GET",
    _TAG,
    "Rest.li: the relationships of an entity",
    {200: Answer("A page of them.", RestLiRelationships), **_UNUSABLE},
    parameters=_page("types", 100),
)

GET_OPENAPI_RELATIONSHIPS: Final = Operation(
    "GET",
    _TAG,
    "The relationships of an entity",
    {200: Answer("A page of them.", OpenApiRelationships), **_UNUSABLE},
    parameters=_page("relationshipTypes", 200),
)

POST_BATCH_GET: Final = Operation(
    "POST",
    _TAG,
    "Read entities",
    {200: Answer("Those that exist.", list[OpenApiEntity]), **_UNUSABLE_BODY, **_NOT_FOUND},
    parameters=[_KIND, _SYSTEM_METADATA],
    body=Body(list[OpenApiEntityQuery], {"one aspect": [{"urn": _DATASET, "datasetProperties": {}}]}),
)

_WRITTEN: Final = {
    200: Answer("The values that are stored (`async=false`).", list[OpenApiEntity]),
    202: Answer("The values that are stored.", list[OpenApiEntity]),
}

_ASPECT_WRITTEN: Final = {
    200: Answer("The entity, with the value that is stored.", OpenApiEntity),
    202: Answer("The entity, with the value that is stored (`async=true`).", OpenApiEntity),
}

_PATCH: Final = {"value": {"patch": [{"op": "add", "path": "/customProperties/owner", "value": "shop"}]}}

POST_ENTITY: Final = Operation(
    "POST",
    _TAG,
    "Write entities",
    {**_WRITTEN, **_WRITE_REFUSALS, **_NOT_FOUND},
    parameters=[_KIND, _IS_ASYNC, _SYSTEM_METADATA, *_CREATE],
    body=Body(
        list[OpenApiEntityWrite], {"a dataset": [{"urn": _DATASET, "datasetProperties": {"value": _DESCRIPTION}}]}
    ),
)

PATCH_ENTITY: Final = Operation(
    "PATCH",
    _TAG,
    "Patch entities",
    {**_WRITTEN, **_WRITE_REFUSALS, **_NOT_FOUND},
    parameters=[_KIND, _IS_ASYNC, _SYSTEM_METADATA],
    body=Body(list[OpenApiEntityPatch], {"a custom property": [{"urn": _DATASET, "datasetProperties": _PATCH}]}),
)

_ENTITY_PATH: Final = "/openapi/v3/entity/{kind}/{urn}"
_ASPECT_PATH: Final = "/openapi/v3/entity/{kind}/{urn}/{aspect}"

GET_AT: Final = (
    Operation(
        "GET",
        _TAG,
        "Read an entity",
        {200: Answer("Its aspects.", OpenApiEntity), **_UNUSABLE, **_NOT_FOUND},
        parameters=[_KIND, _URN, _ASPECTS, _SYSTEM_METADATA],
        path=_ENTITY_PATH,
    ),
    Operation(
        "GET",
        _TAG,
        "Read an aspect",
        {200: Answer("Its value.", OpenApiAspect), **_UNUSABLE, **_NOT_FOUND},
        parameters=[_KIND, _URN, _ASPECT, _SYSTEM_METADATA],
        path=_ASPECT_PATH,
    ),
)

POST_AT: Final = Operation(
    "POST",
    _TAG,
    "Write an aspect",
    {**_ASPECT_WRITTEN, **_WRITE_REFUSALS, **_NOT_FOUND},
    parameters=[_KIND, _URN, _ASPECT, _IS_ASPECT_ASYNC, _SYSTEM_METADATA, *_CREATE],
    body=Body(OpenApiAspectWrite | Value, {"a description": {"value": _DESCRIPTION}}),
    path=_ASPECT_PATH,
)

PATCH_AT: Final = Operation(
    "PATCH",
    _TAG,
    "Patch an aspect",
    {**_ASPECT_WRITTEN, **_WRITE_REFUSALS, **_NOT_FOUND},
    parameters=[_KIND, _URN, _ASPECT, _IS_ASPECT_ASYNC, _SYSTEM_METADATA],
    body=Body(OpenApiAspectPatch, {"a custom property": _PATCH}),
    path=_ASPECT_PATH,
)

_DELETE_ANSWERS: Final = {200: Answer("It is deleted."), **_WRITE_REFUSALS, **_NOT_FOUND}

DELETE_AT: Final = (
    Operation("DELETE", _TAG, "Delete an entity", _DELETE_ANSWERS, parameters=[_KIND, _URN], path=_ENTITY_PATH),
    Operation(
        "DELETE", _TAG, "Delete an aspect", _DELETE_ANSWERS, parameters=[_KIND, _URN, _ASPECT], path=_ASPECT_PATH
    ),
)

POST_TRACE: Final = Operation(
    "POST",
    _TAG,
    "What became of the writes of a trace",
    {200: Answer("The state of each write.", TraceAnswer), **_UNUSABLE_BODY},
    parameters=[
        Parameter(
            "trace_id",
            "The id of the trace, 32 hexadecimal digits, or the whole `traceparent` of the answer to a write.",
            place="path",
            example="0123456789abcdef0123456789abcdef",
        ),
        Parameter("onlyIncludeErrors", "Whether to leave out what is well.", bool, default=True),
    ],
    body=Body(TraceQuery, {"one aspect": {_DATASET: ["datasetProperties"]}}),
)
