"""Values that a document writes: one that cannot be is refused by the name of its argument, as variables are."""

from collections.abc import Iterator
from typing import Any

from graphql import (
    SKIP,
    ArgumentNode,
    GraphQLError,
    GraphQLInputType,
    ValueNode,
    VariableDefinitionNode,
    VisitorAction,
    validate_input_literal,
)
from graphql.validation import ValuesOfCorrectTypeRule
from strawberry.extensions import SchemaExtension


class NamedLiterals(ValuesOfCorrectTypeRule):
    """The rule of GraphQL's specification, whose own errors say where a value stands but not what it was given for."""

    _name = ""

    def enter_argument(self, node: ArgumentNode, *_: Any) -> None:
        """What follows is given for this argument."""
        self._name = node.name.value

    def enter_variable_definition(self, node: VariableDefinitionNode, *_: Any) -> None:
        """What follows is the default of this variable."""
        self._name = f"${node.variable.name.value}"

    def is_valid_value_node(self, node: ValueNode, input_type: GraphQLInputType | None) -> VisitorAction:
        """Report what is wrong with a value."""
        if input_type:
            hides_suggestions = self.context.hide_suggestions
            validate_input_literal(node, input_type, self._report, hide_suggestions=hides_suggestions)
        return SKIP

    def _report(self, error: GraphQLError, path: list[str | int]) -> None:
        place = ".".join((self._name, *map(str, path)))
        self.report_error(GraphQLError(f"{place}: {error.message}", error.nodes))


class NamesLiterals(SchemaExtension):
    """Has literals looked at by that rule."""

    def on_operation(self) -> Iterator[None]:
        """Put the rule in the place of the one that it is."""
        asked = self.execution_context
        asked.validation_rules = tuple(
            NamedLiterals if rule is ValuesOfCorrectTypeRule else rule for rule in asked.validation_rules
        )
        yield
