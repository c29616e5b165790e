"""Variables and arguments without graphql-core's coercion, beside its own."""

from typing import Any

import pytest
from graphql import FieldNode, OperationDefinitionNode, build_schema, parse
from graphql.execution.values import VariableValues, get_argument_values, get_variable_values
from hypothesis import given, strategies

from headwater.execution.arguments import whole_variables
from headwater.execution.variables import Variables

SCHEMA = build_schema(
    """
    enum Kind { A B }
    input Page { start: Int = 0, count: Int! }
    type Query {
      field(text: String!, id: ID, number: Int = 7, flag: Boolean, kind: Kind, page: Page, many: [Int!], ratio: Float): String
    }
    """
)
QUERY = """
query Q($text: String!, $id: ID, $number: Int, $flag: Boolean, $kind: Kind, $page: Page, $many: [Int!], $set: Int = 3) {
  %s
}
"""
VALUES = strategies.sampled_from(
    [None, "a", "", "A", 0, 1, -(2**31), 2**31 - 1, 2**31, 1.0, 1.5, True, False, [1], {"count": 2}, "\ud800"]
)
NAMES = ("text", "id", "number", "flag", "kind", "page", "many", "set", "unknown")


def operation_of(field: str = "field(text: $text)") -> OperationDefinitionNode:
    """Return an operation with variables of all kinds."""
    [operation] = parse(QUERY % field).definitions
    assert isinstance(operation, OperationDefinitionNode)
    return operation


@given(given_values=strategies.dictionaries(strategies.sampled_from(NAMES), VALUES))
def test_plain_values_are_those_of_graphql_core(given_values: dict[str, Any]) -> None:
    operation = operation_of()
    for wanted in (operation.variable_definitions or ())[:4]:
        one = OperationDefinitionNode(
            operation=operation.operation, variable_definitions=(wanted,), selection_set=operation.selection_set
        )
        plain = Variables(SCHEMA, one).plain(given_values)
        told = get_variable_values(SCHEMA, (wanted,), given_values)
        if plain is not None:
            assert isinstance(told, VariableValues)
            assert repr(plain) == repr(told)  # 1 is not true


@pytest.mark.parametrize(
    ("of", "value", "is_plain"),
    [
        ("String!", "a", True),
        ("ID", "a", True),
        ("ID", 1, False),
        ("Int", 2**31 - 1, True),
        ("Int", 2**31, False),
        ("Int", True, False),
        ("Int", 1.0, False),
        ("Boolean!", False, True),
        ("String", None, False),
        ("Float", 1.0, False),
        ("[Int]", [1], False),
        ("Kind", "A", False),
    ],
)
def test_others_are_left_to_graphql_core(of: str, value: Any, is_plain: bool) -> None:
    [operation] = parse("query Q($x: %s) { field(text: $x) }" % of).definitions
    assert isinstance(operation, OperationDefinitionNode)
    assert (Variables(SCHEMA, operation).plain({"x": value}) is not None) is is_plain


ARGUMENTS = [
    "text: $text",
    'text: "a", number: $number',
    "text: $text, id: $id, flag: true, kind: $kind",
    "text: $text, page: $page, many: $many",
    "text: $text, page: {count: $number}",
    "text: $text, many: [$number]",
    "text: $text, number: $set, many: [2]",
]


@given(given_values=strategies.dictionaries(strategies.sampled_from(NAMES), VALUES), at=strategies.integers(0, 6))
def test_arguments_are_those_of_graphql_core(given_values: dict[str, Any], at: int) -> None:
    operation = operation_of(f"field({ARGUMENTS[at]})")
    values = get_variable_values(SCHEMA, operation.variable_definitions or (), {"text": "t", **given_values})
    if not isinstance(values, VariableValues):
        return
    assert SCHEMA.query_type is not None
    definition = SCHEMA.query_type.fields["field"]
    [node] = operation.selection_set.selections
    assert isinstance(node, FieldNode)
    whole = whole_variables(definition, node)
    found = None if whole is None else whole.values(values.coerced)
    assert found is None or repr(sorted(found.items())) == repr(
        sorted(get_argument_values(definition, node, values).items())
    )


def test_only_whole_variables_are_taken() -> None:
    """A part of an argument, and a constant that a resolver could change, need graphql-core."""
    assert SCHEMA.query_type is not None
    taken = []
    for arguments in ARGUMENTS:
        [node] = operation_of(f"field({arguments})").selection_set.selections
        assert isinstance(node, FieldNode)
        taken.append(whole_variables(SCHEMA.query_type.fields["field"], node) is not None)
    assert taken == [True, True, True, True, False, False, False]
