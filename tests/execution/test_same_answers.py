"""A plan answers like graphql-core: on a schema of its own, with handwritten queries and random ones."""

import os
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings, strategies
from hypothesis_graphql import nodes, queries

from executor_schema import Context, Query, any_schema
from executors import compare, only_of_this_module, without_unawaited  # noqa: F401  # fixtures of all tests here

EXAMPLES = int(os.environ.get("HEADWATER_TEST_EXAMPLES", "300"))
SCHEMA = any_schema()
FIELDS = [name for name in SCHEMA._schema.query_type.fields if name not in ("breaking", "long", "longLate")]  # type: ignore[union-attr]
"""All fields except the one whose coroutines graphql-core leaves unawaited."""

QUERIES = [
    "{ fixed __typename }",
    "{ named { name nick __typename ... on Person { age colour friends { name } } ... on Robot { serial twin { name } } } }",
    "{ named { name ... on Robot { broken } } }",
    "{ a: named(which: RED) { ...P } b: named { ...P } } fragment P on Named { n: name ... on Person { age } }",
    "{ named { name name nick } named { nick ... on Person { colour } } }",
    "{ p: anyone(number: 0) { ... on Person { age } } r: anyone(number: 1) { ... on Robot { name } } n: anyone(number: 2) { __typename } }",
    "{ grid { number day } one: grid(size: {width: 3}) { number } none: grid(size: {width: 2, height: null}) { number } }",
    "{ holes }",
    "{ crooked { next { number } } }",
    "{ strict { number } }",
    "{ page { total items { number next { number } } } }",
    "{ noList returned odd(number: 4) }",
    "{ streamed { number both { number next { number } } } later }",
    "{ long { number } some: long { number soon next { number } } longLate }",
    "{ long(broken: 30) { number } some: long(broken: 240) { number next { number } } longLate(broken: 2) }",
    "{ longLate(broken: 249) }",
    "{ thing { soon number } many(count: 2) { soon } }",
    "{ thing { where next { where w: where } } }",
    "{ thing(number: 13) { day } twelve: thing(number: 12) { number next { number day } } }",
    "{ thing(number: 11) { number both { day } } }",
    "{ wrongKind { name } cast { name ... on Person { age } } }",
    "{ thing { slow(seconds: 1) quick: slow(seconds: 0) number } }",
    "{ many(count: 20) { number alone next { number } } }",
    "{ named { name ... on Person { thing { number next { day } } friends(first: 3) { age friends(first: 1) { age } } } } }",
    "{ many(count: 3) { kept ids next { kept } } }",
    '{ thing { holding needing grouped added(names: ["a"]) } }',
    '{ many(count: 2) { added(names: ["a", "b"]) } breaking }',
    "{ thing(number: 2) { twice } many(count: 3) { day } }",
    "{ many(count: 6) { parts { day } } }",
    "{ many(count: 6) { parts { number twice next { day } } } }",
    "{ many(count: 5) { counts parts { counts } } long { counts } }",
    "{ many(count: 3) { parts { parts { twice half { day } } half { number } } } }",
    "{ many(count: 6) { half { day } } thing { parts { half { number } } } }",
    "{ long { parts { number } half { parts { next { number } } } } }",
    "{ rows { number } }",
    "{ rows { kind day } manyRows { number } }",
    "{ rows { day even __typename } manyRows { number day kind twice inner { number even } } }",
    "{ rows { kind inner { kind day } } manyRows(broken: 240) { even } }",
    "{ rows { kind twice } }",
    "{ a: many(count: 3) { ...T } b: thing(number: 12) { ...T next { ...T } } c: many(count: 4) { ...T } }"
    " fragment T on Thing { number day twice half { ...D } next { ...D both { ...D } } parts { ...D } }"
    " fragment D on Thing { number soon day next { number } }",
    "{ a: named { ...N } named { ...N ... on Person { thing { next { number } } } } }"
    " fragment N on Named { name ... on Person { friends { ...P } thing { next { number } } } }"
    " fragment P on Person { friends { name } thing { twice } }",
    "{ __schema { queryType { name } } fixed }",
    '{ __type(name: "Query") { name } }',
    "mutation { add(number: 1) { number next { number } } }",
]


@pytest.mark.parametrize("query", QUERIES)
async def test_written_queries(query: str) -> None:
    await compare(SCHEMA, query, {}, Context, Query())


