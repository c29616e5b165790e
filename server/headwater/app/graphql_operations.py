"""What GraphQL over HTTP takes and answers; the queries themselves are described by schema.graphql."""

from typing import Any, Final, NotRequired

from typing_extensions import TypedDict

from headwater.operations import Answer, Body, Operation, Parameter

_TAG: Final = "GraphQL"


class GraphQLRequest(TypedDict):
    """A query, and the values of its variables."""

    query: str
    variables: NotRequired[dict[str, Any] | None]
    operationName: NotRequired[str | None]


class ErrorCode(TypedDict):
    """The kind of an error, as DataHub says it."""

    code: int
    type: str


class ResponseError(TypedDict):
    """Why a field, or all of a query, has no answer."""

    message: str
    extensions: ErrorCode
    path: NotRequired[list[str | int]]
    locations: NotRequired[list[dict[str, int]]]


class GraphQLResponse(TypedDict):
    """The answer to a query."""

    data: NotRequired[dict[str, Any] | None]
    errors: NotRequired[list[ResponseError]]


_ANSWERS: Final = {
    200: Answer("The answer; errors of fields are in it.", GraphQLResponse),
    400: Answer("The request is no GraphQL request.", str, "text/plain"),
    401: Answer("The token is missing or not good.", GraphQLResponse),
    403: Answer("The token is not good for this: mutations need the scope *admin*.", GraphQLResponse),
    503: Answer("The database does not answer: send it again in a moment.", GraphQLResponse),
}

_QUERY: Final = "{ hungRuns { total } }"

GET_GRAPHQL: Final = Operation(
    "GET",
    _TAG,
    "Query, or open GraphiQL",
    _ANSWERS,
    description="A browser, which accepts HTML, gets GraphiQL where it brings no query; that needs no token.",
    parameters=[
        Parameter("query", "A query; mutations are posted.", is_required=True, example=_QUERY),
        Parameter("variables", "The values of its variables, as JSON."),
        Parameter("operationName", "Which operation of the query is meant."),
    ],
)

POST_API_GRAPHQL: Final = Operation(
    "POST",
    _TAG,
    "The same, where DataHub's clients look for it",
    _ANSWERS,
    body=Body(GraphQLRequest, {"hung runs": {"query": _QUERY}}),
)

POST_GRAPHQL: Final = Operation(
    "POST", _TAG, "Query or mutate", _ANSWERS, body=Body(GraphQLRequest, {"hung runs": {"query": _QUERY}})
)
