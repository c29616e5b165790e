"""Requests and answers of DataHub's OpenAPI v3 scrolls through entities and relationships."""

from dataclasses import replace
from typing import Final

from headwater.ingest.datahub.openapi_shapes import (
    OpenApiEdgePage,
    OpenApiEntityPage,
    OpenApiEntityScroll,
    OpenApiRelationshipScroll,
)
from headwater.ingest.datahub.operation_parts import (
    ASPECTS,
    DATASET,
    KIND,
    NOT_FOUND,
    SYSTEM_METADATA,
    TAG,
    UNUSABLE,
    UNUSABLE_BODY,
    URN,
)
from headwater.operations import Answer, Body, Operation, Parameter
from headwater.store.search_order import OrderField

MOST_ENTITIES: Final = 1_000
MOST_EDGES: Final = 10_000
"""The most entities, or edges, of a page."""

ORDERS: Final[tuple[OrderField, ...]] = ("created", "name", "urn")
"""The fields that can order entities."""

_SCROLL_ID: Final = Parameter("scrollId", "The `scrollId` of the previous page. Default: the first page.")
_WITH_REMOVED: Final = Parameter("includeSoftDelete", "Include removed entities.", bool, default=False)
_DIRECTION: Final = Parameter(
    "direction", "The direction, seen from the entity.", choices=("INCOMING", "OUTGOING"), default="OUTGOING"
)


def _count(most: int) -> Parameter:
    return Parameter("count", f"The size of the page; maximum {most}.", int, default=10)


_ENTITY_PAGE: Final = (
    Parameter("query", "Words; each has to begin a word of the name. `*`: any name.", default="*"),
    _count(MOST_ENTITIES),
    _SCROLL_ID,
    Parameter(
        "sort", "The sort field. Default: all entities except runs by URN, then runs, newest first.", choices=ORDERS
    ),
    Parameter("sortOrder", "The sort direction.", choices=("ASCENDING", "DESCENDING"), default="ASCENDING"),
    _WITH_REMOVED,
    SYSTEM_METADATA,
)

GET_KIND: Final = Operation(
    "GET",
    TAG,
    "Scroll through the entities of a type",
    {200: Answer("A page of entities.", OpenApiEntityPage), **UNUSABLE, **NOT_FOUND},
    parameters=[KIND, ASPECTS, *_ENTITY_PAGE],
)

POST_SCROLL: Final = Operation(
    "POST",
    TAG,
    "Scroll through entities",
    {200: Answer("A page of entities.", OpenApiEntityPage), **UNUSABLE_BODY},
    parameters=_ENTITY_PAGE,
    body=Body(OpenApiEntityScroll, {"datasets": {"entities": ["dataset"], "aspects": ["datasetProperties"]}}),
)

_EDGE_PAGE: Final = (_count(MOST_EDGES), _SCROLL_ID, _WITH_REMOVED)

POST_RELATIONSHIP_SCROLL: Final = Operation(
    "POST",
    TAG,
    "Scroll through relationships",
    {200: Answer("A page of relationships.", OpenApiEdgePage), **UNUSABLE_BODY},
    parameters=[
        Parameter("relationshipTypes", "Relationship types. Default: all.", list[str]),
        Parameter("sourceTypes", "Only from entities of these types.", list[str]),
        Parameter("destinationTypes", "Only to entities of these types.", list[str]),
        replace(_DIRECTION, description="INCOMING swaps sources and destinations in the other arguments."),
        *_EDGE_PAGE,
    ],
    body=Body(
        OpenApiRelationshipScroll,
        {"of a dataset": {"destinationFilter": {"and": [{"criteria": [{"field": "urn", "values": [DATASET]}]}]}}},
    ),
)

GET_RELATIONSHIPS_OF_TYPE: Final = Operation(
    "GET",
    TAG,
    "Scroll through the relationships of a type",
    {200: Answer("A page of relationships.", OpenApiEdgePage), **UNUSABLE},
    parameters=[
        Parameter("type", "The relationship type.", place="path", example="IsPartOf"),
        *_EDGE_PAGE,
    ],
)

GET_RELATIONSHIPS_OF_ENTITY: Final = Operation(
    "GET",
    TAG,
    "Scroll through the relationships of an entity",
    {200: Answer("A page of relationships.", OpenApiEdgePage), **UNUSABLE, **NOT_FOUND},
    parameters=[
        KIND,
        URN,
        Parameter("relationshipType[]", "Relationship types. Default: all.", list[str]),
        _DIRECTION,
        *_EDGE_PAGE,
    ],
)