@pytest.mark.parametrize("variables", [{}, {"n": 3, "with": True}, {"n": 1, "without": True}, {"n": None}, {"n": "x"}])
async def test_variables(variables: dict[str, Any]) -> None:
    query = """query($n: Int = 2, $with: Boolean! = false, $without: Boolean! = false, $size: Size) {
      thing(number: 1) @skip(if: $without) { number next @include(if: $with) { number } ...F @include(if: $with) }
      many(count: 2) { number } grid(size: $size) { number }
      named { ... on Person { friends(first: $n) { name } } } }
    fragment F on Thing { day }"""
    await compare(SCHEMA, query, variables, Context, Query())


@pytest.mark.parametrize("variables", [{}, {"on": None}, {"on": True}, {"on": False}])
async def test_conditions_without_a_value(variables: dict[str, Any]) -> None:
    query = """query($on: Boolean = true) {
      fixed anyone(number: 1) { ... on Robot { name @include(if: $on) } } many(count: 2) { parts { day @skip(if: $on) } }
    }"""
    for _ in range(2):
        await compare(SCHEMA, query, variables, Context, Query())


@pytest.mark.parametrize("number", [4, 5])
async def test_values_that_a_scalar_refuses(number: int) -> None:
    found = await compare(SCHEMA, "query($n: Even!) { odd(number: $n) }", {"n": number}, Context, Query())
    assert found.has_errors == (number == 5)


async def test_values_that_a_scalar_shows() -> None:
    things = " ".join(f"t{number}: thing(number: {number}) {{ moment whole }}" for number in range(20))
    found = await compare(SCHEMA, f"{{ {things} }}", {}, Context, Query())
    assert b'"2026-03-01T04:05:06.000070+00:00"' in found.data
    assert found.has_errors


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    query=queries(SCHEMA.as_str(), fields=FIELDS, custom_scalars={"Even": strategies.integers(-4, 4).map(nodes.Int)})
)
async def test_made_up_queries(query: str) -> None:
    await compare(SCHEMA, query, {}, Context, Query())


@pytest.mark.parametrize(
    ("query", "data", "path", "message"),
    [
        ("{ strict { number } fixed }", {"strict": None, "fixed": "as it is"}, ["strict", 1], "Cannot return null for non-nullable field Query.strict."),
        ("{ holes }", None, ["holes", 1], "Cannot return null for non-nullable field Query.holes."),
        ("{ anyone(number: 1) { ... on Robot { broken } } fixed }", {"anyone": None, "fixed": "as it is"}, ["anyone", "broken"], "R is broken"),
        ("{ later noList }", {"later": [1, None, 3], "noList": None}, ["later", 1], "two"),
        ("{ breaking }", {"breaking": None}, ["breaking"], "broke"),
    ],
)  # fmt: skip
async def test_an_error_stands_where_it_arose(
    query: str, data: dict[str, Any] | None, path: list[str | int], message: str
) -> None:
    """The error counts even if the value around it is null; other tests do not compare such errors."""
    answer = await SCHEMA.execute(query, context_value=Context(), root_value=Query())
    assert answer.data == data
    assert answer.errors is not None
    assert (path, message) in [(error.path, error.message) for error in answer.errors]


async def test_a_shared_error_is_told_until_a_value_around_it_is_null() -> None:
    """Seven of twenty things have no half, in one list that cannot hold null; then three in places of their own."""
    in_a_list = await SCHEMA.execute("{ many(count: 20) { half { number } } }", context_value=Context())
    assert [error.path for error in in_a_list.errors or []] == [["many", 1, "half"]]
    alone = "{ a: thing { half { number } } b: thing(number: 4) { half { number } } c: thing(number: 0) { half { number } } }"
    apart = await SCHEMA.execute(alone, context_value=Context())
    assert apart.data == {"a": None, "b": None, "c": None} | {"c": {"half": {"number": 13}}}
    assert [error.path for error in apart.errors or []] == [["a", "half"], ["b", "half"]]


async def test_data_is_in_the_order_of_the_query() -> None:
    found = await compare(SCHEMA, "{ thing { next { number } number day } fixed }", {}, Context, Query())
    assert list(orjson.loads(found.data)["thing"]) == ["next", "number", "day"]
