"""Variables of an operation: graphql-core would leave plain values as they are, so they need no coercion."""

from collections.abc import Mapping
from typing import Any, Final

from graphql import (
    GRAPHQL_MAX_INT,
    GRAPHQL_MIN_INT,
    GraphQLBoolean,
    GraphQLID,
    GraphQLInt,
    GraphQLSchema,
    GraphQLString,
    OperationDefinitionNode,
    get_nullable_type,
)
from graphql.execution.get_variable_signature import GraphQLVariableSignature, get_variable_signature
from graphql.execution.values import VariableValues, VariableValueSource

_PLAIN: Final[dict[object, type]] = {GraphQLString: str, GraphQLID: str, GraphQLInt: int, GraphQLBoolean: bool}


class Variables:
    """The variables of an operation in a valid document, with the class of a plain value of each."""

    def __init__(self, schema: GraphQLSchema, operation: OperationDefinitionNode) -> None:
        self._expected: list[tuple[GraphQLVariableSignature, type | None]] = []
        for node in operation.variable_definitions or ():
            signature = get_variable_signature(schema, node)
            assert isinstance(signature, GraphQLVariableSignature)
            self._expected.append((signature, _PLAIN.get(get_nullable_type(signature.type))))

    def plain(self, given: Mapping[str, Any]) -> VariableValues | None:
        """The values, if graphql-core would leave all of them as they are; else None."""
        sources: dict[str, VariableValueSource] = {}
        coerced: dict[str, Any] = {}
        for signature, of in self._expected:
            value = given.get(signature.name)
            if not _is_plain(value, of):
                return None
            sources[signature.name] = VariableValueSource(signature, value)
            coerced[signature.name] = value
        return VariableValues(sources, coerced)


def _is_plain(value: Any, of: type | None) -> bool:
    return type(value) is of and (not isinstance(value, int) or GRAPHQL_MIN_INT <= value <= GRAPHQL_MAX_INT)
