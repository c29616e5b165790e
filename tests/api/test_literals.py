"""Literals in a document: a refusal names the argument of an impossible value."""

import pytest

from headwater.graphql.schema import build_schema, request_context
from headwater.store.reader import Reader

from graphql_api import Api

A_TIME = "DateTime: expected a time such as 2026-11-21T03:00:00Z, got 'yesterday'"
REFUSED = {
    '{ impact(urn: "x", at: "yesterday") { total } }': f"at: {A_TIME}",
    '{ runsConnection(filter: {created: {since: "yesterday"}}) { totalCount } }': f"filter.created.since: {A_TIME}",
    'query ($at: DateTime = "yesterday") { impact(urn: "x", at: $at) { total } }': f"$at: {A_TIME}",
    '{ searchAcrossLineage(input: {direction: UPSTREAM, startTimeMillis: "1"}) { total } }': (
        "input.startTimeMillis: Long: expected a whole number of up to 64 bits"
    ),
    '{ impact(urn: "x", maxDepth: "a") { total } }': 'maxDepth: Int cannot represent non-integer value: "a"',
    "{ runsConnection(filter: {templates: [1]}) { totalCount } }": (
        "filter.templates.0: String cannot represent a non string value: 1"
    ),
    "{ __typename @include(if: 3) }": "if: Boolean cannot represent a non boolean value: 3",
}


@pytest.mark.parametrize("query", REFUSED)
async def test_an_impossible_literal_is_refused_by_the_name_of_its_argument(query: str, api: Api) -> None:
    answer = await build_schema().execute(query, context_value=request_context(Reader(api.pool)))
    [error] = answer.errors or []
    assert error.message == REFUSED[query]
    assert error.extensions == {"code": 400, "type": "BAD_REQUEST"}
    assert error.locations
