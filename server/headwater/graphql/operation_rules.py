"""Rules for operations: a document with several names one, mutations need the scope ADMIN.

Who may ask at all is checked before the request is read (`guard.py`).
"""

from collections.abc import Iterator

from graphql import GraphQLError, OperationDefinitionNode
from strawberry.extensions import SchemaExtension
from strawberry.types.graphql import OperationType

from headwater.graphql.context import Context
from headwater.model.access import Scope


class OneOperation(SchemaExtension):
    """Refuses documents with several operations where no name says which of them to execute.

    So does GraphQL's specification; Strawberry would take the first.
    """

    def on_validate(self) -> Iterator[None]:
        """Look at a document that was parsed; what else is wrong with it goes before."""
        asked = self.execution_context
        assert asked.graphql_document is not None
        # What a request gave: `operation_name` is that of the first operation where it gave none.
        operations = [one for one in asked.graphql_document.definitions if isinstance(one, OperationDefinitionNode)]
        if len(operations) > 1 and asked._provided_operation_name is None and not asked.pre_execution_errors:
            asked.pre_execution_errors = [
                GraphQLError(f"operationName: expected one of the {len(operations)} operations of the document")
            ]
        yield


class MutationsNeedAdmin(SchemaExtension):
    """Every mutation, those that come later too, needs the scope ADMIN. Raises ForbiddenError before it is executed."""

    def on_execute(self) -> Iterator[None]:
        """Look at the operation that was parsed, and at who asks for it."""
        context: Context = self.execution_context.context
        if self.execution_context.operation_type is OperationType.MUTATION:
            context.grant.require(Scope.ADMIN)
        yield
