"""The model's enums as types of the schema, with descriptions. GraphQL types import the enums from here.

Strawberry would register an undescribed enum without a name and descriptions.
"""

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

import strawberry
from strawberry.types.enum import StrawberryEnumDefinition

from headwater.impact.pictures import Folding, Role, State
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
    "Folding",
    "InputChange",
    "Kind",
    "Role",
    "RunDifferenceKind",
    "RunOrder",
    "State",
    "SuspectReason",
]

Member = TypeVar("Member", bound=Enum)


def _describe(enum: type[Member], name: str, description: str, values: Mapping[Member, str]) -> None:
    """Add an enum to the schema under a name. Raises KeyError for a value without a description."""
    strawberry.enum(enum, name=name, description=description)
    definition: StrawberryEnumDefinition = vars(enum)["__strawberry_definition__"]
    for value in definition.values:
        value.description = values[enum[value.name]]


_describe(
    Direction,
    "LineageDirection",
    "The direction of a question about lineage.",
    {
        Direction.DOWNSTREAM: "Everything affected by the start.",
        Direction.UPSTREAM: "Everything that the start was made from.",
    },
)

_describe(
    Kind,
    "ImpactKind",
    "The kind of effect on a run or a version.",
    {
        Kind.CONTAMINATED: "It saw data that the start wrote.",
        Kind.STALE: "It saw old data that the failed start should have replaced.",
    },
)

_describe(
    Certainty,
    "LineageCertainty",
    "The certainty of a statement about lineage.",
    {Certainty.CERTAIN: "The rule says so.", Certainty.POSSIBLE: "It cannot be ruled out."},
)

_describe(
    DiagramFormat,
    "DiagramFormat",
    "The format of a diagram.",
    {
        DiagramFormat.MERMAID: "A Mermaid flowchart, from left to right.",
        DiagramFormat.SVG: "One SVG file without scripts, with time from left to right.",
        DiagramFormat.TEXT: "Text for a terminal of 100 columns: runs, times, states and reasons.",
    },
)

_describe(
    Role,
    "ImpactNodeRole",
    "The role of a node in the graph of an answer.",
    {
        Role.START: "A run of the start.",
        Role.RUN: "Another run.",
        Role.VERSION: "A version of an asset.",
        Role.NEXT: "A job that will read affected data next (AT_RISK), by its latest run.",
    },
)

_describe(
    Folding,
    "ImpactGraphFolding",
    "The runs and versions that share a node in the graph of an answer.",
    {
        Folding.NONE: "None.",
        Folding.JOB: "Runs of one job, or versions of one asset.",
        Folding.FLOW: "Runs of several jobs of one flow, or the versions that they wrote.",
    },
)

_describe(
    State,
    "ImpactNodeState",
    "The state of a run in the graph of an answer.",
    {
        State.SUCCESS: "It succeeded.",
        State.FAILURE: "It failed.",
        State.SKIPPED: "It was skipped.",
        State.UP_FOR_RETRY: "It failed and will be tried again.",
        State.STARTED: "It has begun, and has not ended.",
        State.UNKNOWN: "No event of the run is known.",
    },
)

_describe(
    RunOrder,
    "RunOrder",
    "The order of a list of runs. Ties by URN; runs without the value come last. All but CREATED need"
    " `created.since` in the filter, and sort the filtered runs. Runs inside a run need no filter.",
    {
        RunOrder.CREATED_DESC: "By creation time, newest first.",
        RunOrder.CREATED_ASC: "By creation time, oldest first.",
        RunOrder.STARTED_DESC: "By start of the latest attempt, newest first.",
        RunOrder.STARTED_ASC: "By start of the latest attempt, oldest first.",
        RunOrder.ENDED_DESC: "By end, newest first.",
        RunOrder.ENDED_ASC: "By end, oldest first.",
        RunOrder.DURATION_DESC: "By duration of the latest attempt, longest first.",
        RunOrder.DURATION_ASC: "By duration of the latest attempt, shortest first.",
    },
)

_describe(
    SuspectReason,
    "SuspectReason",
    "The reason why a run is a suspect, the worst first.",
    {
        SuspectReason.FAILED: "The run failed: its outputs are not complete.",
        SuspectReason.ROWS: "The run wrote far more or fewer rows than its job usually does.",
        SuspectReason.SIZE: "The run wrote far more or fewer bytes, but no unusual number of rows.",
        SuspectReason.STALE_INPUT: "The run failed or was skipped, and another run read the old data.",
        SuspectReason.DURATION: "The run took far longer or shorter than its job usually does.",
        SuspectReason.RETRIED: "The run succeeded, but not at the first attempt.",
    },
)

_describe(
    InputChange,
    "InputChange",
    "The change of an input from left to right.",
    {
        InputChange.OTHER: "Both sides saw the input, in different versions.",
        InputChange.ONLY_LEFT: "Only the left side read the input.",
        InputChange.ONLY_RIGHT: "Only the right side read the input.",
        InputChange.UNKNOWN: "Both sides read the input, and its writer is unknown.",
        InputChange.SAME: "Both sides saw the same versions.",
    },
)

_describe(
    RunDifferenceKind,
    "RunDifferenceKind",
    "The kind of difference between two runs.",
    {
        RunDifferenceKind.JOB: "Different jobs or flows, given by URN.",
        RunDifferenceKind.STATUS: "The result, or STARTED without a result.",
        RunDifferenceKind.ATTEMPT: "The number of the attempt.",
        RunDifferenceKind.DURATION: "The duration in milliseconds.",
        RunDifferenceKind.FACET: "A whole facet of the run or, in the run's events, of its job.",
    },
)

_describe(
    AnomalyReason,
    "AnomalyReason",
    "The kind of anomaly beside earlier runs of the job, the worst first.",
    {
        AnomalyReason.FAILED: "The run failed, and most earlier runs did not.",
        AnomalyReason.HUNG: "The run has been STARTED for longer than the earlier runs explain: `isHung`.",
        AnomalyReason.ROWS: "The run wrote or read far more or fewer rows.",
        AnomalyReason.SIZE: "The run wrote or read far more or fewer bytes, but not rows.",
        AnomalyReason.LATE: "The run began longer after its predecessor than any earlier run did.",
        AnomalyReason.DURATION: "The run took far longer or shorter.",
        AnomalyReason.RETRIED: "The run took more attempts to succeed.",
    },
)

_describe(
    DependencyReason,
    "DependencyReason",
    "The kind of dependency between two runs, the strongest first.",
    {
        DependencyReason.RETRY: "The run tries the other's failed work again. Only for waits.",
        DependencyReason.RUN_REFERENCE: "One of the two runs names the other.",
        DependencyReason.JOB_ORDER: "The run's job comes after the other's job within one parent.",
        DependencyReason.CONTAINED: "The run contains the other, or is inside it. Never for waits.",
        DependencyReason.DATA: "The run reads an output of the other, or an output that the other should have written.",
    },
)
