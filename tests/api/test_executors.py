"""Both executors answer the same on the whole schema, over a store with nulls, deep parents and unknown values."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from graphql import ArgumentNode, IntValueNode, ObjectFieldNode, StringValueNode, Visitor, parse, print_ast, visit
from hypothesis import HealthCheck, given, settings, strategies
from hypothesis_graphql import nodes, queries

from composed_queries import Composer
from executors import compare, only_of_this_module, without_unawaited  # noqa: F401  # fixtures of all tests here
from headwater.graphql.schema import build_schema, request_context, schema_sdl
from headwater.model.query_limits import QueryLimits
from headwater.store.pool import read_pool
from headwater.store.reader import Reader
from headwater.urn import named_dataset_urn

from conftest import cloned_database, merge_items
from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import urn
from worlds import ENTITIES, filled

EXAMPLES = int(os.environ.get("HEADWATER_TEST_EXAMPLES", "300"))
NOW = datetime(2026, 1, 3, tzinfo=UTC)
SCHEMA = build_schema(QueryLimits(depth=60, tokens=100_000, aliases=10_000, cost=10**15))
STRANGE = "Ünï 'quoted' \u2028 \U0001f4a5"
DEEP = 8
URNS = {name: [of(number) for number in (1, 2, 9)] for name, of in ENTITIES.items()}
URNS["DataProcessInstance"] += [urn(499 + DEEP), urn(600), "urn:li:dataProcessInstance:nobody"]
URNS["Dataset"].append(named_dataset_urn(NAMESPACE, STRANGE))
URNS["CorpUser"] = ["urn:li:corpuser:u1"]
ALL_URNS = [one for some in URNS.values() for one in some]
TIMES = ["2026-01-01T00:00:03Z", "2026-01-02T00:00:00+02:00", "2020-01-01T00:00:00Z"]
SCALARS = {
    "DateTime": strategies.sampled_from(TIMES).map(nodes.String),
    "JSON": strategies.sampled_from(["", "x"]).map(nodes.String),
    "Long": strategies.integers(-1, 2**41).map(nodes.Int),
}


class _Sensible(Visitor):
    """Fills URN arguments with the store's, and mostly asks for short pages."""

    def __init__(self) -> None:
        super().__init__()
        self._is_urn = False

    def enter_argument(self, node: ArgumentNode, *_: Any) -> None:
        self._is_urn = "urn" in node.name.value.lower()

    def enter_object_field(self, node: ObjectFieldNode, *_: Any) -> None:
        self._is_urn = "urn" in node.name.value.lower()

    def enter_string_value(self, node: StringValueNode, *_: Any) -> StringValueNode | None:
        return StringValueNode(value=ALL_URNS[sum(map(ord, node.value)) % len(ALL_URNS)]) if self._is_urn else None

    def enter_int_value(self, node: IntValueNode, *_: Any) -> IntValueNode | None:
        number = int(node.value)
        return None if number % 5 == 0 else IntValueNode(value=str(abs(number) % 8))


def deep_and_strange() -> list[dict[str, Any]]:
    """Return a run below seven others, and a dataset with a name that needs escaping."""
    deep = [
        run_event("START", f"01:00:0{level}", uuid(500 + level), f"level{level}", parent=parent(uuid(499 + level), f"level{level - 1}"))
        for level in range(1, DEEP)
    ]  # fmt: skip
    return [*deep, run_event("START", "02:00:00", uuid(600), "strange", outputs=[STRANGE])]


@pytest.fixture(scope="module")
def ask_both(postgres_url: str, template: str) -> Iterator[Callable[[str], None]]:
    """Asks both executors, and raises AssertionError if their answers differ."""
    with ExitStack() as stack:
        url = stack.enter_context(cloned_database(postgres_url, template))
        asyncio.run(filled(url))
        merge_items(url, parsed(*deep_and_strange()))
        runner = stack.enter_context(asyncio.Runner())
        pool = runner.run(read_pool(url, 2))
        stack.callback(lambda: runner.run(pool.close()))
        reader = Reader(pool)

        def ask(query: str) -> None:
            runner.run(compare(SCHEMA, query, {}, lambda: replace(request_context(reader), now=NOW)))

        yield ask


AS_MANY = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


@AS_MANY
@given(query=strategies.deferred(lambda: queries(schema_sdl(), custom_scalars=SCALARS)))  # seconds, not at import
def test_made_up_queries(ask_both: Callable[[str], None], query: str) -> None:
    ask_both(print_ast(visit(parse(query), _Sensible())))


@AS_MANY
@given(seed=strategies.integers(0, 2**32))
def test_composed_queries(ask_both: Callable[[str], None], seed: int) -> None:
    """The queries nest deeper than handmade ones, and ask about the store's entities."""
    ask_both(Composer(SCHEMA._schema, URNS, Random(seed)).query())
