"""Which of the affected runs and versions a page shows: the arguments."""

import strawberry

from headwater.graphql.enums import Certainty, Kind
from headwater.graphql.lists import check_urns
from headwater.graphql.runs.state import DataProcessInstanceRunResultType
from headwater.lineage.affected import RunFilter, VersionFilter
from headwater.urn import DATASET, ML_MODEL

MAX_VALUES = 100


@strawberry.input
class _AffectedFilter:
    kinds: list[Kind] | None = strawberry.field(
        default=None, description="Why they are affected: one of these, whatever else holds for them too."
    )
    certainty: Certainty | None = strawberry.field(
        default=None, description="Only those that are CERTAIN, or only those that are merely POSSIBLE."
    )


@strawberry.input(description="Which runs to show; those that meet all that is given. An empty list is as null.")
class AffectedRunFilter(_AffectedFilter):
    templates: list[str] | None = strawberry.field(
        default=None, description=f"Runs of these jobs or flows, by URN. At most {MAX_VALUES}."
    )
    results: list[DataProcessInstanceRunResultType] | None = strawberry.field(
        default=None, description="How they ended, by their latest state."
    )


@strawberry.input(description="Which versions to show; those that meet all that is given. An empty list is as null.")
class AffectedVersionFilter(_AffectedFilter):
    assets: list[str] | None = strawberry.field(
        default=None, description=f"Versions of these datasets or models, by any URN of theirs. At most {MAX_VALUES}."
    )


def run_filter(given: AffectedRunFilter | None) -> RunFilter:
    """Which runs count. Raises BadRequestError."""
    if given is None:
        return RunFilter()
    check_urns("filter.templates", given.templates or [], MAX_VALUES)
    results = [result.name for result in given.results or []]
    return RunFilter(given.kinds or [], given.certainty, given.templates or [], results)


def version_filter(given: AffectedVersionFilter | None) -> VersionFilter:
    """Which versions count. Raises BadRequestError."""
    if given is None:
        return VersionFilter()
    check_urns("filter.assets", given.assets or [], MAX_VALUES, (DATASET, ML_MODEL))
    return VersionFilter(given.kinds or [], given.certainty, given.assets or [])
