"""Shapes of DataHub's OpenAPI v3: entities with their aspects, in writes, patches, reads and scrolls.

Mypy does not support `extra_items` yet; pydantic does (PEP 728).
"""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from headwater.ingest.datahub.shapes import SystemMetadata, Urn, Value


class OpenApiAspect(TypedDict):
    """The value of an aspect."""

    value: Value
    systemMetadata: NotRequired[SystemMetadata | None]


class OpenApiEntity(TypedDict, extra_items=OpenApiAspect):  # type: ignore[call-arg]
    """An entity; each aspect stands under its name."""

    urn: Urn


class OpenApiAspectWrite(TypedDict):
    """A new value of an aspect."""

    value: Value
    systemMetadata: NotRequired[dict[str, Any]]
    headers: NotRequired[dict[str, str]]


class OpenApiEntityWrite(TypedDict, extra_items=OpenApiAspectWrite):  # type: ignore[call-arg]
    """New values of an entity's aspects, each under its name."""

    urn: Urn


class PatchOperation(TypedDict):
    """A step of a JSON Patch."""

    op: Literal["add", "remove", "replace", "test"]
    path: str
    value: NotRequired[Any]


class Patch(TypedDict):
    """Steps that change an aspect; arrayPrimaryKeys has the fields that name the items of arrays in paths."""

    patch: list[PatchOperation]
    arrayPrimaryKeys: NotRequired[dict[str, list[str]]]


class OpenApiAspectPatch(TypedDict):
    """A patch of an aspect."""

    value: Patch
    systemMetadata: NotRequired[dict[str, Any]]
    headers: NotRequired[dict[str, str]]


class OpenApiEntityPatch(TypedDict, extra_items=OpenApiAspectPatch):  # type: ignore[call-arg]
    """Patches of an entity's aspects, each under its name."""

    urn: Urn


class OpenApiEntityQuery(TypedDict, extra_items=dict[str, Any]):  # type: ignore[call-arg]
    """An entity and its requested aspects: each a name with an empty object; without any, all."""

    urn: Urn


class OpenApiCriterion(TypedDict):
    """A condition on a field of an entity. Default of condition: EQUAL."""

    field: str
    condition: NotRequired[str]
    values: NotRequired[list[str]]
    negated: NotRequired[bool]


class OpenApiCriteria(TypedDict):
    """Conditions; all must hold."""

    criteria: list[OpenApiCriterion]


# "and" is not a valid name in Python.
OpenApiFilter = TypedDict("OpenApiFilter", {"and": list[OpenApiCriteria]})
"""Groups of conditions; at least one group must hold."""


class OpenApiSort(TypedDict):
    """The field and the direction of the order."""

    field: str
    order: NotRequired[Literal["ASCENDING", "DESCENDING"]]


class OpenApiEntityScroll(TypedDict):
    """The entities and the aspects of a scroll; no aspects without `aspects`, all for an empty list."""

    entities: NotRequired[list[str]]
    aspects: NotRequired[list[str]]
    filter: NotRequired[OpenApiFilter]
    sortCriteria: NotRequired[list[OpenApiSort]]


class OpenApiEntityPage(TypedDict):
    """A page of entities; the last page has no scrollId."""

    entities: list[OpenApiEntity]
    totalCount: int
    scrollId: NotRequired[str]


class OpenApiRelationshipScroll(TypedDict):
    """Conditions on the ends of edges; only on `urn`."""

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
    """A page of edges; the last page has no scrollId."""

    results: list[OpenApiEdge]
    scrollId: NotRequired[str]
