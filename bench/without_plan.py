"""Runs `headwater` with graphql-core as the executor of its queries, instead of the schema's own executor."""

from unittest.mock import patch

from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from headwater.cli import main
from headwater.graphql import schema


def without_plan() -> None:
    """Run the command of the arguments."""
    with patch.object(schema, "planned_executor", lambda: StrawberryGraphQLCoreExecutionContext):
        main()


if __name__ == "__main__":
    without_plan()
