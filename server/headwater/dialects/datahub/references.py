"""Remove references to an entity from the aspects of others, as DataHub does when it deletes references."""

from typing import Any


def without_references(value: dict[str, Any], urn: str) -> dict[str, Any] | None:
    """Return an aspect's value without references to a URN; None if nothing else was in it.

    A list's item is removed as a whole if one of its own members is the URN: an edge, a tag, an owner.
    """
    left = {name: _without(member, urn) for name, member in value.items() if member != urn}
    return None if not left and value else left


def _without(value: Any, urn: str) -> Any:
    if isinstance(value, dict):
        return {name: _without(member, urn) for name, member in value.items() if member != urn}
    if isinstance(value, list):
        return [_without(item, urn) for item in value if not _names(item, urn)]
    return value


def _names(item: Any, urn: str) -> bool:
    return item == urn or (isinstance(item, dict) and urn in item.values())
