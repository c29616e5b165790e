"""Requests and answers of DataHub's OpenAPI v3 on entities."""

from typing import Final

from headwater.ingest.datahub.openapi_shapes import (
    OpenApiAspect,
    OpenApiAspectPatch,
    OpenApiAspectWrite,
    OpenApiEntity,
    OpenApiEntityPatch,
    OpenApiEntityQuery,
    OpenApiEntityWrite,
)
from headwater.ingest.datahub.operation_parts import (
    ASPECT,
    ASPECTS,
    CREATE,
    DATASET,
    DESCRIPTION,
    IS_ASPECT_ASYNC,
    IS_ASYNC,
    KIND,
    NOT_FOUND,
    SYSTEM_METADATA,
    TAG,
    UNUSABLE,
    UNUSABLE_BODY,
    URN,
    WRITE_REFUSALS,
)
from headwater.ingest.datahub.shapes import Value
from headwater.operations import Answer, Body, Operation

POST_BATCH_GET: Final = Operation(
    "POST",
    TAG,
    "Read entities",
    {200: Answer("The existing entities.", list[OpenApiEntity]), **UNUSABLE_BODY, **NOT_FOUND},
    parameters=[KIND, SYSTEM_METADATA],
    body=Body(list[OpenApiEntityQuery], {"one aspect": [{"urn": DATASET, "datasetProperties": {}}]}),
)

_WRITTEN: Final = {
    200: Answer("The stored values (`async=false`).", list[OpenApiEntity]),
    202: Answer("The stored or queued values (`async=true`).", list[OpenApiEntity]),
}

_ASPECT_WRITTEN: Final = {
    200: Answer("The entity with the stored value (`async=false`).", OpenApiEntity),
    202: Answer("The entity with the stored or queued value (`async=true`).", OpenApiEntity),
}

_PATCH: Final = {"value": {"patch": [{"op": "add", "path": "/customProperties/owner", "value": "shop"}]}}

POST_ENTITY: Final = Operation(
    "POST",
    TAG,
    "Write entities",
    {**_WRITTEN, **WRITE_REFUSALS, **NOT_FOUND},
    parameters=[KIND, IS_ASYNC, SYSTEM_METADATA, *CREATE],
    body=Body(list[OpenApiEntityWrite], {"a dataset": [{"urn": DATASET, "datasetProperties": {"value": DESCRIPTION}}]}),
)

PATCH_ENTITY: Final = Operation(
    "PATCH",
    TAG,
    "Patch entities",
    {**_WRITTEN, **WRITE_REFUSALS, **NOT_FOUND},
    parameters=[KIND, IS_ASYNC, SYSTEM_METADATA],
    body=Body(list[OpenApiEntityPatch], {"a custom property": [{"urn": DATASET, "datasetProperties": _PATCH}]}),
)

_ENTITY_PATH: Final = "/openapi/v3/entity/{kind}/{urn}"
_ASPECT_PATH: Final = "/openapi/v3/entity/{kind}/{urn}/{aspect}"

GET_AT: Final = (
    Operation(
        "GET",
        TAG,
        "Read an entity",
        {200: Answer("The entity with its aspects.", OpenApiEntity), **UNUSABLE, **NOT_FOUND},
        parameters=[KIND, URN, ASPECTS, SYSTEM_METADATA],
        path=_ENTITY_PATH,
    ),
    Operation(
        "GET",
        TAG,
        "Read an aspect",
        {200: Answer("The value of the aspect.", OpenApiAspect), **UNUSABLE, **NOT_FOUND},
        parameters=[KIND, URN, ASPECT, SYSTEM_METADATA],
        path=_ASPECT_PATH,
    ),
)

POST_AT: Final = Operation(
    "POST",
    TAG,
    "Write an aspect",
    {**_ASPECT_WRITTEN, **WRITE_REFUSALS, **NOT_FOUND},
    parameters=[KIND, URN, ASPECT, IS_ASPECT_ASYNC, SYSTEM_METADATA, *CREATE],
    body=Body(OpenApiAspectWrite | Value, {"a description": {"value": DESCRIPTION}}),
    path=_ASPECT_PATH,
)

PATCH_AT: Final = Operation(
    "PATCH",
    TAG,
    "Patch an aspect",
    {**_ASPECT_WRITTEN, **WRITE_REFUSALS, **NOT_FOUND},
    parameters=[KIND, URN, ASPECT, IS_ASPECT_ASYNC, SYSTEM_METADATA],
    body=Body(OpenApiAspectPatch, {"a custom property": _PATCH}),
    path=_ASPECT_PATH,
)

_DELETE_ANSWERS: Final = {200: Answer("The entity or aspect is deleted."), **WRITE_REFUSALS, **NOT_FOUND}

DELETE_AT: Final = (
    Operation("DELETE", TAG, "Delete an entity", _DELETE_ANSWERS, parameters=[KIND, URN], path=_ENTITY_PATH),
    Operation("DELETE", TAG, "Delete an aspect", _DELETE_ANSWERS, parameters=[KIND, URN, ASPECT], path=_ASPECT_PATH),
)

_GENERIC_EXAMPLE: Final = {"dataset": [{"urn": DATASET, "datasetProperties": {"value": DESCRIPTION}}]}
_GENERIC_WRITTEN: Final = {
    200: Answer("The stored values by type (`async=false`).", dict[str, list[OpenApiEntity]]),
    202: Answer("The stored or queued values by type (`async=true`).", dict[str, list[OpenApiEntity]]),
}

POST_GENERIC: Final = Operation(
    "POST",
    TAG,
    "Write entities of several types",
    {**_GENERIC_WRITTEN, **WRITE_REFUSALS},
    parameters=[IS_ASYNC, SYSTEM_METADATA, *CREATE],
    body=Body(dict[str, list[OpenApiEntityWrite]], {"a dataset": _GENERIC_EXAMPLE}),
)

PATCH_GENERIC: Final = Operation(
    "PATCH",
    TAG,
    "Patch entities of several types",
    {**_GENERIC_WRITTEN, **WRITE_REFUSALS},
    parameters=[IS_ASYNC, SYSTEM_METADATA],
    body=Body(
        dict[str, list[OpenApiEntityPatch]],
        {"a custom property": {"dataset": [{"urn": DATASET, "datasetProperties": _PATCH}]}},
    ),
)

POST_GENERIC_BATCH_GET: Final = Operation(
    "POST",
    TAG,
    "Read entities of several types",
    {200: Answer("The existing entities by type.", dict[str, list[OpenApiEntity]]), **UNUSABLE_BODY},
    parameters=[SYSTEM_METADATA],
    body=Body(
        dict[str, list[OpenApiEntityQuery]],
        {"one aspect": {"dataset": [{"urn": DATASET, "datasetProperties": {}}]}},
    ),
)
