"""Plans: their making, their size, and their use by many requests."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from weakref import ref

import pytest
import strawberry
from graphql import parse
from graphql.execution.executor import Executor
from strawberry.directive import DirectiveLocation, DirectiveValue
from strawberry.extensions import ParserCache

from executor_schema import Context, Query, any_schema
from executors import compare, only_of_this_module, without_unawaited  # noqa: F401  # fixtures of all tests here
from headwater.execution import plans
from headwater.execution.executor import planned_executor
from headwater.execution.plan import _MOST_EAGER, Plan
from headwater.execution.request import Executed

SCHEMA = any_schema()


async def answer(query: str, context: Context, **variables: Any) -> Any:
    return await SCHEMA.execute(query, variables, context_value=context, root_value=Query())


@contextmanager
def made_plans() -> Iterator[list[Plan]]:
    """Yield a list that gets the plans made in a block."""
    made: list[Plan] = []

    def make(executor: Executor[Any]) -> Plan:
        made.append(Plan(executor))
        return made[-1]

    with patch.object(plans, "Plan", make):
        yield made


@strawberry.type
class Link:
    next: "Link | None" = None


@strawberry.type
class Links:
    @strawberry.field
    def link(self) -> Link:
        return Link()

    @strawberry.field
    def links(self) -> list[Link | None]:
        return [Link(), Link(next=Link())]


LINKS = strawberry.Schema(Links, extensions=[ParserCache], execution_context_class=planned_executor())


class Text(str):
    """A text whose end a reference tells."""


def test_a_plan_keeps_no_values_of_its_first_request() -> None:
    names = [Text("a")]
    query = "query($names: [String!]!, $on: Boolean!) { thing @include(if: $on) { added(names: $names) } }"
    executor = Executor.build(SCHEMA._schema, parse(query), raw_variable_values={"names": names, "on": True})
    assert isinstance(executor, Executor)
    plan, ended = Plan(executor), ref(names.pop())
    del executor
    gc.collect()
    assert ended() is None
    assert [step.key for step in plan.root.steps] == ["thing"]


async def test_a_plan_is_made_once_for_the_same_fields() -> None:
    query = "query($b: Boolean = true, $n: Int = 1) { thing(number: $n) { number @include(if: $b) day } }"
    with made_plans() as made:
        for variables in ({}, {"n": 2}, {"n": 3, "b": True}, {"b": False}):
            assert (await answer(query, Context(), **variables)).errors is None
    assert len(made) == 2


async def test_variables_of_other_operations_are_no_conditions() -> None:
    query = """query A($x: [String!]!) { thing { added(names: $x) } }
    query B($x: Boolean!) { ...F } fragment F on Query { fixed @skip(if: $x) }"""
    with made_plans() as made:
        for name in "ab":
            found = await SCHEMA.execute(
                query, {"x": [name]}, context_value=Context(), root_value=Query(), operation_name="A"
            )
            assert found.errors is None
    assert len(made) == 1


async def test_fragments_in_fragments_make_a_small_plan() -> None:
    """Each fragment selects the next one twice: written out, the query has a million fields."""
    fragments = [f"fragment F{n} on Link {{ a: next {{ ...F{n + 1} }} b: next {{ ...F{n + 1} }} }}" for n in range(20)]
    query = f"{{ link {{ ...F0 }} }} {' '.join(fragments)} fragment F20 on Link {{ __typename }}"
    with made_plans() as made:
        found = await LINKS.execute(query, context_value=Context())
    assert found.data == {"link": {"a": None, "b": None}}
    assert [one.count_steps for one in made] == [1 + 2 * 20 + 1]


async def test_a_large_plan_is_compiled_where_an_answer_goes() -> None:
    below = "__typename"
    for _ in range(12):
        below = f"a: next {{ {below} }} b: next {{ {below} }}"
    with made_plans() as made:
        found = await LINKS.execute(f"{{ link {{ {below} }} }}", context_value=Context())
    assert found.data == {"link": {"a": None, "b": None}}
    [plan] = made
    assert plan.count_steps < _MOST_EAGER + 100  # the query has 8,190 fields


@pytest.mark.parametrize(
    "fields", ["next { next { __typename @include(if: $on) } }", "next { __typename @include(if: $on) }"]
)
async def test_a_condition_without_a_value_fails_where_an_answer_goes(fields: str) -> None:
    query = f"query($on: Boolean = true) {{ link {{ {fields} }} links {{ {fields} }} }}"
    await compare(LINKS, query, {"on": None}, Context)


def _of_steps(size: int) -> str:
    return f"{{ link {{ {' '.join(f'n{n}: __typename' for n in range(size - 1))} }} }}"


def _of_letters(size: int) -> str:
    return f"{{link{{{'a' * (size - 19)}:__typename}}}}"


@pytest.mark.parametrize(("of_size", "unit", "step", "letter"), [(_of_steps, 1, 10, 0), (_of_letters, 10, 0, 1)])
async def test_plans_are_forgotten_by_their_size(
    of_size: Callable[[int], str], unit: int, step: int, letter: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The size is that of the steps and of the text. The fourth query is too large to be kept."""
    limits = {"_MOST_BYTES": 200, "_MOST_BYTES_OF_ONE": 150, "_STEP_BYTES": step, "_TEXT_BYTES": letter}
    for name, size in limits.items():
        monkeypatch.setattr(plans, name, size)
    is_made = []
    for size in (9, 10, 9, 40, 10, 11, 9, 40, 10):
        with made_plans() as made:
            assert (await LINKS.execute(of_size(unit * size), context_value=Context())).errors is None
        is_made.append(len(made))
    assert is_made == [1, 1, 0, 1, 0, 1, 0, 1, 1]


async def test_an_operation_keeps_some_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "_MOST_PLANS", 2)
    query = "query($a: Boolean!, $b: Boolean!) { link { c: __typename @skip(if: $a) d: __typename @skip(if: $b) } }"
    with made_plans() as made:
        for a, b in ((True, True), (True, False), (False, True), (True, True)):
            found = await LINKS.execute(query, {"a": a, "b": b}, context_value=Context())
            assert found.data is not None
            assert list(found.data["link"]) == [name for name, is_left_out in (("c", a), ("d", b)) if not is_left_out]
    assert len(made) == 4


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("{ fixed }", None),
        ("{ __schema { queryType { name } } }", "introspection"),
        ("{ fixed named { __typename } }", None),
        ("mutation { add(number: 1) { number } }", "mutation"),
    ],
)
async def test_queries_without_a_plan_have_a_reason(query: str, reason: str | None) -> None:
    context = Context()
    assert (await answer(query, context)).errors is None
    assert context.executed == Executed(reason)


@strawberry.directive(locations=[DirectiveLocation.FIELD])
def loud(value: DirectiveValue[str]) -> str:
    return str(value).upper()


async def test_directives_of_a_schema_are_left_to_strawberry() -> None:
    schema = any_schema(directives=[loud])
    context = Context()
    found = await schema.execute("{ fixed @loud }", context_value=context, root_value=Query())
    assert found.data == {"fixed": "AS IT IS"}
    assert context.executed == Executed("middleware")
