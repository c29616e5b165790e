"""A GraphQL query as `headwater explain` takes it: checked and compiled as the server does it, and told as text."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import strawberry
from graphql import (
    DocumentNode,
    GraphQLError,
    OperationDefinitionNode,
    get_operation_ast,
    parse,
)
from graphql.execution.executor import Executor

from headwater.cli.table import table
from headwater.errors import BadRequestError
from headwater.execution.describe import described
from headwater.execution.plan import NotCoveredError, Plan
from headwater.execution.plans import Plans
from headwater.execution.request import request_of
from headwater.graphql.cost.limits import check_aliases, check_cost
from headwater.graphql.cost.measure import Measured, count_aliases, measure
from headwater.graphql.validation import problems_of
from headwater.model.query_limits import QueryLimits


class Asked(NamedTuple):
    """The command's input; source names the document in errors."""

    source: str
    document: bytes
    variables: dict[str, Any]
    operation: str | None


@dataclass(frozen=True, slots=True)
class Compiled:
    """A valid operation. kind: query, mutation or subscription. plan: a string is the reason why there is none."""

    kind: str
    plan: Plan | str
    measured: Measured
    aliases: int

    def text(self, limits: QueryLimits) -> str:
        """The plan, and what the query asks for beside what it may."""
        amounts = [
            ("cost", f"{self.measured.cost:,}", f"{limits.cost:,}"),
            ("depth", self.measured.depth, limits.depth),
            ("aliases", self.aliases, limits.aliases),
        ]
        slot = "\n\nExpensive: waits for a slot." if self.measured.is_expensive else ""
        return f"{_told(self.plan)}\n\n{table(('LIMITED', 'QUERY', 'AT MOST'), amounts)}{slot}"

    def check(self, limits: QueryLimits) -> None:
        """Refuse a query as the server does. Raises BadRequestError if it asks for more than it may."""
        check_aliases(self.aliases, limits)
        check_cost(self.measured, limits)


def _told(plan: Plan | str) -> str:
    if isinstance(plan, str):
        return f"Runs by graphql-core: {plan}."
    return f"Runs by this plan.\n\n{table(('FIELD', 'TYPE', 'STEP'), described(plan))}"


def compiled(schema: strawberry.Schema, limits: QueryLimits, asked: Asked) -> Compiled:
    """The query, compiled but not executed.

    Raises BadRequestError where the document, the operation or the variables cannot be used, or the query is too deep.
    """
    document = _valid(schema, limits, asked)
    operation = _operation(document, asked)
    executor = Executor.build(
        schema._schema, document, raw_variable_values=asked.variables, operation_name=asked.operation
    )
    if isinstance(executor, list):
        raise BadRequestError("\n".join(f"--variables: {error.message}" for error in executor))
    measured = measure(schema._schema, document, operation, asked.variables, limits.depth)
    try:
        plan: Plan | str = Plans().find(request_of(executor))
    except NotCoveredError as error:
        plan = str(error)
    return Compiled(operation.operation.value, plan, measured, count_aliases(document))


def _valid(schema: strawberry.Schema, limits: QueryLimits, asked: Asked) -> DocumentNode:
    try:
        document = parse(asked.document.decode(), max_tokens=limits.tokens)
        errors = problems_of(document, schema._schema)
    except GraphQLError as error:
        errors = [error]
    except UnicodeDecodeError as error:
        raise BadRequestError(f"{asked.source}: expected text in UTF-8: {error}") from error
    if errors:
        raise BadRequestError("\n".join(_placed(asked.source, error) for error in errors))
    return document


def _placed(source: str, error: GraphQLError) -> str:
    """An error behind the place where it is, in the form that editors understand."""
    place = "".join(f":{one.line}:{one.column}" for one in (error.locations or ())[:1])
    return f"{source}{place}: {error.message}"


def _operation(document: DocumentNode, asked: Asked) -> OperationDefinitionNode:
    found = get_operation_ast(document, asked.operation)
    if found is None:
        operations = [one for one in document.definitions if isinstance(one, OperationDefinitionNode)]
        names = ", ".join(one.name.value if one.name else "one without a name" for one in operations)
        raise BadRequestError(f"--operation: expected one of the operations of {asked.source}: {names}")
    return found
