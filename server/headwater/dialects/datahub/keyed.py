"""Arrays whose items have keys instead of indexes, as in DataHub's patches: `/tags/urn:li:tag:pii`, not `/tags/0`.

Source: DataHub's ArrayMergingTemplate and FineGrainedLineageTemplateHelper.
"""

from collections.abc import Iterator
from typing import Any

from headwater.model.json import canonical_json
from headwater.model.loose_json import member, text
from headwater.texts import shown

NESTED = "␟"
"""Separates the names of a key nested in its item: attribution␟source."""

Key = tuple[str, ...]


class Keyed:
    """An array held as a tree while a patch is applied: one level of objects for each key of an item.

    Items with equal keys are kept side by side. Without keys, the items are texts and serve as their own keys. A prefix
    is the first keys of one or more items.
    """

    def __init__(self, items: list[Any], keys: Key) -> None:
        self._keys = keys
        self.depth = max(1, len(keys))
        self._tree: dict[str, Any] = {}
        for item in items:
            self._insert(self._key(item), item)

    def items(self) -> list[Any]:
        """Return the array."""
        return [item for _, leaf in _leaves((), self._tree, self.depth) for item in leaf]

    def at(self, prefix: Key) -> list[Any]:
        """Return the items under a prefix."""
        node = self._node(prefix)
        if node is None:
            return []
        return [item for _, leaf in _leaves((), node, self.depth - len(prefix)) for item in leaf]

    def put(self, prefix: Key, value: Any) -> None:
        """Replace the items under a prefix by a value: an item, an array of items, or a map by the next key.

        An item's missing keys are filled in from the prefix. Raises ValueError for an item that is not an object.
        """
        added = list(self._expanded(prefix, value))
        if not prefix:
            self._tree = {}
        elif self._node(prefix) is not None:  # an existing prefix keeps its place
            self._holder(prefix)[prefix[-1]] = {} if len(prefix) < self.depth else []
        for key, item in added:
            self._insert(key, item)

    def drop(self, prefix: Key) -> None:
        """Remove the items under a prefix, if any."""
        if not prefix:
            self._tree = {}
        elif self._node(prefix) is not None:
            del self._holder(prefix)[prefix[-1]]

    def ensure(self, key: Key) -> Any:
        """Return the item of a whole key; a missing item is created."""
        if not self.at(key):
            self.put(key, {})
        return self.at(key)[0]

    def _key(self, item: Any) -> Key:
        return tuple(_text(member(item, *name.split(NESTED))) for name in self._keys) or (_text(item),)

    def _expanded(self, prefix: Key, value: Any) -> Iterator[tuple[Key, Any]]:
        """Return the items of a value at a prefix, by their whole keys."""
        if isinstance(value, list):
            for item in value:
                yield from self._keyed_item(prefix, item)
        elif len(prefix) == self.depth or self._is_item(value):
            yield from self._keyed_item(prefix, value)
        else:
            for name, below in value.items():
                yield from self._expanded((*prefix, name), below)

    def _is_item(self, value: Any) -> bool:
        return not isinstance(value, dict) or any(name.partition(NESTED)[0] in value for name in self._keys)

    def _keyed_item(self, prefix: Key, item: Any) -> Iterator[tuple[Key, Any]]:
        item = self._completed(prefix, item)
        yield (*prefix, *self._key(item)[len(prefix) :]), item

    def _completed(self, prefix: Key, item: Any) -> Any:
        """Return an item with the keys of its path added, unless it has them."""
        if not self._keys:
            return item if isinstance(item, str) or not prefix else prefix[0]
        if not isinstance(item, dict):
            raise ValueError(f"expected an object for each item, got {shown(item)}")
        named = zip(self._keys, prefix, strict=False)  # an empty key stands for an absent field
        return {name: key for name, key in named if key and NESTED not in name} | item

    def _insert(self, key: Key, item: Any) -> None:
        node = self._tree
        for name in key[:-1]:
            node = node.setdefault(name, {})
        node.setdefault(key[-1], []).append(item)

    def _node(self, prefix: Key) -> Any:
        return member(self._tree, *prefix)

    def _holder(self, prefix: Key) -> Any:
        return self._node(prefix[:-1])


