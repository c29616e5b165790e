"""Objects of an unfinished answer: the place of each, and the effect of errors."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from graphql import GraphQLError, located_error
from graphql.pyutils import Path

if TYPE_CHECKING:
    from headwater.execution.plan import Step

Indexes = tuple[int, ...]
"""The indexes of a value in the lists of a field, outermost first; empty for the field's own value."""


class Node:
    """An object of the answer: its source, its fields so far, and its place."""

    __slots__ = ("fields", "indexes", "source", "step", "up")

    def __init__(
        self, source: Any, fields: dict[str, Any], up: "Node | None", step: "Step | None", indexes: Indexes
    ) -> None:
        """up: the object around it; None for the root. step: the field of up."""
        self.source = source
        self.fields = fields
        self.up = up
        self.step = step
        self.indexes = indexes

    def path(self, step: "Step", indexes: Indexes) -> Path:
        """The path of a value in one of its fields."""
        path = Path(self._path(), step.key, step.parent_name)
        for index in indexes:
            path = path.add_key(index, None)
        return path

    def _path(self) -> Path | None:
        return None if self.up is None or self.step is None else self.up.path(self.step, self.indexes)


class Answer:
    """The growing answer: the data, None once the whole answer is null, and the errors."""

    def __init__(self, root: Node) -> None:
        self.data: dict[str, Any] | None = root.fields
        self.errors: list[GraphQLError] = []
        self._nulls: set[_Place] = set()

    def fail(self, node: Node, step: "Step", indexes: Indexes, error: Exception) -> None:
        """Make a value null, or the nearest nullable value around it, by graphql-core's rules in `handle_field_error`.

        An error within a null value is left out.
        """
        if self.errors and self.is_lost(node, step, indexes):
            return
        self.errors.append(located_error(error, step.nodes, node.path(step, indexes).as_list()))
        for place in _around(node, step, indexes):
            if place.step.nullable[len(place.indexes)]:
                put(place.node, place.step, place.indexes, None)
                self._nulls.add(place)
                return
        self.data = None

    def is_lost(self, node: Node, step: "Step", indexes: Indexes) -> bool:
        """True if an error has made a value, or a value around it, null."""
        return self.data is None or any(place in self._nulls for place in _around(node, step, indexes))

    def has_lost(self, node: Node) -> bool:
        """True if an error has made an object, or a value around it, null. All fields of a lost object are lost."""
        if node.up is None or node.step is None:
            return self.data is None
        return self.is_lost(node.up, node.step, node.indexes)


class _Place(NamedTuple):
    """A value's place in a field of an object."""

    node: Node
    step: "Step"
    indexes: Indexes


def _around(node: Node, step: "Step", indexes: Indexes) -> Iterator[_Place]:
    """The places of a value and of all values around it, innermost first."""
    for depth in range(len(indexes), -1, -1):
        yield _Place(node, step, indexes[:depth])
    if node.up is not None and node.step is not None:
        yield from _around(node.up, node.step, node.indexes)


def put(node: Node, step: "Step", indexes: Sequence[int], value: Any) -> None:
    """Put a value in its place."""
    if not indexes:
        node.fields[step.key] = value
        return
    place: Any = node.fields[step.key]
    for index in indexes[:-1]:
        place = place[index]
    place[indexes[-1]] = value
