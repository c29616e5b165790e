"""The root fields of queries; each folder has those of its own types."""

import strawberry

from headwater.graphql.impact.queries import ImpactQueries
from headwater.graphql.quarantine import QuarantineQueries
from headwater.graphql.runs.listed import AllRuns
from headwater.graphql.runs.queries import RunQueries
from headwater.graphql.runs.run_events import RunEventQueries
from headwater.graphql.search.queries import SearchQueries
from headwater.graphql.stored.queries import EntityQueries


@strawberry.type(description="What can be asked.")
class Query(EntityQueries, RunQueries, AllRuns, RunEventQueries, ImpactQueries, SearchQueries, QuarantineQueries):
    """All of them."""
