"""Resolution: finds a field's value for all objects of a level, by the method of its step."""

from functools import partial
from operator import attrgetter
from types import CoroutineType
from typing import Any

from graphql.execution.values import get_argument_values

from headwater.execution.arguments import maker_of
from headwater.execution.completion import Completion, awaited, cancelled
from headwater.execution.errands import Errand
from headwater.execution.fields import Convert, of_each
from headwater.execution.info import PlannedInfo, raw_info
from headwater.execution.nodes import Node
from headwater.execution.plan import Arguments, Step


class Resolution:
    """Resolves the fields of one answer."""

    def __init__(self, completion: Completion) -> None:
        self._completion = completion
        self._request = completion.request
        self._answer = completion.answer
        self._arguments: dict[Step, Arguments] = {}

    def resolve(self, step: Step, nodes: list[Node]) -> None:
        """Resolve a field for all objects of a level."""
        resolver = step.resolver
        if resolver.attribute is not None:
            self._read(step, nodes)
        elif resolver.many is not None:
            self._call_many(step, nodes)
        elif resolver.call is not None:
            self._call(step, nodes)
        else:
            for node in nodes:
                self._ask_schema(step, node)

    def _read(self, step: Step, nodes: list[Node]) -> None:
        attribute = step.resolver.attribute
        assert attribute is not None
        self._completion.complete_all(step, nodes, of_each(attrgetter(attribute), [node.source for node in nodes]))

    def _call(self, step: Step, nodes: list[Node]) -> None:
        resolver = step.resolver
        call, names = resolver.call, resolver.sources
        assert call is not None
        for node in nodes:
            try:
                arguments = self._arguments_of(step, node)
                if names:
                    arguments = {**arguments, **dict.fromkeys(names, node.source)}
                value = call(node.source, **arguments) if resolver.takes_self else call(**arguments)
            except Exception as error:
                self._answer.fail(node, step, (), error)
                continue
            if type(value) is CoroutineType:
                self._completion.send(step, node, (), value)
            else:
                self._completion.complete(step, node, (), value)

    def _ask_schema(self, step: Step, node: Node) -> None:
        """Resolve a field by the function that graphql-core would call."""
        try:
            values = self._argument_values(step) if step.definition.args else {}
            resolve = step.definition.resolve or self._request.executor.field_resolver
            value = resolve(node.source, raw_info(self._request, step, node), **values)
        except Exception as error:
            self._answer.fail(node, step, (), error)
            return
        self._completion.complete(step, node, (), value)

    def _call_many(self, step: Step, nodes: list[Node]) -> None:
        """Resolve a field of all objects by one call, whose values come at once or by a coroutine."""
        many = step.resolver.many
        assert many is not None

        def finished(values: Any, error: BaseException | None) -> None:
            if error is None and len(values) != len(nodes):
                error = RuntimeError(f"a resolver was asked for {len(nodes)} objects, and gave {len(values)} values")
            if error is not None:
                values = [error if isinstance(error, Exception) else cancelled()] * len(nodes)
            self._completion.complete_all(step, nodes, list(values))

        try:
            values = many([node.source for node in nodes], **self._arguments_of(step, nodes[0]))
        except Exception as error:
            finished(None, error)
            return
        if isinstance(values, list):
            finished(values, None)
        else:
            coroutine = values if type(values) is CoroutineType else awaited(values)
            self._completion.ready.append(Errand(coroutine, finished, step.remember_wait))

    def _arguments_of(self, step: Step, node: Node) -> dict[str, Any]:
        """The arguments of a field, with the info for an object. Raises GraphQLError."""
        resolver = step.resolver
        known = {} if resolver.converted is None else self._converted(step, resolver.converted)
        if resolver.info is not None:
            known[resolver.info] = PlannedInfo(self._request, self._answer, step, node)
        return known

    def _converted(self, step: Step, converted: Convert) -> dict[str, Any]:
        """The arguments in the document, coerced once; a new dictionary. Raises GraphQLError."""
        known = step.arguments or self._arguments.get(step)
        if known is None:
            values = self._argument_values(step)
            quick = None if step.resolver.is_unchanged else maker_of(converted(values))
            known = Arguments(values, quick or partial(converted, values))
            if step.is_constant:
                step.arguments = known
            else:
                self._arguments[step] = known
        return known.made()

    def _argument_values(self, step: Step) -> dict[str, Any]:
        """The coerced arguments of a field. Raises GraphQLError."""
        variable_values = self._request.variable_values
        whole = step.whole_variables
        values = None if whole is None else whole.values(variable_values.coerced)
        return get_argument_values(step.definition, step.nodes[0], variable_values) if values is None else values
