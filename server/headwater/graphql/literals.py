"""Values that a document writes: one that cannot be is refused by the name of its argument, as variables are."""

from typing import Any, Final

from graphql import (
    SKIP,
    ArgumentNode,
    GraphQLError,
    GraphQLInputType,
    ValueNode,
    VariableDefinitionNode,
    VisitorAction,
    specified_rules,
    validate_input_literal,
)
from graphql.validation import ValuesOfCorrectTypeRule


class NamedLiterals(ValuesOfCorrectTypeRule):
    """The rule of GraphQL's specification, with the argument's name in its errors, beside the position of the value."""

    _name = ""

    def enter_argument(self, node: ArgumentNode, *_: Any) -> None:
        """Remember the argument of the values that follow."""
        self._name = node.name.value

    def enter_variable_definition(self, node: VariableDefinitionNode, *_: Any) -> None:
        """Remember the variable of the default that follows."""
        self._name = f"${node.variable.name.value}"

    def is_valid_value_node(self, node: ValueNode, input_type: GraphQLInputType | None) -> VisitorAction:
        """Report the errors of a value."""
        if input_type:
            hides_suggestions = self.context.hide_suggestions
            validate_input_literal(node, input_type, self._report, hide_suggestions=hides_suggestions)
        return SKIP

    def _report(self, error: GraphQLError, path: list[str | int]) -> None:
        place = ".".join((self._name, *map(str, path)))
        self.report_error(GraphQLError(f"{place}: {error.message}", error.nodes))


RULES: Final = tuple(NamedLiterals if rule is ValuesOfCorrectTypeRule else rule for rule in specified_rules)
"""The rules of GraphQL's specification, with ours in place of the original."""
