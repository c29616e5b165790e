"""Completion: values go into the answer, and objects with further fields into the next level."""

from collections import deque
from collections.abc import AsyncIterable, Awaitable, Coroutine, Iterable, Sequence
from typing import Any, NamedTuple

from graphql import GraphQLError, GraphQLObjectType, Undefined
from graphql.execution.executor import invalid_return_type_error
from graphql.pyutils import is_iterable
from graphql.type import is_abstract_type

from headwater.execution.errands import Errand
from headwater.execution.info import raw_info
from headwater.execution.nodes import Answer, Indexes, Node, put
from headwater.execution.plan import Plan, Selection, Step
from headwater.execution.request import Request

_Level = dict[Selection, list[Node]]
"""Objects by their selection."""

Work = list[tuple[Step | Selection, list[Node]]]
"""Steps to resolve, or selections whose flat steps are to fill, with their objects."""


AT_ONCE = 100
"""The number of objects to resolve or complete between two looks at the clock."""


class _Part(NamedTuple):
    """Some items of a long list. places: their indexes in the shown list and in the list of values."""

    step: Step
    node: Node
    shown: list[Any]
    values: list[Any]
    places: range


class Completion:
    """Completes the values of one answer.

    ready: coroutines of values, ready for a step. parts: the remaining parts of long lists.
    """

    def __init__(self, plan: Plan, request: Request) -> None:
        self.request = request
        root = Node(request.root_value, plan.root.blank.copy(), None, None, ())
        self.answer = Answer(root)
        self.ready: deque[Errand] = deque()
        self.parts: deque[_Part] = deque()
        self._level: _Level = {plan.root: [root]}
        self._unfilled: _Level = {}
        self._others: Work = []

    @property
    def has_work(self) -> bool:
        """True if values can go into the answer, at once or a part at a time."""
        return bool(self._level or self._unfilled or self._others or self.parts)

    @property
    def count_others(self) -> int:
        """The number of values for `take_others`; the flat fields of an object are one."""
        return sum(len(nodes) for _, nodes in self._others)

    def take_waiting(self) -> Work:
        """The steps of the next level that have waited before, each with its objects. The rest are others."""
        level, self._level = self._level, {}
        waiting: Work = []
        for selection, nodes in level.items():
            if selection.flat:
                self._others.append((selection, nodes))
            for step in selection.rest:
                (waiting if step.waits else self._others).append((step, nodes))
        return self._not_lost(waiting)

    def take_others(self) -> Work:
        """The work that `take_waiting` has left so far."""
        others, self._others = self._others, []
        unfilled, self._unfilled = self._unfilled, {}
        return self._not_lost([(step, nodes) for of, nodes in unfilled.items() for step in of.flat] + others)

    def _not_lost(self, work: Work) -> Work:
        """The work without objects lost to an error."""
        if not self.answer.errors:
            return work
        left = [(of, [node for node in nodes if not self.answer.has_lost(node)]) for of, nodes in work]
        return [(of, nodes) for of, nodes in left if nodes]

    def fill(self, selection: Selection, nodes: Sequence[Node]) -> None:
        """Put the values of flat steps into the answer. If one fails, its step finds the place later."""
        fill = selection.fill
        for node in nodes:
            try:
                node.fields.update(fill(node.source))
            except Exception:
                self._unfilled.setdefault(selection, []).append(node)

    def stop(self) -> None:
        """Forget the remaining work: no caller waits for it."""
        self.ready.clear()
        self.parts.clear()
        self._level, self._unfilled, self._others = {}, {}, []

    def send(self, step: Step, node: Node, indexes: Indexes, value: Coroutine[Any, Any, Any]) -> None:
        """Step a coroutine until it returns the value."""

        def finished(found: Any, error: BaseException | None) -> None:
            if self.answer.errors and self.answer.is_lost(node, step, indexes):
                return  # an error has made a value around it null
            if error is None:
                self.complete(step, node, indexes, found)
            elif isinstance(error, Exception):
                self.answer.fail(node, step, indexes, error)
            else:
                self.answer.fail(node, step, indexes, cancelled())

        self.ready.append(Errand(value, finished, step.remember_wait))

    def complete_all(self, step: Step, nodes: Sequence[Node], values: Sequence[Any]) -> None:
        """Put the values of a field of some objects into the answer. Each distinct value is completed once."""
        if not step.is_plain or not self._show_all(step, nodes, values):
            for value, alike in _alike(nodes, values):
                self._complete_shared(step, alike, value)

    @staticmethod
    def _show_all(step: Step, nodes: Sequence[Node], values: Sequence[Any]) -> bool:
        """True if all values are plain, and now in the answer. If False, the long way finds an error and its place."""
        key, show, is_listed = step.key, step.show, len(step.nullable) > 1
        shown: dict[int, Any] = {}
        try:
            for node, value in zip(nodes, values, strict=True):
                place = id(value)
                found = shown.get(place)
                if found is None:
                    if is_listed and type(value) is list and len(value) > AT_ONCE:
                        return False
                    found = shown[place] = show(value)
                node.fields[key] = found
        except Exception:
            return False
        return True

    def _complete_shared(self, step: Step, nodes: Sequence[Node], value: Any) -> None:
        """Put one value into the same field of some objects."""
        first, *others = nodes
        if others and isinstance(value, Awaitable | AsyncIterable):
            for node in nodes:
                self.complete(step, node, (), value)
            return
        if others:
            self.answer.share(first, step, others)
        self.complete(step, first, (), value)
        for other in others:
            other.fields[step.key] = first.fields[step.key]

    def complete(self, step: Step, node: Node, indexes: Indexes, value: Any) -> None:
        """Put a value into the answer, and its objects into the next level."""
        if indexes or not self._is_shown(step, node, value):
            self._complete(step, node, indexes, value)

    @staticmethod
    def _is_shown(step: Step, node: Node, value: Any) -> bool:
        """True if a value is plain, and now in the answer. If False, the long way finds the error and its place."""
        if not step.is_plain or (type(value) is list and len(value) > AT_ONCE):
            return False
        try:
            node.fields[step.key] = step.show(value)
        except Exception:
            return False
        return True

    def _complete(self, step: Step, node: Node, indexes: Indexes, value: Any) -> None:
        failures: list[tuple[Indexes, Exception]] = []
        put(node, step, indexes, self._completed(step, node, indexes, value, failures))
        self._fail(step, node, failures)

    def _fail(self, step: Step, node: Node, failures: list[tuple[Indexes, Exception]]) -> None:
        """Make failed values null, and forget the failures: their tracebacks hold this list."""
        for at, error in failures:
            self.answer.fail(node, step, at, error)
        failures.clear()

    def _completed(
        self, step: Step, node: Node, indexes: Indexes, value: Any, failures: list[tuple[Indexes, Exception]]
    ) -> Any:
        """A value as the answer shows it; null for an error or a value to come."""
        before = len(failures)
        try:
            if value is None or value is Undefined:
                if step.nullable[len(indexes)]:
                    return None
                raise TypeError(f"Cannot return null for non-nullable field {step.parent_name}.{step.name}.")
            if len(indexes) + 1 < len(step.nullable):
                return self._list(step, node, indexes, value, failures)
            return (
                self._object(step, node, indexes, value)
                if step.leaf is None
                else self._leaf(step, node, indexes, value)
            )
        except Exception as error:
            del failures[before:]  # failures of items: the list is null as a whole
            failures.append((indexes, error))
            return None

    def _list(
        self, step: Step, node: Node, indexes: Indexes, value: Any, failures: list[tuple[Indexes, Exception]]
    ) -> Any:
        if type(value) is not list:
            listed = _listed(value) if isinstance(value, AsyncIterable) else value
            if self._is_late(step, node, indexes, listed):
                return None
        if not is_iterable(value):
            raise GraphQLError(f"Expected Iterable, but did not find one for field '{step.parent_name}.{step.name}'.")
        if not indexes and type(value) is list and len(value) > AT_ONCE:
            return self._parted(step, node, value)
        are_objects = step.leaf is None and len(indexes) + 2 == len(step.nullable)
        shown: list[Any] = []
        for index, item in enumerate(value):
            selection = step.selection_of(item) if are_objects else None
            if selection is not None and selection.rest:
                shown.append(self._begun(self._level, selection, item, step, node, (*indexes, index)))
            else:
                shown.append(self._completed(step, node, (*indexes, index), item, failures))
        return shown

    def _parted(self, step: Step, node: Node, values: list[Any]) -> list[Any]:
        """A long list, filled in parts, so that other tasks run in between."""
        shown = [None] * len(values)
        for begin in range(0, len(values), AT_ONCE):
            self.parts.append(_Part(step, node, shown, values, range(begin, min(begin + AT_ONCE, len(values)))))
        return shown

    def complete_part(self, part: "_Part") -> None:
        """Put the items of a part into the answer."""
        if self._is_part_shown(part):
            return
        failures: list[tuple[Indexes, Exception]] = []
        for index in part.places:
            part.shown[index] = self._completed(part.step, part.node, (index,), part.values[index], failures)
        self._fail(part.step, part.node, failures)

    @staticmethod
    def _is_part_shown(part: "_Part") -> bool:
        """True if all items of a part are plain, and now in the answer. If False, the long way finds an error."""
        if not part.step.is_plain:
            return False
        some = slice(part.places.start, part.places.stop)
        try:
            part.shown[some] = map(part.step.show_item, part.values[some])
        except Exception:
            return False
        return True

    def _leaf(self, step: Step, node: Node, indexes: Indexes, value: Any) -> Any:
        leaf = step.leaf
        assert leaf is not None
        of = type(value)
        if of is leaf.plain:
            return value
        if of not in leaf.seen:
            if self._is_late(step, node, indexes, value):
                return None
            leaf.seen.add(of)
        return leaf.show(value)

    def _object(self, step: Step, node: Node, indexes: Indexes, value: Any) -> Any:
        selection = step.selection_of(value)
        if selection is None:
            if self._is_late(step, node, indexes, value):
                return None
            selection = self._told_selection(step, node, indexes, value)
        if selection.rest:
            return self._begun(self._level, selection, value, step, node, indexes)
        try:
            return selection.fill(value)
        except Exception:  # its steps find the failing field and its place
            return self._begun(self._unfilled, selection, value, step, node, indexes)

    @staticmethod
    def _begun(
        level: _Level, selection: Selection, value: Any, step: Step, node: Node, indexes: Indexes
    ) -> dict[str, Any]:
        """The blank fields of an object, which a level fills."""
        fields = selection.blank.copy()
        level.setdefault(selection, []).append(Node(value, fields, node, step, indexes))
        return fields

    def _is_late(self, step: Step, node: Node, indexes: Indexes, value: Any) -> bool:
        """True for an awaitable, which is sent off here. Raises an exception that a resolver returned."""
        if isinstance(value, Exception):
            raise value
        if isinstance(value, Awaitable):
            self.send(step, node, indexes, awaited(value))
            return True
        return False

    def _told_selection(self, step: Step, node: Node, indexes: Indexes, value: Any) -> Selection:
        """The selection of an object, by graphql-core's rules for its type. Raises graphql-core's errors."""
        executor = self.request.executor
        of, info = step.type, raw_info(self.request, step, node)
        if is_abstract_type(of):
            resolve = of.resolve_type or executor.type_resolver
            name = resolve(value, info, of)
            of = executor.ensure_valid_runtime_type(name, of, step.details, info, value)
        assert isinstance(of, GraphQLObjectType)
        if of.is_type_of is not None and not of.is_type_of(value, info):
            raise invalid_return_type_error(of, value, step.details)
        selection = step.selection_of_type(of)
        step.remember(value, selection)
        return selection


def _alike(nodes: Sequence[Node], values: Sequence[Any]) -> Iterable[tuple[Any, list[Node]]]:
    """Each distinct value, with the objects that have it."""
    found: dict[int, tuple[Any, list[Node]]] = {}
    for node, value in zip(nodes, values, strict=True):
        found.setdefault(id(value), (value, []))[1].append(node)
    return found.values()


def cancelled() -> Exception:
    """The error of a value whose resolver was cancelled."""
    return RuntimeError("a resolver was cancelled")


async def awaited(value: Awaitable[Any]) -> Any:
    """The value of any awaitable, as a coroutine."""
    return await value


async def _listed(values: AsyncIterable[Any]) -> list[Any]:
    return [value async for value in values]
