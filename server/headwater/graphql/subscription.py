"""The root fields of subscriptions; each folder has those of its own types."""

import strawberry

from headwater.graphql.runs.run_events import RunEventSubscriptions


@strawberry.type(description="What is told as it comes, over WebSocket (graphql-transport-ws).")
class Subscription(RunEventSubscriptions):
    """All of them."""
