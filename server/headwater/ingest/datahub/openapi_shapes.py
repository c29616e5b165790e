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
