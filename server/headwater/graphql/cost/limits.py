"""The limits of queries (docs/limits.md), checked before execution."""

from headwater.errors import BadRequestError
from headwater.graphql.cost.measure import Measured
from headwater.model.query_limits import QueryLimits


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
