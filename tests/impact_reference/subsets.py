"""Subsets: the conditions of OpenLineage's `subset` facets."""

from typing import Any

Condition = dict[str, Any]


def covers(newer: Condition | None, older: Condition | None) -> bool:
    """Return true if the newer write *covers* the older one.

    That is so if the newer write has no subset, or their conditions are equal. With two partition or two location
    subsets, the older one's parts have to be among the newer one's (partitions are equal if their dimensions are).
    """
    if newer is None:
        return True
    if older is None:
        return False
    if newer["type"] == older["type"] in ("partition", "location"):
        return all(part in parts(newer) for part in parts(older))
    return newer == older


def disjoint(one: Condition | None, other: Condition | None) -> bool:
    """Return true if a read and a write are *disjoint*: they have no partition or no location in common.

    Both have partitions of the same dimensions, or both have locations.
    """
    if one is None or other is None or one["type"] != other["type"] or one["type"] not in ("partition", "location"):
        return False
    if one["type"] == "partition" and len({frozenset(part) for part in parts(one) + parts(other)}) > 1:
        return False
    return not any(part in parts(other) for part in parts(one))


def parts(condition: Condition) -> list[Any]:
    """Return the dimensions of each partition, or the locations."""
    if condition["type"] == "location":
        return list(condition["locations"])
    return [partition["dimensions"] for partition in condition["partitions"]]
