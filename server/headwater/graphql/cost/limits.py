"""The limits of queries (docs/limits.md), checked before execution."""

from typing import Any

from graphql import DocumentNode, GraphQLSchema, OperationDefinitionNode

from headwater.errors import BadRequestError
from headwater.graphql.cost.measure import Measured, count_aliases, measure
from headwater.model.query_limits import QueryLimits


def measured_operation(
    limits: QueryLimits,
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: dict[str, Any],
) -> Measured:
    """Measure an operation, which is valid. Raises BadRequestError for too many aliases or levels."""
    check_aliases(count_aliases(document), limits)
    return measure(schema, document, operation, variables, limits.depth)


def check_aliases(aliases: int, limits: QueryLimits) -> None:
    """Check the number of aliases in a document. Raises BadRequestError if there are too many."""
    if aliases > limits.aliases:
        raise BadRequestError(
            f"the query has {aliases} aliases: expected at most {limits.aliases}; send several queries"
        )


def check_cost(measured: Measured, limits: QueryLimits) -> None:
    """Check the cost of an operation. Raises BadRequestError if it is too high."""
    if measured.cost > limits.cost:
        raise BadRequestError(
            f"the query costs {measured.cost}: expected at most {limits.cost}; ask for fewer items or fields"
            " (docs/limits.md)"
        )
