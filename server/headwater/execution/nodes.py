"""Objects of an unfinished answer: the place of each, and the effect of errors."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from graphql import GraphQLError, located_error
from graphql.pyutils import Path

if TYPE_CHECKING:
    from headwater.execution.plan import Step

Indexes = tuple[int, ...]
"""The indexes of a value in the lists of a field, outermost first; empty for the field's own value."""


Keys = list[str | int]
"""A part of a path."""


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

    def path(self, step: "Step", indexes: Indexes = ()) -> Path:
        """The path of a value in one of its fields."""
        above = None if self.up is None or self.step is None else self.up.path(self.step, self.indexes)
        return _path(above, step, indexes)


class Answer:
    """The growing answer: the data, None once the whole answer is null, and the errors."""

    def __init__(self, root: Node) -> None:
        self.data: dict[str, Any] | None = root.fields
        self.errors: list[GraphQLError] = []
        self._nulls: set[_Place] = set()
        self._others: dict[tuple[Node, Step], Sequence[Node]] = {}
        self._places: dict[tuple[Node, Step], int] = {}

    def share(self, node: Node, step: "Step", others: Sequence[Node]) -> None:
        """From now on, the value of a field stands in the same field of other objects, too."""
        self._others[node, step] = others

    def fail(self, node: Node, step: "Step", indexes: Indexes, error: Exception) -> None:
        """Make a value null, or the nearest nullable value around it, by graphql-core's rules in `handle_field_error`.

        A shared value fails in each of its places. An error within a null value is left out.
        """
        self._fail(node, step, indexes, lambda path: located_error(error, step.nodes, path), [])

    def is_lost(self, node: Node, step: "Step", indexes: Indexes) -> bool:
        """True if an error has made a value, or a value around it, null, in each of its places."""
        return self.data is None or next(self._paths(node, step, indexes), None) is None

    def has_lost(self, node: Node) -> bool:
        """True if an error has made an object, or a value around it, null. All fields of a lost object are lost."""
        if node.up is None or node.step is None:
            return self.data is None
        return self.is_lost(node.up, node.step, node.indexes)

    def count_places(self, node: Node) -> int:
        """The number of places of an object in the answer: more than one if it, or an object around it, is shared."""
        if node.up is None or node.step is None:
            return 1
        field = node.up, node.step
        if field not in self._places:
            self._places[field] = sum(map(self.count_places, self._objects(*field)))
        return self._places[field]

    def _objects(self, node: Node, step: "Step") -> Iterator[Node]:
        """The objects that show the value of a field: mostly one."""
        yield node
        yield from self._others.get((node, step), ())

    def _paths(self, node: Node, step: "Step", indexes: Indexes) -> Iterator[Path]:
        """The path to each place of a value, without places within null values."""
        for shown in self._objects(node, step):
            if any(place in self._nulls for place in _within(shown, step, indexes)):
                continue
            if shown.up is None or shown.step is None:
                yield _path(None, step, indexes)
            else:
                yield from (_path(above, step, indexes) for above in self._paths(shown.up, shown.step, shown.indexes))

    def _fail(
        self, node: Node, step: "Step", indexes: Indexes, located: Callable[[Keys], GraphQLError], below: Keys
    ) -> None:
        """Make a value null, or a value around it. below: the path from the value to the one that failed."""
        if self.data is None:
            return
        depth = next((depth for depth in range(len(indexes), -1, -1) if step.nullable[depth]), None)
        if depth is not None:
            if paths := list(self._paths(node, step, indexes)):
                self.errors += [located(path.as_list() + below) for path in paths]
                self._make_null(node, step, indexes[:depth])
            return
        for shown in self._objects(node, step):
            if shown.up is not None and shown.step is not None:
                self._fail(shown.up, shown.step, shown.indexes, located, [step.key, *indexes, *below])
            else:
                self.errors.append(located([step.key, *indexes, *below]))
                self.data = None

    def _make_null(self, node: Node, step: "Step", indexes: Indexes) -> None:
        if indexes:
            put(node, step, indexes, None)  # in a list that all objects show, and that others may not have yet
        for shown in self._objects(node, step):
            self._nulls.add(_Place(shown, step, indexes))
            if not indexes:
                shown.fields[step.key] = None


class _Place(NamedTuple):
    """A value's place in a field of an object."""

    node: Node
    step: "Step"
    indexes: Indexes


def _within(node: Node, step: "Step", indexes: Indexes) -> Iterator[_Place]:
    """The places of a value and of the lists around it in a field, innermost first."""
    for depth in range(len(indexes), -1, -1):
        yield _Place(node, step, indexes[:depth])


def _path(above: Path | None, step: "Step", indexes: Indexes) -> Path:
    """The path of a value in a field of the object at a path."""
    path = Path(above, step.key, step.parent_name)
    for index in indexes:
        path = path.add_key(index, None)
    return path


def put(node: Node, step: "Step", indexes: Sequence[int], value: Any) -> None:
    """Put a value in its place."""
    if not indexes:
        node.fields[step.key] = value
        return
    place: Any = node.fields[step.key]
    for index in indexes[:-1]:
        place = place[index]
    place[indexes[-1]] = value
