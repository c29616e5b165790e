"""Requests and answers of GraphQL over HTTP; schema.graphql describes the queries."""

from dataclasses import replace
from typing import Any, Final, NotRequired

from typing_extensions import TypedDict

from headwater.operations import Answer, Body, Operation, Parameter

_TAG: Final = "GraphQL"


class GraphQLRequest(TypedDict):
    """A query, or the name of a stored one (docs/limits.md), and the values of its variables."""

    query: NotRequired[str | None]
    variables: NotRequired[dict[str, Any] | None]
    operationName: NotRequired[str | None]
    extensions: NotRequired[dict[str, Any] | None]
    documentId: NotRequired[str | None]


class ErrorCode(TypedDict):
    """The kind of an error, as in DataHub; a text only if Apollo's clients need one."""

    code: int | str
    type: str


class Cost(TypedDict):
    """The cost of a query, and its limit (docs/limits.md)."""

    requested: int
    limit: int


class ResponseExtensions(TypedDict):
    """Members of an answer beside the data: the cost, if it is known, and the lag of the replica (docs/scaling.md)."""

    cost: NotRequired[Cost]
    replicaLagSeconds: NotRequired[float | None]


class ResponseError(TypedDict):
    """The reason why a field, or a whole query, has no answer."""

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
    200: Answer("The answer. Errors of the query are in `errors`.", GraphQLResponse),
    400: Answer("The request is not a GraphQL request.", GraphQLResponse),
    401: Answer("The request has no valid token.", GraphQLResponse),
    403: Answer("The token does not allow this: mutations need the scope *write* or *admin*.", GraphQLResponse),
    406: Answer("*Accept* excludes JSON, the only form of answers.", GraphQLResponse),
    503: Answer("The database does not answer: send it again in a moment.", GraphQLResponse),
}

_ANSWERS_TO_GET: Final = {**_ANSWERS, 405: Answer("A mutation needs POST.", GraphQLResponse)}

_ANSWERS_TO_POST: Final = {
    **_ANSWERS,
    413: Answer("The body is too large.", GraphQLResponse),
    415: Answer("The body is not JSON in UTF-8.", GraphQLResponse),
}

_DESCRIPTION: Final = (
    "If *Accept* prefers `application/graphql-response+json`, the answer has this type, and the status 400 if the"
    " query could not be executed."
)

_QUERY: Final = "{ hungRuns { total } }"

_PARAMETERS: Final = [
    Parameter("query", "The query. Mutations need POST.", example=_QUERY),
    Parameter("variables", "The variables of the query, as a JSON object."),
    Parameter("operationName", "The operation to run, if the document has several."),
    Parameter("extensions", "`persistedQuery` as JSON, as Apollo's clients send it."),
    Parameter("documentId", "The name of a stored query, instead of `query`."),
]

_BODY: Final = Body(GraphQLRequest, {"hung runs": {"query": _QUERY}})

GET_GRAPHQL: Final = Operation(
    "GET",
    _TAG,
    "Query, or open GraphiQL",
    {**_ANSWERS_TO_GET, 404: Answer("GraphiQL is switched off (HEADWATER_GRAPHIQL).", str, "text/plain")},
    description="Without a query, a browser gets GraphiQL; that needs no token.\n\n" + _DESCRIPTION,
    parameters=_PARAMETERS,
)

POST_GRAPHQL: Final = Operation("POST", _TAG, "Query or mutate", _ANSWERS_TO_POST, description=_DESCRIPTION, body=_BODY)

GET_API_GRAPHQL: Final = Operation(
    "GET", _TAG, "Query, at DataHub's address", _ANSWERS_TO_GET, description=_DESCRIPTION, parameters=_PARAMETERS
)

POST_API_GRAPHQL: Final = Operation(
    "POST",
    _TAG,
    "Query or mutate, at DataHub's address",
    _ANSWERS_TO_POST,
    description=_DESCRIPTION,
    body=_BODY,
)

GET_FRONTEND_GRAPHQL: Final = replace(GET_API_GRAPHQL, summary="Query, at the address of DataHub's frontend")

POST_FRONTEND_GRAPHQL: Final = replace(
    POST_API_GRAPHQL, summary="Query or mutate, at the address of DataHub's frontend"
)
