"""The model's enums in the schema: described at the edge. Types take them from here, so that they are by then.

Strawberry makes a type without name and descriptions of an enum that it meets undescribed.
"""

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

import strawberry
from strawberry.types.enum import StrawberryEnumDefinition

from headwater.impact.propagation import Reason as DependencyReason
from headwater.lineage.anomalies import AnomalyReason
from headwater.lineage.diagram import DiagramFormat
from headwater.lineage.diff import InputChange
from headwater.lineage.run_diff import RunDifferenceKind
from headwater.lineage.suspects import SuspectReason
from headwater.model.questions import Certainty, Direction, Kind
from headwater.model.run_lists import RunOrder

__all__ = [
    "AnomalyReason",
    "Certainty",
    "DependencyReason",
    "DiagramFormat",
    "Direction",
    "InputChange",
    "Kind",
    "RunDifferenceKind",
    "RunOrder",
    "SuspectReason",
]

Member = TypeVar("Member", bound=Enum)


def _describe(enum: type[Member], name: str, description: str, values: Mapping[Member, str]) -> None:
    """Make an enum one of the schema, by a name there. Raises KeyError for a value without a description."""
    strawberry.enum(enum, name=name, description=description)
    definition: StrawberryEnumDefinition = vars(enum)["__strawberry_definition__"]
    for value in definition.values:
        value.description = values[enum[value.name]]


_describe(
    Direction,
    "LineageDirection",
    "Which way a question about lineage goes.",
    {Direction.DOWNSTREAM: "What follows.", Direction.UPSTREAM: "What went in."},
)

_describe(
    Kind,
    "ImpactKind",
    "Why something is affected.",
    {
        Kind.CONTAMINATED: "It saw what the start wrote.",
        Kind.STALE: "It saw what the failed start should have replaced.",
    },
)

_describe(
    Certainty,
    "LineageCertainty",
    "How surely something is so.",
    {Certainty.CERTAIN: "It must be so.", Certainty.POSSIBLE: "It may be, too."},
)

_describe(
    DiagramFormat,
    "DiagramFormat",
    "How a diagram is written.",
    {
        DiagramFormat.MERMAID: "A flowchart of Mermaid, from left to right.",
        DiagramFormat.SVG: "One file without scripts: time from left to right.",
        DiagramFormat.TEXT: "For a terminal of 100 columns: who, when, in which state, why.",
    },
)

_describe(
    RunOrder,
    "RunOrder",
    "The order of a list of runs. Ties by URN; runs without the value come last. All but CREATED sort what the filter"
    " leaves, and need its `created.since`, except among the runs that a run contains.",
    {
        RunOrder.CREATED_DESC: "When it was created, newest first.",
        RunOrder.CREATED_ASC: "When it was created, oldest first.",
        RunOrder.STARTED_DESC: "When its latest attempt started, newest first.",
        RunOrder.STARTED_ASC: "When its latest attempt started, oldest first.",
        RunOrder.ENDED_DESC: "When it ended, newest first.",
        RunOrder.ENDED_ASC: "When it ended, oldest first.",
        RunOrder.DURATION_DESC: "How long its latest attempt took, longest first.",
        RunOrder.DURATION_ASC: "How long its latest attempt took, shortest first.",
    },
)

_describe(
    SuspectReason,
    "SuspectReason",
    "What looks wrong, the worst first.",
    {
        SuspectReason.FAILED: "The run failed: what it left is not whole.",
        SuspectReason.ROWS: "It wrote far more or fewer rows than its job does.",
        SuspectReason.SIZE: "It wrote far more or fewer bytes, and no unusual number of rows.",
        SuspectReason.STALE_INPUT: "It failed or was skipped, and what it should have replaced was read.",
        SuspectReason.DURATION: "It took far longer or shorter than its job does.",
        SuspectReason.RETRIED: "It succeeded, but not at the first attempt.",
    },
)

_describe(
    InputChange,
    "InputChange",
    "What became of an input from left to right.",
    {
        InputChange.OTHER: "Both saw it, in other versions.",
        InputChange.ONLY_LEFT: "Only what is left read it.",
        InputChange.ONLY_RIGHT: "Only what is right read it.",
        InputChange.UNKNOWN: "Both read it, and nobody said who wrote what they read.",
        InputChange.SAME: "Both saw the same versions.",
    },
)

_describe(
    RunDifferenceKind,
    "RunDifferenceKind",
    "In what two runs differ.",
    {
        RunDifferenceKind.JOB: "They are of other jobs or flows, given by URN.",
        RunDifferenceKind.STATUS: "The result, or STARTED while there is none.",
        RunDifferenceKind.ATTEMPT: "The number of the attempt.",
        RunDifferenceKind.DURATION: "Milliseconds.",
        RunDifferenceKind.FACET: "A facet of the run or, in this run, of its job, whole.",
    },
)

_describe(
    AnomalyReason,
    "AnomalyReason",
    "In what a run is unlike the earlier ones of its job, the worst first.",
    {
        AnomalyReason.FAILED: "It failed, and most of them did not.",
        AnomalyReason.HUNG: "It has been STARTED for longer than they explain: `isHung`.",
        AnomalyReason.ROWS: "It wrote or read far more or fewer rows.",
        AnomalyReason.SIZE: "It wrote or read far more or fewer bytes, but not rows.",
        AnomalyReason.LATE: "It began longer after the run before it than any of them.",
        AnomalyReason.DURATION: "It took far longer or shorter.",
        AnomalyReason.RETRIED: "It took more attempts to succeed.",
    },
)

_describe(
    DependencyReason,
    "DependencyReason",
    "Why one run depends on another, the strongest first.",
    {
        DependencyReason.RETRY: "It tries again what the other failed at. Only of waits.",
        DependencyReason.RUN_REFERENCE: "One of the two names the other.",
        DependencyReason.JOB_ORDER: "Its job comes after the other's within one parent.",
        DependencyReason.CONTAINED: "It contains the other, or is inside it. Never of waits.",
        DependencyReason.DATA: "It reads what the other writes, or should have written.",
    },
)
