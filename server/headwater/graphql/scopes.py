"""The scope that a mutation needs: in the field's `metadata`; ADMIN without it."""

from collections.abc import Iterator
from typing import Any, Final

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
)
from strawberry.schema.schema_converter import GraphQLCoreConverter

from headwater.model.access import Scope

_KEY: Final = "headwater.scope"


def needs(scope: Scope) -> dict[str, Any]:
    """The metadata of a mutation that another scope than ADMIN allows."""
    return {_KEY: scope}


def needed_scopes(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) -> set[Scope]:
    """The scopes that a valid mutation needs, all of them. A query of only names of types needs ADMIN."""
    assert schema.mutation_type is not None
    fields = schema.mutation_type.fields
    fragments = {one.name.value: one for one in document.definitions if isinstance(one, FragmentDefinitionNode)}
    names = {name for name in _field_names(operation.selection_set, fragments) if name in fields}
    declared = [fields[name].extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF) for name in names]
    return {one.metadata.get(_KEY, Scope.ADMIN) if one else Scope.ADMIN for one in declared} or {Scope.ADMIN}


def _field_names(selected: SelectionSetNode, fragments: dict[str, FragmentDefinitionNode]) -> Iterator[str]:
    for one in selected.selections:
        if isinstance(one, FieldNode):
            yield one.name.value
        elif isinstance(one, InlineFragmentNode):
            yield from _field_names(one.selection_set, fragments)
        elif isinstance(one, FragmentSpreadNode):
            yield from _field_names(fragments[one.name.value].selection_set, fragments)
