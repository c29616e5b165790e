"""The figures of a run beside the history of its job (docs/anomalies.md)."""

import strawberry

from headwater.lineage.history import Measure


@strawberry.type(
    description="A value of a run beside the earlier runs of its job. DURATION, LATE and HUNG: milliseconds. ROWS:"
    " rows. SIZE: bytes. RETRIED: attempts. FAILED: 1 for a failure, 0 otherwise."
)
class HistoryMeasure:
    value: float = strawberry.field(description="The value of this run.")
    median: float = strawberry.field(description="The median of the earlier runs.")
    expected_low: float = strawberry.field(description="The lowest value that is not unusual.")
    expected_high: float = strawberry.field(description="The highest value that is not unusual.")
    earlier: int = strawberry.field(
        description="The number of earlier runs in the comparison: 8 to 50, for HUNG 5 to 100."
    )


def history_measure(found: Measure) -> HistoryMeasure:
    """A measure as its GraphQL type."""
    return HistoryMeasure(
        value=found.value,
        median=found.median,
        expected_low=found.expected_low,
        expected_high=found.expected_high,
        earlier=found.earlier,
    )