class Lineages(Keyed):
    """The fineGrainedLineages of an aspect, by transformOperation, downstream, query and upstream.

    An item describes one upstream: its confidenceScore, and types. A lineage with several downstreams, or without
    downstream or upstream, has no path; such lineages stay as they are.
    """

    KEYS: Key = ("transformOperation", "downstreams", "query", "upstreams")

    def __init__(self, items: list[Any]) -> None:
        self._whole: list[Any] = []
        super().__init__([], self.KEYS)
        self.put((), items)

    def items(self) -> list[Any]:
        """Return the array, with one lineage for all upstreams of the same operation, downstream and query."""
        grouped: dict[Key, dict[str, Any]] = {}
        for (*names, upstream), leaf in _leaves((), self._tree, self.depth):
            grouped.setdefault(tuple(names), {})[upstream] = leaf[-1]
        return [_lineage(names, upstreams) for names, upstreams in grouped.items()] + self._whole

    def put(self, prefix: Key, value: Any) -> None:
        """Replace items as in any array; with an empty prefix also the lineages without a path."""
        if not prefix:
            self._whole = []
        super().put(prefix, value)

    def drop(self, prefix: Key) -> None:
        """Remove items as in any array; with an empty prefix also the lineages without a path."""
        if not prefix:
            self._whole = []
        super().drop(prefix)

    def _expanded(self, prefix: Key, value: Any) -> Iterator[tuple[Key, Any]]:
        if isinstance(value, list):
            for lineage in value:
                yield from self._upstreams(lineage)
        elif len(prefix) == self.depth:
            yield prefix, _upstream_item(value)
        elif isinstance(value, dict):
            for name, below in value.items():
                yield from self._expanded((*prefix, name), below)
        else:
            raise ValueError("expected lineages, or a map of them")

    def _upstreams(self, lineage: Any) -> Iterator[tuple[Key, Any]]:
        downstreams, upstreams = _texts(lineage, "downstreams"), _texts(lineage, "upstreams")
        if len(downstreams) != 1 or not upstreams:
            self._whole.append(lineage)
            return
        operation, query = text(lineage, "transformOperation"), text(lineage, "query")
        item = {name: value for name, value in lineage.items() if name not in ("downstreams", "upstreams")}
        for upstream in upstreams:
            yield (operation or "NONE", downstreams[0], query or "NONE", upstream), dict(item)


def _lineage(names: Key, upstreams: dict[str, Any]) -> dict[str, Any]:
    """Combine the items of some upstreams: later fields win, and the confidence is the lowest of all."""
    operation, downstream, query = names
    lineage: dict[str, Any] = {"upstreamType": "FIELD_SET", "downstreamType": "FIELD"}
    for item in upstreams.values():
        lineage |= item
    lineage |= {
        "upstreams": list(upstreams),
        "downstreams": [downstream],
        "transformOperation": operation,
        "confidenceScore": min(_confidence(item) for item in upstreams.values()),
    }
    return lineage | ({"query": query} if query not in ("", "NONE") else {})


def _confidence(item: dict[str, Any]) -> float:
    score = item.get("confidenceScore")
    return score if isinstance(score, int | float) else 1.0


def _upstream_item(value: Any) -> dict[str, Any]:
    if isinstance(value, int | float):
        return {"confidenceScore": value}
    if not isinstance(value, dict):
        raise ValueError(f"expected an object with the confidenceScore, got {shown(value)}")
    return value


def _texts(value: Any, name: str) -> list[str]:
    """Return an array of texts; an empty one for any other value."""
    found = member(value, name)
    return found if isinstance(found, list) and all(isinstance(item, str) for item in found) else []


def _leaves(key: Key, node: Any, depth: int) -> Iterator[tuple[Key, list[Any]]]:
    if depth == 0:
        yield key, node
        return
    for name, below in node.items():
        yield from _leaves((*key, name), below, depth - 1)


def _text(value: Any) -> str:
    """Write a key as in a path: from a text, a union, a number or a truth value; empty for none."""
    if isinstance(value, dict) and len(value) == 1:
        return _text(next(iter(value.values())))
    if isinstance(value, bool | int | float):
        return canonical_json(value).decode()
    return value if isinstance(value, str) else ""
