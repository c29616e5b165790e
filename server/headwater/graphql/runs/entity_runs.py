"""EntityRuns: the runs that touched an asset. As DataHub's, it lists runs without an event too."""

from headwater.graphql.entities.relationships import RelationshipDirection
from headwater.graphql.runs.page import DataProcessInstanceResult, OwnedRuns, run_page

_EDGE = {RelationshipDirection.INCOMING: "INPUT", RelationshipDirection.OUTGOING: "OUTPUT"}


def entity_runs(
    asset_id: int | None, direction: RelationshipDirection, start: int | None, count: int | None
) -> DataProcessInstanceResult:
    """The runs that read (INCOMING) or wrote (OUTGOING) an asset, newest first."""
    return run_page(OwnedRuns(asset_id, "assets", (_EDGE[direction],)), start, count)
