"""The validation of documents: GraphQL's rules, with the names of arguments in errors, and a limit on the work."""

from collections.abc import Sequence
from typing import Any, Final

from graphql import (
    SKIP,
    ArgumentNode,
    ASTValidationRule,
    DocumentNode,
    GraphQLError,
    GraphQLInputType,
    GraphQLSchema,
    ValueNode,
    VariableDefinitionNode,
    VisitorAction,
    specified_rules,
    validate,
    validate_input_literal,
)
from graphql.validation import ValuesOfCorrectTypeRule
from graphql.validation.rules import overlapping_fields_can_be_merged
from graphql.validation.validate import ValidationAbortedError

_ABORTED: Final = "Validation aborted."
"""The message of graphql-core for a document that takes too much work."""

# A setting of graphql-core: its default takes a second, in which a server answers nobody. Each pair of fields with the
# same name takes two units. The largest known documents of DataHub's clients take 2,300 units.
overlapping_fields_can_be_merged.MAX_COMPLEXITY_BUDGET = 50_000


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


def problems_of(
    document: DocumentNode, schema: GraphQLSchema, rules: Sequence[type[ASTValidationRule]] = RULES
) -> list[GraphQLError]:
    """The errors of a document."""
    return [_told(error) for error in validate(schema, document, rules)]


def _told(error: GraphQLError) -> GraphQLError:
    if not isinstance(error, ValidationAbortedError) or error.message != _ABORTED:
        return error
    return GraphQLError(
        "The query is too intricate to be checked: expected fewer fields of the same name, and fewer fragments."
    )
