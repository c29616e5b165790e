"""The fields that a query selects below a field: with them a resolver reads all at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    SelectionNode,
    SelectionSetNode,
    Undefined,
    value_from_ast_untyped,
)
from strawberry.types.info import Info

from headwater.execution.arguments import are_constant
from headwater.execution.info import PlannedInfo
from headwater.execution.plan import Selected


def selects(info: Info[Any, Any], *path: str) -> bool:
    """True if a query selects the field at a path of names, below the field of an info.

    All fragments count as matching: a resolver may read too much, never too little.
    """
    return bool(_selected(info, path).nodes)


def names_below(info: Info[Any, Any], *path: str) -> frozenset[str]:
    """The names of all fields that a query selects below the field at a path of names, as `selects` finds them."""
    return _selected(info, path).names


def arguments_of(info: Info[Any, Any], *path: str) -> Sequence[Mapping[str, Any]]:
    """The arguments of the field at a path of names, for each place in the query that selects the field.

    Values are those of the query and its variables: not converted, and without defaults.
    """
    selected = _selected(info, path)
    return _given(selected.nodes, info.variable_values) if selected.given is None else selected.given


def only_arguments(info: Info[Any, Any], *path: str) -> Mapping[str, Any] | None:
    """The arguments of the field at a path of names, as `arguments_of`, if a query shows it under one name.

    None for no such field, and for several.
    """
    nodes, given = _selected(info, path).nodes, arguments_of(info, *path)
    names = {node.name.value if node.alias is None else node.alias.value for node in nodes}
    if len(names) != 1 or any(one != given[0] for one in given):
        return None
    return given[0]


def _selected(info: Info[Any, Any], path: tuple[str, ...]) -> Selected:
    """The field at a path. A plan, for which conditions are constant, remembers it; graphql-core's info cannot."""
    known = info.selected if isinstance(info, PlannedInfo) else {}
    found = known.get(path)
    if found is None:
        raw, variables = info._raw_info, info.variable_values
        nodes: list[FieldNode] = list(raw.field_nodes)
        for name in path:
            nodes = [one for one in _below(nodes, raw.fragments, variables) if one.name.value == name]
        names = frozenset(one.name.value for one in _below(nodes, raw.fragments, variables))
        found = known[path] = Selected(nodes, names, _given(nodes, {}) if are_constant(nodes) else None)
    return found


def _given(nodes: Iterable[FieldNode], variables: dict[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The arguments of a field in each of its places, without those whose variable has no value."""
    values = (
        {one.name.value: value_from_ast_untyped(one.value, variables) for one in node.arguments or ()} for node in nodes
    )
    return [{name: value for name, value in given.items() if value is not Undefined} for given in values]


def _below(
    nodes: Iterable[FieldNode], fragments: Mapping[str, FragmentDefinitionNode], variables: dict[str, Any]
) -> Iterator[FieldNode]:
    """The fields directly below some fields, without those that conditions leave out."""
    waiting: list[SelectionSetNode | None] = [node.selection_set for node in nodes]
    spread: set[str] = set()
    while waiting:
        selected = waiting.pop()
        for one in () if selected is None else selected.selections:
            if _is_left_out(one, variables):
                continue
            if isinstance(one, FieldNode):
                yield one
            elif isinstance(one, FragmentSpreadNode):
                if one.name.value not in spread:
                    spread.add(one.name.value)
                    waiting.append(fragments[one.name.value].selection_set)
            else:
                waiting.append(one.selection_set)  # type: ignore[attr-defined]


def _is_left_out(node: SelectionNode, variables: dict[str, Any]) -> bool:
    """True if `@skip` or `@include` leaves a part of the query out."""
    leaving_out = {"skip": True, "include": False}
    return any(
        value_from_ast_untyped(argument.value, variables) is leaving_out.get(directive.name.value, ...)
        for directive in node.directives or ()
        for argument in directive.arguments or ()
    )
