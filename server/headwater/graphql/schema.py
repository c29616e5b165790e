"""The executable schema, built from its types."""

import time
from collections.abc import Callable, Iterable
from contextlib import aclosing
from datetime import datetime
from functools import partial
from typing import Any

import strawberry
from graphql import GraphQLError, NoSchemaIntrospectionCustomRule, OperationDefinitionNode
from strawberry.execution import optimized_is_awaitable
from strawberry.extensions import SchemaExtension
from strawberry.extensions.runner import SchemaExtensionsRunner
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext, StreamResult
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.execution import PreExecutionError
from strawberry.types.graphql import OperationType

from headwater.execution.executor import PlannedExecutor, execute, planned_executor
from headwater.execution.request import Request, VariablesError
from headwater.graphql.context import Context, read_only
from headwater.graphql.documents import ReadDocuments, TrustedDocuments
from headwater.graphql.entities.catalog import CATALOG_TYPES
from headwater.graphql.entities.entity import OtherEntity
from headwater.graphql.entities.people import CorpGroup, CorpUser
from headwater.graphql.errors import as_graphql_error, translate, without_suggestions
from headwater.graphql.mapper import missing_entity, named_entity, named_instance, to_entity, to_instance
from headwater.graphql.room import Gone, Room
from headwater.graphql.roots import Mutation, Query, Subscription
from headwater.graphql.runs.instance import DataProcessInstance
from headwater.graphql.scalars import DATE_TIME, LONG, Long
from headwater.graphql.stages import Stages
from headwater.graphql.stored.assets import Dataset
from headwater.graphql.stored.containers import Container
from headwater.graphql.stored.models import MLModel, MLModelGroup
from headwater.graphql.stored.templates import DataFlow, DataJob
from headwater.graphql.validation import RULES
from headwater.lineage.held_graph import HeldGraph
from headwater.model.access import EVERYTHING, Grant
from headwater.model.query_limits import DEFAULT_LIMITS, QueryLimits
from headwater.store.quarantine import MergeItems
from headwater.store.reader import Reader
from headwater.store.replica import Replica
from headwater.store.run_event_feed import RunEventFeed

_ANSWERED = {OperationType.QUERY, OperationType.MUTATION}
_STREAMED = {OperationType.QUERY, OperationType.SUBSCRIPTION}


