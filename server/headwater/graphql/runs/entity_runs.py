"""EntityRuns: the runs that read or wrote an asset. Like DataHub, this includes runs without an event."""

from headwater.graphql.context import Info
from headwater.graphql.entities.relationships import RelationshipDirection
from headwater.graphql.runs.page import DataProcessInstanceResult, OwnedRuns, run_page

_EDGE = {RelationshipDirection.INCOMING: "INPUT", RelationshipDirection.OUTGOING: "OUTPUT"}


def entity_runs(
    info: Info, asset_id: int | None, direction: RelationshipDirection, start: int | None, count: int | None
) -> DataProcessInstanceResult:
    """The runs that read (INCOMING) or wrote (OUTGOING) an asset, newest first."""
    return run_page(info, OwnedRuns(asset_id, "assets", (_EDGE[direction],)), start, count)
