"""Which of the affected runs and versions a page shows."""

import numpy as np
import numpy.typing as npt
import strawberry

from headwater.graphql.context import Context
from headwater.graphql.enums import Certainty, Kind
from headwater.graphql.impact.columns import data_of_versions, templates_of_runs
from headwater.graphql.lists import check_urns
from headwater.graphql.runs.state import DataProcessInstanceRunResultType
from headwater.impact.answer import Affected, Answer
from headwater.model.lineage import Longs
from headwater.urn import DATASET, ML_MODEL

MAX_VALUES = 100

Mask = npt.NDArray[np.bool_]


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


async def chosen_runs(context: Context, answer: Answer, given: AffectedRunFilter | None) -> Longs:
    """The indices of the runs that meet a filter, in their order. Raises BadRequestError."""
    chosen = _chosen(answer, answer.runs, given)
    if given is not None and given.templates:
        check_urns("filter.templates", given.templates, MAX_VALUES)
        known = await context.reader.entities_by_urn(given.templates)
        chosen &= np.isin(await templates_of_runs(context, answer), [row["id"] for row in known if row])
    if given is not None and given.results:
        wanted = {result.name for result in given.results}
        chosen &= np.isin(await context.reader.walks.results_of_runs(answer.runs.ids), list(wanted))
    return np.flatnonzero(chosen)


async def chosen_versions(context: Context, answer: Answer, given: AffectedVersionFilter | None) -> Longs:
    """The indices of the versions that meet a filter, in their order. Raises BadRequestError."""
    chosen = _chosen(answer, answer.versions, given)
    if given is not None and given.assets:
        check_urns("filter.assets", given.assets, MAX_VALUES, (DATASET, ML_MODEL))
        known = [row["id"] for row in await context.reader.entities_by_urn(given.assets) if row]
        data = await context.reader.walks.data_of_assets(known)
        chosen &= np.isin(await data_of_versions(context, answer), data)
    return np.flatnonzero(chosen)


def _chosen(answer: Answer, found: Affected, given: _AffectedFilter | None) -> Mask:
    chosen = np.ones(len(found), bool)
    if given is not None and given.kinds:
        wanted = sum(1 << number for number, finding in enumerate(answer.findings) if finding.kind in given.kinds)
        chosen &= (found.in_findings & wanted) != 0
    if given is not None and given.certainty is not None:
        chosen &= found.are_certain == (given.certainty is Certainty.CERTAIN)
    return chosen
