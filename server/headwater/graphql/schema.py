"""The schema, put together."""

import strawberry
from graphql import GraphQLError
from strawberry.extensions import DisableIntrospection, MaxTokensLimiter, ParserCache, ValidationCache
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext

from headwater.graphql.access import MutationsNeedAdmin
from headwater.graphql.context import Context, read_only
from headwater.graphql.documents import OnlyTrusted, TrustedDocuments
from headwater.graphql.entities.assets import Dataset, MLModel
from headwater.graphql.entities.containers import Container
from headwater.graphql.entities.templates import DataFlow, DataJob
from headwater.graphql.errors import translate
from headwater.graphql.limits import KeepsLimits
from headwater.graphql.mapper import to_entity, to_instance, to_state
from headwater.graphql.mutation import Mutation
from headwater.graphql.query import Query
from headwater.graphql.runs.instance import DataProcessInstance
from headwater.graphql.scalars import LONG, Long
from headwater.graphql.search.lineage import CorpUser
from headwater.model.access import EVERYTHING, Grant
from headwater.model.query_limits import DEFAULT_LIMITS, QueryLimits
from headwater.store.quarantine import Writing
from headwater.store.reader import Reader


class HeadwaterSchema(strawberry.Schema):
    """Strawberry's schema, with our errors."""

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Translate errors in place, wherever in an operation they arose."""
        errors[:] = map(translate, errors)


def build_schema(
    limits: QueryLimits = DEFAULT_LIMITS, trusted: TrustedDocuments | None = None, *, introspection: bool = True
) -> strawberry.Schema:
    """The executable schema; with trusted documents it executes nothing else."""
    return HeadwaterSchema(
        query=Query,
        mutation=Mutation,
        types=[DataProcessInstance, DataJob, DataFlow, Dataset, MLModel, Container, CorpUser],
        config=StrawberryConfig(scalar_map={Long: LONG}),
        extensions=[
            ParserCache,
            ValidationCache,
            *([] if introspection else [DisableIntrospection]),
            lambda: MaxTokensLimiter(max_token_count=limits.tokens),
            *([] if trusted is None else [lambda: OnlyTrusted(trusted)]),
            MutationsNeedAdmin,
            lambda: KeepsLimits(limits),
        ],
    )


def request_context(reader: Reader, write: Writing = read_only, grant: Grant = EVERYTHING) -> Context:
    """The context of one request; without a way to write, its mutations are refused."""
    return Context(
        reader=reader, to_instance=to_instance, to_entity=to_entity, to_state=to_state, write=write, grant=grant
    )


def schema_sdl() -> str:
    """The schema in SDL, as `schema.graphql` keeps it."""
    return build_schema().as_str() + "\n"
