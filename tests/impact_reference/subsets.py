"""Subsets: the conditions of OpenLineage's `subset` facets."""

from typing import Any

Condition = dict[str, Any]


def covers(newer: Condition | None, older: Condition | None) -> bool:
    """True if the newer write *covers* the older one: it has no subset; or both have partitions or locations,
    and the older one's are all among them (partitions are equal when their dimensions are); or their conditions are equal.
    """
    if newer is None:
        return True
    if older is None:
        return False
    if newer["type"] == older["type"] in ("partition", "location"):
        return all(part in parts(newer) for part in parts(older))
    return newer == older


def disjoint(one: Condition | None, other: Condition | None) -> bool:
    """A read and a write are *disjoint* when both have partitions of the same dimensions, or both have locations, and none
    in common.
    """
    if one is None or other is None or one["type"] != other["type"] or one["type"] not in ("partition", "location"):
        return False
    if one["type"] == "partition" and len({frozenset(part) for part in parts(one) + parts(other)}) > 1:
        return False
    return not any(part in parts(other) for part in parts(one))


def parts(condition: Condition) -> list[Any]:
    """The dimensions of each partition, or the locations."""
    if condition["type"] == "location":
        return list(condition["locations"])
    return [partition["dimensions"] for partition in condition["partitions"]]
