"""Runs `headwater` with graphql-core as the executor of its queries, instead of plans."""

from unittest.mock import patch

from headwater.cli import main
from headwater.execution.plan import NotCoveredError, Plan
from headwater.execution.plans import Plans
from headwater.execution.request import Request


def _none(plans: Plans, request: Request) -> Plan:
    raise NotCoveredError("the benchmark")


def without_plan() -> None:
    """Run the command of the arguments."""
    with patch.object(Plans, "find", _none):
        main()


if __name__ == "__main__":
    without_plan()
