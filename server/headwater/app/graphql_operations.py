"""What GraphQL over HTTP takes and answers; the queries themselves are described by schema.graphql."""

from dataclasses import replace
from typing import Any, Final, NotRequired

from typing_extensions import TypedDict

from headwater.operations import Answer, Body, Operation, Parameter

_TAG: Final = "GraphQL"


class GraphQLRequest(TypedDict):
    """A query, or the name of one that is kept (docs/limits.md), and the values of its variables."""

    query: NotRequired[str | None]
    variables: NotRequired[dict[str, Any] | None]
    operationName: NotRequired[str | None]
    extensions: NotRequired[dict[str, Any] | None]
    documentId: NotRequired[str | None]


class ErrorCode(TypedDict):
    """The kind of an error, as DataHub says it; a text only where Apollo's clients wait for one."""

    code: int | str
    type: str


class Cost(TypedDict):
    """What a query costs, and what it may (docs/limits.md)."""

    requested: int
    limit: int


class ResponseExtensions(TypedDict):
    """What an answer says beside the data; the cost wherever it could be told."""

    cost: NotRequired[Cost]


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
    extensions: NotRequired[ResponseExtensions]


_ANSWERS: Final = {
    200: Answer("The answer; its errors are in it.", GraphQLResponse),
    400: Answer("The request is no GraphQL request.", GraphQLResponse),
    401: Answer("The token is missing or not good.", GraphQLResponse),
    403: Answer("The token is not good for this: mutations need the scope *admin*.", GraphQLResponse),
    406: Answer("The answer is JSON, whatever is asked for.", GraphQLResponse),
    503: Answer("The database does not answer: send it again in a moment.", GraphQLResponse),
}

_ANSWERS_TO_GET: Final = {**_ANSWERS, 405: Answer("Mutations are posted.", GraphQLResponse)}

_ANSWERS_TO_POST: Final = {
    **_ANSWERS,
    413: Answer("The body is too large.", GraphQLResponse),
    415: Answer("The body is JSON, in UTF-8.", GraphQLResponse),
}

_DESCRIPTION: Final = (
    "Where *Accept* prefers `application/graphql-response+json`, the answer is of this type, and has the status 400"
    " where the query could not be executed."
)

_QUERY: Final = "{ hungRuns { total } }"

_PARAMETERS: Final = [
    Parameter("query", "A query; mutations are posted.", example=_QUERY),
    Parameter("variables", "The values of its variables, as JSON."),
    Parameter("operationName", "Which operation of the query is meant."),
    Parameter("extensions", "`persistedQuery`, as Apollo's clients send it, as JSON."),
    Parameter("documentId", "Instead of a query the name of one that is kept."),
]

_BODY: Final = Body(GraphQLRequest, {"hung runs": {"query": _QUERY}})

GET_GRAPHQL: Final = Operation(
    "GET",
    _TAG,
    "Query, or open GraphiQL",
    {**_ANSWERS_TO_GET, 404: Answer("GraphiQL is switched off.", str, "text/plain")},
    description="A browser, which accepts HTML, gets GraphiQL where it brings no query; that needs no token.\n\n"
    + _DESCRIPTION,
    parameters=_PARAMETERS,
)

POST_GRAPHQL: Final = Operation("POST", _TAG, "Query or mutate", _ANSWERS_TO_POST, description=_DESCRIPTION, body=_BODY)

GET_API_GRAPHQL: Final = Operation(
    "GET", _TAG, "Query, at DataHub's address", _ANSWERS_TO_GET, description=_DESCRIPTION, parameters=_PARAMETERS
)

POST_API_GRAPHQL: Final = Operation(
    "POST",
    _TAG,
    "The same, where DataHub's clients look for it",
    _ANSWERS_TO_POST,
    description=_DESCRIPTION,
    body=_BODY,
)

GET_FRONTEND_GRAPHQL: Final = replace(GET_API_GRAPHQL, summary="Query, at the address of DataHub's frontend")

POST_FRONTEND_GRAPHQL: Final = replace(POST_API_GRAPHQL, summary="The same, where scripts for DataHub's frontend look")
