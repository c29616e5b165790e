"""The answer tells how a request was executed, if the request asks."""

from typing import Any

import pytest

from headwater.graphql.schema import build_schema, request_context
from headwater.store.pool import read_pool
from headwater.store.reader import Reader

SCHEMA = build_schema()


@pytest.mark.parametrize(
    ("query", "asked", "told"),
    [
        ("{ hungRuns { total } }", {"execution": True}, {"byPlan": True, "reason": None}),
        (
            "{ __typename __schema { queryType { name } } }",
            {"execution": True},
            {"byPlan": False, "reason": "introspection"},
        ),
        ("{ hungRuns { total } }", {"execution": False}, None),
        ("{ hungRuns { total } }", None, None),
    ],
)
async def test_the_way_of_execution_is_told(
    database_url: str, query: str, asked: dict[str, Any] | None, told: dict[str, Any] | None
) -> None:
    async with await read_pool(database_url, 1) as pool:
        answer = await SCHEMA.execute(query, context_value=request_context(Reader(pool)), operation_extensions=asked)
    assert answer.errors is None
    assert (answer.extensions or {}).get("execution") == told


@pytest.mark.parametrize("query", ["{", "{ noSuchField }", "query($urn: String!) { dataJob(urn: $urn) { urn } }"])
async def test_no_way_is_told_of_a_request_that_is_not_executed(database_url: str, query: str) -> None:
    async with await read_pool(database_url, 1) as pool:
        context = request_context(Reader(pool))
        answer = await SCHEMA.execute(query, context_value=context, operation_extensions={"execution": True})
    assert answer.errors
    assert "execution" not in (answer.extensions or {})


async def test_no_way_is_told_of_wrong_variables_after_right_ones(database_url: str) -> None:
    query = "mutation($ids: [Long!]!) { replayQuarantine(ids: $ids) { __typename } }"
    async with await read_pool(database_url, 1) as pool:
        right, wrong = [
            await SCHEMA.execute(
                query, given, context_value=request_context(Reader(pool)), operation_extensions={"execution": True}
            )
            for given in ({"ids": [1]}, {"ids": ["no"]})
        ]
    assert "execution" in (right.extensions or {})
    assert wrong.errors
    assert "execution" not in (wrong.extensions or {})
