"""The figures of a run beside the history of its own job (docs/anomalies.md)."""

import strawberry

from headwater.lineage.history import Measure


@strawberry.type(
    description="A value beside those of the job's earlier runs. Milliseconds of DURATION, LATE and HUNG, rows, bytes,"
    " attempts of RETRIED; of FAILED 1, beside 0 for each earlier run that did not fail."
)
class HistoryMeasure:
    value: float = strawberry.field(description="The value of this run.")
    median: float = strawberry.field(description="The median of the earlier runs.")
    expected_low: float = strawberry.field(description="The least that would not look wrong.")
    expected_high: float = strawberry.field(description="The most that would not look wrong.")
    earlier: int = strawberry.field(
        description="How many earlier runs it was compared with: 8 to 50, of HUNG 5 to 100."
    )


def history_measure(found: Measure) -> HistoryMeasure:
    """A measure as its type."""
    return HistoryMeasure(
        value=found.value,
        median=found.median,
        expected_low=found.expected_low,
        expected_high=found.expected_high,
        earlier=found.earlier,
    )
