"""The schema, put together."""

import strawberry
from graphql import GraphQLError
from strawberry.extensions import (
    AddValidationRules,
    MaxAliasesLimiter,
    MaxTokensLimiter,
    ParserCache,
    QueryDepthLimiter,
    ValidationCache,
)
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext

from headwater.graphql.access import MutationsNeedAdmin
from headwater.graphql.context import Context, read_only
from headwater.graphql.entities.assets import Dataset
from headwater.graphql.entities.containers import Container
from headwater.graphql.entities.entity import OtherEntity
from headwater.graphql.entities.models import MLModel, MLModelGroup
from headwater.graphql.entities.people import CorpGroup, CorpUser
from headwater.graphql.entities.templates import DataFlow, DataJob
from headwater.graphql.errors import translate
from headwater.graphql.mapper import to_entity, to_instance, to_state
from headwater.graphql.mutation import Mutation
from headwater.graphql.query import Query
from headwater.graphql.runs.instance import DataProcessInstance
from headwater.graphql.scalars import LONG, Long
from headwater.model.access import EVERYTHING, Grant
from headwater.store.quarantine import Writing
from headwater.store.reader import Reader

MAX_DEPTH = 15
MAX_TOKENS = 5000
MAX_ALIASES = 50

# Made once: the cache of validated queries knows a query by its rules too.
_LIMITS = [
    *QueryDepthLimiter(max_depth=MAX_DEPTH).validation_rules,
    *MaxAliasesLimiter(max_alias_count=MAX_ALIASES).validation_rules,
]


class HeadwaterSchema(strawberry.Schema):
    """Strawberry's schema, with our errors."""

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Translate errors in place, wherever in an operation they arose."""
        errors[:] = map(translate, errors)


def build_schema() -> strawberry.Schema:
    """The executable schema."""
    return HeadwaterSchema(
        query=Query,
        mutation=Mutation,
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
        ],
        config=StrawberryConfig(scalar_map={Long: LONG}),
        extensions=[
            ParserCache,
            ValidationCache,
            lambda: AddValidationRules(_LIMITS),
            lambda: MaxTokensLimiter(max_token_count=MAX_TOKENS),
            MutationsNeedAdmin,
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
