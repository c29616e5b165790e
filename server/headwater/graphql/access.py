"""Who may change something by GraphQL; who may ask at all is checked before the request is read (`guard.py`)."""

from collections.abc import Iterator

from strawberry.extensions import SchemaExtension
from strawberry.types.graphql import OperationType

from headwater.graphql.context import Context
from headwater.model.access import Scope


class MutationsNeedAdmin(SchemaExtension):
    """Every mutation, those that come later too, needs the scope ADMIN. Raises ForbiddenError before it is executed."""

    def on_execute(self) -> Iterator[None]:
        """Look at the operation that was parsed, and at who asks for it."""
        context: Context = self.execution_context.context
        if self.execution_context.operation_type is OperationType.MUTATION:
            context.grant.require(Scope.ADMIN)
        yield
