"""Plans in words: the fields of the answer as a tree, each with its type and the way to its value."""

from collections import defaultdict
from collections.abc import Sequence
from inspect import iscoroutinefunction
from typing import Final, NamedTuple

from graphql import GraphQLNamedType, GraphQLObjectType, get_named_type, is_abstract_type

from headwater.execution.fields import Resolver
from headwater.execution.plan import Plan, Selection, Step

_MOST_NAMES: Final = 3
"""The number of types to name in a branch; the others are counted."""

_BY_SCHEMA: Final = Resolver()
"""The field has no resolver of its own: the schema's function is called."""


class Line(NamedTuple):
    """A field of the answer, or a branch of some types, without a type and a step."""

    field: str
    type: str = ""
    step: str = ""


def described(plan: Plan) -> list[Line]:
    """The fields of the answer in its order; an object's fields are indented below its field.

    If the types of an object differ in fields or steps, each group of equal types is a branch.
    """
    return _Description(plan).fields(plan.root)


class _Description:
    """Describes each selection of a type once, even if many types have a field of this type."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._known: dict[tuple[object, ...], list[Line]] = {}

    def fields(self, selection: Selection) -> list[Line]:
        by_key = {step.key: step for step in selection.steps}
        lines: list[Line] = []
        for key in selection.blank:
            step = by_key.get(key)
            if step is None:
                lines.append(Line(_label(key, "__typename"), "String!", "typename"))
            else:
                lines.append(Line(_label(key, step.name), str(step.definition.type), _way(step.resolver)))
                lines += _indented(self._below(step))
        return lines

    def _below(self, step: Step) -> list[Line]:
        of = get_named_type(step.definition.type)
        key = (of.name, *map(id, step.nodes))
        if key not in self._known:
            alike: dict[tuple[Line, ...], list[str]] = defaultdict(list)
            for one in self._types(of):
                alike[tuple(self.fields(step.selection_of_type(one)))].append(one.name)
            self._known[key] = _branches(alike)
        return self._known[key]

    def _types(self, of: GraphQLNamedType) -> Sequence[GraphQLObjectType]:
        """The possible types of an object; empty for a scalar or an enum."""
        if is_abstract_type(of):
            return self._plan.graphql.get_possible_types(of)
        return [of] if isinstance(of, GraphQLObjectType) else []


def _branches(alike: dict[tuple[Line, ...], list[str]]) -> list[Line]:
    """The fields of each group of types, without empty groups. A single group is not named."""
    if len(alike) == 1:
        return list(*alike)
    return [
        line
        for lines, names in alike.items()
        if lines
        for line in (Line(f"on {_listed(sorted(names))}"), *_indented(lines))
    ]


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:_MOST_NAMES])} and {more} more"


def _label(key: str, name: str) -> str:
    return name if key == name else f"{key}: {name}"


def _indented(lines: Sequence[Line]) -> list[Line]:
    return [line._replace(field=f"  {line.field}") for line in lines]


def _way(resolver: Resolver) -> str:
    if resolver.many is not None:
        return "for many objects"
    if resolver.call is not None:
        return "coroutine" if iscoroutinefunction(resolver.call) else "call"
    return "Strawberry" if resolver == _BY_SCHEMA else "attribute"
