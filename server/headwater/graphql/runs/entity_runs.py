"""EntityRuns: the runs that touched an asset. As DataHub's, it lists runs without an event too."""

from enum import Enum

import strawberry

from headwater.graphql.runs.page import DataProcessInstanceResult, OwnedRuns, run_page


@strawberry.enum(description="From where a relationship is looked at.")
class RelationshipDirection(Enum):
    """Seen from the asset: INCOMING are the runs that consumed it, OUTGOING those that produced it."""

    INCOMING = strawberry.enum_value("INCOMING", description="It points here; of an asset: the runs that read it.")
    OUTGOING = strawberry.enum_value(
        "OUTGOING", description="It points from here; of an asset: the runs that wrote it."
    )


_EDGE = {RelationshipDirection.INCOMING: "INPUT", RelationshipDirection.OUTGOING: "OUTPUT"}


def entity_runs(
    asset_id: int | None, direction: RelationshipDirection, start: int | None, count: int | None
) -> DataProcessInstanceResult:
    """The runs that read (INCOMING) or wrote (OUTGOING) an asset, newest first."""
    return run_page(OwnedRuns(asset_id, "assets", (_EDGE[direction],)), start, count)
