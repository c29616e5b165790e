"""Plans in words."""

from typing import Any

import strawberry
from graphql import parse
from graphql.execution.executor import Executor
from strawberry.extensions import FieldExtension

from executor_schema import any_schema
from headwater.execution.describe import described
from headwater.execution.plan import Plan

SCHEMA = any_schema()


def told(query: str, schema: strawberry.Schema = SCHEMA, **variables: Any) -> list[tuple[str, ...]]:
    """Return the plan of a query in words."""
    executor = Executor.build(schema._schema, parse(query), raw_variable_values=variables)
    assert isinstance(executor, Executor)
    return [tuple(line) for line in described(Plan(executor))]


def test_each_field_has_its_type_and_step() -> None:
    asked = '{ fixed thing { kind: __typename number again: twice next { day } added(names: ["a"]) } grid { number } }'
    assert told(asked) == [
        ("fixed", "String!", "attribute"),
        ("thing", "Thing", "call"),
        ("  kind: __typename", "String!", "typename"),
        ("  number", "Int!", "attribute"),
        ("  again: twice", "Int", "for many objects"),
        ("  next", "Thing!", "coroutine"),
        ("    day", "Date!", "attribute"),
        ("  added", "[String!]!", "call"),
        ("grid", "[[Thing]!]!", "call"),
        ("  number", "Int!", "attribute"),
    ]


def test_types_that_are_alike_are_one_branch() -> None:
    assert told("{ named { name nick } }") == [
        ("named", "[Named!]!", "call"),
        ("  name", "String!", "attribute"),
        ("  nick", "String", "attribute"),
    ]


def test_types_that_differ_are_branches() -> None:
    assert told("{ named { ... on Robot { twin { nick } } name } }") == [
        ("named", "[Named!]!", "call"),
        ("  on Person", "", ""),
        ("    name", "String!", "attribute"),
        ("  on Robot", "", ""),
        ("    twin", "Named!", "call"),
        ("      nick", "String", "attribute"),
        ("    name", "String!", "attribute"),
    ]


def test_a_type_without_fields_has_no_branch() -> None:
    assert told("{ anyone(number: 0) { ... on Person { friends { age } } } }") == [
        ("anyone", "Anyone", "coroutine"),
        ("  on Person", "", ""),
        ("    friends", "[Person]!", "coroutine"),
        ("      age", "Int!", "attribute"),
    ]


def test_conditions_leave_fields_out() -> None:
    asked = "query Q($more: Boolean!) { fixed ... @include(if: $more) { thing { number } } }"
    assert told(asked, more=False) == [("fixed", "String!", "attribute")]
    assert told(asked, more=True)[1:] == [("thing", "Thing", "call"), ("  number", "Int!", "attribute")]


@strawberry.interface
class Tree:
    @strawberry.field
    def child(self) -> "Tree | None":
        return None


@strawberry.type
class Oak(Tree):
    pass


@strawberry.type
class Elm(Tree):
    pass


@strawberry.type
class Fir(Tree):
    pass


@strawberry.type
class Ash(Tree):
    pass


@strawberry.type
class Yew(Tree):
    pass


@strawberry.type
class Forest:
    tree: Tree
    old: Tree = strawberry.field(extensions=[FieldExtension()])


FOREST = strawberry.Schema(Forest, types=[Oak, Elm, Fir, Ash, Yew])


def test_a_selection_is_described_once_for_each_type() -> None:
    """Paths do not count: five types at each of twelve levels have 200 million paths."""
    levels = 12
    asked = "{ tree { %s __typename %s } }" % ("child { " * levels, "}" * levels)
    indents = ["  " * (level + 1) for level in range(levels)]
    assert told(asked, FOREST) == [
        ("tree", "Tree!", "attribute"),
        *((f"{indent}child", "Tree", "call") for indent in indents),
        (f"{indents[-1]}  __typename", "String!", "typename"),
    ]


def test_a_branch_names_three_types() -> None:
    assert [
        name for name, _, _ in told("{ tree { ... on Oak { name: __typename } child { __typename } } }", FOREST)
    ] == [
        "tree",
        "  on Oak",
        "    name: __typename",
        "    child",
        "      __typename",
        "  on Ash, Elm, Fir and 1 more",
        "    child",
        "      __typename",
    ]


def test_a_field_with_extensions_is_left_to_strawberry() -> None:
    assert told("{ old { __typename } }", FOREST)[0] == ("old", "Tree!", "Strawberry")
