"""A run beside the history of its job: figures and sentences for anomalies and suspects (docs/anomalies.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from asyncpg import Record


@dataclass(frozen=True, slots=True)
class Measure:
    """A value of a run beside those of its job's earlier runs."""

    value: float
    median: float
    """The median of the earlier runs."""

    expected_low: float
    """The least value that does not look wrong."""

    expected_high: float
    """The greatest value that does not look wrong."""

    earlier: int
    """The number of earlier runs in the comparison."""


def measure_of(row: Record) -> Measure:
    """Return the figures of a row of far_from_history."""
    return Measure(
        value=row["value"],
        median=row["median"],
        expected_low=max(row["median"] - row["tolerance"], 0.0),
        expected_high=row["median"] + row["tolerance"],
        earlier=row["history"],
    )


def without_repeats(rows: Sequence[Record]) -> list[Record]:
    """Return rows of far_from_history without bytes of an input or output whose row count is there already."""
    counted = {(row["run_id"], row["asset_id"], row["direction"]) for row in rows if row["reason"] == "ROWS"}
    return [
        row
        for row in rows
        if row["reason"] != "SIZE" or (row["run_id"], row["asset_id"], row["direction"]) not in counted
    ]


def compared(row: Record) -> str:
    """Return a row of far_from_history as a sentence, with its figures."""
    measure = measure_of(row)
    match row["reason"]:
        case "FAILED":
            return f"It failed; most of the {measure.earlier} runs before it succeeded."
        case "RETRIED":
            attempt, usual = f"{measure.value:.0f}", f"{measure.median:g}"
            return f"It succeeded at attempt {attempt}; {usual} is usual (median of {measure.earlier})."
        case "LATE":
            return (
                f"It began {span(measure.value)} after the run before it; up to {span(measure.expected_high)} are"
                f" usual (median {span(measure.median)} of {measure.earlier})."
            )
        case _:
            verb, unit = _WORDS[row["reason"], row["direction"]]
            return (
                f"It {verb} {measure.value:,.0f} {unit}; {measure.expected_low:,.0f} to {measure.expected_high:,.0f}"
                f" are usual (median {measure.median:,.0f} of {measure.earlier})."
            )


_WORDS = {
    ("DURATION", None): ("took", "ms"),
    ("ROWS", "OUTPUT"): ("wrote", "rows"),
    ("ROWS", "INPUT"): ("read", "rows"),
    ("SIZE", "OUTPUT"): ("wrote", "bytes"),
    ("SIZE", "INPUT"): ("read", "bytes"),
}


def span(millis: float) -> str:
    """Return a duration as days and hours:minutes:seconds."""
    return str(timedelta(seconds=round(millis / 1000)))
