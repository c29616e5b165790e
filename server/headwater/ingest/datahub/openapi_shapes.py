"""Shapes of DataHub's OpenAPI v3: entities with their aspects, in writes, patches, reads and scrolls.

Mypy does not know yet what `extra_items` are; pydantic does (PEP 728).
"""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from headwater.ingest.datahub.shapes import SystemMetadata, Urn, Value


class OpenApiAspect(TypedDict):
    """The value of an aspect."""

    value: Value
    systemMetadata: NotRequired[SystemMetadata | None]


class OpenApiEntity(TypedDict, extra_items=OpenApiAspect):  # type: ignore[call-arg]
    """An entity, its aspects each under its name."""

    urn: Urn


class OpenApiAspectWrite(TypedDict):
    """A new value of an aspect."""

    value: Value
    systemMetadata: NotRequired[dict[str, Any]]
    headers: NotRequired[dict[str, str]]


class OpenApiEntityWrite(TypedDict, extra_items=OpenApiAspectWrite):  # type: ignore[call-arg]
    """New values of the aspects of an entity, each under its name."""

    urn: Urn


class PatchOperation(TypedDict):
    """A step of a JSON Patch."""

    op: Literal["add", "remove", "replace", "test"]
    path: str
    value: NotRequired[Any]


class Patch(TypedDict):
    """Steps that change an aspect; arrayPrimaryKeys say by which fields the items of arrays are named in paths."""

    patch: list[PatchOperation]
    arrayPrimaryKeys: NotRequired[dict[str, list[str]]]


class OpenApiAspectPatch(TypedDict):
    """A patch of an aspect."""

    value: Patch
    systemMetadata: NotRequired[dict[str, Any]]
    headers: NotRequired[dict[str, str]]


class OpenApiEntityPatch(TypedDict, extra_items=OpenApiAspectPatch):  # type: ignore[call-arg]
    """Patches of the aspects of an entity, each under its name."""

    urn: Urn


class OpenApiEntityQuery(TypedDict, extra_items=dict[str, Any]):  # type: ignore[call-arg]
    """An entity, and the aspects that are asked for: each a name with an empty object; without any, all."""

    urn: Urn


class OpenApiCriterion(TypedDict):
    """A condition on a field of an entity; without a condition EQUAL."""

    field: str
    condition: NotRequired[str]
    values: NotRequired[list[str]]
    negated: NotRequired[bool]


class OpenApiCriteria(TypedDict):
    """Conditions that all have to hold."""

    criteria: list[OpenApiCriterion]


# "and" is no name in Python.
OpenApiFilter = TypedDict("OpenApiFilter", {"and": list[OpenApiCriteria]})
"""Groups of conditions; one group has to hold."""


class OpenApiSort(TypedDict):
    """The field and the direction of the order of entities."""

    field: str
    order: NotRequired[Literal["ASCENDING", "DESCENDING"]]


class OpenApiEntityScroll(TypedDict):
    """The entities of a scroll, and the aspects that it shows: without `aspects` none, by an empty list all."""

    entities: NotRequired[list[str]]
    aspects: NotRequired[list[str]]
    filter: NotRequired[OpenApiFilter]
    sortCriteria: NotRequired[list[OpenApiSort]]


class OpenApiEntityPage(TypedDict):
    """A page of entities; without a scrollId it is the last."""

    entities: list[OpenApiEntity]
    totalCount: int
    scrollId: NotRequired[str]


class OpenApiRelationshipScroll(TypedDict):
    """The edges of a scroll: filters of their ends take `urn` alone."""

    sourceFilter: NotRequired[OpenApiFilter]
    destinationFilter: NotRequired[OpenApiFilter]


class OpenApiNode(TypedDict):
    """An end of an edge."""

    entityType: str
    urn: Urn


class OpenApiEdge(TypedDict):
    """An edge of the graph."""

    relationshipType: str
    source: OpenApiNode
    destination: OpenApiNode


class OpenApiEdgePage(TypedDict):
    """A page of edges; without a scrollId it is the last."""

    results: list[OpenApiEdge]
    scrollId: NotRequired[str]