class HeadwaterSchema(strawberry.Schema):
    """Strawberry's schema, with our stages and our errors."""

    def __init__(
        self,
        stages: Callable[[ExecutionContext], Stages],
        *,
        execution_context_class: type[PlannedExecutor],
        **schema: Any,
    ) -> None:
        super().__init__(execution_context_class=execution_context_class, **schema)
        self._plans = execution_context_class.plans
        assert not self.extensions  # `execute` would leave them out
        assert not self.directives
        self._stages = stages

    def create_extensions_runner(
        self, execution_context: ExecutionContext, extensions: list[SchemaExtension]
    ) -> SchemaExtensionsRunner:
        """The stages of an operation in a stream."""
        return self._stages(execution_context)

    async def execute(  # type: ignore[override]  # as it is called
        self,
        query: str,
        variable_values: dict[str, Any] | None = None,
        *,
        context_value: Context,
        operation_name: str | None = None,
        allowed_operation_types: Iterable[OperationType] = _ANSWERED,
        operation_extensions: dict[str, Any] | None = None,
    ) -> ExecutionResult:
        """Execute an operation that has one answer. Raises CannotGetOperationTypeError, InvalidOperationTypeError.

        Strawberry's own way takes more CPU: it prepares for extensions, which this schema does not have.
        """
        asked = ExecutionContext(
            query=query,
            schema=self,
            allowed_operations=allowed_operation_types,
            context=context_value,
            variables=variable_values,
            provided_operation_name=operation_name,
            operation_extensions=operation_extensions,
        )
        stages = self._stages(asked)
        began = time.perf_counter()
        result: ExecutionResult | None = None
        try:
            problems = stages.prepare()
            if problems:
                result = PreExecutionError(None, problems)
            else:
                operation = stages.admit()
                if stages.turn is not None:
                    await stages.turn.take()
                found = await execute(self._request(asked, operation), self._plans)
                result = ExecutionResult(found.data, found.errors)
        except (CannotGetOperationTypeError, InvalidOperationTypeError):
            raise
        except VariablesError as error:
            result = ExecutionResult(None, error.errors)
        except Exception as error:
            result = PreExecutionError(None, [as_graphql_error(error)])
        finally:
            stages.leave()
            stages.count(time.perf_counter() - began, has_failed=result is None or bool(result.errors))
        if result.errors:
            self.process_errors(result.errors, asked)
        result.extensions = stages.report()
        return result

    def _request(self, asked: ExecutionContext, operation: OperationDefinitionNode) -> Request:
        assert asked.graphql_document is not None
        build = partial(
            StrawberryGraphQLCoreExecutionContext.build,
            self._schema,
            asked.graphql_document,
            context_value=asked.context,
            raw_variable_values=asked.variables,
            operation_name=asked._provided_operation_name,
            is_awaitable=optimized_is_awaitable,  # type: ignore[arg-type]  # as Strawberry does
            operation_extensions=asked.operation_extensions,
        )
        return Request(operation, asked.context, asked.variables, build)

    async def stream(  # type: ignore[override]  # as it is called
        self, query: str | None, *, context_value: Context, **request: Any
    ) -> StreamResult:
        """Execute an operation of a WebSocket, which may have many at a time; mutations are requests of their own."""
        context = context_value.renewed()
        results = await super().stream(query, context_value=context, **request, allowed_operation_types=_STREAMED)
        return _with_failures(results, context)

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Translate errors in place, from any part of an operation."""
        errors[:] = map(translate, errors)
        if self.config.disable_field_suggestions:
            for error in errors:
                error.message = without_suggestions(error.message)


async def _with_failures(results: StreamResult, context: Context) -> StreamResult:
    """The results of an operation, and an error if they fail: Strawberry lets errors of parsing through.

    A finished message needs no turn any more, however slow its reader is.
    """
    try:
        async with aclosing(results):
            async for result in results:
                _give_back(context)
                yield result
    except Exception as error:  # translate() logs unexpected errors
        yield PreExecutionError(None, [translate(as_graphql_error(error))])
    finally:
        _give_back(context)


def _give_back(context: Context) -> None:
    if context.turn is not None:
        context.turn.give_back()


def build_schema(
    limits: QueryLimits = DEFAULT_LIMITS,
    trusted: TrustedDocuments | None = None,
    *,
    introspection: bool = True,
    room: Room | None = None,
) -> strawberry.Schema:
    """Build the executable schema; with trusted documents it executes no others. Expensive queries share `room`."""
    rules = RULES if introspection else (*RULES, NoSchemaIntrospectionCustomRule)
    return HeadwaterSchema(
        partial(
            Stages, documents=ReadDocuments(limits.tokens, rules), trusted=trusted, limits=limits, room=room or Room()
        ),
        query=Query,
        mutation=Mutation,
        subscription=Subscription,
        types=[
            DataProcessInstance,
            DataJob,
            DataFlow,
            Dataset,
            MLModel,
            MLModelGroup,
            Container,
            CorpUser,
            CorpGroup,
            OtherEntity,
            *CATALOG_TYPES,
        ],
        # Suggestions must not reveal names that introspection hides.
        config=StrawberryConfig(
            scalar_map={Long: LONG, datetime: DATE_TIME}, disable_field_suggestions=not introspection
        ),
        execution_context_class=planned_executor(),
    )


def request_context(
    reader: Reader,
    merge_items: MergeItems = read_only,
    grant: Grant = EVERYTHING,
    run_events: RunEventFeed | None = None,
    gone: Gone | None = None,
    held_graph: HeldGraph | None = None,
    replica: Replica | None = None,
) -> Context:
    """The context of one request; without `merge_items` it refuses to write, without `run_events` to subscribe.

    replica: for queries, in place of the reader.
    """
    return Context(
        reader=reader,
        to_instance=to_instance,
        to_entity=to_entity,
        to_missing=missing_entity,
        to_named=named_entity,
        to_named_instance=named_instance,
        merge_items=merge_items,
        grant=grant,
        run_events=run_events,
        gone=gone,
        held_graph=held_graph,
        replica=replica,
    )


def schema_sdl() -> str:
    """The schema in SDL, as in `schema.graphql`."""
    return build_schema().as_str() + "\n"
