"""Queries by the planned executor and by graphql-core, and a comparison of the answers."""

import asyncio
import gc
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import count
from typing import Any
from unittest.mock import patch

import orjson
import pytest
import strawberry

from headwater.execution import levels
from headwater.execution.plan import NotCoveredError, Plan
from headwater.execution.plans import Plans
from headwater.execution.request import Request

_BETWEEN_COLLECTIONS = 50
"""The number of compared queries between two garbage collections."""

_compared = count(1)


@dataclass(frozen=True)
class Told:
    """An answer to compare: the bytes of its data, and the errors that are not below a null."""

    data: bytes
    errors: frozenset[tuple[str, str]]
    has_errors: bool


def _none(plans: Plans, request: Request) -> Plan:
    raise NotCoveredError("the comparison")


async def told(
    schema: strawberry.Schema,
    query: str,
    variables: Mapping[str, Any],
    context: object,
    root: object = None,
    *,
    by_plan: bool,
) -> Told:
    """Return the answer of a schema by its own executor, or by graphql-core's."""
    rooted: dict[str, Any] = {} if root is None else {"root_value": root}  # Headwater's schema has no root
    with nullcontext() if by_plan else patch.object(Plans, "find", _none):
        answer = await schema.execute(query, dict(variables), context_value=context, **rooted)
    # graphql-core ends resolvers in the background after an error has made their objects null.
    if others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others, timeout=5)
    errors = answer.errors or []
    shown = {(repr(error.path), error.message) for error in errors if not _is_lost(answer.data, error.path or [])}
    return Told(orjson.dumps(answer.data), frozenset(shown), bool(errors))


@pytest.fixture(scope="module", autouse=True)
def only_of_this_module() -> None:
    """Keep the searches for coroutines from going through all that the process has."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def without_unawaited() -> Iterator[None]:
    """Drop the coroutines that graphql-core never awaits after an error, without their warnings."""
    gc.disable()
    try:
        yield
    finally:
        _collect()
        gc.enable()


def _collect() -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
        gc.collect()


async def compare(
    schema: strawberry.Schema,
    query: str,
    variables: Mapping[str, Any],
    context: Callable[[], object],
    root: object = None,
) -> Told:
    """Return the answer, the same from both executors. Raises AssertionError if they differ.

    The plan executes twice: the second time it knows the fields that wait, and loads early even for one other value.
    """
    if next(_compared) % _BETWEEN_COLLECTIONS == 0:
        _collect()
    planned = await told(schema, query, variables, context(), root, by_plan=True)
    with patch.object(levels, "_MANY", 1):
        again = await told(schema, query, variables, context(), root, by_plan=True)
    plain = await told(schema, query, variables, context(), root, by_plan=False)
    assert planned == plain, query
    assert again == plain, query
    return planned


def _is_lost(data: Any, path: list[str | int]) -> bool:
    """Return true for an error below a null: the executors may report different ones of several such errors."""
    for key in path[:-1]:
        if data is None:
            return True
        data = data[key]
    return data is None
